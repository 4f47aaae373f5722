"use strict";
// Pools that the program takes connections from, and the connections of each that are out: as the pool itself counts
// them, so nothing is noted when one is taken or given back.

const { WeakSet, weakSetAdd, weakSetHas } = require("../../runtime/intrinsics.js");
const { call, watch } = require("./queries.js");

const known = new WeakSet();
/** `{ pool, driver, about }`; the pool is held weakly, since a program may make one for each call. */
let pools = [];

/**
 * Notes a pool: `about(pool)` answers `{ out, most }`: the connections that are out, each the driver's own object, and how many
 * can be.
 */
function note(driver, pool, about) {
  if (typeof pool !== "object" || pool === null || weakSetHas(known, pool)) return;
  weakSetAdd(known, pool);
  pools.push({ pool: new WeakRef(pool), driver: driver.name, about });
}

/** Notes pools, as soon as somebody listens to queries, by the method that connections are asked for by. */
exports.watchPool = (driver, holder, name, about) =>
  watch(holder, [name], (real) => (self, args) => {
    note(driver, self, about);
    return call(real, self, args);
  });

/** Lists the connections that are out now: `{ driver, connection, out, most }`, with how many of its pool are, and can be. */
exports.out = () => {
  const found = [];
  let isGone = false;
  for (const { pool, driver, about } of pools) {
    const one = pool.deref();
    if (one === undefined) {
      isGone = true;
      continue;
    }
    const { out, most } = about(one);
    for (const connection of out) found.push({ driver, connection, out: out.length, most: typeof most === "number" ? most : 0 });
  }
  if (isGone) pools = pools.filter(({ pool }) => pool.deref() !== undefined);
  return found;
};

exports.notePool = note;
