// --- exports of every form
export const a = 1 < 2, { b = 5, c: [d = 6] = [] } = {};
export let e = a ? "yes" : "no"
export function f(x = 1) { return x > 0 && f(x - 1) || "end"; }
export class G { static x = 1 ? 2 : 3 }
export default class { m() { return 1; } }
const z = 3; export { z, z as y };
export * as ns from "node:path"; export { join as j } from "node:path";
import * as p from "node:path"; import q, { sep } from "node:path";
log(f(), a, b, d, e, G.x, typeof p.join, typeof q.join, sep === "/" || sep);
// --- default expressions keep their name
export default () => {}
// --- default functions
export default function () { return 1 < 2; }
log(1);
// --- default class expression
export default (class {})
// --- default value
export default 1 < 2 ? { a: 1 } : 2
// --- top-level await
const g = async (v) => v;
export const x = await g(1) && await g(2);
for await (const v of [1, g(2)]) log(v);
if (await g(0)) log("no"); else log("else");
log(import.meta.url.length > 0, typeof import.meta.dirname, (await import("node:path")).sep.includes("/"));
// --- modules are strict
log(this, (function () { return this; })());
try { undeclared = 1; } catch (e) { log(e.message); }
// --- hoisted functions run before statements
log(early(1), early(0));
function early(v) { return v && 1 < 2 ? "t" : "f"; }
const late = 1; log(((x) => x && late)(1));
// --- a hoisted default function runs before the names above it
log(f(0), typeof f);
const late = 1;
export default function f(x) { return x && late; }
log(f(1));
// --- functions that are imported under a name of the file's
import * as lib from "node:assert/strict"; import assert, { strictEqual as same, match, notDeepEqual as differ, doesNotMatch } from "node:assert";
const shown = (f) => { try { log("completed", f()); } catch (e) { log(e.constructor.name, e.name, e.code, e.message, e.generatedMessage, e.operator, /^ +at/m.exec(e.stack) !== null && /^ +at .*/m.exec(e.stack)[0].includes("nearmiss"), String(e.stack).startsWith(`${e.name} [`)); } };
for (const f of [() => same(1, 1), () => same(1, 2), () => same("a", "b", "text"), () => same(1, 2, new RangeError("own")), () => match("ab", /b/), () => match("ab", /c/), () => match(5, /c/), () => match("ab"), () => differ([1], [1]), () => differ([1], [2]), () => doesNotMatch("ab", /b/), () => same(), () => same.call(null, 1, 2), () => Reflect.apply(same, null, [1, 2])]) shown(f);
for (const f of [() => (0, lib.equal)(1, "1"), () => (0, lib.equal)(1, 1), () => (0, assert.equal)(1, "1"), () => (0, lib.nothing)(1), () => (0, assert.match)("a", /b/), () => assert.match("a", /b/), () => assert.notEqual(1, 1), () => assert.notStrictEqual("a", "a")]) shown(f);
const none = { equal: undefined, match() { "use strict"; return [this, arguments.length]; }, strictEqual: 5 }; const { equal: gone, strictEqual: five, match: fits } = none; for (const f of [() => gone(1), () => five(2), () => fits(1, 2).length, () => (0, none.match)(1, 2)[0] === undefined, () => none.match()[0] === none, () => (0, none.equal)(log("not run")), () => (0, none.strictEqual)(), () => (0, none.match)(...[1, 2, 3])[1]]) shown(f);
const counted = { get a() { log("get a"); return 1; }, toString() { log("toString"); return "t"; } }; shown(() => lib.deepEqual(counted, { a: 2 })); shown(() => same(counted, "t")); shown(() => assert.equal(counted, "t")); shown(() => match(counted, /t/));
// --- constructors that are called in other ways
const made = (f) => { try { log(f()); } catch (e) { log(e.name, e.message, e.code); } };
class Own extends Date { get [Symbol.toStringTag]() { return "Own"; } } made(() => Reflect.construct(Date, [0]).getTime()); made(() => Reflect.construct(URL, ["http://a/b"]).pathname); made(() => Reflect.construct(URL, ["_EM_1_XYZ_"])); made(() => Reflect.construct(URL, "x")); made(() => Reflect.construct(URL)); made(() => String(Object.prototype.toString.call(Reflect.construct(Date, [0], Own))));
made(() => Reflect.construct(Boolean, [0]) + 1); made(() => Reflect.construct(BigInt, [1])); made(() => Reflect.construct(Math.max, [])); made(() => typeof Date.call(null, "_EM_1_XYZ_")); made(() => typeof Reflect.apply(Date, null, ["_EM_1_XYZ_"])); made(() => { const is = { is: Date }; return typeof is.is("_EM_1_XYZ_"); }); made(() => URL.call(null, "a")); made(() => { const Date = Boolean; return new Date(0).valueOf(); });
const list = { length: 1, get 0() { log("read"); return 5; } }; made(() => Reflect.construct(Date, list).getTime()); made(() => Reflect.construct(Date, new Proxy([7], { get(t, k) { log(String(k)); return t[k]; } })).getTime());
// --- names of texts, lists and conversions
const typed = Int16Array.of(1, -2, 3); log(typed.at(-1), typed.at(9), [1, 2].at("1"), [].at(), typed.find((v) => v < 0), typed.findIndex((v, i, all) => all === typed && i === 2), typed.findLast(Boolean), typed.findLastIndex(() => false), typed.some((v) => v > 2), typed.every((v) => v), typed.lastIndexOf(3, -2), typed.lastIndexOf(1));
const index = { valueOf() { log("valueOf"); return 1; } }; log(["a", "b"].at(index), "ab".at(index), typed.at(index), "5".padStart(index), "5".padEnd(3, { toString() { log("fill"); return "-"; } }), " a".trimLeft() + "b ".trimRight() + "c", " a ".trimLeft.name);
for (const f of [() => [].at(1n), () => "a".padStart(Symbol()), () => Int8Array.prototype.find.call([], () => 1), () => typed.find(5), () => "x".trimLeft.call(null), () => Boolean(...[0, 1]), () => Boolean(), () => Boolean({ valueOf() { log("never"); } })]) { try { log(f()); } catch (e) { log(e.name, e.message); } }
log([] instanceof Array, "_EM_1_XYZ_" instanceof Object, "k" in { a: { b: 1 } }.a, Object.hasOwn({ b: 1 }, "c"), "a_EM_1_XYZ_".padStart(20, "ab"), "_EM_1_XYZ_".padEnd(12, "") === "x");
