"use strict";
// Leads connections of the process to a wanted port of its own, such as those of a program that calls itself, to the port
// where the server really listens.

const net = require("node:net");
const connections = require("./incidents/connections.js");
const servers = require("./incidents/servers.js");
const { ledArguments } = require("./self_calls.cjs");

/** Wraps `connect` of every socket; `moved` holds real ports by wanted port and may grow. HTTP and `fetch` end there too. */
exports.install = (moved) => {
  const { connect } = net.Socket.prototype;
  const wrapped = {
    connect(...args) {
      connections.connecting(args, wrapped);
      servers.connecting(args, this);
      return connect.apply(this, moved.size === 0 ? args : ledArguments(moved, args));
    },
  }.connect;
  net.Socket.prototype.connect = wrapped;
};
