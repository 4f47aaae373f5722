// Arguments of calls of replaced methods, by what the method takes there; and odd ones.
import { calm, expression, hole, LEVEL } from "./tree.mjs";
import { anExpression } from "./expressions.mjs";
import { worldly } from "./literals.mjs";

/** Texts that the runtime looks at closely: tainted ones, and names that are sent on purpose. */
export const TAINTED = ['"_EM_3_XYZ_"', '"x_EM_4_XYZ_y"', '"_em_5_xyz_"', '"_EM_3_XYZ_,_EM_4_XYZ_"', '"/_EM_6_XYZ_"', '"nmExtraParam123"', '"2020-01-02T19:47:53.003Z"', '"1313669123"'];
const TEXTS = ['""', '"a"', '"abc"', '"ABC"', '" a "', '"a,b,a"', '"b"', '"\\ud800"', '"a\\u{1f600}"', ...TAINTED];
const PARTS = ['"a"', '""', '"bc"', '"b"', '","', '"_EM_"', '"XYZ_"', '"_EM_3_XYZ_"', '"q"', "1", "null", "undefined"];
const POSITIONS = ["0", "1", "-1", "2", "NaN", "undefined", "Infinity", "-Infinity", '"1"', "1.7", "-0", "null"];
const KEYS = ['"a"', '"b"', '"abc"', '"zz"', "NaN", "0", "1", "undefined", "Symbol.iterator", '"_EM_3_XYZ_"', '"A"', '"page"'];
const EXPRESSIONS = ["/b/", "/a/g", "/[ab]/y", "/,/gy", "/^_EM_\\d+_XYZ_$/", "/(?<n>b)|c/u", "/^x+$/i", "/./s", "/(a)(b)?/gi", "/^[a-c]{3}$/", "/[\\p{L}]/v"];
const NUMBER_TEXTS = ['"12"', '"0x1f"', '" 7 "', '"1e3"', '""', '"x1"', '"1_0"', "NaN", "2.5", "-0", "5n", '"9007199254740993"', "true", "null", ...TAINTED];
const DATES = ['"2020-01-02"', '"2020-13-01"', '"nonsense"', '"2020-01-02T19:47:53.003Z"', "0", "NaN", '"Thu, 01 Jan 1970 00:00:00 GMT"', '"_EM_3_XYZ_"', "8.64e15", "8.65e15"];
const ADDRESSES = ['"http://a.b/c?d=e"', '"/c"', '"_EM_3_XYZ_"', '"http://_EM_3_XYZ_/x"', '"data:,a"', '"http://"', '""', '"http://a b/"'];
const JSON_TEXTS = ["'{\"a\":[1,{\"b\":\"_EM_3_XYZ_\"}]}'", "'[1,2]'", "'1'", "'null'", "'{'", '"_EM_3_XYZ_"', "'\"a\"'", '""', "'{\"__proto__\":1}'"];
const ENCODED = ['"YWJj"', '"%41b"', '"%"', '"%E0%A4%A"', '"a b"', '"\\ud800"', '"_EM_3_XYZ_"', '"%5FEM_3_XYZ_"', '"=="', '"\\u00e9"'];

const picked = (texts) => (g) => calm(LEVEL.PRIMARY, g.pick(texts));
// A number with a sign is no primary expression.
const pickedUnary = (texts) => (g) => calm(LEVEL.UNARY, g.pick(texts));
/** Mostly one of these texts, else something generated of the hint. */
const mostly = (make, hint, percent = 65) => (g) => (g.chance(percent) ? make(g) : anExpression(g, hint));

/** How many values the world has of each kind: `run/receivers.mjs` (compared by a test). */
export const COUNTED = { $k: 24, $e: 13, $c: 10, $h: 12, $b: 10, $x: 13, $q: 5 };

// Functions that are there before this module has run: modules of the grammar need one another.
function among(g, name) {
  return expression(LEVEL.CALL, `${name}(${g.int(COUNTED[name])})`);
}

export function odd(g) {
  return among(g, "$k");
}

export function bytes(g) {
  return among(g, "$b");
}

const expressionValue = (g) => among(g, "$e");
const collection = (g) => among(g, "$c");
const holding = (g) => among(g, "$h");
const callback = (g) => among(g, "$x");

export const text = mostly(picked(TEXTS), "string", 70);
export const regexp = (g) => (g.chance(55) ? calm(LEVEL.PRIMARY, g.pick(EXPRESSIONS)) : expressionValue(g));

/** A function expression spends fuel by itself; a native one is called as a callback, too. */
const predicate = (g) => {
  const at = g.int(10);
  if (at < 5) return callback(g);
  if (at < 6) return calm(LEVEL.ASSIGN, g.pick(['x => x === "a"', "x => x > 1", 'x => $L(x) && x !== "_EM_3_XYZ_"', "(x, i, all) => all.includes(x) && i > 0", "function (x) { return $L(this, x) }", '(x) => ["a", 1].includes(x)']));
  if (at < 7) return calm(LEVEL.PRIMARY, g.pick(["Boolean", "Array.isArray", "Number", "isNaN", "$m", "undefined", '"no function"']));
  return anExpression(g, "function");
};

/** What replaces: never more than it was, many times over, or a loop would make texts without end. */
const replacement = (g) => (g.chance(60) ? calm(LEVEL.PRIMARY, g.pick(['""', '"b"', '"<$1>"', '"$$"', '"$<n>"', '"_EM_9_XYZ_"', "undefined", "1"])) : g.chance(70) ? callback(g) : expression(LEVEL.CALL, "$x(6)"));

const pattern = (g) => {
  const at = g.int(10);
  if (at < 5) return regexp(g);
  return at < 9 ? calm(LEVEL.PRIMARY, g.pick(['"a"', '"b"', '","', '"_EM_3_XYZ_"', '"q"', '"$"', "undefined", "null", "1"])) : odd(g);
};

const bound = mostly(pickedUnary(POSITIONS), "number", 75);
const listOfArguments = (g) => (g.chance(70) ? expression(LEVEL.PRIMARY, "[", hole(anExpression(g, "any")), ", ", hole(text(g)), "]") : g.chance(50) ? odd(g) : anExpression(g, "any"));
const nativeOf = (g) => calm(LEVEL.MEMBER, g.pick(['"".includes', "[].find", "Map.prototype.get", "/a/.test", "Object.is", "$m", "$o(1).m", "Number", "$assert.equal", "Function.prototype.call", "Reflect.apply", "Set.prototype.has"]));
/** Small things that may be the same all through. */
const small = (g) => (g.chance(60) ? calm(LEVEL.PRIMARY, g.pick(["1", '"1"', '"a"', '"_EM_3_XYZ_"', "null", "undefined", "NaN", "[1, 2]", "[1, [2]]", "({ a: 1 })", '({ a: 1, b: "_EM_3_XYZ_" })', "({ a: { b: [1] } })", "true", "[]", "/a/g"]))
  : g.chance(60) ? g.pick([odd, collection, bytes, expressionValue])(g) : anExpression(g, "object"));

/** Makers of arguments by name. */
export const ARGUMENTS = {
  any: (g) => anExpression(g, "any"),
  text, part: mostly(pickedUnary(PARTS), "string"), position: bound, pattern, replacement, predicate, regexp, small, bytes, native: nativeOf,
  limit: pickedUnary(["undefined", "1", "0", "-1", "2"]), form: picked(['"NFC"', '"NFKD"', '"nope"', "undefined"]),
  element: mostly(picked(['"a"', '"_EM_3_XYZ_"', '"abc"', "1", "NaN", "undefined", "3", '"b"', "null", "1313669123"]), "any"),
  key: mostly(picked(KEYS), "any", 80), keyText: mostly(picked(KEYS), "string"), headerName: picked(['"a"', '"x-key"', '"X-Key"', '"b c"', '"_EM_3_XYZ_"', '"zz"', "1", "undefined"]),
  weakKey: picked(["$K", "({})", "$K", "1", "undefined", "Symbol.iterator"]), setLike: mostly(collection, "any", 85), object: mostly((g) => g.pick([odd, collection, holding])(g), "object", 45),
  numberText: mostly(pickedUnary(NUMBER_TEXTS), "any", 75), base: picked(["10", "16", "36", "1", "undefined", '"2"']), date: pickedUnary(DATES), month: picked(["0", "12", '"1"', "NaN"]), address: mostly(picked(ADDRESSES), "string", 85),
  json: mostly(picked(JSON_TEXTS), "string", 85), reviver: (g) => (g.chance(50) ? calm(LEVEL.PRIMARY, "undefined") : predicate(g)), encoded: mostly(picked(ENCODED), "string", 80),
  encoding: picked(['"hex"', '"base64"', '"utf8"', "undefined", '"nope"', '"latin1"', "null"]), message: picked(["undefined", '"of the program"', 'new RangeError("given")']), list: listOfArguments, callback,
};

/** An argument of a kind: now and then something else altogether, or something that is converted and tells of it. */
export function argument(g, kind) {
  const at = g.int(100);
  if (at < 5) return worldly(g, "number");
  if (at < 9) return odd(g);
  if (at < 11) return worldly(g, "object");
  return ARGUMENTS[kind](g);
}
