"use strict";
// Names of strangers are looked up nowhere: each has an address at which nobody is (those that RFC 5737 and RFC 3849 keep for
// documents), and name servers do not answer.

const dns = require("node:dns");
const fs = require("node:fs");
const { isIP } = require("node:net");
const os = require("node:os");
const { standIn } = require("./stand_ins.cjs");

const { apply } = Reflect;
const { setImmediate } = globalThis;

const NOBODY = { 4: "192.0.2.1", 6: "2001:db8::1" };
/** Questions to name servers, as their errors name them. */
const QUERIES = {
  __proto__: null,
  resolve: "queryA",
  resolve4: "queryA",
  resolve6: "queryAaaa",
  resolveAny: "queryAny",
  resolveCaa: "queryCaa",
  resolveCname: "queryCname",
  resolveMx: "queryMx",
  resolveNaptr: "queryNaptr",
  resolveNs: "queryNs",
  resolvePtr: "queryPtr",
  resolveSoa: "querySoa",
  resolveSrv: "querySrv",
  resolveTlsa: "queryTlsa",
  resolveTxt: "queryTxt",
  lookupService: "getnameinfo",
  reverse: "getHostByAddr",
};

/** Names that the machine itself knows: asking for them asks nobody. */
function namesOfMachine() {
  const names = new Set(["localhost", os.hostname().toLowerCase()]);
  let text = "";
  try {
    text = fs.readFileSync("/etc/hosts", "utf8");
  } catch {
    // It knows no others.
  }
  for (const line of text.split("\n")) {
    for (const name of line.split("#", 1)[0].trim().split(/\s+/).slice(1)) names.add(name.toLowerCase());
  }
  return names;
}

let machine = null;

const NUMBER = /^(?:0x[\da-f]+|0[0-7]*|[1-9]\d*)$/;
const MOST_PARTS = 4;
const BYTE = 256;

/**
 * Tells whether a name is an address in another form, `127.1` or `2130706433`, which the system reads itself (inet_aton of POSIX):
 * the last part stands for all bytes that are left. What is out of range would be asked of name servers.
 */
function isNumeric(name) {
  const parts = name.split(".");
  const last = BYTE ** (MOST_PARTS + 1 - parts.length);
  const valueOf = (part) => (NUMBER.test(part) ? Number(/^0[0-7]/.test(part) ? `0o${part}` : part) : Infinity);
  return parts.length <= MOST_PARTS && parts.every((part, at) => valueOf(part) < (at === parts.length - 1 ? last : BYTE));
}

/** Tells whether a name is known without asking anybody. */
exports.isOfMachine = (name) => {
  machine ??= namesOfMachine();
  return machine.has(name) || name.endsWith(".localhost") || isNumeric(name);
};

/** Addresses of strangers' names. */
exports.ofNobody = Object.values(NOBODY);

/** Tells whether an address is what strangers' names have. */
exports.isNobody = (address) => address === NOBODY[4] || address === NOBODY[6];

/** Answers what a lookup of a stranger's name answers: its address, or a list of them. */
function answerOf(options) {
  const family = typeof options === "number" ? options : options?.family;
  const of = family === 6 || family === "IPv6" ? 6 : 4;
  return { all: options?.all === true, address: NOBODY[of], family: of };
}

/** The error of a question that no name server answers; whose name an address is is answered otherwise then. */
function unanswered(syscall, hostname) {
  const code = syscall.startsWith("query") ? "ECONNREFUSED" : "ENOTFOUND";
  const errno = syscall === "getnameinfo" ? -3008 : undefined;
  return Object.assign(new Error(`${syscall} ${code} ${hostname}`), { errno, code, syscall, hostname });
}

const later = (run) => setImmediate(run);

function lookups(isStranger, answered) {
  standIn(dns, "lookup", (real) => (self, args, lookup) => {
    const [hostname, options, callback] = args;
    const done = typeof options === "function" ? options : callback;
    if (typeof done !== "function") return apply(real, self, args);
    if (!isStranger(hostname, lookup)) {
      const told = function (error, found) {
        if (!error) answered(hostname, found);
        return apply(done, this, arguments);
      };
      return apply(real, self, typeof options === "function" ? [hostname, told] : [hostname, options, told]);
    }
    const { all, address, family } = answerOf(typeof options === "function" ? undefined : options);
    later(() => (all ? done(null, [{ address, family }]) : done(null, address, family)));
    return {};
  });
  standIn(dns.promises, "lookup", (real) => (self, args, lookup) => {
    const [hostname, options] = args;
    if (!isStranger(hostname, lookup)) {
      const found = apply(real, self, args);
      found.then((known) => answered(hostname, known), () => {});
      return found;
    }
    const { all, address, family } = answerOf(options);
    return new Promise((resolve) => later(() => resolve(all ? [{ address, family }] : { address, family })));
  });
}

function questions(holder, name, isStranger) {
  const queryOf = (args) => {
    if (name !== "resolve" || typeof args[1] !== "string") return QUERIES[name];
    return `query${args[1][0] ?? ""}${args[1].slice(1).toLowerCase()}`;
  };
  standIn(holder, name, (real) => (self, args, above) => {
    const done = args.at(-1);
    if (typeof done !== "function" || !isStranger(args[0], above)) return apply(real, self, args);
    later(() => done(unanswered(queryOf(args), args[0])));
    return {};
  });
}

function promises(holder, name, isStranger) {
  const queryOf = (type) => (name === "resolve" && typeof type === "string" ? `query${type[0] ?? ""}${type.slice(1).toLowerCase()}` : QUERIES[name]);
  standIn(holder, name, (real) => (self, args, above) => {
    if (!isStranger(args[0], above)) return apply(real, self, args);
    return new Promise((_, reject) => later(() => reject(unanswered(queryOf(args[1]), args[0]))));
  });
}

/**
 * Puts stand-ins in place: `isStranger(name, above)` is asked for each name, with the function that was called;
 * `answered(name, addresses)` told what was looked up in earnest.
 */
exports.install = (isStranger, answered) => {
  const isStrangersName = (name, above) => typeof name === "string" && name !== "" && isIP(name) === 0 && isStranger(name.toLowerCase(), above);
  const asksForName = (name, above) => typeof name === "string" && name !== "" && isStranger(name.toLowerCase(), above);
  lookups(isStrangersName, (name, found) => {
    const all = Array.isArray(found) ? found : [typeof found === "string" ? { address: found } : found];
    if (typeof name === "string") answered(name.toLowerCase(), all.map(({ address }) => address));
  });
  for (const name of Object.keys(QUERIES)) {
    for (const holder of [dns, dns.Resolver.prototype]) questions(holder, name, asksForName);
    for (const holder of [dns.promises, dns.promises.Resolver.prototype]) promises(holder, name, asksForName);
  }
};
