"use strict";
// Connections to databases: who makes one is told where it goes, and may lead it elsewhere before it is made.

const net = require("node:net");
const { setImmediate } = require("../timers/native.js");

/** Thrown by who leads: the connection is not made, and the program sees an error of its connection with this text. */
class Refused extends Error {}
Refused.prototype.name = "Refused";

const listeners = [];
let leads = null;
/** Flag of connections that are made for ourselves: nobody is told, nothing is led. */
let isOurs = false;

/** Tells whether anybody cares about connections; asked when a driver is loaded. */
exports.isWanted = () => leads !== null || listeners.length > 0;

/**
 * Leads connections that are made from now on. `lead({ driver, version, dialect, host, port, socket, database, user }, password)`
 * answers `{ host, port }` (a host that begins with `/` is the folder or path of a socket), undefined to leave it, or
 * throws `Refused`; `password` is a text, or null where the driver has none or asks a function for it;
 * `leadFile(path, about)` answers a path, and may throw likewise. What is led is not encrypted unless
 * `tls` is true in the answer: it leads to a server of our own on this machine. One leads; null ends it.
 */
exports.lead = (by) => {
  leads = by;
};

/**
 * Listens to connections: `listener(about)` is called with what `lead` is given, and `connection`, the driver's own
 * object, for each connection that is about to be made; of databases in files with `file`. Never with a password.
 */
exports.listen = (listener) => {
  listeners.push(listener);
};

function tell(about) {
  for (let i = 0; i < listeners.length; i += 1) {
    try {
      listeners[i](about);
    } catch {
      // Not for the program to see.
    }
  }
}

/** Makes what is told of a connection; `isLeadable`: false where it can only be refused. */
function aboutOf(driver, { password, ...to }) {
  return { driver: driver.name, version: driver.version, dialect: driver.dialect, isLeadable: !driver.isRefused, ...to };
}

/** Reads where an answer leads; a connection that cannot be led stays. */
const ledBy = (about, { password }) => {
  const to = leads?.lead?.(about, typeof password === "string" ? password : null) ?? null;
  return about.isLeadable ? to : null;
};

/** Tells of a connection to a server, and answers where it is led: `{ host, port, tls }`, or null. Throws `Refused`. */
exports.connecting = (driver, to) => {
  if (isOurs) return null;
  const about = aboutOf(driver, to);
  tell(about);
  return ledBy(about, to);
};

/** Answers where a connection for something else than queries is led, such as one that cancels them; nobody is told. */
exports.leadOnly = (driver, to) => (isOurs ? null : ledBy(aboutOf(driver, to), to));

/** Databases that are in no file are told, and not led. */
const FILELESS = /^\s*(?::memory:.*|file::memory:.*|file:[^?]*\?(?:.*&)?mode=memory\b.*|memory:\/\/.*)?\s*$/s;

/** Tells of a database in a file (a text as the program gave it) that is opened, and answers the path to open. */
exports.opening = (driver, file, connection) => {
  if (isOurs) return file;
  const about = aboutOf(driver, { file, connection });
  tell(about);
  return (FILELESS.test(file) ? undefined : leads?.leadFile?.(file, about)) ?? file;
};

/** Calls `make` with connections that it makes being ours. */
exports.ours = (make) => {
  const before = isOurs;
  isOurs = true;
  try {
    return make();
  } finally {
    isOurs = before;
  }
};

/**
 * A socket that fails as one does that cannot connect, with an error of ours: what a driver is given in place of one
 * when its connection was refused. Later than a tick, since drivers listen for errors in the next one.
 */
exports.refusedSocket = (error) => {
  const socket = new net.Socket();
  setImmediate(() => socket.destroy(error));
  return socket;
};

exports.Refused = Refused;
