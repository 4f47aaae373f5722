"use strict";
// Passwords that a library checks against a hash that is stored: the core is told which hashes a row would have to hold, so
// that a row which it puts in takes the password of a call. They are made by the library itself, at its lowest cost and with
// a salt that is always the same: a search finds the same ones again, and its suites are quick.

const { session } = require("../register/session.js");
const { fact } = require("../runtime/generated/layout.js");
const { some } = require("./lists.js");
const { jsonStringify, Map, mapGet, mapSet, mapSize, Promise, promiseThen, regexpExec, stringIndexOf } = require("../runtime/intrinsics.js");

/** A password that most rules for passwords allow: tests may have it in the place of one that says nothing. */
const OURS = "Correct-Horse-7";
exports.OURS = OURS;
/** Longer ones are none. */
const LONGEST = 200;
/** Passwords whose hashes are kept. */
const MOST = 500;
/** A hash that is being made. */
const PENDING = "";

const isText = (value) => typeof value === "string" && value.length <= LONGEST;

/**
 * A way to hash passwords: `form` is the expression that its hashes match, one of `marks` stands in those that are made by
 * `hash(plain)`, which answers one or a promise of it.
 */
function createScheme({ form, marks, hash }) {
  const known = new Map();

  /** The hash of a password; undefined while it is being made, and where there is none. */
  function hashOf(plain) {
    const found = mapGet(known, plain);
    if (found !== undefined) return found === PENDING ? undefined : found;
    if (mapSize(known) >= MOST) return undefined;
    mapSet(known, plain, PENDING);
    const made = hash(plain);
    if (made instanceof Promise) promiseThen(made, (later) => mapSet(known, plain, later), () => {});
    else mapSet(known, plain, made);
    return typeof made === "string" ? made : undefined;
  }

  function tell(plain, stored) {
    const { epoch, runtime } = session;
    if (epoch === null || runtime === null || !epoch.isOpen() || !isText(plain) || !isText(stored)) return;
    // What somebody else has hashed stands in no row of ours.
    if (regexpExec(form, stored) !== null && !some(marks, (mark) => stringIndexOf(stored, mark) >= 0)) return;
    const own = hashOf(plain);
    if (own === stored) return;
    const hashes = own === undefined ? [] : [[plain, own]];
    const ours = plain === OURS ? undefined : hashOf(OURS);
    if (ours !== undefined) hashes[hashes.length] = [OURS, ours];
    runtime.report(fact.PASSWORD, 0, jsonStringify({ p: plain, h: stored, k: hashes }));
  }

  const isOn = session.reports && session.options.rows === true;

  return {
    /** Makes the hash that is needed first, where that takes a while. */
    prepare() {
      if (isOn) hashOf(OURS);
    },

    /** A password is about to be checked against what is stored. */
    checked(plain, stored) {
      if (!isOn) return;
      try {
        tell(plain, stored);
      } catch {
        // The library is not as it is known here: the program goes on as if nobody looked.
      }
    },
  };
}

/** 16 bytes in the alphabet of bcrypt. */
const BCRYPT_SALT = "nearmissnearmissnearmu";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const inBase64 = (letter) => `${LETTERS}+/`[`./${LETTERS}`.indexOf(letter)];
exports.BCRYPT_SALT_BYTES = Buffer.from([...BCRYPT_SALT].map(inBase64).join(""), "base64");
const BCRYPT_FORM = /^\$2[abxy]?\$[0-9]{2}\$[./A-Za-z0-9]{53}$/;

/** The scheme of a library that makes a bcrypt hash of a password and a text of rounds and salt. */
exports.bcryptScheme = (hash) =>
  createScheme({ form: BCRYPT_FORM, marks: [BCRYPT_SALT], hash: (plain) => hash(plain, `$2b$04$${BCRYPT_SALT}`) });

const ARGON2_SALT = "nearmissnearmiss";
const ARGON2_FORM = /^\$argon2(?:id|i|d)\$.*\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;
/** The lowest costs of argon2 itself. */
const ARGON2_COSTS = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The scheme of a library that makes an argon2 hash of a password and options; `least`: costs below which it takes none. */
exports.argon2Scheme = (hash, least = {}) =>
  createScheme({
    form: ARGON2_FORM,
    // @node-rs/argon2 1 takes no salt.
    marks: [Buffer.from(ARGON2_SALT).toString("base64").replaceAll("=", ""), `$m=${ARGON2_COSTS.memoryCost},`],
    hash: (plain) => hash(plain, { ...ARGON2_COSTS, ...least, salt: Buffer.from(ARGON2_SALT) }),
  });
