"use strict";
// Leads connections of a program to a port that it wanted, and at which it does not listen, to where it does: programs call themselves.
// The same file stands in written suites.

const net = require("node:net");

const LOOPBACK = "127.0.0.1";
const LOOPBACK_HOSTS = new Set([LOOPBACK, "localhost", "::1", "[::1]", "0.0.0.0", "::"]);

const isHere = (host) =>
  host === undefined || host === null || host === "" || (typeof host === "string" && LOOPBACK_HOSTS.has(host.toLowerCase()));

/** The real port for a port as `connect` takes it, or undefined where it was not moved. */
function realPort(moved, port) {
  if (typeof port !== "number" && (typeof port !== "string" || port.trim() === "")) return undefined;
  const wanted = Number(port);
  // Port 0 is wanted by who takes any; nobody connects to it.
  return wanted === 0 ? undefined : moved.get(wanted);
}

/** Options that lead to the real port, or null for a pipe, another machine or a port that was not moved. */
function ledOptions(moved, options) {
  if (options.path || !isHere(options.host)) return null;
  const port = realPort(moved, options.port);
  if (port === undefined) return null;
  // A copy: the object is the program's.
  return Object.assign(Object.create(Object.getPrototypeOf(options)), options, { host: LOOPBACK, port });
}

/** The arguments of `connect` that lead to the real port; `args` itself where nothing was moved. */
function ledArguments(moved, args) {
  const [first, ...rest] = args;
  if (Array.isArray(first)) {
    // What `net.connect` has put in order, marked with a symbol: `[options, callback]`.
    const options = typeof first[0] === "object" && first[0] !== null ? ledOptions(moved, first[0]) : null;
    return options === null ? args : [Object.assign([], first, { 0: options }), ...rest];
  }
  if (typeof first === "object" && first !== null) {
    const options = ledOptions(moved, first);
    return options === null ? args : [options, ...rest];
  }
  const named = rest.length > 0 && typeof rest[0] !== "function";
  const port = isHere(named ? rest[0] : undefined) ? realPort(moved, first) : undefined;
  return port === undefined ? args : [port, LOOPBACK, ...(named ? rest.slice(1) : rest)];
}

exports.ledArguments = ledArguments;

/** Wraps `connect` of every socket; `moved` holds real ports by wanted port and may grow. HTTP and `fetch` end there too. */
exports.install = (moved) => {
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = {
    connect(...args) {
      return connect.apply(this, moved.size === 0 ? args : ledArguments(moved, args));
    },
  }.connect;
};
