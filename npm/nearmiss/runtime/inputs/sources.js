"use strict";
// How the parts of a call are recognised, whoever made them: by what leads to them and by what is in them.
//
// - The request of Node, and what holds it as a plain property (Fastify's request, Koa's context), are found by prototype;
//   Hono's context and the web's Request by the accessors and methods of theirs.
// - What a framework hangs on the request as plain data (`body`, `query`, `cookies`) is found by identity.
// - What is made anew at each read (Express 5's query) or by the program itself (`new URL(...).searchParams`, what
//   `querystring` answers) is found by content: every name and value of it stands in the query of the request.
// - What holds one of the names that the core sends on purpose (`fakes.js`) is the part that it was sent in.
const { isModuleNamespaceObject, isProxy, objectGetOwnPropertyDescriptor, objectGetPrototypeOf,
  objectHasOwn, objectKeys, paramsGet, paramsIteratorNext, paramsKeys, paramsPrototype, stringIndexOf, stringSlice } =
  require("../intrinsics.js");
const { isPlainObject, ownKeys } = require("../truthness/own_keys.js");
const { BODY, COOKIES, HEADERS, NOTHING, PARTS, QUERY, REQUEST } = require("./places.js");
const { FAKE_FIELD, FAKE_HEADER, FAKE_PARAMETER } = require("./fakes.js");

/** Names that are compared with the query of the request, and names of the query that are looked for. */
const MOST_NAMES = 16;
const MOST_SENT = 64;
const MOST_PROTOTYPES = 8;
/** What holds the request of Node. */
const HOLDERS = ["raw", "req", "request"];
/** What is hung on the request of Node. */
const HUNG = [["body", BODY], ["query", QUERY], ["cookies", COOKIES], ["signedCookies", COOKIES]];

function createSources() {
  let request = null;
  /** The query of the request by name; null until it is asked for. */
  let query = null;
  /** Of Node's requests, which frameworks derive theirs from. */
  let messagePrototype = null;
  let parseQuery = null;

  /** A request comes in, as Node has made it; `parse` is `querystring.parse`. */
  function began(message, parse) {
    request = message;
    messagePrototype = objectGetPrototypeOf(message);
    parseQuery = parse;
    query = null;
  }

  /** The part of the call that an object is. Runs no code of the program: it is no proxy. */
  function placeOf(object) {
    // A look at a name of it throws while a cycle of modules is being evaluated.
    if (isModuleNamespaceObject(object)) return NOTHING;
    if (isRequest(object) || holdsRequest(object) || isWebRequest(object)) return REQUEST;
    for (let i = 0; i < HUNG.length; i += 1) {
      if (request !== null && own(request, HUNG[i][0]) === object) return HUNG[i][1];
    }
    if (objectHasOwn(object, FAKE_PARAMETER)) return QUERY;
    if (objectHasOwn(object, FAKE_HEADER)) return HEADERS;
    if (objectHasOwn(object, FAKE_FIELD)) return BODY;
    if (objectGetPrototypeOf(object) === paramsPrototype) return isQueryOfParams(object) ? QUERY : NOTHING;
    return isQuery(object) ? QUERY : NOTHING;
  }

  /** Whether a value that was taken out of a parameter without a name may be the part that it is called. */
  function isPart(piece, value) {
    if (request === null || piece === undefined || PARTS[piece.name] === undefined) return false;
    return value === null || typeof value !== "object" || !isProxy(value);
  }

  function isRequest(object) {
    let at = object;
    for (let i = 0; i < MOST_PROTOTYPES && isPlainObject(at); i += 1) {
      if (at === messagePrototype) return true;
      at = objectGetPrototypeOf(at);
    }
    return false;
  }

  function holdsRequest(object) {
    for (let i = 0; i < HOLDERS.length; i += 1) {
      const held = own(object, HOLDERS[i]);
      if (typeof held === "object" && isPlainObject(held) && (isRequest(held) || isWebRequest(held))) return true;
    }
    return false;
  }

  function queryOfRequest() {
    if (query === null) {
      const url = own(request, "url");
      const mark = typeof url === "string" ? stringIndexOf(url, "?") : -1;
      query = mark < 0 ? {} : parseQuery(stringSlice(url, mark + 1));
    }
    return query;
  }

  /** Whether an object has any of what was sent. */
  function sharesOne(object, sent) {
    const names = objectKeys(sent);
    for (let i = 0; i < names.length && i < MOST_SENT; i += 1) {
      const value = own(sent, names[i]);
      if (typeof value === "string" && own(object, names[i]) === value) return true;
    }
    return false;
  }

  function isQuery(object) {
    if (request === null) return false;
    const sent = queryOfRequest();
    // Most objects of a program have nothing of it, and may be large: these are not listed.
    const names = sharesOne(object, sent) ? ownKeys(object) : null;
    if (names === null || names.length > MOST_NAMES) return false;
    for (let i = 0; i < names.length; i += 1) {
      const value = own(object, names[i]);
      if (typeof value !== "string" || own(sent, names[i]) !== value) return false;
    }
    return true;
  }

  function isQueryOfParams(params) {
    if (request === null) return false;
    const sent = queryOfRequest();
    const names = keysOfParams(params);
    if (names === null) return false;
    let count = 0;
    for (let entry = paramsIteratorNext(names); !entry.done; entry = paramsIteratorNext(names)) {
      const value = own(sent, entry.value);
      if (value === undefined || (typeof value === "string" && value !== paramsGet(params, entry.value))) return false;
      count += 1;
    }
    return count > 0 || objectKeys(sent).length === 0;
  }

  return { began, placeOf, isPart };
}

/** The names of real parameters; null where a program has given their prototype to something else. */
function keysOfParams(params) {
  try {
    return paramsKeys(params);
  } catch {
    return null;
  }
}

const own = (object, name) => objectGetOwnPropertyDescriptor(object, name)?.value;

/** A Request of the web, a context that makes one when it is asked (Hono), or a URL, which leads to the query. */
function isWebRequest(object) {
  let at = objectGetPrototypeOf(object);
  for (let i = 0; i < MOST_PROTOTYPES && isPlainObject(at); i += 1) {
    const has = (name) => objectHasOwn(at, name);
    if (has("headers") && has("json") && has("formData")) return true;
    if (has("query") && has("header") && has("parseBody")) return true;
    if (has("req") && has("header") && has("json")) return true;
    if (has("searchParams") && has("pathname")) return true;
    at = objectGetPrototypeOf(at);
  }
  return false;
}

module.exports = { createSources };
