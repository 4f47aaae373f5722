"use strict";
// The parts of a call as frameworks name them, and what is read by each name of them. Express, Fastify, Koa, Hono, Nest and
// the requests of Node and of the web agree on most of these words; where one means something else elsewhere (`header` of
// Koa is a record, of Express a function), the form of the read tells.
const { arrayIsArray, charCodeAt, isProxy, objectHasOwn, stringIndexOf, stringSlice } = require("../intrinsics.js");

const place = (kind, pointer = "", text = "") => ({ kind, pointer, text });
/** What a JSON text stands for. */
const document = (text) => place("j", "", text);
/** Makes the place of what a service that the program calls has answered; `number` is that of the answer. */
const answered = (number) => place("s", "", `${number}`);

/** No part of the call. */
const NOTHING = place("");
/** The request, or a context that has it. */
const REQUEST = place("r");
const QUERY = place("q");
const HEADERS = place("h");
const COOKIES = place("c");
const BODY = place("b");

/** Parts of a request by the name of a property. */
const PARTS = {
  __proto__: null,
  query: QUERY, searchParams: QUERY,
  headers: HEADERS, header: HEADERS,
  cookies: COOKIES, signedCookies: COOKIES,
  body: BODY, payload: BODY,
  request: REQUEST, req: REQUEST, raw: REQUEST, nextUrl: REQUEST,
};
/** What is read of a request by a call with a name; without one the whole part is answered. */
const CALLS = {
  __proto__: null,
  get: HEADERS, header: HEADERS, getHeader: HEADERS,
  query: QUERY, queries: QUERY,
  cookie: COOKIES,
};
/** Calls that answer the whole body. */
const BODIES = { __proto__: null, json: BODY, parseBody: BODY, formData: BODY };
/** Calls of a part that take a name. */
const LOOKUPS = { __proto__: null, get: true, getAll: true, has: true };
/** Longest pointer into a body. */
const MOST_DEPTH = 6;

const texts = String.prototype;
const lists = Array.prototype;
const records = Object.prototype;

/** Whether a value is a list that may be asked: a proxy that was revoked throws. */
const isList = (value) => !isProxy(value) && arrayIsArray(value);

/** Whether a text has a property of this name of its own kind. */
const isTextProperty = (name) => objectHasOwn(texts, name) || objectHasOwn(records, name);
/** Whether a part of a body may have it without being sent: what that part is, if it is known, tells. */
function isInherited(name, value) {
  // Of a record too: who asks for it thinks of a text or a list.
  if (name === "length" || objectHasOwn(records, name)) return true;
  if (value !== null && typeof value === "object" && !isList(value)) return false;
  return objectHasOwn(lists, name) || objectHasOwn(texts, name);
}

/** Whether a name is the place of an item of a list, all of which are alike. */
function isIndex(name) {
  for (let i = 0; i < name.length; i += 1) {
    const unit = charCodeAt(name, i);
    if (unit < 48 || unit > 57) return false;
  }
  return name !== "";
}

const nothing = { place: NOTHING, input: "" };
const to = (part) => ({ place: part, input: part === BODY ? "b" : "" });
const read = (part, name) => ({ place: NOTHING, input: part.kind + name });

/**
 * Reads a piece of a path of a place: `{ place, input }`, where it leads to and the input that is read by it, as a fact has
 * it (of a body as a whole its letter alone), or "". `value` is what stands at the place, undefined where nobody knows.
 */
function step(from, piece, value) {
  const { name, call, argument } = piece;
  if (from.kind === "r") {
    if (!call) return to(PARTS[name] ?? NOTHING);
    if (argument !== "") return CALLS[name] === undefined ? nothing : read(CALLS[name], argument);
    return to(BODIES[name] ?? CALLS[name] ?? NOTHING);
  }
  if (from.kind === "") return nothing;
  const isJson = from.kind === "b" || from.kind === "j" || from.kind === "s";
  if (call) {
    const looks = !isJson && LOOKUPS[name] === true && argument !== "";
    return looks ? read(from, argument) : nothing;
  }
  if (!isJson) return objectHasOwn(records, name) || LOOKUPS[name] === true ? nothing : read(from, name);
  if (name !== "-" && isInherited(name, value)) return nothing;
  const pointer = `${from.pointer}/${isList(value) && isIndex(name) ? "-" : escaped(name)}`;
  const input = from.kind === "b" ? from.kind + pointer : pointer;
  return { place: depth(pointer) < MOST_DEPTH ? place(from.kind, pointer, from.text) : NOTHING, input };
}

/** A name in a JSON pointer. */
function escaped(name) {
  let text = "";
  let from = 0;
  for (let at = stringIndexOf(name, "/"); at >= 0; at = stringIndexOf(name, "/", from)) {
    text += `${stringSlice(name, from, at)}~1`;
    from = at + 1;
  }
  return text + stringSlice(name, from);
}

function depth(pointer) {
  let count = 0;
  for (let at = stringIndexOf(pointer, "/"); at >= 0; at = stringIndexOf(pointer, "/", at + 1)) count += 1;
  return count;
}

module.exports = { step, document, answered, isTextProperty, PARTS, NOTHING, REQUEST, QUERY, HEADERS, COOKIES, BODY };
