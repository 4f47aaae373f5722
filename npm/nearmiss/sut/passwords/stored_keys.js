"use strict";
// Texts with a derived key in them that the program gives its database: the core is told one, and rows of the search hold keys in
// that form. What reads a stored text asks for its form first, and derives nothing of what has another.

const { session } = require("../../register/session.js");
const { fact } = require("../../runtime/generated/layout.js");
const { arrayIsArray, jsonStringify } = require("../../runtime/intrinsics.js");
const databases = require("../databases/index.js");

const { apply } = Reflect;
/** The program may have functions of its own for texts. */
const { includes } = String.prototype;

/** Keys that are remembered: one is stored soon after it was derived. */
const MOST_KEYS = 8;
/** Longer texts, and keys that are shorter, are something else. */
const LONGEST = 400;
const SHORTEST = 16;
/** Texts that are told; they all have the form of the first, more often than not. */
const MOST_TOLD = 12;

const keys = [];
let told = 0;

/** Takes in a key that was derived, and its salt, each in some spellings. */
exports.note = (salts, spellings) => {
  if (told >= MOST_TOLD || !(spellings[0]?.length >= SHORTEST)) return;
  keys.push({ salts, spellings });
  if (keys.length > MOST_KEYS) keys.shift();
};

const holds = (text, part) => apply(includes, text, [part]);

/** Finds the key in a text, as it is spelled there, and the salt, if that stands there as well. */
function partsOf(text) {
  for (const { salts, spellings } of keys) {
    const key = spellings.find((spelling) => holds(text, spelling));
    if (key !== undefined) return { key, salt: salts.find((salt) => salt !== "" && holds(text, salt)) ?? "" };
  }
  return undefined;
}

function ended({ values }) {
  const { epoch, runtime } = session;
  if (keys.length === 0 || told >= MOST_TOLD || epoch === null || runtime === null || !epoch.isOpen()) return;
  const given = arrayIsArray(values) && values.length === 1 && arrayIsArray(values[0]) ? values[0] : values;
  if (!arrayIsArray(given)) return;
  for (const text of given) {
    if (typeof text !== "string" || text.length < SHORTEST || text.length > LONGEST) continue;
    const parts = partsOf(text);
    if (parts === undefined) continue;
    told += 1;
    runtime.report(fact.PASSWORD, 0, jsonStringify({ w: text, key: parts.key, salt: parts.salt }));
  }
}

/** Looks at what is stored where rows are put in. */
exports.install = () => {
  databases.install();
  databases.onQuery({ ended });
};
