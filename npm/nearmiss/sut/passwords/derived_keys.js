"use strict";
// Keys that the program derives from passwords with functions of Node's own (scrypt, PBKDF2) to compare them with what it
// has stored: the core is told the password, the salt and the key, so that a row which it has put in gets that key.

const crypto = require("node:crypto");
const { syncBuiltinESMExports } = require("node:module");
const { session } = require("../../register/session.js");
const { OURS } = require("../../adapters/passwords.js");
const { overheard } = require("../../adapters/exported.js");
const { around, call, replace } = require("../incidents/stand_in.js");
const { made } = require("./digests.js");
const { fact } = require("../../runtime/generated/layout.js");
const { jsonStringify } = require("../../runtime/intrinsics.js");
const stored = require("./stored_keys.js");

const { isView } = ArrayBuffer;

/** Longer passwords, salts and keys are something else. */
const LONGEST = 200;

const bytesOf = (value) => (isView(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : Buffer.from(value));

/** Texts that a salt may be read from. */
function textsOf(salt) {
  if (typeof salt === "string") return [salt];
  if (!isView(salt) && !(salt instanceof ArrayBuffer)) return [];
  const bytes = bytesOf(salt);
  return [bytes.toString("hex"), bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("utf8")];
}

/** `key`: bytes; undefined where none could be derived. */
function tell(password, salt, key) {
  const plain = typeof password === "string" ? password : bytesOf(password).toString("utf8");
  const salts = textsOf(salt);
  if (plain.length > LONGEST || salts.some((text) => text.length > LONGEST) || key?.length > LONGEST) return;
  if (key !== undefined) made(key, plain);
  const { epoch, runtime } = session;
  if (session.options.rows !== true || epoch === null || runtime === null || !epoch.isOpen()) return;
  const keys = key === undefined ? [] : [key.toString("hex"), key.toString("base64"), key.toString("base64url")];
  stored.note(salts, keys);
  runtime.report(fact.PASSWORD, 0, jsonStringify({ p: plain, s: salts, d: keys, o: OURS }));
}

function told(args, key) {
  try {
    tell(args[0], args[1], key);
  } catch {
    // What is no password and no salt, the real function has said.
  }
}

const atOnce = (real) =>
  around(real, (self, args) => {
    let key;
    try {
      key = call(real, self, args);
      return key;
    } finally {
      told(args, key);
    }
  });

const later = (real) =>
  around(real, (self, args) => {
    const last = args.length - 1;
    const callback = args[last];
    if (typeof callback !== "function") return call(real, self, args);
    const given = [...args];
    given[last] = overheard(callback, ([error, key]) => told(args, error ? undefined : key));
    let isAsked = false;
    try {
      const result = call(real, self, given);
      isAsked = true;
      return result;
    } finally {
      if (!isAsked) told(args, undefined);
    }
  });

/** Looks at keys: what two of them that differ were derived from should be equal, and rows that are put in get some. */
exports.install = () => {
  replace(crypto, ["pbkdf2Sync", "scryptSync"], atOnce);
  replace(crypto, ["pbkdf2", "scrypt"], later);
  syncBuiltinESMExports();
  if (session.options.rows === true) stored.install();
};
