"use strict";
// Signatures that the process makes with keys of its own, and tells the search because an input was compared with one. No fault: what
// the search sends of them stands in nothing that is written.
//
// Seen are `createHmac`, `createSign` and `crypto.sign` without a callback; `SubtleCrypto` is not, since nobody can look at what a
// promise gives without handling its rejection, too.

const crypto = require("node:crypto");
const { syncBuiltinESMExports } = require("node:module");
const { charCodeAt, setAdd, setHas, Set, stringIndexOf, stringSlice, uncurry } = require("../../runtime/intrinsics.js");
const { fact } = require("../../runtime/generated/layout.js");
const facts = require("../../runtime/taint/facts.js");
const { replace, throwing } = require("./stand_in.js");

const size = uncurry(Object.getOwnPropertyDescriptor(Set.prototype, "size").get);
const { from, isBuffer } = Buffer;
const textOf = uncurry(Buffer.prototype.toString);

/** How a signature may be written; in base64 with signs that fill it up, which are left out. */
const FORMS = ["hex", "base64url", "base64"];
/** Shorter ones are no signatures. */
const LEAST_BYTES = 12;
const LEAST_LETTERS = 16;
/** So many are remembered, and as many before them. */
const MOST = 10_000;

/** Signatures that were made of late, and before that. */
let young = new Set();
let old = new Set();
let tell = () => {};

function remember(text) {
  if (size(young) >= MOST) {
    old = young;
    young = new Set();
  }
  setAdd(young, text);
}

const isKnown = (text) => setHas(young, text) || setHas(old, text);

function made(result, encoding) {
  const bytes = isBuffer(result) ? result : typeof result === "string" ? from(result, encoding) : null;
  if (bytes === null || bytes.length < LEAST_BYTES) return;
  for (const form of FORMS) {
    const text = textOf(bytes, form);
    const end = stringIndexOf(text, "=");
    remember(end < 0 ? text : stringSlice(text, 0, end));
  }
}

/** True for letters of hex, base64 and base64url. */
function isLetter(unit) {
  const small = unit | 32;
  return (small >= 97 && small <= 122) || (unit >= 47 && unit <= 57) || unit === 43 || unit === 45 || unit === 95;
}

/** Calls `found` for each signature among the words of a text. */
function eachOf(text, found) {
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && isLetter(charCodeAt(text, at))) continue;
    if (at - start >= LEAST_LETTERS) {
      const word = stringSlice(text, start, at);
      // Before a value that met another one stands a letter that says what it is.
      const bare = stringSlice(word, 1);
      if (isKnown(word)) found(word);
      else if (isKnown(bare)) found(bare);
    }
    start = at + 1;
  }
}

/** Tells whether a text holds a signature that was made. */
exports.holdsSignature = (text) => {
  let holds = false;
  if (size(young) > 0) {
    eachOf(text, () => {
      holds = true;
    });
  }
  return holds;
};

function look(text) {
  eachOf(text, (signature) => tell("signature", "", signature));
}

/** Looks at what the search is told. Two values that met stand in one text: a letter, the length of the first, a comma, and both. */
function told(kind, text) {
  if (size(young) === 0) return;
  if (kind !== fact.PAIR) return look(text);
  const comma = stringIndexOf(text, ",");
  const middle = comma + 1 + Number(stringSlice(text, 1, comma));
  look(stringSlice(text, comma + 1, middle));
  look(stringSlice(text, middle));
}

/** A stand-in for a function that answers a signature; `at`: where the encoding stands among its arguments. */
const watched = (at) => (real) => {
  let encoding;
  const note = (first, above, args) => {
    encoding = args[at];
  };
  return throwing(real, note, (result) => {
    try {
      made(result, encoding);
    } catch {
      // An encoding that Node has taken for another one.
    }
  });
};

exports.install = (report) => {
  tell = report;
  replace(crypto.Hmac.prototype, ["digest"], watched(0));
  replace(crypto.Sign.prototype, ["sign"], watched(1));
  replace(crypto, ["sign"], watched(-1));
  syncBuiltinESMExports();
  facts.watch(told);
};
