// Statements, functions, switch, loops.
// --- missing semicolons
var a = 1
var b = a
var c = function () { return a }
;(function () { log("iife") })()
;[1, 2].forEach((x) => log(x))
let d = a
++d
log(a, b, c(), d)
var t = `x`
log(t)
// --- bodies without braces
var i = 0
if (i < 1) log("then"); else log("else")
if (i > 1) log("then")
else if (i === 0) log("else if")
else log("else")
while (i < 3) i++
do i-- 
while (i > 0)
do i++; while (i < 3) log(i)
for (var j = 0; j < 2; j++) log(j)
for (var k in { x: 1 }) log(k)
for (var v of [1, 2]) log(v)
for (;;) break
if (1) ; else log("no")
for (j = 0; j < 3; j++);
while (j-- > 0);
log(i, j)
// --- dangling else
function f(a, b) { if (a) if (b) return 1; else return 2; return 3; }
log(f(0, 0), f(1, 0), f(1, 1));
function g(a, b) { if (a) for (;;) if (b) break; else return 2; else return 4; return 3; }
log(g(0, 0), g(1, 0), g(1, 1));
// --- labels
outer: for (var i = 0; i < 3; i++) { for (var j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; log(i, j); } }
a: b: while (true) { break a; }
x: { log("in"); if (1 < 2) break x; log("never"); }
y: if (1) { break y; } 
z: switch (1) { case 1: for (;;) { break z; } }
w: do { continue w; } while (0);
lab: log("labelled");
l: function lf() { return 5; }
log(lf());
// --- switch
function f(x) { switch (x) { case 1: return "one"; case "a": case "b": log("ab"); default: log("default"); case 9: log("nine"); break; case f: return "self"; } return "end"; }
for (const x of [1, "a", "b", 9, f, NaN, undefined, "1"]) log(f(x));
// --- switch order, scopes and closures
const t = (n) => (log("case", n), n);
switch (t(2)) { case t(1): log("no"); case t(2): let q = 3; var fn = () => q; case t(3): q++; log(q); break; default: log("no"); }
log(fn());
switch (1) { default: log("d"); case 2: log("2"); }
switch (log("s"), 3) { case (log("c"), 3): log("matched"); }
switch (0) {}
switch (1) { case 1: { switch (2) { case 2: log("inner"); break; } } log("outer"); }
for (const x of [1, 2, 3]) { switch (x) { case 2: continue; } log(x); }
// --- functions declared in switch and blocks
switch (1) { case 0: function inSwitch() { return "s"; } }
log(inSwitch(), typeof later);
{ function later() { return 1; } }
log(later());
if (1) function inIf() { return "if"; }
log(inIf());
if (0) function a1() {} else function b1() { return "b1"; }
log(typeof a1, b1());
log(hoisted()); function hoisted() { return "hoisted"; }
// --- try, catch, finally
function f(n) { try { if (n === 1) return "try"; if (n === 2) throw new Error("x"); log("body"); } catch ({ message = "none", code = 5 }) { return `catch ${message} ${code}`; } finally { log("finally"); if (n === 3) return "over"; } return "end"; }
for (const n of [0, 1, 2, 3]) log(f(n));
try { try { throw 1; } finally { log("f"); } } catch { log("caught"); }
// --- return and throw of every kind
const fs = [() => { return; }, () => { return 1, 2; }, () => { return(3) }, () => { return[4] }, () => { return`5` }, () => { return/6/ }, () => { return{ a: 7 } }, () => { return function () {} }, () => { return class {} }, () => { return () => 1 }, () => { return
  8 }, () => { return undefined }, () => { return -1 }, () => { return void 0 }, function () { return this }, () => { return typeof undeclared }, () => { return new Date(0).getTime() }];
for (const f of fs) log(f.call(5));
for (const f of [() => { throw 1 }, () => { throw(2) }, () => { throw 1, 3 }, () => { throw new TypeError("t") }, () => { throw{ a: 1 } }]) { try { f() } catch (e) { log(e) } }
// --- the lines of an uncaught error
function f() {

  const x = null;
  if (1 < 2) {
    x.y; }
}
function g() { return [1].map(() => f()) }
g()
// --- the lines of a thrown error
function deep(n) {
  if (n > 3)
    throw new RangeError("deep " + n);
  return deep(n + 1) && n;
}
deep(0);
// --- completion of loops with break
function f() { for (const x of [1, 2, 3]) { if (x > 1) { break; } log(x); } return "done"; }
log(f());
// --- per-iteration bindings
const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); log(fs.map((f) => f()));
const gs = []; for (let i = 0, f = () => i; i < 3 && gs.push(f, () => i); i++); log(gs.map((f) => f()));
const hs = []; for (const k in { a: 1, b: 2 }) hs.push(() => k); for (const v of "xy") hs.push(() => v); log(hs.map((f) => f()));
// --- for heads
for (var x = 0, y = 5; x < y; x++, y--) log(x, y);
for (var i = ("a" in { a: 1 }) ? 0 : 9; i < 2; i++) log(i);
let o = {}; for (o.p of [1, 2]) log(o.p); for (o["q"] in { z: 1 }) log(o.q); for ([o.r, o["s"] = 4] of [[1], [2, 3]]) log(o.r, o.s);
for (const [a, b = 2] of [[1], [3, 4]]) log(a, b); for (const { c = 9 } of [{}, { c: 1 }]) log(c);
for (const async of [1]) log(async); for (let of = 0; of < 1; of++) log(of);
for (let { a = 1 } = {}; a < 3; a++) log(a);
// --- directives stay first
function f() { "use strict"; return this; }
function g() { 'use strict'
  return this }
function h() { "a"; "use strict"; return (function () { return this; })(); }
function i() { "use strict" }
const j = () => { "use strict"; return (function () { return this; })(); };
function k() { ("use strict"); return this === undefined; }
function l() { "use strict"
  + ""; return this === undefined; }
log(f.call(undefined), g(), h(), i(), j(), k(), l());
// --- function names and lengths
const a = function () {}, b = () => {}, c = class {}, o = { d() {}, e: function () {}, ["f" + 1]: () => {}, get g() { return 1; }, async *h() {} };
log(a.name, b.name, c.name, o.d.name, o.e.name, o.f1.name, Object.getOwnPropertyDescriptor(o, "g").get.name, o.h.name);
function lengths(x, y = 1, ...z) {} log(lengths.length, ((a, b) => a < b).length, (({ a }, [b]) => {}).length);
var p; p = function () {}; var { q = () => {}, r: s = class {} } = {}; var [t = function () {}] = []; log(p.name, q.name, s.name, t.name);
(({ u = () => {} }, v = function () {}) => log(u.name, v.name))({});
exports.n = function () {}; log(exports.n.name); let w = (function () {}); log(w.name); let x = (0, () => {}); log(x.name);
const dflt = (a = () => {}, b = class { static name = "own"; }) => [a.name, b.name]; log(dflt());
// --- functions in functions of the same name
function outer(a) { function a() { return "inner"; } return typeof a; }
function dup() { function x() { return 1; } function x() { return 2; } return x(); }
function both() { var f = 1; function f() {} return typeof f; }
function args() { function arguments() {} return typeof arguments; }
function nested() { f(); function f() { log("top"); } { function f() { log("nested"); } } f(); }
function assign() { function f() { return 1; } f = 5; { f = 6; } return f; }
function mapped(a) { arguments[0] = 9; return a; }
function mapped2(a) { a = 8; return arguments[0]; }
log(outer(1), dup(), both(), args(), assign(), mapped(1), mapped2(1)); nested();
// --- closures in parameters
var x = "outer"; function f(a = () => x) { var x = "inner"; return a() + x; } log(f());
function g(a, b = () => a) { var a; const first = a; a = 2; return [first, b()]; } log(g(1));
// --- direct eval keeps the function's scope
function f(a) { eval("var b = 2; a = 3"); return a + b; } log(f(1));
function g() { const h = () => eval("typeof h"); return h(); } log(g());
function k() { "use strict"; eval("var z = 1"); return typeof z; } log(k());
function m() { function z() { return 1; } eval("function z() { return 2; }"); return z(); } log(m());
// --- recursion and generators
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } log(fib(12));
function* range(a, b) { for (let i = a; i < b; i++) { const x = yield i; if (x) return x; } } log([...range(0, 4)]);
const it = range(0, 9); log(it.next(), it.next(), it.next("stop"), it.next());
function* d() { try { yield* [1, 2]; yield* range(5, 7); } finally { log("closed"); } } for (const x of d()) { if (x === 5) break; log(x); }
function* thrower() { try { yield 1; } catch (e) { log("in", e); yield 2; } } const th = thrower(); log(th.next(), th.throw("e"), th.next());
const ret = d(); ret.next(); log(ret.return(7));
// --- async functions
async function a(n) { if (n === 0) throw new Error("zero"); await null; return n > 1 ? a(n - 1) : n; }
const arrow = async (x) => await x, gen = async function* () { for await (const x of [1, Promise.resolve(2)]) yield x; };
return (async () => { log(await a(3)); try { await a(0); } catch (e) { log(e.message); } log(await arrow(5)); for await (const x of gen()) log(x); log(await Promise.allSettled([a(1), a(0)])); for await (const x of [3]) log(x); })();
// --- order of microtasks
const order = []; const tick = async (n) => { for (let i = 0; i < 3; i++) { order.push(n + i); await null; } };
return Promise.all([tick("a"), tick("b")]).then(() => log(order.join()));
// --- HTML-like comments
var a = 3, b = 1
var c = a <!-- a comment
log(c)
/* x
*/ --> another comment
log(a > b)
--> third
if (a-->b) log("goes to")
// --- var without value and let in loops
var a; let b; const c = [a, b]; { let a = 1; var d = a; } log(a, b, c, d); var a; log(a);
// --- debugger and empty statements
;;; debugger; ; log("here");
// --- unicode identifiers
var é = 1, \u0061b = 2, 变量 = 3; log(é < 变量 && ab === 2 || é); return 变量
// --- line separators in strings
log("a b".length, ' '.length, `
`.length)
// --- function in block after use
{ log(typeof g1); function g1() {} } log(typeof g1);
try { throw 1 } catch (e) { var e = 5; log(e); } log(e);
// --- a switch whose tests read what its cases declare
(function () { "use strict"; switch (0) { default: function v() { return 1; } case v.name: log(v.name); break; case v.length: log("length"); } })();
((o) => { switch (o.a) { case 1: function w() { return w.a; } log(w()); case w.length: log("no parameters"); break; default: log(o.b); } })({ a: 1, b: 2 });
