"use strict";
// Digests that the program has made, with the texts that they were made of: where two of them differ, these texts should
// have been equal (a password that is checked against the hash of another one). A digest of the start or of an earlier call
// is known, too, as it is what a later call has to match.
const { Map, charCodeAt, mapDelete, mapGet, mapKeys, mapSet, mapSize, mapIteratorNext, stringSlice } = require("../intrinsics.js");

/** Digests that are kept; the oldest go first. */
const MOST = 4096;
/** Longer texts are no passwords, and shorter digests may be texts of anything. */
const LONGEST = 200;
const SHORTEST_DIGEST = 16;

const known = new Map();

/** Remembers that `digest` was made of `text`. */
function remember(digest, text) {
  if (text.length > LONGEST || digest.length < SHORTEST_DIGEST || mapGet(known, digest) === text) return;
  if (mapSize(known) >= MOST) mapDelete(known, mapIteratorNext(mapKeys(known)).value);
  mapSet(known, digest, text);
}

/** Whether a unit is a letter or a digit of ASCII, or none of ASCII. */
function isOfWord(unit) {
  const letter = unit | 32;
  return (unit >= 48 && unit <= 57) || (letter >= 97 && letter <= 122) || unit > 127;
}

/** Length of what two texts begin with alike, up to the end of a word: a pepper and what stands behind it. */
function alikeBefore(one, other) {
  let at = 0;
  while (at < one.length && at < other.length && charCodeAt(one, at) === charCodeAt(other, at)) at += 1;
  while (at > 0 && isOfWord(charCodeAt(one, at - 1))) at -= 1;
  return at;
}

/** Length of what they end with alike, from the start of a word on. */
function alikeBehind(one, other) {
  let count = 0;
  const most = one.length < other.length ? one.length : other.length;
  while (count < most && charCodeAt(one, one.length - 1 - count) === charCodeAt(other, other.length - 1 - count)) count += 1;
  while (count > 0 && isOfWord(charCodeAt(one, one.length - count))) count -= 1;
  return count;
}

/** The texts that two different digests were made of, without what they have in common; null where one is not known. */
function textsOf(a, b) {
  if (mapSize(known) === 0 || a.length !== b.length || a.length < SHORTEST_DIGEST) return null;
  const one = mapGet(known, a);
  if (one === undefined) return null;
  const other = mapGet(known, b);
  if (other === undefined || one === other) return null;
  const from = alikeBefore(one, other);
  const a2 = stringSlice(one, from);
  const b2 = stringSlice(other, from);
  const count = alikeBehind(a2, b2);
  return [stringSlice(a2, 0, a2.length - count), stringSlice(b2, 0, b2.length - count)];
}

module.exports = { remember, textsOf };
