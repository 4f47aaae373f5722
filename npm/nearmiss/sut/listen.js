"use strict";
// Lets HTTP servers of the process listen on a free port of the loopback interface in place of the wanted one, and
// reports where. So a warm spare process can stand beside the active one, and a server that is already on the wanted port is
// never fuzzed by mistake.

const net = require("node:net");
const { session } = require("../register/session.js");
const { protocolOf } = require("./protocols.js");

const LOOPBACK = "127.0.0.1";
const MAX_PORT = 65535;

/** Real ports by wanted port, for the driver host and for connections of the process itself. */
const moved = new Map();


/** A port as `listen` takes it, or null when it is none (a path, or wrong and for Node to refuse). */
function portOf(value) {
  if (value === undefined || value === null) return 0;
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const port = Number(value);
  return Number.isInteger(port) && port >= 0 && port <= MAX_PORT ? port : null;
}

/** How many servers have asked for the port of `listenAt` so far. */
let alike = 0;

/** Where a server listens that wants this port: where one of a process before this one did, if the core wants that; else any. */
function portFor(wanted) {
  const { listenAt } = session.options;
  if (!listenAt || listenAt.wanted !== wanted) return 0;
  alike += 1;
  return alike - 1 === listenAt.nth ? listenAt.port : 0;
}

/**
 * The arguments that listen on a free port, or null for a call that is not about a TCP port (a socket path, a
 * handle, a file descriptor) or is wrong.
 */
function movedArguments(args) {
  const [first] = args;
  const callback = typeof args.at(-1) === "function" ? args.at(-1) : undefined;
  const answer = (wanted, options) => {
    const placed = { ...options, host: LOOPBACK, port: portFor(wanted) };
    return { wanted, args: callback === undefined ? [placed] : [placed, callback] };
  };
  if (typeof first === "object" && first !== null) {
    if (first._handle || first.handle || first.fd !== undefined || typeof first.path === "string") return null;
    if (!("port" in first)) return null;
    const port = portOf(first.port);
    if (port === null) return null;
    const { ipv6Only, ...options } = first;
    return answer(port, options);
  }
  const port = typeof first === "function" ? 0 : portOf(first);
  if (port === null) return null;
  const numbers = args.slice(1).filter((arg) => typeof arg === "number");
  const options = {};
  if (numbers.length > 0) options.backlog = numbers[0];
  return answer(port, options);
}

/** No connection of the core's is closed for being old or slow. */
function keepConnections(server) {
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
}

/** Says of a server where it listens if no core calls it there: on a socket of the file system. */
function tellElsewhere(server, args) {
  if (protocolOf(server) === null) return;
  const [first] = args;
  const path = typeof first === "object" && first !== null ? first.path : first;
  if (typeof path === "string") tell(`on the Unix socket ${path}`);
}

/** Tells the core of a server that it does not call. */
function tell(place) {
  session.ask(JSON.stringify({ type: "elsewhere", place }));
}

function report(server, wanted) {
  const address = server.address();
  if (address === null || typeof address !== "object") return;
  moved.set(wanted, address.port);
  session.open();
  require("./requests.js").watch();
  require("./routes/index.js").served(server);
  // The plain API runs as its users run it.
  if (session.instruments) require("./baseline_code.js").install();
  if (session.options.kept) require("./kept_files/journal.js").listens();
  const protocol = protocolOf(server);
  if (protocol.startsWith("h2")) require("./http2.js").watch(server);
  session.ask(JSON.stringify({ type: "listening", pid: process.pid, port: address.port, host: LOOPBACK, wanted, protocol }));
  require("./orders.js").connect();
}

exports.install = () => {
  const listen = net.Server.prototype.listen;
  const wrapped = {
    listen(...args) {
      const change = session.reports && protocolOf(this) !== null ? movedArguments(args) : null;
      if (change === null) {
        if (session.reports) tellElsewhere(this, args);
        return listen.apply(this, args);
      }
      keepConnections(this);
      const reported = () => {
        this.removeListener("error", failed);
        report(this, change.wanted);
      };
      const failed = () => this.removeListener("listening", reported);
      // Before the program's own listeners: the core knows the address when the program says it is ready.
      this.prependOnceListener("listening", reported);
      this.prependOnceListener("error", failed);
      return listen.apply(this, change.args);
    },
  }.listen;
  net.Server.prototype.listen = wrapped;
  require("./connect.js").install(moved);
  require("./routes/index.js").begin();
};

/** In a thread of its own a server is left where it is, and the core is told. */
exports.installInThread = () => {
  const { listen } = net.Server.prototype;
  net.Server.prototype.listen = {
    listen(...args) {
      if (session.reports && protocolOf(this) !== null) tell("in a worker thread");
      return listen.apply(this, args);
    },
  }.listen;
};
exports.keepConnections = keepConnections;
exports.moved = moved;
exports.movedArguments = movedArguments;
