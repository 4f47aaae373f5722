"use strict";
// The text of paths, as the instrumenter writes it: `query.page headers.get(x-key) json()`.
const { stringIndexOf, stringSlice } = require("../intrinsics.js");

/** The parts of a text between separators. */
function parts(text, separator) {
  const found = [];
  let from = 0;
  for (let end = stringIndexOf(text, separator); end >= 0; end = stringIndexOf(text, separator, from)) {
    found[found.length] = stringSlice(text, from, end);
    from = end + 1;
  }
  found[found.length] = stringSlice(text, from);
  return found;
}

/** A name, or a call with a text or nothing: `{ name, call, argument }`. */
function pieceOf(text) {
  const open = stringIndexOf(text, "(");
  if (open < 0) return { name: text, call: false, argument: "" };
  return { name: stringSlice(text, 0, open), call: true, argument: stringSlice(text, open + 1, text.length - 1) };
}

/** The paths of a text, each a list of pieces. */
function pathsOf(text) {
  const paths = parts(text, " ");
  const found = [];
  for (let i = 0; i < paths.length; i += 1) {
    const names = parts(paths[i], ".");
    const path = [];
    for (let k = 0; k < names.length; k += 1) path[k] = pieceOf(names[k]);
    found[i] = path;
  }
  return found;
}

module.exports = { pathsOf };
