"use strict";
// Connections of sockets: those to strangers are refused where Node asks the system for them, so that what the program sees (errors,
// their order, agents, races of addresses) is what it would see if nobody listened there.

const net = require("node:net");
const { standIn } = require("./stand_ins.cjs");

const { apply } = Reflect;
const { getOwnPropertySymbols, getPrototypeOf } = Object;
const LOOPBACK = "127.0.0.1";
/** The kind of handle that connects, as Node's constructors are told it. */
const SOCKET = 0;
/** Names of sockets that are no files, and at which nobody ever listens. */
const NO_NAME = "\0nearmiss: nobody listens here";

/** Answers where a `connect` leads: `{ path }`, or `{ host, port, options }`; null for what Node will refuse itself. */
function destinationOf(args) {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const isObject = typeof first === "object" && first !== null;
  const isPath = typeof first === "string" && !(Number(first) >= 0);
  const { path, port, host } = isObject ? first : isPath ? { path: first } : { port: first, host: args[1] };
  if (typeof path === "string" && path !== "") return { path };
  if (typeof port !== "number" && typeof port !== "string") return null;
  return { host: typeof host === "string" && host !== "" ? host.toLowerCase().replace(/^\[|\]$/g, "") : "localhost", port: Number(port), options: isObject ? first : null };
}

/** The socket that a handle belongs to. */
function ownerOf(handle) {
  const symbol = getOwnPropertySymbols(handle).find(({ description }) => description === "owner_symbol");
  return symbol === undefined ? undefined : handle[symbol];
}

/** A port that is taken and at which nobody listens. */
let closed = null;

function closedPort(Handle) {
  if (closed === null) {
    const handle = new Handle(SOCKET);
    handle.bind(LOOPBACK, 0);
    const name = {};
    handle.getsockname(name);
    closed = { handle, port: name.port };
  }
  return closed.port;
}

/** What is known of a connection, by its socket. */
const notes = new WeakMap();
/** Prototypes of handles that are held. */
const held = new WeakSet();

/**
 * Holds the handle of a socket, and all others of its kind; of TLS the one that it stands on. What is refused is led to where nobody
 * listens: Node has noted by then what the program wanted, and names that in its error.
 */
function hold(handle, names, isRefused, lead) {
  const prototype = getPrototypeOf(handle?._parent ?? handle);
  if (prototype === null || held.has(prototype)) return;
  held.add(prototype);
  const { connect, constructor } = prototype;
  for (const name of names) {
    standIn(prototype, name, (real) => (self, args) => {
      const [request, ...where] = args;
      const owner = ownerOf(self);
      const note = notes.get(owner);
      if (!isRefused(note, ...where)) return apply(real, self, args);
      const nowhere = where.length === 1 ? [NO_NAME] : [LOOPBACK, lead(note, where, { handle: self, owner, Handle: constructor }) ?? closedPort(constructor)];
      return apply(connect, self, [request, ...nowhere]);
    });
  }
}

/** The connection that a socket is beginning now, or null: its name is looked up meanwhile. */
let beginning = null;

exports.beginning = () => beginning;

/**
 * Puts the stand-in in place. `noteOf(destination, above)`: what is to be known of a connection, or null where nothing need be;
 * `isAddressRefused(note, address, port)` and `isPathRefused(note, path)`: asked when the system is to connect; `lead(note, [address, port], about)`
 * then answers the port of this process that answers for who is refused, or null.
 */
exports.install = ({ noteOf, isAddressRefused, isPathRefused, lead }) => {
  let realConnect = null;
  const holdPaths = () => {
    const probe = new net.Socket();
    probe.on("error", () => {});
    apply(realConnect, probe, [{ path: NO_NAME }]);
    if (probe._handle) hold(probe._handle, ["connect"], isPathRefused, () => null);
    probe.destroy();
  };
  /** Holds the handles of addresses before the first is needed: Node connects at once where a name is looked up at once. */
  const holdAddresses = () => {
    const probe = new net.Socket();
    probe.on("error", () => {});
    // Node connects in the next turn, and not at all by then.
    apply(realConnect, probe, [{ host: LOOPBACK, port: 1 }]);
    if (probe._handle) hold(probe._handle, ["connect", "connect6"], isAddressRefused, lead);
    probe.destroy();
  };
  let holdsPaths = false;
  let holdsAddresses = false;
  standIn(net.Socket.prototype, "connect", (real) => {
    realConnect = real;
    return (self, args, above) => {
      const destination = destinationOf(args);
      const note = destination === null ? null : noteOf(destination, above);
      if (note !== null) notes.set(self, note);
      if (destination?.path !== undefined && !holdsPaths && note !== null) {
        holdsPaths = true;
        holdPaths();
      }
      if (destination !== null && destination.path === undefined && !holdsAddresses) {
        holdsAddresses = true;
        holdAddresses();
      }
      const before = beginning;
      beginning = note;
      try {
        return apply(real, self, args);
      } finally {
        beginning = before;
        if (destination?.path === undefined && self._handle) hold(self._handle, ["connect", "connect6"], isAddressRefused, lead);
      }
    };
  });
};
