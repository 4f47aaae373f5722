// Rows 2.1 (other results) and 2.2 (breaks at instrumentation or load time): programs of which the plain run
// is known and the instrumented one, in every form, must be the same.

/** `[row, program, what it logs, goal]`; programs log through `$L`. */
export const MEANING = [
  ["2.1", "if ((await f(false)) && true)", "const f = async (v) => v; (async () => { if ((await f(false)) && true) $L('then'); else $L('else') })()", ['"else"']],
  ["2.1", "const y = dbl(await g()), then y+1", "const g = async () => 3, dbl = (x) => 2 * x; (async () => { const y = dbl(await g()); $L(y + 1) })()", ["7"]],
  ["2.1", 'delete o.x, delete o["x"]', 'const o = { x: 1, y: 2 }; $L(delete o.x, delete o["y"], o)', ["true true {}"]],
  ["2.1", "o.m?.()", "const o = { v: 7, m() { return this.v } }; $L(o.m?.())", ["7"]],
  ["2.1", "o.t`x`", "const o = { v: 7, t() { return this.v } }; $L(o.t`x`)", ["7"]],
  ["2.1", '"abcd".endsWith("abc",1), "abc".endsWith("c",0)', '$L("abcd".endsWith("abc", 1), "abc".endsWith("c", 0))', ["false false"]],
  ["2.1", "(0.1+0.2)===0.3", "$L((0.1 + 0.2) === 0.3)", ["false"]],
  ["2.1", "false && [n++], false && {a:n++}, true || [f()]", "let n = 0; const f = () => n++; $L(false && [n++], false && { a: n++ }, true || [f()], n)", ["false false true 0"]],
  ["2.1", 'false && this.g, o?.g with getter, false && (o+"")', 'let n = 0; const o = { get g() { n++; return 1 }, toString() { n++; return "" }, f() { return false && this.g } }; $L(o.f(), false && o?.g, false && (o + ""), n)', ["false false false 0"]],
  ["2.1", "d < 2 with valueOf", "let n = 0; const d = { valueOf() { n++; return 1 } }; $L(d < 2, n)", ["true 1"]],
  ["2.1", "o.foo() missing", "const o = {}; try { o.foo() } catch (e) { $L(e.message) }", ['"o.foo is not a function"']],
  ["2.1", "Proxy object o.a", "let n = 0; const trap = (name) => (...a) => (n++, Reflect[name](...a)); const o = new Proxy({ a: 1 }, { has: trap('has'), ownKeys: trap('ownKeys') }); $L(o.a, o['a'], o.b, n)", ["1 1 undefined 0"]],

  ["2.2", "true && (await g())===3", "const g = async () => 3; (async () => $L(true && (await g()) === 3))()", ["true"]],
  ["2.2", "id((await g()).a)", "const g = async () => ({ a: 3 }), id = (x) => x; (async () => $L(id((await g()).a)))()", ["3"]],
  ["2.2", "id(`v${await g()}`)", "const g = async () => 3, id = (x) => x; (async () => $L(id(`v${await g()}`)))()", ['"v3"']],
  ["2.2", "id({a: await g()})", "const g = async () => 3, id = (x) => x; (async () => $L(id({ a: await g() }).a))()", ["3"]],
  ["2.2", "id([await g()])", "const g = async () => 3, id = (x) => x; (async () => $L(id([await g()])[0]))()", ["3"]],
  ["2.2", "id(...(await g()))", "const g = async () => [3, 4], id = (x, y) => x + y; (async () => $L(id(...(await g()))))()", ["7"]],
  ["2.2", "true ? (await g())+1 : 0", "const g = async () => 3; (async () => $L(true ? (await g()) + 1 : 0))()", ["4"]],
  ["2.2", "yield inside &&, ||", "function* g() { return (yield 1) && (yield 2) || (yield 3) } const i = g(); $L(i.next().value, i.next(0).value, i.next(5).value)", ["1 3 5"]],
  ["2.2", "yield inside ?:", "function* g() { return (yield 1) ? yield 2 : yield 3 } const i = g(); $L(i.next().value, i.next(0).value, i.next(5).value)", ["1 3 5"]],
  ["2.2", "yield inside a call argument", "function* g() { return String(yield 1) } const i = g(); $L(i.next().value, i.next(4).value)", ['1 "4"']],
  ["2.2", "super.m(), super.p", "class A { m() { return this.v } get p() { return 2 } } class B extends A { v = 7; f() { return [super.m(), super.p] } } $L(new B().f())", ["[ 0: 7 1: 2]2"]],
  ["2.2", "this.#x, this.#m()", "class A { #x = 1; #m() { return this.#x + 1 } f() { return [this.#x, this.#m()] } } $L(new A().f())", ["[ 0: 1 1: 2]2"]],
  ["2.2", "o && #x in o", "class A { #x; static f(o) { return o && #x in o } } $L(A.f(new A()), A.f({}), A.f(null))", ["true false null"]],
  ["2.2", "({a:o.x} = y)", "const o = {}; ({ a: o.x, b: o['y'] } = { a: 1, b: 2 }); $L(o)", ["{ x: 1 y: 2}"]],
  ["2.2", "for (o.x of ...)", "const o = {}; for (o.x of [1, 2]) $L(o.x); for (o['y'] of [3]) $L(o.y)", ["1", "2", "3"]],
  ["2.2", "for (o.x in ...)", "const o = {}; for (o.x in { k: 1 }) $L(o.x); for (o['y'] in { l: 1 }) $L(o.y)", ['"k"', '"l"']],
  ["2.2", "[...o.x] = y", "const o = {}; [...o.x] = [1, 2]; [...o['y']] = [3]; $L(o)", ["{ x: [ 0: 1 1: 2]2 y: [ 0: 3]1}"]],
  ["2.2", "ES modules: no require; export const, export default", 'import d from "dep"; export const a = d(1) < 2; export default a ? () => typeof require : 0; $L(a, typeof require)', ['true "undefined"'], "module"],

  ["2.2", "worked and must: super(), arguments, this, new.target", "class A { constructor(...a) { this.a = a; this.t = new.target === B } } class B extends A { constructor() { super(...arguments, this === undefined) } } try { new B() } catch (e) { $L(e.name) } class C extends A { constructor() { super(arguments.length) } } $L(new C(1, 2).a, new C().t)", ['"ReferenceError"', "[ 0: 2]1 false"]],
  ["2.2", "worked and must: labels + continue, class static blocks", "let s = ''; l: for (const i of [1, 2, 3]) { for (const j of [1, 2]) { if (j === 2 || i === 2) continue l; s += i + '' + j } } class A { static x = 1; static { this.y = this.x < 2 && s } } $L(s, A.y)", ['"1131" "1131"']],
  ["2.2", "worked and must: ??, logical assignment, BigInt, o?.m(), o?.a.b, comma", "const o = { m() { return this === o }, a: { b: 1 } }; let n = null, z = 0, t = 1; n ??= 2; z ||= 3; t &&= 4; $L(n, z, t, 1n < 2, o?.m(), o?.a.b, (1, 2), null ?? 'd')", ['2 3 4 true true 1 2 "d"']],
];
