"use strict";
// Texts that the program has split: where the number of their parts is compared, the same text with as many parts as the
// program asks for is worth trying.
const { arrayIsArray, isProxy, Map, mapClear, mapGet, mapSet, numberIsInteger, objectGetOwnPropertyDescriptor, stringIndexOf, stringSlice } =
  require("../intrinsics.js");

/** Longest text that is followed, and most parts that are made of one. */
const LONGEST = 200;
const MOST_PARTS = 32;

function createParts() {
  /** The last text that had so many parts. */
  const texts = new Map();
  let any = false;

  /** A test begins. */
  function began() {
    if (any) mapClear(texts);
    any = false;
  }

  /** A text was split. */
  function split(text, parts) {
    if (typeof text !== "string" || text.length > LONGEST || isProxy(parts) || !arrayIsArray(parts)) return;
    if (parts.length < 2 || parts.length > MOST_PARTS) return;
    any = true;
    mapSet(texts, parts.length, { text, parts });
  }

  /** `{ text, wanted }` where `count` may be a number of parts that should be `other`, else null. */
  function withCount(count, other) {
    if (!any || !numberIsInteger(other) || other < 1 || other > MOST_PARTS || other === count) return null;
    const known = mapGet(texts, count);
    if (known === undefined) return null;
    const { text, parts } = known;
    const kept = other < count ? other : count - 1;
    let end = 0;
    for (let i = 0; i < kept; i += 1) {
      const part = objectGetOwnPropertyDescriptor(parts, i)?.value;
      const at = typeof part === "string" ? stringIndexOf(text, part, end) : -1;
      if (at < 0) return null;
      end = at + part.length;
    }
    if (other < count) return { text, wanted: stringSlice(text, 0, end) };
    // The last part comes again, with what separates it.
    const more = stringSlice(text, end);
    let wanted = text;
    for (let i = count; i < other; i += 1) wanted += more;
    return { text, wanted };
  }

  return { began, split, withCount };
}

module.exports = { createParts };
