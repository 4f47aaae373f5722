// Comparisons, `in`, `instanceof`.
// --- all operators on ordinary operands
const values = [0, -0, 1, -1, NaN, Infinity, -Infinity, 1e300, -1e300, 0.1 + 0.2, 0.3, "", "a", "ab", "10", "9", "\ud800", null, undefined, true, false, 10n, -1n, [], {}, [1]];
for (const a of values) for (const b of values) {
  log(a < b, a <= b, a > b, a >= b, a == b, a != b, a === b, a !== b);
}
// --- valueOf runs once, in order
const d = (n) => ({ valueOf() { log("valueOf", n); return n; } });
log(d(1) < 2, d(1) < d(2), d(3) <= d(2), d(1) > d(2), d(1) >= d(1), d(1) == 1, d(1) != 1, d(1) === 1);
// --- toString and Symbol.toPrimitive
const s = { toString() { log("toString"); return "x"; } };
const p = { [Symbol.toPrimitive](hint) { log(hint); return 1; } };
log(s == "x", s < "y", p < 2, p == 1);
// --- operands in order, getters once
const o = { get a() { log("a"); return 1; }, get b() { log("b"); return 2; } };
log(o.a < o.b, o.b === o.a, o . a /* c */ != /* < */ o . b);
// --- what throws, throws the same
for (const f of [() => Symbol() < 1, () => 1n < Symbol(), () => ({ valueOf() { throw new RangeError("v"); } }) > 1, () => undeclared1 < 2, () => 1 === undeclared2]) {
  try { log(f()); } catch (e) { log(e.name, e.message); }
}
// --- in and instanceof
class A {} class B extends A {}
const b = new B();
log(b instanceof A, b instanceof B, A instanceof Function, 1 instanceof A, "a" in { a: 1 }, "b" in { a: 1 }, 0 in [1], 1 in [1], Symbol.iterator in []);
log({ [Symbol.hasInstance]: undefined } instanceof Object);
const even = { [Symbol.hasInstance](v) { log("hasInstance", v); return v % 2 === 0; } };
log(2 instanceof even, 3 instanceof even);
// --- in and instanceof throw
for (const f of [() => 1 instanceof 2, () => 1 instanceof {}, () => "a" in 5, () => "key" in "text", () => "a" in null, () => ({}) instanceof (() => 1), () => Symbol("q") in undefined, () => ({ toString() { throw new Error("key"); } }) in {}]) {
  try { log(f()); } catch (e) { log(e.name, e.message); }
}
// --- proxies see only what the program does
const traps = new Proxy({ a: 1 }, { get(t, k) { log("get", k); return t[k]; }, has(t, k) { log("has", k); return k in t; }, ownKeys(t) { log("ownKeys"); return Reflect.ownKeys(t); }, getPrototypeOf(t) { log("getPrototypeOf"); return Reflect.getPrototypeOf(t); }, getOwnPropertyDescriptor(t, k) { log("gopd", k); return Reflect.getOwnPropertyDescriptor(t, k); } });
log("a" in traps, "b" in traps, traps instanceof Object, traps == null, traps === traps, traps != "x", traps.a, traps["a"], traps["zz"]);
// --- private in
class P { #x = 1; static has(o) { return #x in o; } static both(o) { return o && #x in o; } }
log(P.has(new P()), P.has({}), P.both(new P()), P.both(null));
// --- glued tokens
var a = 1, b = 2;
function f(){return(a)<b}
function g(){return"x"in{x:1}}
function h(){return!a}
function i(){return-a<b}
function j(){throw(a)===b}
log(f(),g(),h(),i(),typeof(a)<b,typeof!a,void(a)<b);
try{j()}catch(e){log(e)}
switch(1){case(a)<b:log(1);break;case"a":log(2)}
for(var k in(a)<b?{x:1}:{})log(k);
// --- operators across lines
var a = 1, b = 2
var c = a // left
  < // middle
  b /* right */
log(c)
var d = a <
b
log(d)
// --- decrement and greater
var x = 3;
while (x --> 0) log(x);
var y = 3
while (y-->0) log(y)
// --- chains of comparisons
log(1 < 2 < 3, 3 > 2 > 1, 1 === 1 === true, (1 < 2) === (3 < 4));
// --- boxed and cross types
log(new Number(1) == 1, new String("a") === "a", Object(1n) == 1n, 1n == 1, 1n === 1, 2n > 1, "b" > "a", [2] > 1, null >= 0, undefined == null, NaN != NaN, document_all());
function document_all() { return typeof undefined == "undefined"; }
// --- peer: numbers at the edge
log((0.1 + 0.2) === 0.3, "10" < 9, "1.0" == 1, "" == 0, undefined >= 1, undefined <= 1, Infinity === Infinity, NaN < 1, 1e300 === -1e300, 1e17 === 0);
// --- peer: valueOf once
const d2 = { n: 0, valueOf() { this.n++; return 1; } };
log(d2 < 2, d2.n);
// --- long strings and tainted strings
const t = "_EM_12_XYZ_";
log(t === "hello", t == "hello", t < "z", t === t, "a".repeat(5000) === "a".repeat(4999) + "b");
