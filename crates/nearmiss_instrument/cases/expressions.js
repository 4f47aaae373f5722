// Conditional, nullish, optional, default, delete, typeof, targets, templates, tracked calls, reads.
// --- ternary
const f = (v) => (log("f", v), v);
for (const a of [0, 1]) for (const b of [0, 1]) log(a ? f(b) : f(2), a ? b ? 1 : f(3) : b ? 4 : f(5), (a ? f : log) && 1, a < b ? a : b, !a ? "n" : "y");
var x = 1 ? function () {} : 0, y = 0 ? 1 : () => {}; log(x.name, y.name, (1 ? { a: 1 } : 0).a, 1 ? [1, 2].length : 0, 1 ? (2, 3) : 4);
try { 1 ? undeclared : 2; } catch (e) { log(e.message); } try { (0 ? 1 : null).x; } catch (e) { log(e.message); }
log(true ? /a/.test("a") : 0, (() => 1 ? 2 : 3)(), [1 ? 2 : 3], `${1 ? 2 : 3}`, { a: 0 ? 1 : 2 });
// --- nullish
for (const a of [null, undefined, 0, "", NaN, 1]) log(a ?? "d", (a ?? null) ?? "e", a ?? null ?? undefined ?? "f", (a ?? 0) || 1);
const g = () => (log("g"), 5); log(null ?? g(), 1 ?? g(), undefined ?? null ?? g());
let n; n ??= 3; n ??= 4; log(n); var h = null ?? function () {}; log(h.name);
// --- optional chains
const o = { a: { b: { c: 1, u: undefined, f() { return this.c; } } }, m() { return this === o; }, z: null };
log(o?.a, o?.a?.b, o?.a?.b?.c, o.a?.b.c, o.z?.b, o.z?.b.c.d, o.z?.b?.c, o?.q?.b?.c?.d, o.a.b.u?.x, o?.["a"]?.["b"], o?.a["b"]?.c, o.z?.[f()]);
function f() { log("key"); return "k"; }
log(o.m?.(), o?.m(), o.a.b.f?.(), o.a?.b.f(), o.z?.m(), o.q?.(), o?.["m"]?.(), (o?.m)(), (o?.a).b.c, (o.a?.b).f(), o.a?.b?.f());
log(delete o?.z, delete o?.q?.r, o.z, delete o.a?.b?.u, "u" in o.a.b, typeof o?.zz?.y, o?.a.b.c < 2 && o?.z?.q);
let u; log(u?.x, u?.[1], u?.(), u?.x.y.z(), u?.x[f()], (u?.a) ?? "none", !u?.a, u?.a ? 1 : 2);
let v = null; try { v?.x.y; v.x?.y; } catch (e) { log(e.message); } try { o?.nope(); } catch (e) { log(e.message); } try { o.a?.b.nope(); } catch (e) { log(e.message); } try { (o?.z.z); } catch (e) { log(e.message); }
const once = { get a() { log("get a"); return { get b() { log("get b"); return null; } }; } }; log(once?.a?.b?.c);
// --- default values
function f(a = 1, { b = 2, c: { d = 3 } = {} } = {}, [e = 4, ...r] = [], g = a + b) { return [a, b, d, e, r, g]; }
log(f(), f(5), f(undefined, { b: null }), f(0, { c: { d: 0 } }, [undefined, 6, 7]), f(null, undefined, "xy"));
const t = (n) => (log("default", n), n), h = (a = t(1), b = t(a + 1)) => a < b, k = async (a = t(9)) => a; log(h(), h(0), h(3, 2)); k(); k(1);
function* gen(a = t("g")) { yield a; } log([...gen()], [...gen(1)]);
const { x = t("x"), y: { z = t("z") } = {} } = { x: 1 }; log(x, z); let p, q; ({ p = t("p"), q = t("q") } = { p: 0 }); [p = t("p2")] = [5]; log(p, q);
try { (function (a = b, b) {})(); } catch (e) { log(e.name, e.message); } try { (({ a }) => a)(); } catch (e) { log(e.message); } try { const { a: { b } } = {}; } catch (e) { log(e.message); } try { (function ({ a: { b } = null } = {}) {})(); } catch (e) { log(e.message); } try { (function ([a] = 5) {})(); } catch (e) { log(e.message); }
class D { m(a = this, b = super.toString) { return [a === this, typeof b]; } set s(v = 3) { log(v); } constructor(a = new.target) { log(a === D); } } const d = new D(); log(d.m()); d.s = undefined;
function args(a = 1) { return arguments.length; } log(args(), args(undefined), args(1, 2));
let i = 0; for (const { a = ++i } of [{}, { a: 5 }, {}]) log(a, i); try { throw {}; } catch ({ message = t("m") }) { log(message); }
const cond = (c, o) => c && ({ p = t("cond") } = o); cond(0, {}); cond(1, {}); log(p);
// --- delete (peer: not deleted)
const o = { x: 1, y: 2, z: { w: 3 } }, k = "y"; log(delete o.x, delete o["y"], delete o[k], delete o["z"]["w"], delete o.z[k], o); var arr = [1, 2]; delete arr[0]; log(0 in arr, delete (o.z), o, delete arr[1 < 2 ? 1 : 0], arr);
log(delete [1][0], typeof undeclared, typeof undeclared === "undefined", typeof undeclared == "x" || 1, !typeof undeclared);
// --- assignment targets
const o = { a: 1, b: [1, 2], get n() { return this.a; } }, k = "a", f = () => (log("f"), o); let x;
o[k] = 2; o[k] += 3; o[k]++; --o[k]; f()[k] **= 2; o["z"] ??= 1; o.b[o.b[0] - 1] = 9; o[k] ||= 1; f()["q"] &&= 1; log(o);
({ a: o[k], b: o["c"] } = { a: 7, b: 8 }); [o[k], o.b[1], ...o.b[2 < 1 ? 3 : 0]] = [1, 2]; log(o); [o["x"] = 5, [o.y]] = [undefined, [6]]; ({ ...o["rest"] } = { r: 1 }); log(o); (o[k]) = 11; (o.a)++; log(o.a);
for (o[k] of [1, 2]) log(o.a); for (o[k] in { z: 1 }) log(o.a); for ({ a: o[k] } of [{ a: 3 }]) log(o.a); for ([x = o[k]] of [[]]) log(x);
[x, o[k]] = [o[k], x]; log(x, o.a); x = o.a = o["b"] = 4; log(x, o);
// --- peer: members as destructuring targets
const o = {}; ({ a: o.x } = { a: 1 }); for (o.x of [2]); for (o.x in { q: 1 }); [...o.x] = "ab"; log(o);
// --- computed reads
const o = { a: 1, get g() { log("getter"); return 2; }, 1: "one", undefined: "u" }, a = [10, 20, 30], key = { toString() { log("toString"); return "a"; } };
log(o["a"], o["g"], o[1], o[key], a[0], a[5], a["length"], a[-1], o[undefined], o[(log("k"), "a")], "str"[1], "str"[9], o["a"] < a[1], a[a[0] - 9], a[a.length - 1][0], o[`a`], o["a" + ""], o[Symbol.iterator], a[Symbol.iterator] === a.values);
for (const f of [() => null["x"], () => undefined[key], () => o["q"]["r"], () => o.q["r"], () => undeclared["x"], () => a[9]["x"], () => null[Symbol("s")], () => o[{ toString: null, valueOf: null }], () => o["q"].r]) { try { log(f()); } catch (e) { log(e.name, e.message); } }
const fn = { f() { return this === fn; } }; log(fn["f"](), fn["f"]?.(), new (class { ["x"] = 5; })()["x"], [() => this][0]() === this); class S { static m() { return 1; } } class T extends S { static m() { return super["m"]() + super["x" === "x" ? "m" : "n"](); } static p = super["m"]; } log(T.m(), typeof T.p); log(typeof o["zz"], void o["a"], [...a[0].toString()], [o["a"]], `${o["a"]}`, -a[0], !a[0], a[0] ? a[1] : a[2]);
// --- proxy reads (peer: extra traps)
const seen = []; const p = new Proxy({ a: 1 }, new Proxy({}, { get(_, trap) { seen.push(trap); } })); p.a; p["a"]; p["b"]; p["a"] === 1; "c" in p; p instanceof Object; p && p["x"]; log(seen.join());
// --- tracked calls
const s = "hello", a = [1, 2, "x", NaN], m = new Map([["k", 1]]), t = new Set([1]), r = /l+/g; let i = 0;
log(s.includes("ell"), s.startsWith("he"), s.endsWith("lo"), s.indexOf("l"), s.lastIndexOf("l"), a.includes(NaN), a.indexOf(NaN), a.includes(2), m.has("k"), m.has("z"), t.has(1), r.test(s), r.lastIndex, r.test(s), r.lastIndex);
log("abcd".endsWith("abc", 1), "abc".endsWith("c", 0), "abc".startsWith("b", 1), "abc".includes("a", 1), "abc".indexOf("", 9), a.includes(1, 1), s.includes(), a.indexOf(), "undefined".includes(), s.includes("h", 1, 2, 3), [1, 2, 1].lastIndexOf(1), [,].includes(undefined), [,].indexOf(undefined));
log(s.includes((i++, "h"),), a . includes ( 2 ) , s
  .startsWith("h")
  && s // comment
  .endsWith("o"), !s.includes("z"), s.includes("z") || s.includes("h"), s.indexOf("z") === -1, s.includes("h") ? 1 : 2);
if (s.includes("q")) log("no"); else if (t.has(2)) log("no"); else log("yes"); while (!r.test("nope") && i < 3) i++; log(i);
// --- tracked names that are something else
const o = { has(x) { log("own has", this === o, x); return x; }, test: () => "arrow", includes: 5, get indexOf() { log("get"); return () => "got"; } }; log(o.has(1), o.has(0) && 1, o.test(), o.indexOf(log("argument")), !o.has(""), o.has(2) ? "t" : "f"); if (o.has(0)) log("no"); else log("else");
for (const f of [() => o.includes(1), () => o.startsWith(), () => o.q.has(1), () => undefined.has(1), () => o.has.nope.test(1), () => "x".y.includes(1), () => o.a(1).includes(), () => null.has(log("not run")), () => o.startsWith(log("run")), () => [1].has(2), () => o["has"].startsWith(1), () => this.has(1), () => (o || 0).endsWith(1), () => "abc".test(1), () => `abc`.test(1), () => /a/.has(1), () => new Date().has(1), () => o[0].has(1), () => "a".startsWith(/a/), () => (function () {}).has(1), () => [1, 2].test(), () => Symbol().includes(1), () => (1).test(1), () => f1().has(2), () => Object.keys({}).has(2), () => (o && o).lastIndexOf(2), () => o.z.endsWith`x`, () => new o.has.test(), () => (typeof o).has(1), () => (async () => {})().has(1), () => [...s1].has(1), () => ({}).has(1), () => true.test(1), () => null?.has(1), () => o?.endsWith(1)]) { try { log(f()); } catch (e) { log(e.name, e.message, /case.js:\d+/.exec(e.stack)?.[0]); } } function f1() { return 1; } var s1 = "ab";
// --- tracked calls keep receiver, order and once
const log1 = (n, v) => (log(n), v); const o = { get s() { log("get s"); return { get includes() { log("get includes"); return function (...a) { log("call", a); return true; }; } }; } };
log(log1("receiver", o).s.includes(log1("arg1", 1), log1("arg2", 2)), o.s.includes(...[1, 2]), o.s.includes?.(3), o.s?.includes(4)); class R { #h = new Set([1]); has(x) { return this.#h.has(x); } m() { return super.toString().includes("object"); } static test() { return super.test; } } class Q extends R { has(x) { return super.has(x) && !super.has(2); } } log(new Q().has(1), new R().m(), R.test());
const nest = "a,b"; log(nest.includes(nest.includes("a") ? "b" : "z"), [nest.includes("a")].includes(true), nest.split(",").includes("a") && nest.split(",").map((x) => x.startsWith("a")).includes(false));
log(nest.split(",").map((x) => x + x), nest.trim().repeat(2), [3, 1].includes(3).toString(), new Date(0).getUTCFullYear(), new Date(86_400_000).toISOString().slice(0, 10), nest.split(",").filter(Boolean).length);
for (const f of [() => nest.split(",").nope(), () => new Date(0).nope(1), () => nest.trim().length(), () => nest.trim()(), () => new Date(0).getTime().nope(), () => nest.split(",").map(1), () => nest.nope().trim().repeat(2), () => new Date(0)(), () => new Date(0).getTime.nope.x(), () => (0, nest.at)(1).trim(), () => (0, f).trim(), () => (1, 2, f, nest)(0).at.call(1), () => ((0, nest).nope)().trim()]) try { f(); } catch (e) { log(e.name, e.message); }
const { getTime, nope: none = 4, ...restOfDate } = new Date(5); log(typeof getTime, none, restOfDate); try { const { nope: { x } } = new Date(5); } catch (e) { log(e.message); } try { const { [nest.nope()]: x } = new Date(5); } catch (e) { log(e.message); } try { const [one] = new Date(5); } catch (e) { log(e.message); } try { const { a } = new nest(5); } catch (e) { log(e.message); }
let [s1, s2] = nest.split(","); [s2, s1] = (nest.trim().split(",")); log(s1, s2); for (const [m0] = nest.match(/b/); s1; s1 = "") log(m0);
const odd = { split() { return this.v; }, at: 5 }; for (const v of [undefined, null, 5, {}, "xy", [1]]) { odd.v = v; for (const f of [() => { const [a] = odd.split(); return a; }, () => { let a; [a] = odd.split(); return a; }, () => { const [[a]] = odd.split(); return a; }, () => { const [a] = (odd.split(1)); return a; }]) for (let n = 0; n < 3; n++) try { log(f()); } catch (e) { log(e.name, e.message); } }
for (const f of [() => { const [a] = odd.at(0); }, () => { let a; [a] = odd.includes(1); }, () => { const [a] = (odd.at("x")); }, () => { const [a] = odd?.at(0); }, () => { const [a] = odd.at.test(0); }, () => { const [a] = nest.trim(1).at.test(0); }, () => { const [a] = new Date(1).test(0); }, () => { let a; [a] = [nest].at.test(2); }, () => { const [a] = "(...)".test(1); }, () => { [] = (odd.split ?? odd).call(nest).test(); }]) for (let n = 0; n < 3; n++) try { f(); } catch (e) { log(e.name, e.message); }
class Sub extends Set { has(x) { log("Sub.has"); return super.has(x); } } log(new Sub([1]).has(1), new Sub().has(1)); const own = Object.assign([1], { includes: () => "own" }); log(own.includes(5));
String.prototype.has = function (x) { "use strict"; return typeof this + x; }; log("s".has(1)); delete String.prototype.has; log("x".includes.call("xyz", "y"), Reflect.apply("".startsWith, "abc", ["a"]), Array.prototype.includes.apply([1], [1]));
// --- entries by name, and what throws on a wrong argument
const head = new Headers([["A", "1"], ["b", "2"]]), form = new FormData(), params = new URLSearchParams("a=1&b=2&a=3"); form.append("a", "1"); log(head.get("a"), head.get("c"), head.has("B") && !head.has("c"), head.delete("A"), [...head], form.get("a"), form.get("b") ?? "none", form.has("a"), form.delete("a"), [...form], params.delete("a"), params.delete("b", "3"), String(params));
for (const f of [() => head.get(), () => head.get("a b"), () => head.has(Symbol("s")), () => head.get.call({}, "a"), () => form.get(), () => form.has.call(head, "a"), () => params.delete(), () => head.delete.call(new Proxy(head, {}), "b"), () => Headers.prototype.has("a"), () => head.gets("a"), () => form.get.nope("a")]) try { log(f()); } catch (e) { log(e.name, e.message); }
const named = (log) => ({ toString() { log("toString"); return "b"; } }); log(head.get(named(log)), form.has(named(log)), params.delete(named(log)), String(params)); class OwnHeaders extends Headers { get(x) { log("own get", x); return super.get(x); } keys() { log("own keys"); return super.keys(); } } log(new OwnHeaders({ a: "1" }).get("q"), new OwnHeaders({ a: "1" }).has("q"));
const key = {}, weak = new WeakMap([[key, 1]]), weakly = new WeakSet([key]); log(weak.get(key) > 0 && weak.has(key), weak.get({}), weak.get(5), weak.delete(key), weak.delete(key), weakly.has(key) ? "in" : "out", weakly.has(undefined), weakly.delete(key)); for (const f of [() => weak.get.call({}, key), () => weakly.has.call(weak, key)]) try { log(f()); } catch (e) { log(e.name, e.message); }
const like = { get size() { log("size"); return 1; }, has(x) { log("has", x); return x === 1; }, keys() { log("keys"); return [1].values(); } }; for (const f of [() => new Set([1]).isSubsetOf(like), () => new Set([2, 3]).isSupersetOf(like), () => !new Set([1]).isDisjointFrom(like), () => new Set([1]).isSubsetOf(new Set([1, 2])) && new Set().isSubsetOf(new Map()), () => new Set([1]).isSubsetOf([1])]) try { log(f()); } catch (e) { log(e.name, e.message); }
log(Buffer.compare(Buffer.from("a"), Buffer.from("b")) < 0, Buffer.from("b").compare(Buffer.from("a")) > 0, Buffer.from("abc").compare(Buffer.from("b"), 0, 1, 1, 2)); for (const f of [() => Buffer.compare("a", Buffer.from("a")), () => Buffer.from("a").compare("a"), () => Buffer.from("a").compare()]) try { log(f()); } catch (e) { log(e.name, e.message); }
for (const x of ["[1]", "{", "5", "%", "YQ==", "http://a/b", ""]) for (const f of [(x) => JSON.parse(x), (x) => JSON.parse(x, (k, v) => (log(k), v)) && 1, (x) => BigInt(x) > 4n, (x) => decodeURIComponent(x) === x, (x) => atob(x).length, (x) => new URL(x).host, (x) => (JSON.parse(x) && BigInt(x)) || atob(x)]) for (let n = 0; n < 2; n++) try { log(f(x)); } catch (e) { log(e.name, e.message); }
// --- async tracked calls
const g = async (v) => v; return (async () => { log("abc".includes(await g("b")), (await g("abc")).includes("c"), (await g([1])).includes(await g(1)) && "abc".startsWith(await g("z"))); try { (await g({})).includes(await g(1)); } catch (e) { log(e.message); } })();
// --- tagged templates (peer: this lost)
const o = { t(s, ...v) { return [this === o, s.raw, v]; }, k: "t" }; log(o.t`x${1 < 2}y`, o["t"]`z`, o[o.k]`w${o["k"]}`); const same = () => ((s) => s)`a${1 < 2}`; log(same() === same());
const id = (s) => s; function f() { return id`a`; } log(f() === f()); try { o.zz`x`; } catch (e) { log(e.message); } try { o["q"]["r"]`x`; } catch (e) { log(e.message); }
// --- peer: optional call keeps this
const o = { n: 7, m() { return this.n; } }; log(o.m?.(), o?.m?.(), o["m"]?.());
// --- what V8 prints
const o = { a: {}, f() { return {}; } }, k = "key", a = 1, b = undefined; const all = [() => o[k](), () => o.a[k](1 < 2), () => (a < 2)(), () => (a && b)(), () => (a || b)(), () => (!a)(), () => (a ? b : 1)(), () => new o[k](), () => new (a < 2)(), () => o.f().g(), () => o.f()[k](), () => o.f(1 < 2).h(), () => (a ?? b)(), () => o?.[k](), () => o?.a?.b(), () => [...o[k]], () => Math.max(...o[k]), () => { for (const x of o[k]); }, () => { const [x] = o[k]; }, () => { const { x } = o[k]; }, () => { let x; [x] = o[k]; }, () => { let x; ({ x } = o[k]); }, () => { const [x] = a < 2; }, () => { const { x } = a && b; }, () => [..."x" in o], () => new Map(o[k] || 5), () => Promise.resolve(1)[k](), () => o[k][k], () => o[k].x, () => (0, o[k])(), () => (a, b)(), () => o.a.b.c(), () => b[k], () => b.x, () => (a < 2 ? o : b).q(), () => new b(), () => new (o[k])(), () => { [..."ab"][k](); }, () => `${a}`[k](), () => a[k](), () => (() => 1)()(), () => o[a < 2](), () => o[`x${a}`](), () => this[k](), () => (o.x = a < 2)(), () => { const [[x]] = [o[k]]; }, () => { for (const [x] of [b]); }, () => { for (const { x } of [b]); }, () => { (({ x }) => x)(o[k]); }, () => { (([x]) => x)(a < 2); }, () => { var { x: { y } } = { x: o[k] }; }, () => (async () => { }, o[k]).p(), () => o.f?.(1 < 2).z(), () => super_(), () => { class A extends o[k] {} }, () => { class A extends (a < 2) {} }, () => { new (class extends null { })(); }, () => Reflect.construct(o[k]), () => [].reduce((x, y) => x), () => o[k] instanceof o[k], () => a in b, () => [] instanceof a, () => 5n + 1, () => a.b.c, () => null[a < 2 ? k : ""]];
for (const f of all) { try { log(f()); } catch (e) { log(e.name, e.message); } } function super_() { return o.a.b(); }
for (const f of [() => (() => o)().q(), () => (() => a < 2)()(), () => [...(() => a < 2)()], () => (x => x && 1)(2)(), () => new (() => a < 2)(), () => (() => (() => a < 2)())()(), () => [1].map(x => x < 2).q(), () => [1].map(x => x && 2)[k].z, () => [..._(x => x < 1)], () => new (class { m() { return 1 < 2; } })().m()(), () => ({ a: x => x < 1 })[k](), () => (a ? () => 1 < 2 : 0)()()]) { try { log(f()); } catch (e) { log(e.name, e.message); } } function _() { return 1; }
return (async () => { for await (const x of o[k]); })().catch((e) => log(e.message));
// --- classes
const k = "dyn"; class A { static #p = 1 < 2; #x = 1; #y; static s = A.#p && 3; f = this.#x < 2; ["c" + k] = 1 ? 2 : 3; static { this.t = this.s > 2 ? "block" : 0; if (this.s) { log("static if"); } for (const x of [1]) log(x); } constructor(y = 5) { this.#y = y; } #m(z = 2) { return z < this.#x || this.#y; } m() { return this.#m() && this.#m?.(0) && o1?.[k]; } get x() { return this.#x; } set x(v) { this.#x = v; } inc() { this.#x++; this.#x += 2; this.#x ||= 1; return this.#x; } static h(o) { return #x in o && o.#x > 0; } static async *[Symbol.asyncIterator]() { yield 1; } arrow = () => this.#x === 1; static fn = function () {}; static ar = () => {}; }
var o1 = { dyn: "d" }; const a = new A(); log(a.m(), a.x, a.inc(), A.h(a), A.h({}), A.t, A.s, a.f, a.cdyn, a.arrow(), A.fn.name, A.ar.name); a.x = 9; log(a.x); try { A.prototype.m.call({}); } catch (e) { log(e.name, e.message); } try { A(); } catch (e) { log(e.message); }
class B extends A { constructor(x) { if (x > 1) { super(x); } else { super(); } this.b = super.m() || super["m"](); } m() { return super.m() && super.x !== undefined; } static get n() { return super.s; } get x() { return super.x; } } log(new B(2).b, new B(0).m(), B.n, B.name, B.length); class C extends B { } log(new C(1).b);
try { new (class extends A { constructor() { this.x; super(); } })(); } catch (e) { log(e.name, e.message); } try { new (class extends A { constructor(x) { if (x > 1) super(); } })(); } catch (e) { log(e.name, e.message); } class E { static x = this.y ?? "none"; 'quoted' = 1; 5 = 2; static async = 1; get = 2; set = 3; static = 4; } log(E.x, new E()); new (class { constructor() { return { r: 1 < 2 }; } })().r && log("returned");
class P1 extends (log("heritage"), 1 < 2 ? A : B) { [(log("key1"), "a")] = log("field"); static [(log("key2"), "b")] = 1; } new P1();
// --- peer: super and private names
class A1 { m() { return "m"; } get p() { return "p"; } } class B1 extends A1 { #x = 1; #m() { return this.#x; } t() { return [super.m(), super.p, this.#x, this.#m(), this.#x === 1 && super.m() === "m"]; } } log(new B1().t());
// --- getters, setters and objects
const o = { _v: 1, get v() { return this._v > 0 ? this._v : -1; }, set v(x) { this._v = x && x < 9 ? x : 0; }, async a() { return 1 < 2; }, *g() { yield 1 ? 2 : 3; }, ["k" + (1 < 2)]: 5, "q q": 1, 3: 4, __proto__: { inherited: true }, f: (x) => x ? "t" : "f", s() { return super.toString && 1; } }; o.v = 5; log(o.v, o, o.inherited, [...o.g()], o.f(0)); o.v = 10; log(o.v); return o.a();
// --- spread and rest
const f = (...a) => a, o = { a: 1, ...(1 < 2 && { b: 2 }), ...null, ...(0 ? { c: 1 } : { d: 3 }) }; log(f(...[1, 2], 3 < 4, ...(1 < 2 ? [5] : [])), o, [...(o.a > 0 ? "yes" : "no")], Math.max(...[1, 2].map((x) => x > 1 ? x : 0))); const { a, ...rest } = o; log(a, rest); new (class { constructor(...x) { log(x); } })(...[1], ...f(2 > 1));
// --- comma, void, in, update
let a = 1, b = 2; log((a++, a < b, b--), void (a < b), a++ < b--, -a < +b, ~a === -3, a ** 2 > 3, (a, b) ? 1 : 2, [a < b, a > b]); if (a, b) log("seq"); while (a--, a > 0); for (;a++, a < 3;); do log(a); while (b++, b < 2); log(a, b); switch (a, b) { case (1, b): log("seq case"); } const t = () => (a, b); log(t()); function r() { return a, b < 5; } log(r());
// --- arrows
const f1 = x => x < 2, f2 = (x, y = x > 1) => ({ x, y }), f3 = async x => x && 1, f4 = () => {}, f5 = () => void 0, f6 = x => y => x < y, f7 = () => [] , f8 = x => { if (x) return x }, f9 = () => () => ({}), f10 = () => function () {}, f11 = () => class {}, f12 = (x) => (x, 1), f13 = () => x => x in { a: 1 }; log(f1(1), f2(2), f4(), f5(), f6(1)(2), f7(), f8(0), f9()(), f10().name, f11().name, f12(0), f13()("a")); return f3(1);
// --- regular expressions after probes
var a = 4, g = 2; if (a < 5) /re/.test("re") && log("ok"); var b = a > 3 ? /x/g : /y/; log(b, a / g / 1 < 3, [/a/ .test("a")]); {} /foo/g; log(a++ / 2 > 1);
// --- with
var o = { a: 1, __nm: 5, has: 1, x: { valueOf() { return 3; } } }, b = 2; with (o) { a = 5; b = a > 4 ? 9 : 8; var c = a && b; log(a < b, typeof __nm, x > 2); (function () { return a === 5; })() && log("fn"); } log(o.a, b, c); with (1 < 2 ? o : {}) log(a); if (1) with (o) if (a) log("w"); const p = new Proxy({}, { has(t, k) { log("has", k); return false; } }); with (p) { b; }
function w(o) { with (o) { return q; } } log(w({ q: 7 })); try { with (null) {} } catch (e) { log(e.message); }
// --- sloppy this and arguments
function f() { return typeof this + arguments.length + (arguments[0] === 1 ? "one" : ""); } log(f(1), f.call(1, 2), f.apply(null, [1, 2])); function g(a, b) { b = a < b; return arguments[1]; } log(g(1, 2)); function c() { return arguments.callee === c && typeof c.caller; } log(c());
// --- errors in the middle keep effects
const seen = []; const e = (n) => { seen.push(n); if (n === 3) throw new Error("three"); return n; }; try { [e(1) < e(2), e(3) || e(4), e(5)]; } catch (x) { log(x.message); } try { e(1) ? e(2) && e(3) : e(4); } catch (x) { log(x.message); } log(seen);
// --- big integers and symbols
const s = Symbol("s"), o = { [s]: 1n }; log(o[s] > 0n, o[s] === 1n && -o[s] < 0, s in o, typeof o[s] === "bigint", !o[s], 2n ** 64n > 1e19); try { o[s] < s; } catch (e) { log(e.message); } try { !s || s + ""; } catch (e) { log(e.message); }
// --- new.target and meta
function F() { return new.target === undefined ? "call" : new.target === F && undefined; } log(F(), new F() instanceof F); class G { constructor() { log(new.target === G ? "G" : new.target.name); } } new G(); new (class H extends G {})(); Reflect.construct(G, [], F);
// --- function text is still text
const f = function named(a) { return a < 1; }; log(typeof f.toString(), f.name, f.length, String(Math.max));
// --- deep recursion throws the same class
function f() { return f() || 1; } try { f(); } catch (e) { log(e.name, e.message); }
// --- freeze, define, json
const o = Object.freeze({ a: 1 }); (function () { "use strict"; try { o["a"] = 2; } catch (e) { log(e.message); } try { delete o["a"]; } catch (e) { log(e.message); } try { undeclaredX = 1; } catch (e) { log(e.message); } try { o.a++; } catch (e) { log(e.message); } })(); log(JSON.stringify({ a: 1 < 2, toJSON: undefined }), Object.keys({ a: 1 ? 1 : 0 }));
// --- sort and callbacks
log([3, 1, 2].sort((a, b) => a < b ? -1 : a > b ? 1 : 0), [1, 2, 3].filter((x) => x > 1 && x !== 3), [1, 2].some((x) => x === 2), [[1, 2], [3]].map(([a, b = 0]) => a + b), "a-b".replace(/-(.)/, (m, c) => c ? c.toUpperCase() : m), [..."abc"].reduce((a, c) => (a[c] = (a[c] || 0) + 1, a), {}));
// --- messages with a conditional, an assignment or an empty object in them
let u, o = {}, message = (f) => { try { f() } catch (error) { log(error.message) } };
for (const v of [0, 1]) {
  message(() => (v ? o : o).foo());
  message(() => (u || (v ? o : o)).foo());
  message(() => { const [x] = v ? o : 7 });
  message(() => { const { x } = v ? u : null });
  message(() => new (v ? 1 : o)());
  message(() => log(...(v ? 1 : o)));
  message(() => (o.x = u || o)());
  message(() => { for (const x of v ? 1 : o); });
  message(() => (u || {}).foo());
  message(() => (v && o || {}).foo());
  message(() => { const [x] = u || {} });
  message(() => { const { x: { y } } = u ?? {} });
}
// --- functions in fields and defaults have the names of their places
class Named { x = () => 1; static y = function () {}; #z = class {}; "q r" = () => 2; ["c"] = () => 3; z() { return this.#z.name } }
const named = new Named();
log(named.x.name, Named.y.name, named.z(), named["q r"].name, named.c.name, named.x());
const withDefaults = (f = () => 4, { g = class {}, h: i = function () {} } = {}, [j = () => this] = []) => log(f.name, g.name, i.name, j.name, f());
withDefaults();
withDefaults(() => 5, { g: 1, h: 2 }, [3]);
class Base { m() { return "base" } }
class Derived extends Base { f = () => super.m(); static own = class { static label = this.name } }
log(new Derived().f(), Derived.own.label);
// --- computed reads in function bodies: read in place, through locals
function f(o, k, n) { const a = [o, [1, [2]], "ab"]; log(o[k], o["x"], a[0][k], a[1][1][0], a[2][n], a[n - 1], a[n + 1]?.q, (o)[(k)], o[(log("key"), k)], this[k], a[a.length - 1], [3, 4][n], ({ y: 5 })[k], (() => o)()[k], a[a[1][0]][a[1][a[1][0] - 1]]); return o[k]; }
log(f({ x: 1, y: 2 }, "y", 1), f.call({ y: 6 }, { x: null }, "y", 1), f.call({}, [], 0, 0));
function g(o, k) { try { return o[k]; } catch (e) { return e.message; } } log(g(null, "a"), g(undefined, 1), g(undefined, Symbol("s")), g({ get a() { throw new Error("own"); } }, "a"), g({}, { toString() { throw new RangeError("key"); } }), g("abc", 1), g(5, "toFixed") === Number.prototype.toFixed, g({}, Symbol.iterator), g(1n, "x"));
function once() { let n = 0; const o = { get a() { n++; return { get b() { n++; return undefined; } }; } }, key = { toString() { n++; return "a"; } }; const r = [o[key]["b"], o["a"]["c"], o[(n++, "zz")]]; return [n, r.length]; } log(once());
function proxied() { const p = new Proxy({}, { get(t, k) { log("get", String(k)); return k === "a" ? p : undefined; }, has() { log("has"); }, getOwnPropertyDescriptor() { log("gopd"); }, ownKeys() { log("ownKeys"); return []; } }); return [p["a"]["b"], p[1]]; } log(proxied());
function reassigned() { let o = { get a() { o = null; return undefined; } }, k = "a"; const v = o[k]; let q = { toString() { q = "z"; return "w"; } }, w = { w: 1 }; return [v, o, w[q], q]; } log(reassigned());
function names() { const o = { length: 1 }; return [(function () {})["name"], (() => 1)["name"], (class {})["name"], o[function () {}], o[class {}], o[() => 2]]; } log(names());
function deep(n) { const o = { v: n, next: n > 0 ? deep(n - 1) : undefined }; const k = "next"; return o[k] === undefined ? [o["v"]] : [o["v"], ...deep(n - 2)[["length"][0]] > 0 ? o[k] : []]; } log(deep(3));
function* gen(o) { const r = o[yield "key"]; const s = (yield "object")[yield "second"]; return [r, s, o[(yield 1) + (yield 2)]]; } const it = gen({ a: 1, ab: 2 }); log(it.next(), it.next("a"), it.next({ b: 3 }), it.next("b"), it.next("a"), it.next("b"));
async function later(o, k) { const x = (await o)[await k]; const y = o[await Promise.resolve(k)]; return [x, y, (await [o])[0][k]]; }
function closures() { const fs = []; for (let i = 0; i < 3; i++) { const a = [i, i * 2]; fs.push(() => a[1], function () { return a[0] + this[i]; }); } return fs.map((f, i) => f.call([7, 8, 9], i)); } log(closures());
function conditions(o, k) { if (o[k]) log("if"); if (!o[k] || o["b"]) log("or"); for (let i = 0; o[i] && i < 3; i++) log(i, o[i]); while (o.list[o.list.length - 1]) o.list.pop(); switch (o[k]) { case o["c"]: log("case"); } return o[k] ? o["d"] : o["e"] ?? o["f"]; } log(conditions({ b: 1, d: 2, 0: 9, c: undefined, f: 4, list: [0, 1, 2] }, "k"), conditions({ k: 1, d: 2, 0: 0, list: [1] }, "k"));
const global = (name) => { Object.defineProperty(globalThis, name, { configurable: true, get() { log("global"); return [1]; } }); }; global("lazy"); function reads() { return [lazy[0], lazy[lazy[0]], lazy[lazy.length - 1]]; } log(reads()); delete globalThis.lazy;
class C { #p = [1, 2]; static s = [3][0]; m(i) { return this.#p[i] + C.s + this[`k${i}`] + super["toString"].length; } k1 = 5; get [["g"][0]]() { return this["k1"]; } } log(new C().m(1), new C().g);
function frozen() { "use strict"; return (function () { return this?.["x"]; })() ?? arguments[0] ?? arguments[arguments.length - 1]; } log(frozen(1, 2), frozen());
function sloppy() { with ({ o: { a: 1 } }) { return o["a"]; } } function evaluated(o) { eval("var k = 'a'"); return o[k]; } log(typeof sloppy, evaluated({ a: 4 }));
return later({ a: 1 }, "a").then(log);
// --- typeof of names and properties
const o = { get t() { log("t"); return "6"; }, f() { return typeof this; }, n: null }, f = (v) => (log("f"), v), taint = "_EM_1_XYZ_";
log(typeof o, typeof o.t, typeof o.n, typeof o.f, typeof o.f(), typeof (o.t), typeof o?.t, typeof o?.u?.x, typeof undeclared, typeof f(5), typeof taint, typeof o[f("t")], typeof typeof o, typeof (0, o.f), typeof -o.t, typeof (() => 1), typeof class {}, typeof f.call);
for (const bad of [() => typeof o.x.y, () => typeof late, () => typeof o.nope(), () => typeof null.x, () => (typeof o.t)(), () => typeof o.t.x.y, () => (typeof taint).x.y, () => new (typeof taint)()]) try { log(bad()); } catch (e) { log(e.name, e.message); } let late = 1;
if (typeof taint === "number") log("no"); else if (typeof taint !== "string" || typeof o.n === "object") log("null"); switch (typeof late) { case "number": log("number"); } const kind = (typeof o.t === "string") ? typeof o.n : typeof taint; log(kind, typeof taint == "object" && typeof o, !(typeof taint === "boolean"), `${typeof taint}`);
class C { #p = "x"; kind() { return [typeof this.#p, typeof super.toString, typeof new.target, typeof this, typeof arguments]; } static s = typeof this.name; } log(new C().kind(), C.s); function sloppy() { with ({ w: 1 }) { return typeof w; } } log(sloppy(), (function () { return typeof arguments[0]; })(5), eval("typeof o"), eval("var e = 1; typeof e"));
async function later() { return [typeof await o.t, typeof (await f("x"))]; } function* g() { log(typeof (yield 1)); } const it = g(); it.next(); it.next("11"); return later().then(log);
// --- tracked calls that are spread or looped over
const x = { s: "a,b", split(...a) { log("split", a.length); return x.made; }, made: [1, 2], deep: { s: "p;q" }, slice() { return x; } };
const tell = (f) => { try { log(f()); } catch (e) { log(e.name, e.message, e.stack.split("\n")[1].includes("nearmiss/runtime")); } };
tell(() => [...x.s.split(",")]); tell(() => [0, ...x.s.split(","), , ...x.deep.s.split(";")]); tell(() => [...x.split(1)]); tell(() => [...x.slice(1).deep.s.matchAll(/[pq]/g)].map((m) => m[0])); tell(() => { const all = []; for (const a of x.s.split(",")) all.push(a); for (const [a] of x.deep.s.matchAll(/./g)) { if (a === ";") continue; all.push(a); } return all; });
for (const made of [5, null, undefined, {}, "text", Symbol("s"), { [Symbol.iterator]: 5 }, { [Symbol.iterator]: null }, { [Symbol.iterator]() { return 5; } }, { [Symbol.iterator]() { return {}; } }, { [Symbol.iterator]() { return { next() { return 7; } }; } }, { [Symbol.iterator]() { return { next() { return "x"; } }; } }, { get [Symbol.iterator]() { log("get"); return undefined; } }, { get [Symbol.iterator]() { log("get"); throw new RangeError("getter"); } }, new Proxy({}, { get(o, k) { log("proxy", String(k)); } }), new (class extends Array {})(2), Object.assign([1], { [Symbol.iterator]: function* () { yield "own"; } })]) { x.made = made; tell(() => [...x.split()]); tell(() => [...x.slice().split(2)]); tell(() => { const all = []; for (const a of x.split()) all.push(a); return all; }); tell(() => { for (const a of x.slice(3).split(2)) log(a); }); }
let closed = 0; const counted = () => ({ n: 0, [Symbol.iterator]() { log(this === x.made); return this; }, get next() { log("next"); return () => ({ get done() { log("done"); return x.made.n > 2; }, get value() { log("value"); return x.made.n++; } }); }, return(v) { closed += 1; log("return"); return {}; } });
x.made = counted(); tell(() => [...x.split(), "end"]); x.made = counted(); tell(() => { for (const a of x.split()) if (a === 1) break; return closed; }); x.made = counted(); tell(() => { for (const a of x.split()) throw new Error("inside"); }); x.made = counted(); tell(() => { outer: for (const b of [1, 2]) for (const a of x.split()) continue outer; return closed; });
for (const f of [() => [...x.nope.split()], () => [...x.deep.split()], () => [...x.deep.split(1).y], () => { for (const a of x.deep.split()) ; }, () => { for (const a of x.slice(1).deep.split(2)) ; }, () => log(...x.deep.split()), () => [...x.made.split("x")], () => [...(x.deep.split())], () => [...x.deep?.split()], () => [...x.deep.split?.()]].filter((f) => f)) tell(f);
function* g() { const all = [...(yield 1).split(yield 2)]; for (const a of (yield all).split(yield 3)) yield a; } const it = g(); log(it.next().value, it.next("u-v").value, it.next("-").value, it.next("k l").value, it.next(" ").value, it.next().value, it.next().done);
const own = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function () { log("patched"); return own.call(this); }; try { log([...x.s.split(",")].length); for (const a of x.s.split(",")) log(a); log([..."a-b".matchAll(/a/g)].length); } finally { Array.prototype[Symbol.iterator] = own; }
// --- unary plus
const o = { valueOf() { log("valueOf"); return 4; }, s: "5", get t() { log("t"); return "6"; } }, f = (v) => (log("f"), v);
log(+o, +o.s, +o.t, +f("7"), +f(o), -+o.s, + +o.s, +(o.s || 0), +(o.u ?? "8"), +o?.s, +o?.u?.x, +[], +{}, +null, +"_EM_1_XYZ_", +f("_EM_1_XYZ_"), +true, typeof +o.s);
for (const bad of [Symbol("s"), 5n, Object.create(null)]) try { log(+bad); } catch (e) { log(e.name, e.message); } try { +undeclared; } catch (e) { log(e.message); } try { +o.x.y; } catch (e) { log(e.message); } try { +o.nope(); } catch (e) { log(e.message); }
(async () => log(+await "9", +await f("10")))(); function* g() { log(+(yield 1)); } const it = g(); it.next(); it.next("11"); if (+o.s > 4 && +o.s < 6) log("five"); const { [+o.s]: z = +o.t } = [0, 0, 0, 0, 0, 3]; log(z);
// --- calls that end at no function, through others
const say = (f) => { try { log(f()); } catch (e) { log(e.name, e.message, e.stack.split("\n")[1].includes("nearmiss/runtime")); } };
const { call, apply } = Function.prototype, o = { nothing: undefined, call, apply };
for (const f of [() => call.call(undefined, 0), () => call.call(o.nothing), () => apply.call(5), () => call.apply(null, [1]), () => apply.apply(1, []), () => call.call.call(2), () => o.call(1), () => o.apply(1, [2])]) say(f);
say(() => Reflect.apply(call, undefined, [])); say(() => Reflect.apply(apply, "text", [])); say(() => Reflect.apply(call, call, [1])); say(() => Reflect.apply(1, 2, [])); say(() => Reflect.apply(call, call, [log, 1, 2])); say(() => call.apply(o.nothing, { get length() { log("length"); return 0; } }));
say(() => call.apply(call, { length: 2, get 0() { throw new RangeError("of the list"); } })); say(() => call.call([].find, [1], 5)); say(() => call.bind(null)()); say(() => call.bind(apply)(1)); const bound = call.bind(Map.prototype.get); say(() => bound(new Map([[1, 2]]), 1)); say(() => bound(1)); say(() => call.call(class A {})); say(() => call.call(function () { throw new TypeError("reflectApply is not a function"); }));
for (const m of ["every", "some", "find", "findIndex", "findLast", "findLastIndex"]) { say(() => [1, 2][m](call, 0)); say(() => [1, 2][m](apply, "text")); say(() => [Boolean][m](Reflect.apply)); } say(() => [1, 2].every(call, 0)); say(() => [1, 2].some(apply)); say(() => ["a"].find(call, Boolean)); say(() => [1].findIndex(Reflect.apply, 1)); say(() => [].findLast(call)); say(() => [5].findLastIndex(call, (v) => v === 0));
