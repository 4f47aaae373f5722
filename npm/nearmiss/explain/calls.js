"use strict";
// A tracked call as text, and how far it was from its other outcome.
const { isProxy, isRegExp, objectGetOwnPropertyDescriptor, objectHasOwn, stringSlice } = require("../runtime/intrinsics.js");
const { bounded, printed } = require("./printed.js");
const { textsDiffer } = require("./words.js");

/** Units of a receiver or argument in the text. */
const LONGEST_OPERAND = 80;
/** Arguments that are printed. */
const MOST_ARGUMENTS = 4;

const short = (value) => bounded(printed(value), LONGEST_OPERAND);

function nameOf(f) {
  if (typeof f !== "function" || isProxy(f)) return "call";
  const property = objectGetOwnPropertyDescriptor(f, "name");
  const name = property !== undefined && objectHasOwn(property, "value") ? property.value : undefined;
  return typeof name === "string" && name !== "" ? name : "call";
}

/** What is noted of a call of `f` on `o`; `words`: what is to be said of it, or null; `value`: what it answered. */
function ofCall(o, f, args, isNew, words, isTrue, value) {
  const name = nameOf(f);
  const operands = [];
  if (!isNew && o !== undefined) operands[0] = printed(o);
  let list = "";
  for (let i = 0; i < args.length && i < MOST_ARGUMENTS; i += 1) {
    operands[operands.length] = printed(args[i]);
    list += `${i > 0 ? ", " : ""}${short(args[i])}`;
  }
  if (args.length > MOST_ARGUMENTS) list += ", ...";
  const receiver = isNew ? "new " : o === undefined || typeof o === "function" ? "" : `${short(o)}.`;
  return { operator: name, operands, text: `${receiver}${name}(${list})`, words: words ?? wordsOf(o, name, args, isTrue, value) };
}

function wordsOf(o, name, args, isTrue, value) {
  const a = args.length > 0 ? args[0] : undefined;
  if ((name === "test" || name === "exec") && typeof o === "object" && o !== null && !isProxy(o) && isRegExp(o)) return isTrue ? "the expression matches" : "the expression does not match";
  if ((name === "match" || name === "search") && typeof o === "string") return isTrue ? "the expression matches" : "the expression does not match";
  if (isTrue || typeof o !== "string" || typeof a !== "string") return `answered ${short(value)}`;
  if (name === "startsWith") return textsDiffer(stringSlice(o, 0, a.length), a);
  if (name === "endsWith") return textsDiffer(stringSlice(o, o.length > a.length ? o.length - a.length : 0), a);
  return `answered ${short(value)}`;
}

module.exports = { ofCall };
