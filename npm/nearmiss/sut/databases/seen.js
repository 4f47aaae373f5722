"use strict";
// Which databases the program connects to, told once each.

const { Set, setAdd, setHas, setSize } = require("../../runtime/intrinsics.js");

/** Databases that are told: a program may open one for each tenant, or for each call. */
const MOST_TOLD = 100;

/**
 * A listener of connections that calls `tell` with `{ type: "driver", driver, version, dialect, isLeadable, host, port,
 * socket, database, file }`, once for each driver, version, place and database.
 */
exports.tellingOnce = (tell) => {
  const told = new Set();
  return ({ driver, version, dialect, isLeadable, host = null, port = null, socket = null, database = null, file = null }) => {
    const key = JSON.stringify([driver, version, host, port, socket, database, file]);
    if (setHas(told, key) || setSize(told) >= MOST_TOLD) return;
    setAdd(told, key);
    tell({ type: "driver", driver, version, dialect, isLeadable, host, port, socket, database, file });
  };
};
