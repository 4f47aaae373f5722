// Calls of all functions that the runtime has replacements for, by the registry: on what they are for, mostly, and on odd values,
// in all the ways that a program can call a function.
import { calm, expression, hole, item, LEVEL, list, statement } from "./tree.mjs";
import { anExpression } from "./expressions.mjs";
import { worldly } from "./literals.mjs";
import { REGISTERED } from "./registry.mjs";
import { argument, bytes, COUNTED, odd, regexp, TAINTED, text } from "./call_arguments.mjs";
import { functionContext, Scope } from "./scope.mjs";

const literal = (...texts) => (g) => calm(LEVEL.PRIMARY, g.pick(texts));
const made = (...texts) => (g) => expression(LEVEL.MEMBER, g.pick(texts));
const one = (...makers) => (g) => g.pick(makers)(g);
const world = (name, ...numbers) => (g) => expression(LEVEL.CALL, `${name}(${g.pick(numbers)})`);

const lists = one(literal('["a", "abc", "_EM_3_XYZ_"]', '["a", , NaN, 1]', "[]", "[1, 2, 1313669123]", '[["a"], { a: 1 }]'), (g) => anExpression(g, "array"), (g) => worldly(g, "array"), odd);
const tainted = (g) => calm(LEVEL.PRIMARY, g.pick(TAINTED));
const texts = (g) => (g.chance(40) ? tainted(g) : g.chance(80) ? text(g) : odd(g));

/**
 * Families of receivers: what stands before the dot, where the functions are found without a receiver, and what each method
 * takes (`ARGUMENTS` of call_arguments.mjs; `default` for those not named).
 */
const FAMILIES = {
  array: { on: lists, of: "Array.prototype", takes: { default: "predicate any", includes: "element position", indexOf: "element position", lastIndexOf: "element position", at: "position" } },
  arrays: { takes: { default: "any" } },
  assert: { takes: { default: "small small message", match: "text regexp message", doesNotMatch: "text regexp message" } },
  buffer: { on: bytes, of: "Buffer.prototype", takes: { default: "bytes", from: "encoded encoding" } },
  buffers: { takes: { default: "bytes bytes" } },
  constructor: { constructs: true, takes: { default: "any", Date: "date month", URL: "address address" } },
  crypto: { takes: { default: "bytes bytes" } },
  date: { takes: { default: "date" } },
  form: { on: world("$h", 4, 4, 5, 6), of: "FormData.prototype", takes: { default: "keyText" } },
  function: { on: (g) => (g.chance(75) ? argumentsOfNative(g) : anExpression(g, "function")), of: "Function.prototype", takes: { default: "any text any", apply: "any list" } },
  global: { takes: { default: "encoded", BigInt: "numberText", Number: "numberText", isFinite: "numberText", isNaN: "numberText", parseFloat: "numberText", parseInt: "numberText base" } },
  headers: { on: world("$h", 2, 2, 3, 7), of: "Headers.prototype", takes: { default: "headerName" } },
  json: { takes: { default: "json reviver" } },
  map: { on: one(world("$c", 1, 1, 3, 7, 9), made("new Map()", 'new Map([["a", 1], ["_EM_3_XYZ_", 2]])', "new Map([[1, 2]])")), of: "Map.prototype", takes: { default: "key" } },
  number: { takes: { default: "numberText" } },
  object: { on: one(odd, (g) => anExpression(g, "object")), of: "Object.prototype", takes: { default: "object key", is: "small small", hasOwnProperty: "key" } },
  params: { on: one(world("$h", 0, 0, 1, 8), made('new URLSearchParams("a=1&_EM_3_XYZ_=2")')), of: "URLSearchParams.prototype", takes: { default: "keyText" } },
  reflect: { takes: { default: "object key", apply: "native any list", construct: "native list" } },
  regexp: { on: (g) => regexp(g), of: "RegExp.prototype", takes: { default: "text" } },
  set: { on: one(world("$c", 0, 0, 2, 4, 6, 8), made("new Set()", 'new Set(["a", "abc", "_EM_3_XYZ_"])', "new Set([1, 2])")), of: "Set.prototype", takes: { default: "setLike", has: "element", delete: "element" } },
  string: {
    on: texts, of: "String.prototype",
    takes: {
      default: "", at: "position", charAt: "position", charCodeAt: "position", codePointAt: "position", endsWith: "part position", includes: "part position",
      indexOf: "part position", lastIndexOf: "part position", startsWith: "part position", localeCompare: "text", match: "pattern", matchAll: "pattern", normalize: "form", padEnd: "position part", padStart: "position part",
      replace: "pattern replacement", replaceAll: "pattern replacement", search: "pattern", slice: "position position", split: "pattern limit", substring: "position position",
    },
  },
  typed: { on: one(bytes, made("new Uint8Array([1, 2, 3])", "new Float64Array([1, NaN])")), of: "Uint8Array.prototype", takes: { default: "predicate any", includes: "element position", indexOf: "element position", lastIndexOf: "element position", at: "position" } },
  url: { takes: { default: "address address" } },
  util: { takes: { default: "small small" } },
  weakmap: { on: world("$h", 9, 9, 11), of: "WeakMap.prototype", takes: { default: "weakKey" } },
  weakset: { on: world("$h", 10), of: "WeakSet.prototype", takes: { default: "weakKey" } },
};

const unknown = REGISTERED.filter(({ receiver }) => FAMILIES[receiver] === undefined);
if (unknown.length > 0) throw new Error(`no family for ${unknown.map(({ name }) => name).join(", ")}: FAMILIES of tracked_calls.mjs`);

/** A function that has a replacement, or is one of the program's, as what another one is called on. */
function argumentsOfNative(g) {
  const target = g.pick(REGISTERED.filter(({ receiver }) => FAMILIES[receiver].constructs === undefined));
  return calm(LEVEL.MEMBER, functionText(target));
}

/** How a program names the function itself. */
const functionText = ({ path, receiver, method }) => path ?? `${FAMILIES[receiver].of}.${method}`;

/** Methods that answer texts, numbers, lists: the others answer what most places can do with. */
const ANSWERS = {
  string: "at charAt concat normalize replace replaceAll slice substring toLowerCase toUpperCase trim trimEnd trimStart atob decodeURIComponent encodeURIComponent",
  number: "charCodeAt codePointAt indexOf lastIndexOf findIndex findLastIndex localeCompare search compare Number parseFloat parseInt",
  boolean: "includes startsWith endsWith has hasOwn hasOwnProperty is isArray isDeepStrictEqual isDisjointFrom isFinite isInteger isNaN isSafeInteger isSubsetOf isSupersetOf some every test canParse delete equals timingSafeEqual",
  array: "split match matchAll exec",
  object: "get find findLast parse Date URL exec",
};

const ANSWERING = Object.fromEntries(Object.entries(ANSWERS).map(([hint, names]) => {
  const all = new Set(names.split(" "));
  return [hint, REGISTERED.filter(({ method }) => all.has(method))];
}));

/** Once in so many calls the function is chosen among those of a family, so that small families come often enough. */
const BY_FAMILY = 25;

function chosen(g, hint) {
  if (g.chance(BY_FAMILY)) {
    const family = g.pick(Object.keys(FAMILIES));
    return g.pick(REGISTERED.filter(({ receiver }) => receiver === family));
  }
  const fitting = ANSWERING[hint];
  return g.pick(fitting !== undefined && g.chance(80) ? fitting : REGISTERED);
}

/** The arguments: sometimes the last is left out, or one more given. */
function argumentsOf(g, { receiver, method }) {
  const { takes } = FAMILIES[receiver];
  const kinds = (Object.hasOwn(takes, method) ? takes[method] : takes.default).split(" ").filter((kind) => kind !== "");
  const optional = kinds.length > 1 ? 45 : 6;
  if (kinds.length > 0 && g.chance(optional)) kinds.pop();
  if (kinds.length > 1 && g.chance(20)) kinds.pop();
  if (g.chance(6)) kinds.push("any");
  return kinds.map((kind) => argument(g, kind));
}

const commas = (nodes) => hole(list(", ", nodes.map((node) => item(hole(node)))));
/** After other arguments. */
const more = (nodes) => (nodes.length === 0 ? [] : [", ", commas(nodes)]);

/** A call of a function that has a replacement; the hint says what it should answer. */
export function trackedCall(g, hint = "any") {
  const target = chosen(g, hint);
  g.tracked.add(target.name);
  const family = FAMILIES[target.receiver];
  const given = argumentsOf(g, target);
  if (family.constructs) return construction(g, target, given);
  // Positions where the heuristics of these have been wrong before.
  if (target.receiver === "string" && g.chance(6)) return expression(LEVEL.CALL, g.pick(['"abc"', '"abcd"']), `.${target.method}(`, g.pick(['"abc"', '"c"', '"b"', '""']), ", ", g.pick(["0", "1", "-1", "2", "undefined", "NaN"]), ")");
  const receiver = target.path === null ? family.on(g) : null;
  // What was matched last is to be seen by everyone.
  if (receiver !== null && g.chance(target.receiver === "regexp" || target.receiver === "string" ? 5 : 1)) return expression(LEVEL.PRIMARY, "(", hole(methodCall(g, receiver, target, given)), ", $L(RegExp.$1, RegExp.lastMatch))");
  if (receiver !== null && g.chance(4)) return methodCall(g, odd(g), target, given);
  if (g.chance(68)) return receiver === null ? staticCall(g, target, given) : methodCall(g, receiver, target, given);
  const self = receiver ?? calm(LEVEL.PRIMARY, g.pick(["null", "undefined", "Object", "1"]));
  return throughAnother(g, target, self, given);
}

function methodCall(g, receiver, { method }, given) {
  const on = hole(receiver, LEVEL.CALL);
  switch (g.int(17)) {
    case 0: return expression(LEVEL.POSTFIX, on, `?.${method}(`, commas(given), ")", g.pick(["", "", ".length", "?.a.b", ".nope()", "?.[0]"]));
    case 16: return expression(LEVEL.POSTFIX, "({ a: ", hole(receiver), " })?.", g.pick(["a", "a", "b"]), g.pick([".", "?."]), `${method}(`, commas(given), ")", g.pick(["", "?.length"]));
    case 1: return expression(LEVEL.POSTFIX, on, `.${method}?.(`, commas(given), ")");
    case 2: return expression(LEVEL.CALL, on, `["${method}"](`, commas(given), ")");
    case 3: return expression(LEVEL.CALL, on, `.${method}(...[`, commas(given), "])");
    case 4: return expression(LEVEL.CALL, "(0, ", on, `.${method})(`, commas(given), ")");
    default: return expression(LEVEL.CALL, on, `.${method}(`, commas(given), ")");
  }
}

function staticCall(g, target, given) {
  const { path, method } = target;
  // Functions that are imported by their name; and others of the program that have the name of one.
  if (!path.includes(".") && g.chance(12)) return byName(g, method, g.pick(["$m", path, '"no function"']), "", given);
  if (path.startsWith("$") && g.chance(35)) return byName(g, method, path, "", given);
  return g.chance(92) ? expression(LEVEL.CALL, path, "(", commas(given), ")") : expression(LEVEL.POSTFIX, path, "?.(", commas(given), ")");
}

/** A call by a name that is bound to a function: of a parameter, with the arguments as parameters, too. */
function byName(g, name, f, how, given) {
  const names = given.map((_, i) => `x${i}`).join(", ");
  return expression(LEVEL.CALL, `((${[name, ...(names === "" ? [] : [names])].join(", ")}) => ${how}${name}(${names}))(${f}`, ...more(given), ")");
}

function construction(g, { method }, given) {
  // Without an argument a date is that of now.
  const all = given.length === 0 ? [argument(g, "date")] : given;
  switch (g.int(12)) {
    case 0: return expression(LEVEL.CALL, `Reflect.construct(${method}, [`, commas(all), "])");
    case 1: return expression(LEVEL.MEMBER, `new (class extends ${method} {})(`, commas(all), ")");
    case 2: return byName(g, method, g.pick(["$C()", "$m", "() => 1"]), "new ", all);
    case 3: return expression(LEVEL.MEMBER, `new ${method}(...[`, commas(all), "])");
    default: return expression(LEVEL.MEMBER, `new ${method}(`, commas(all), ")");
  }
}

/** What a list of arguments may be besides a list. */
const likeList = (g, given) =>
  g.chance(75) ? ["[", commas(given), "]"] : g.pick([[`{ length: ${given.length}, get 0() { return $L("first") } }`], ["null"], ["$k(7)"], ['"text"'], ["$k(5)"], ["undefined"], ["(function () { return arguments })(", commas(given), ")"]]);

/** The same function called through another, or by another. */
function throughAnother(g, target, self, given) {
  const f = functionText(target);
  const on = hole(self);
  switch (g.int(12)) {
    case 0: case 1: case 2: return expression(LEVEL.CALL, `${f}.call(`, on, ...more(given), ")");
    case 3: case 4: return expression(LEVEL.CALL, `${f}.apply(`, on, ", ", ...likeList(g, given), ")");
    case 5: case 6: return expression(LEVEL.CALL, `Reflect.apply(${f}, `, on, ", ", ...likeList(g, given), ")");
    case 7: return expression(LEVEL.CALL, `${f}.bind(`, on, ")(", commas(given), ")");
    case 8: return expression(LEVEL.CALL, `${f}.bind(`, on, ...more(given), ")()");
    case 9: return expression(LEVEL.CALL, `Function.prototype.call.call(${f}, `, on, ...more(given), ")");
    // A bound one is a value like any other, and a callback.
    case 10: return g.chance(50) ? expression(LEVEL.CALL, `${f}.bind(`, on, ...more(given), ")") : expression(LEVEL.CALL, `["a", 1, "_EM_3_XYZ_"].${g.pick(["map", "filter", "some", "find"])}(${f}.bind(`, on, "))");
    default: return expression(LEVEL.CALL, `["a", "_EM_3_XYZ_", "abc"].${g.pick(["map", "every", "findLast", "filter"])}(${f}, `, on, ")");
  }
}

/** Arguments are not nested deep where a call is to come about. */
const DEEP = 5;

/** A call by itself: what is wrong with others does not keep it from running. In a condition, a loop, a comparison, or logged. */
export function callStatement(g) {
  g.names += 1;
  const name = `c${g.names}`;
  g.depth += DEEP;
  const call = hole(trackedCall(g, g.pick(["any", "any", "boolean", "string"])), LEVEL.UNARY);
  g.depth -= DEEP;
  return statement("try { ", ...usesOf(g, call), ` } catch (${name}) { $L("caught", ${name}) }`);
}

/** Some of them: the program begins with them, so they run. */
export const callStatements = (g) => Array.from({ length: 2 + g.int(5) }, () => callStatement(g));

function usesOf(g, call) {
  const wanted = g.pick(['"a"', "1", '"abc"', "null", "true", '"_EM_3_XYZ_"', "0"]);
  switch (g.int(14)) {
    case 0: return ["if (", call, ") $L(1); else $L(2);"];
    case 1: return ["for (const one of [1, 2, 3]) { $f(); $L(one > 1 || !", call, ") }"];
    case 2: return ["for (const one of [1, 2]) { $f(); $L(", call, ") }"];
    case 3: return ["$L(", call, g.pick([" === ", " == ", " > ", " < ", " !== "]), wanted, ");"];
    case 4: return ["switch (", call, `) { case ${wanted}: $L(1); case 1: $L(2); break; default: $L(3); }`];
    case 5: return ["$L(", call, g.pick([" && ", " || ", " ?? "]), wanted, ");"];
    case 6: return ["$L(", call, " ? 1 : 2);"];
    case 7: return ["while ($f() && ", call, ") { $L(1); break; }"];
    case 8: return ["const [one, two] = ", call, "; $L(one, two);"];
    case 9: return ["$L(...", call, ");"];
    default: return ["$L(", call, ");"];
  }
}

/** Reads of a request in a function: inputs that the runtime tells the search. */
export function requestRead(g) {
  const read = () => g.pick(["q.query.a", "q.query.page", 'q.headers["x-key"]', 'q.get("x-key")', "q.body.a", "q.body.l[1].a", "q.body.o.b", "q.body.b.length", "q.cookies.a", "q.nope", "q?.body?.a"]);
  const value = g.chance(85) ? `$q(${g.int(COUNTED.$q)})` : g.pick(["$o(1)", "$p(2)", "null", '"_EM_3_XYZ_"', "$k(6)", "$h(0)"]);
  g.tracked.add(INPUT_READ);
  const inArrow = g.chance(50);
  return g.within(functionContext(g.context, { arrow: inArrow }), new Scope(g.scope, true), () => {
    for (const name of ["q", "a", "b", "page", "list", "query", "body"]) g.scope.declare(name, name === "list" ? "array" : "any", "const");
    const use = hole(anExpression(g, "boolean"), LEVEL.BITOR);
    if (inArrow && g.chance(50)) return expression(LEVEL.CALL, `((q, a = ${read()}, b, page, list, query, body) => $L(a, ${read()}) && `, use, `)(${value})`);
    if (inArrow) return expression(LEVEL.CALL, "(({ query, body: { a, l: [b] = [] } = {} }, q, page, list, body) => $L(query, a, b) && ", use, `)(${value})`);
    const returned = g.pick([`body?.a === "_EM_3_XYZ_"`, "Array.isArray(list)", `q.query.a === "b"`, `page === ${read()}`]);
    return expression(LEVEL.CALL, `(function (q, b, query) { const { a, page = 1 } = q.query, body = q.body, list = body.l; $L(a, page); for (const one of list) $L(one.a); return ${returned} && `, use, ` })(${value})`);
  });
}

/** The kind of syntax that is a read of inputs. */
export const INPUT_READ = "read of inputs";

/** The kinds of a program's calls, by the names that the generator noted. */
export const kindOfCall = (name) => (name === INPUT_READ ? INPUT_READ : `replacement ${name.slice(0, name.indexOf("."))}`);

/** All of them: one a family. */
export const KINDS_OF_CALLS = [...new Set(REGISTERED.map(({ name }) => kindOfCall(name))), INPUT_READ];
