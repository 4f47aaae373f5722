// `&&`, `||`, `!`.
// --- values and order
const f = (v) => (log("f", v), v);
for (const a of [0, 1, "", "x", null, NaN]) for (const b of [0, 1, "y"]) log(f(a) && f(b), f(a) || f(b), !f(a), !(f(a) && f(b)), f(a) && f(b) || f(3), f(a) || f(b) && f(3), (f(a) || f(b)) && f(3));
// --- flat chains
const t = 1, z = 0;
log(t && t && z && t, z || z || t || z, t && t && t && t && t && 7, z || z || z || "" || null);
// --- mixed with comparisons
for (let x = 0; x < 6; x++) for (let y = 0; y < 6; y++) log(x < 3 && y > 2, x < 3 || y > 2, x === 1 && y === 2 && x !== y, !(x < 3) || !(y > 2) && x, (x < 3 && y > 2) || (x > 3 && y < 2));
// --- exceptions in each operand
const bad = (n) => { throw new Error("bad " + n); };
for (const f of [() => bad(1) && 2, () => 1 && bad(2), () => 0 || bad(3), () => bad(4) || 1, () => 1 && 2 && bad(5) && 4, () => !bad(6), () => (1 && bad(7)) || 2]) { try { log(f()); } catch (e) { log(e.message); } }
// --- peer: literals with effects are not run
let n = 0; const f = () => { n++; };
log(false && [n++], false && { a: n++ }, true || [f()], n);
// --- peer: getters are not run
const o = { get g() { log("getter"); return 1; }, toString() { log("toString"); return ""; }, h() { return false && this.g; } };
log(false && o.g, o.h(), false && o?.g, false && (o + ""), n0());
function n0() { return true || o.g; }
// --- speculation reads only what is pure
let late = 5;
function early(x) { return x && late > 3 && x < 9 && !late; }
log(early(0), early(1), early(10));
function tdz(x) { return x && inner; }
log(tdz(0));
const inner = 1;
log(tdz(1));
// --- a binding in its dead zone throws only when reached
{
  const g = (x) => x && later < 3;
  log(g(0));
  try { g(1); } catch (e) { log(e.name, e.message); }
  let later = 1;
  log(g(1));
}
// --- switch scopes have dead zones
switch (2) { case 1: let q = 1; case 2: { const f = (x) => x && q; log(f(0)); try { log(f(1)); } catch (e) { log(e.message); } } }
// --- loops bind before the body
for (const k of [1, 2]) { const m = k * 2; log(k > 1 && m > 2 && k < m); }
try { for (const k of [0 && k]) log(k); for (const r of [1 && r]) log(r); } catch (e) { log(e.message); }
// --- assignment inside an operand
let a = 0; const r = (a = 5) && a > 3 && (a = 1) && a > 3 && a;
log(r, a);
let w; log((w = 0) || w === 0 && "zero", (w = 4) && w);
// --- globals are not pure
Object.defineProperty(globalThis, "sideEffect", { configurable: true, get() { log("global getter"); return 1; } });
log(0 && sideEffect, 1 || sideEffect, 1 && sideEffect); delete globalThis.sideEffect;
// --- await in operands (peer: an arrow would hold a promise)
const g = async (v) => v;
async function run() {
  if ((await g(false)) && true) log("then"); else log("else");
  log(true && (await g(3)) === 3, (await g(0)) || (await g("b")), !(await g(1)), 1 && await g(2) && await g(0) || await g("end"));
  for (const x of [1, 2]) log(x > 1 && await g(x));
  try { log(true && await Promise.reject(new Error("rejected"))); } catch (e) { log(e.message); }
}
return run();
// --- interleaved requests do not mix
const sleep = (ms, v) => new Promise((r) => setTimeout(r, ms, v));
async function one(x) { return (x < 5 && await sleep(x, true) && x > 2 && await sleep(1, x)) || (await sleep(1, 0)) || `none ${x}`; }
return Promise.all([0, 1, 2, 3, 4, 5, 6].map(one)).then((v) => log(v));
// --- yield in operands
function* gen(a) { const r = a && (yield "first") && (yield "second") || (yield "third"); return r; }
for (const a of [0, 1]) { const it = gen(a); log(it.next(), it.next(1), it.next(0), it.next(5), it.next(6)); }
// --- peer: yield inside a ternary and a call argument
function* g(x) { log(x ? yield 1 : yield 2); log([yield 3], `${yield 4}`); return x < (yield 5) && !(yield 6); }
log([...g(1)], [...g(0)]);
// --- peer: await everywhere
async function f() {
  const g = async (v = { a: 1, m: (x) => x }) => v; const id = (...v) => v;
  log(id((await g()).a), id(`v${await g(1)}`), id({ a: await g(2) }), id([await g(3)]), id(...(await g([4, 5]))), true ? (await g(1)) + 1 : 0, (await g()).m(await g(6)), (await g(["a"])).includes(await g("a")), (await g({ k: 1 }))[await g("k")]);
}
return f();
// --- peer: a promise is not a number
const g2 = async () => 3, dbl = (x) => x * 2;
return (async () => { const y = dbl(await g2()); log(y + 1); })();
// --- direct eval in an operand declares here
function f() { 1 && eval("var q = 5"); return typeof q; }
function g() { return eval("1") && eval("var r = 2") || r; }
log(f(), g());
// --- arguments, this and new.target in operands
function f() { return arguments.length && arguments[0] > 1 && this === undefined || new.target !== undefined && "new"; }
log(f(), f(1), f(2), new f());
class C { constructor() { this.v = new.target && this instanceof C; } m() { return this && this.v && super.toString && super.toString() === "[object Object]"; } }
log(new C().m());
// --- operands that begin with a brace or are functions
log(({}) && 1, {} && 2, ({}).x || 3, function () {} && 4, (() => 1) && 5, class {} && 6, [] && 7, /a/ && 8);
var x = 0 || function () {}; log(x.name); var y = 1 && (() => 1); log(y.name); var z = (0, function () {}); log(z.name);
// --- logical assignment keeps names
var a, b = 1, c = null; a ||= function () {}; b &&= () => 1; c ??= class {};
log(a.name, b.name, c.name); let k = 0; k ||= 1 < 2; k &&= k === true; log(k);
// --- objects as operands
const o = {}; log((o && o) === o, (null || o) === o, (undefined && o) === undefined, !o, !!o, !!!o, !"", !!"a");
// --- parentheses and comments
log((1) && (((2))), ((0)) /* x */ || /* y */ (3), (1 && 2) && 3, 1 && (2 && 3), (0 || (0 || 4)), !((1) < (2)));
// --- comma inside
log((log("a"), 0) || (log("b"), 2), !(log("c"), 1));
// --- nesting deep
let v = 0; log(!(!(!(v < 1 && !(v > 2 || !(v === 0 && v !== 1))))));
// --- negation keeps type
log(!0n, !NaN, !-0, !"0", !null, !undefined, typeof !1, !document());
function document() { return ""; }
// --- one long chain
const a = Array.from({ length: 40 }, (_, i) => i);
log(a[0] === 0 && a[1] === 1 && a[2] === 2 && a[3] === 3 && a[4] === 4 && a[5] === 5 && a[6] === 6 && a[7] === 7 && a[8] === 8 && a[9] === 9 && a[10] === 11);
// --- defaults do not see the body: var
const q = () => 0; function f(a = q() && yy) { var yy = 1; return a; } log(f(), f(2));
const yy2 = 5; function g(a = q() && yy2) { var yy2 = 1; return [a, yy2]; } log(g());
// --- defaults do not see the body: let, function, class
const q = () => 0; function f(a = q() && yy) { function yy() {} return a; } log(f());
function g(a = q() && inside) { { var { deep: [inside] } = { deep: [1] }; } return a; } log(g());
for (const h of [(a = q() || 1 || zz) => { for (var zz of [1]); return a; }, function (a = !q() || zz > 1) { function zz() {} return a; }]) log(h());
// --- defaults do not see the body: arrows, methods, setters, constructors, generators, async
const q = () => 0;
const arrow = (a = q() && yy) => { var yy = 1; return a; }; log(arrow());
const o = { m(a = q() && yy) { var yy = 1; return a; }, set s(a = q() && yy) { var yy = 1; log(a); }, *g(a = q() && yy) { var yy = 1; yield a; } };
log(o.m(), [...o.g()]); o.s = undefined;
class C { constructor(a = q() && yy) { var yy = 1; this.a = a; } set s(a = q() && yy) { var yy = 1; log(a); } static m(a = q() && yy) { var yy = 1; return a; } }
const c = new C(); c.s = undefined; log(c.a, C.m());
return (async (a = q() && yy) => { var yy = 1; return a; })();
// --- defaults do not see the body: nested patterns, computed keys, closures
const q = () => 0;
function f({ a = q() && yy, b: [c = q() && yy] = [] } = {}, ...[d = q() && yy]) { var yy = 1; return [a, c, d]; } log(f());
function g({ [q() && yy]: a }) { var yy = 1; return a; } log(g(["zero"]));
function h(a = () => q() && yy, b = function (c = q() && yy) { return c; }) { var yy = 1; return [a(), b()]; } log(h());
function k(a = class { static v = q() && yy; [q() && yy]() {} }) { var yy = 1; return a.v; } log(k());
// --- the default of a function with a name
const q = () => 0, one = () => 1;
log((function yy(a = q() && yy, b = one() && yy) { var yy = 1; return [a, typeof b, yy]; })());
log((function zz(a = q() && xx, zz = q() && xx) { var xx = 1; return [a, zz]; })());
// --- a parameter declared later is in its dead zone
const q = () => 0, one = () => 1; var b = "outer";
function f(a = q() && b, b = 1) { var b; return [a, b]; } log(f());
function g(a = q() && a) { var a; return a; } log(g());
function h(a = 1, c = q() && a, d = one() && a) { var a = 7; return [a, c, d]; } log(h());
try { (function (a = one() && b, b = 2) { var b = 3; })(); } catch (e) { log(e.name, e.message); }
// --- functions of a body see parameters and the body
function f(p, r = p) { function inner(x) { return x && p > 1 && r < 2 && v && !l; } var v = 1; let l = 0; return [inner(0), inner(1)]; }
log(f(1), f(2));
function g(p) { function inner(x) { return x && l; } const early = inner(0); let l = p; return [early, inner(1)]; } log(g(3));
// --- static blocks keep their var to themselves
const q = () => 0, Base = class {};
class A extends (q() && yy || Base) { [q() && yy]() { return "key"; } static { var yy = 1; log(yy); } static z = q() && yy; static { log(q() && yy); } f = q() && yy; m(a = q() && yy) { return a; } }
log(new A().f, new A()[0](), A.z, new A().m());
// --- heritage does not see the class nor its body
const q = () => 0, Base = class { v() { return "base"; } };
const A = class A extends (q() && A || Base) { constructor(a = q() && yy) { super(q() && yy); var yy = 1; this.a = a; } }; log(new A().a, new A().v());
class B extends (q() && B || Base) {} log(new B().v());
// --- the pattern of a catch does not see its block
const q = () => 0;
try { throw {}; } catch ({ a = q() && yy, [q() && yy]: z, b = q() && c, c = 1 }) { let yy = 1; log(a, b, c, z, yy); }
try { throw 1; } catch (yy) { var yy = 2; log(q() && yy, yy); } log(q() && yy, yy);
// --- a function that is a branch does not initialise a name of the block round it
const q = () => 0;
{ { const r = q() && g; log(r); if (1) function g() {} } log(q() && g); let g = 1; log(g); if (q()) function g2() {} log(q() && g2); }
// --- a pattern that is assigned to in an argument behind a chain
const q = (v) => v; let a, b;
log("aXb".endsWith(q(0) && "b", { a } = { a: 1 }), a, b);
if ("aXb".endsWith(q(0) || "b", {} = 0)) log("less"); log((function (c = q([a[0]], [] = [4])) { return c; })(), [[a[0]], [b] = [5]], ([a[0]], {} = 6));
