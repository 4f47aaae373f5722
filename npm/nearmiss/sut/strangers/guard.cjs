"use strict";
// Nothing is sent to strangers: the process reaches its own addresses, its databases, and hosts that were named. Others that speak HTTP are
// answered for in this process; all others are refused as if nobody listened. The same files hold the API while it is searched and while its
// written tests run.

const { isIP } = require("node:net");
const { syncBuiltinESMExports } = require("node:module");
const clients = require("./clients.cjs");
const datagrams = require("./datagrams.cjs");
const drivers = require("./drivers.cjs");
const names = require("./names.cjs");
const own = require("./own.cjs");
const sockets = require("./sockets.cjs");

/** The parts of `host`, `host:port` or `[::1]:port`. */
function ruleOf(text) {
  const [, host, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? ["", text];
  return { host: host.replace(/^\[|\]$/g, "").toLowerCase(), port: port === undefined ? null : Number(port) };
}

/** An address without what maps one of IPv4 into IPv6. */
const plain = (address) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * Holds the process, once. `hosts`: those that may be reached, null for all; `paths`: sockets that may; `mark`: what stands in the environment of
 * all processes of the program (`NAME=value`); `listens(port)`: whether a server of this process listens there, as far as is known
 * without asking the system; `isLed({ host, port, path })`: whether that is where databases are led; `placeOf(above)`: where the program called the function `above`; `refused(to, place)` and
 * `databaseSeen(database, to, driver)` are told; `holdsDatabases(at)`: whether a database there is not to be reached
 * either; `services`: who answers for services (`setup/services/server.cjs`), or null for nobody: a function,
 * since it is loaded when the first one is called.
 */
exports.install = ({ hosts, paths = [], mark, listens = () => false, isLed = () => false, placeOf = () => "", refused = () => {}, databaseSeen = () => {}, holdsDatabases = () => false, services = null }) => {
  const isOpen = hosts === null;
  const named = hosts ?? [];
  const rules = named.map(ruleOf);
  const addresses = new Map();
  /** The server of mail that was looked up last, by each of its addresses. */
  const mailServers = new Map();
  let sender = "";

  const isNamed = (host, port) => rules.some((rule) => rule.host === host && (rule.port === null || port === null || rule.port === port));
  /** Tells whether an address is that of a host that was named, as a lookup has answered. */
  const isKnown = (address, port) => isNamed(address, port) || (addresses.get(address) ?? []).some((host) => isNamed(host, port));

  const databaseAt = (destination, above) => {
    const { host, port, path } = destination;
    const found = drivers.driverBelow(above) ?? (path === undefined ? drivers.databaseInEnvironment(host, port) : null);
    if (found === null) return false;
    const name = path === undefined ? drivers.nameOf(host, port) : "";
    databaseSeen(found.database, `${path ?? shown(host, port)}${name === "" ? "" : `/${name}`}`, found.driver);
    return true;
  };
  const shown = (host, port) => `${host.includes(":") ? `[${host}]` : host}:${port}`;

  const noteOf = (destination, above) => {
    try {
      return noted(destination, above);
    } catch {
      // A program that has changed what all objects share is held all the same.
      return { isHeld: false, passes: isOpen, to: "somebody", place: "" };
    }
  };
  const noted = ({ host, port, path, options }, above) => {
    if (isLed({ host, port, path })) return path === undefined ? { isHeld: false, passes: true, host } : null;
    if (path !== undefined) {
      if (paths.includes(path)) return null;
      const isDatabase = databaseAt({ path }, above);
      const isHeld = isDatabase && holdsDatabases(path);
      return { isHeld, passes: !isHeld && (isOpen || isDatabase || named.includes(path)), to: path, place: placeOf(above) };
    }
    if (listens(port) && (host === "localhost" || (isIP(host) !== 0 && own.isHere(host)))) return { isHeld: false, passes: true, host };
    const isDatabase = databaseAt({ host, port }, above);
    const isHeld = isDatabase && holdsDatabases(shown(host, port));
    const passes = !isHeld && (isOpen || isDatabase || isKnown(host, port));
    const speaks = services === null || isHeld || passes ? null : clients.spoken({ port, options }, above);
    // A client of mail looks its server up before it connects.
    const name = speaks === "smtp" && names.isNobody(host) ? (mailServers.get(host) ?? host) : host;
    return { isHeld, passes, isService: speaks !== null, speaks, host: name, port, to: shown(host, port), place: passes ? "" : placeOf(above) };
  };

  const isAddressRefused = (note, address, port) => {
    if (note?.isHeld || note?.passes) return note.isHeld;
    const at = plain(String(address));
    if (isOpen || isKnown(at, port)) return false;
    const who = own.isHere(at) ? own.whoListens("tcp", at, port, mark) : "stranger";
    if (who === "stranger" && !note?.isService) refused(note?.to ?? shown(at, port), note?.place ?? "");
    return who === "stranger";
  };
  const lead = (note, [address, port], about) => {
    if (!note?.isService || services().isRefused({ host: note.host, port, place: note.place })) return null;
    const { host, speaks, place } = note;
    const at = services().portOf({ host, port, speaks, isSecure: about.owner?.encrypted === true, place }, about.Handle);
    if (at === null) refused(note.to, note.place);
    else clients.seem(about, plain(String(address)), port, services().authority);
    return at;
  };
  const isPathRefused = (note, path) => {
    if (note === undefined || note.isHeld || note.passes) return note?.isHeld ?? false;
    const who = own.whoListensAtPath(String(path), mark);
    if (who === "stranger") refused(note.to, note.place);
    return who === "stranger";
  };

  const isStrangersName = (name, above) => {
    if (isOpen) return false;
    const begun = sockets.beginning();
    if (begun !== null) return !begun.passes && !isOfOurs(name);
    if (isOfOurs(name) || drivers.driverBelow(above) !== null) return false;
    if (services !== null && clients.isOfMail(above)) {
      for (const address of names.ofNobody) mailServers.set(address, name);
      return true;
    }
    refused(name, placeOf(above));
    return true;
  };
  const isOfOurs = (name) => isNamed(name, null) || names.isOfMachine(name) || drivers.databaseInEnvironment(name, null) !== null;

  const isDatagramRefused = (address, port) => {
    const at = plain(String(address));
    if (isOpen || isKnown(at, port)) return false;
    if (own.isHere(at) && own.takesDatagrams(at, port, mark)) return false;
    // Of a name it was told when it was looked up.
    if (!names.isNobody(at)) refused(shown(at, port), sender);
    return true;
  };

  sockets.install({ noteOf, isAddressRefused, isPathRefused, lead });
  names.install(isStrangersName, (name, found) => {
    if (isNamed(name, null)) for (const address of found) addresses.set(address, [...(addresses.get(address) ?? []), name]);
  });
  datagrams.install(isDatagramRefused, (above) => {
    sender = placeOf(above);
  });
  syncBuiltinESMExports();
};
