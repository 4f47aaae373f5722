// Programs whose printed output must not depend on who compiles them. Dense on purpose: each line is a case.

export const PROGRAMS = {
  "fields and parameter properties": `
const log: any[] = []; const t = (x: any) => (log.push(x), x);
class B { constructor() { t('B'); } m = t('Bm'); }
class A extends B { ['key']: number = t('ckey'); x = t('x'); #p = t('#p'); static s = t('s'); static #q = t('#q'); static { t('block'); } y; constructor(public z = t('z'), private w = t('w')) { t('pre'); super(); t('post'); } get p() { return this.#p; } }
const a: any = new A(); console.log(log.join(), Object.keys(a).join(), a.p, 'y' in a);
`,
  "static and literal fields": `
class A { static x = 1; static y = A.x + 1; static f = () => this.y; ['a' + 'b'] = 3; 5 = 6; 'q r' = 7; declare no: number; opt?: string; def!: number; readonly r = 1; }
console.log(JSON.stringify(new A()), A.y, A.f(), Object.keys(A).join());
`,
  "a decorator that replaces": `
const replace = (c: any): any => class extends c { extra = 1; };
@replace class A { static make() { return new A(); } static self = A; }
console.log((A.make() as any).extra, A.self === A, A.name);
`,
  "enums": `
enum E { A, B = 'x', C = 2, D = C * 2, F = E.D | 1 } enum E { G = 100 } const enum K { a = E.C, b = a + 1 } console.log(JSON.stringify(E), K.b, K['a']); namespace NS { export enum In { Z = 9 } } console.log(NS.In.Z, NS.In[9]);
enum S { 'a-b' = 1, ['c'] = 2 } console.log(S['a-b'], S.c); enum Neg { m = -1, n, o = ~1, p = 1.5 } console.log(Neg[-1], Neg.n, Neg.o, Neg[1.5]);
`,
  "namespaces": `
namespace A.B { export let v = 1; export const { x, y: [z] } = { x: 2, y: [3] }; export function inc() { v++; return v; } export class C { static v = v; } } A.B.inc(); console.log(A.B.v, A.B.x, A.B.z, A.B.C.v); namespace A { export const top = B.v; } console.log(A.top);
module M { export import Alias = A.B; } console.log(M.Alias.v); import Short = A.B; console.log(Short.inc());
`,
  "abstract fields": `
abstract class A { abstract x: number; constructor(protected a = 1) { this.init(); } abstract init(): void; } class B extends A { x = 5; y!: number; init() { this.x = 9; (this as any).y = 8; } } const b = new B(); console.log(b.x, b.y, Object.keys(b).join());
`,
  "constructors": `
class A { x = 1; constructor() { if (Math.random() > 2) return; this.go(); } go() { console.log('go', this.x); } } class C extends A { y = 2; constructor(flag: boolean) { super(); console.log(this.y, flag); } } new C(true);
`,
  "syntax that goes away": `
function f(this: Date, a?: number, ...r: string[]): asserts a is number { } let u = <any>f as unknown; const g = <T,>(x: T) => x; console.log(g<number>(3)!, typeof u, (f as any).length); label: for (const x of [1,2] as const) { if (x) continue label; } let v: any = {a: {b: null}}; console.log(v?.a!.b?.c, v!.a, (v as any)!['a']); abstract class Q { private constructor() {} static of() { return new (this as any)(); } } console.log(Q.of() instanceof Q);
`,
  "imports and exports": `
import { type A, sep as s } from 'node:path'; import def, * as all from 'node:path'; export { sep } from 'node:path'; export * as ns from 'node:os'; export * from 'node:url'; import os = require('node:os'); export const a = 1, { b, c: [d] } = { b: 2, c: [3] }; export default class { static n = 1 } export function fn() { return a + b + d; } export type { A }; export import q = os.EOL; 
console.log(s === def.sep, all.sep === s, fn(), Object.keys(module.exports).filter((k) => !/^[A-Z]|url|format|parse|resolve|domain|path|file/i.test(k)).sort().join());
`,
  "live exports": `
export let counter = 0; export const inc = () => ++counter; counter += 5; ({ counter } = { counter: counter + 1 }); inc(); console.log(counter, module.exports.counter); export { counter as c2 }; console.log(module.exports.c2);
`,
  "what stays": `
const o = { async *g() { yield* [1]; }, get [Symbol.toStringTag]() { return 'T'; }, async m() { for await (const x of this.g()) return x; } }; o.m().then((x) => console.log(x, String(o))); class P { static async #priv() { return 7; } static call() { return P.#priv(); } } P.call().then(console.log); console.log(((a, b = 2) => {}).length);
`,
  "operators and literals": `
let x: number | undefined; x ??= 5; x ||= 6; x &&= x + 1; console.log(x satisfies number, 10 ** 2, 1_000, 0b11, \`\${x as any}\`, "a\\u2028b".length, '\\0'.length, /[\\p{L}--a]/v.test('b'));
`,
  "export equals": `
import * as path from 'node:path'; import fs, { readFileSync as r } from 'node:fs'; const f = () => typeof r + typeof fs.readFileSync; console.log(path.join('a', 'b'), f(), ((r) => r)(1)); { const fs = 2; console.log(fs); } export = { one: 1 };
`,
  "statements": `
try { (null as any).foo(); } catch { console.log('caught'); } const { a = 1, ...rest }: any = { b: 2 }; console.log(a, rest.b); var fnn = function named() { return typeof named; }; console.log(fnn()); switch (1 as number) { case 1: { let q = 1; console.log(q); break; } } if (false as boolean) ; else console.log('else'); for (var i = 0, j: number = 2; i < j; i++); console.log(i); do { i--; } while (i > 0 as any); console.log(i); export {};
`,
};
