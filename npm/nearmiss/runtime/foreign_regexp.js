"use strict";
// Regular expressions of another realm. `RegExp.$1`, `RegExp.lastMatch` and the other legacy statics
// show the last match of their own realm, so ours must not happen in the program's.
const { runInNewContext } = require("node:vm");

let realm;

function foreign() {
  realm ??= runInNewContext(
    "({ make: (source, flags) => new RegExp(source, flags), exec: Function.prototype.call.bind(RegExp.prototype.exec) })",
  );
  return realm;
}

/** A regular expression that only {@link exec} may run; throws the other realm's SyntaxError. */
function compile(source, flags) {
  return foreign().make(source, flags);
}

/** The first match of `regexp` in `text`, or null. */
function exec(regexp, text) {
  return foreign().exec(regexp, text);
}

module.exports = { compile, exec };
