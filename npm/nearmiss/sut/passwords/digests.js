"use strict";
// Digests and authentication codes that the program makes of texts (`createHash`, `createHmac`, `hash`) are remembered with
// these, so that two that differ where they are compared say what the texts should have been.

const crypto = require("node:crypto");
const { around, call, replace } = require("../incidents/stand_in.js");
const { madeOf } = require("../../runtime/replacements/buffer/texts.js");
const { remember } = require("../../runtime/taint/digests.js");

const { getPrototypeOf } = Object;
const { isView } = ArrayBuffer;

/** Longer texts are something else than passwords. */
const LONGEST = 200;
/** Of what is longer, or is no text. */
const UNKNOWN = Symbol("unknown");

/** What each hash was given so far. */
const given = new WeakMap();

/** Takes in what a hash was given more. */
function note(hash, data, encoding) {
  const before = given.get(hash) ?? "";
  if (before === UNKNOWN) return;
  let text = UNKNOWN;
  if (data?.length <= LONGEST) {
    if (typeof data === "string" && (encoding === undefined || encoding === "utf8" || encoding === "utf-8")) text = before + data;
    else if (isView(data)) text = before + Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("utf8");
  }
  given.set(hash, text === UNKNOWN || text.length > LONGEST ? UNKNOWN : text);
}

/** A function that does what it did, after which `look(self, args, result)` is told: the program gets none of its errors. */
const seen = (look) => (real) =>
  around(real, (self, args) => {
    const result = call(real, self, args);
    try {
      look(self, args, result);
    } catch {
      // What was hashed can no longer be read (its memory was handed on), or the program has its own ways to read it.
    }
    return result;
  });

/** A digest, in digits or as bytes, was made of a text. */
function made(digest, text) {
  if (typeof digest === "string") return remember(digest, text);
  const digits = digest.toString("hex");
  madeOf(digest, digits);
  for (const known of [digits, digest.toString("base64"), digest.toString("base64url")]) remember(known, text);
}

const updated = seen((self, [data, encoding]) => note(self, data, encoding));
const copied = seen((self, _, copy) => given.set(copy, given.get(self) ?? ""));
const digested = seen((self, _, digest) => {
  const text = given.get(self);
  if (typeof text === "string") made(digest, text);
});
const hashed = seen((_, [, data], digest) => {
  if (typeof data === "string" && data.length <= LONGEST) made(digest, data);
});

exports.made = made;

/** Looks at what is hashed. Who calls it makes `import` see the module `crypto` as it is then. */
exports.install = () => {
  replace(crypto, ["hash"], hashed);
  for (const hash of [crypto.createHash("sha256"), crypto.createHmac("sha256", "")]) {
    const prototype = getPrototypeOf(hash);
    replace(prototype, ["update"], updated);
    replace(prototype, ["copy"], copied);
    replace(prototype, ["digest"], digested);
  }
};
