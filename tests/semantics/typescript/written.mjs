// TypeScript projects that are written by hand, for kinds in which we once differed from tsc; all are CommonJS.

const OPTIONS = {
  target: "es2022", module: "commonjs", moduleResolution: "node10", lib: ["es2022", "esnext.disposable"], types: [], strict: true,
  experimentalDecorators: true, emitDecoratorMetadata: true, preserveConstEnums: true, esModuleInterop: true, skipLibCheck: true,
};

/** A project: its name, the texts of its files (`f0` is run), and options that are its own. */
const project = (name, texts, options = {}) => ({
  name,
  options: { ...OPTIONS, ...options },
  files: texts.map((text, i) => ({ name: `f${i}.ts`, statements: [text] })),
});

const levels = "$log(\"levels\"); export enum Level { Low = 3 } export const first = 9; export const enum Kind { A = 1 } export namespace Space { export enum In { A = 5 } export const enum Kept { A = 2 } } enum Listed { A = 7 } const enum ListedKind { A = 8 } export { Listed, ListedKind };";

/** Text that stands in f0 over `levels`; whether the module stays imported shows in its `$log`. */
const overLevels = [
  "import { Level } from \"./f1\"; enum Own { A = Level.Low, B } $log(Own);",
  "import { Level } from \"./f1\"; enum Own { A = Level.Low | 4, B } $log(Own);",
  "import { Level } from \"./f1\"; enum Own { A = (Level.Low), B } $log(Own);",
  "import { Level } from \"./f1\"; enum Own { A = Level[\"Low\"], B } $log(Own);",
  "import { first } from \"./f1\"; enum Own { A = first, B } $log(Own);",
  "import { Kind } from \"./f1\"; enum Own { A = Kind.A | 2, B } $log(Own, Kind.A);",
  "import { Listed, ListedKind } from \"./f1\"; enum Own { A = Listed.A, B = ListedKind.A } $log(Own, ListedKind.A);",
  "import * as all from \"./f1\"; $log(all.Kind.A);",
  "import * as all from \"./f1\"; $log(all.ListedKind.A);",
  "import * as all from \"./f1\"; enum Own { A = all.Level.Low } $log(Own);",
  "import all = require(\"./f1\"); $log(all.Kind.A);",
  "import all = require(\"./f1\"); enum Own { A = all.Kind.A, B } $log(Own);",
  "import { Space } from \"./f1\"; enum Own { A = Space.In.A, B = Space.Kept.A } $log(Own);",
  "import { Space } from \"./f1\"; $log(Space.Kept.A);",
];

/** Types that are made of names of other files: what metadata says of them. */
const decorated = (imports, types) => `${imports} class Own { ${types.map((type, i) => `@$dec("m${i}") m${i}!: ${type};`).join(" ")} }`;

const classes = [
  "class { static a = 1 }", "class { static a: any = 1; b = 2 }", "class { static #a = 1; static b() { return this.#a; } }", "class { static a }",
  "class { static {} }", "class { a = 1 }", "class { static accessor a = 1 }", "class { static a = this.name }",
];

/** Declarations that a file may have, for those that import it. */
const declared = "$log(\"levels\"); export enum Level { Low = 3 } export const first = 9; export const enum Kind { A = 1 } export namespace Space { export enum In { A = 5 } export const enum Kept { A = 2 } export type T = number; export class C {} export interface I {} } export class Klass { static s = 1 } export type Id = string; export default class Def {} export function fn() { return 1; } export interface Shape {} export const val = { a: 1 }; export abstract class Abs {} export declare class Dec {} export let mutable = 1; export const tagged: unique symbol = Symbol();";

const decoratedEverywhere = (imports, types) => `${imports} class Own { ${types.map((type, i) => `@$dec("m${i}") m${i}!: ${type};`).join(" ")} @$dec("x") x(@$dec("p") a: ${types[0]}, b?: ${types[1]}): ${types[2]} { return null as any; } constructor(private z: ${types[0]}) {} } $log(new Own(null as any));`;

/** Other projects: the texts of their files, and options that are their own. */
const OTHERS = [
  [["import * as all from './f1'; import E = all.Level; import K = all.Kind; $log(E.Low, K.A);", declared]],
  [["import * as all from './f1'; import S = all.Space.In; export import T = all.Space; $log(S.A, T.Kept.A);", declared]],
  [[decoratedEverywhere("import { Klass, Id, Shape, fn, val, Abs, Level, Space } from './f1'; import Def from './f1';", ["Klass","Id","Shape","typeof fn","typeof val","Abs","Level","Level.Low","Space.T","Space.C","Space.I","Space.In","Def","Klass | null","Def & Shape","Partial<Klass>","keyof typeof val","Klass[]","InstanceType<typeof Klass>","ReturnType<typeof fn>","Id | Level","Level | undefined","1 | 2","Level.Low | null", "readonly Klass[]", "typeof Level", "(a: 1) => 2", "abstract new () => Klass", "`a${string}`", "this"]), declared]],
  [[decoratedEverywhere("import type { Klass, Level } from './f1'; import { type Id, type Def0 as D } from './f1';", ["Klass","Level","Id","D", "Klass | null", "Level.Low"]), declared.replace("export default class Def {}", "export class Def0 {}")]],
  [[decoratedEverywhere("import type Def from './f1'; import type * as all from './f1'; import type r = require('./f1');", ["Def","all.Klass","r.Klass","all.Level","r.Level", "all.Space.C", "r.Id"]), declared]],
  [[decoratedEverywhere("import * as all from './f1'; import r = require('./f1');", ["all.Klass","all.Level","all.Id","all.Shape","all.Space.C","all.Space.T","all.default","r.Klass","r.Level","r.Space.In","r.default", "all.Klass | null","all.Nope"]), declared]],
  [["export { Level as L2, Klass } from './f1'; import { Klass, Id } from './f1'; export type { Id }; export { Klass as K2 }; $log('x');", declared]],
  [["import { Id, Klass } from './f1'; export { Id, Klass }; export default Id; type Q = Id;", declared]],
  [["import { Klass } from './f1'; export default Klass; $log(1);", declared]],
  [["import { Shape } from './f1'; export default Shape;", declared]],
  [["import { Level } from './f1'; const x = Level.Low; const y: Level = Level.Low; $log(x, y); export = { x };", declared]],
  [["import x = require('./f1'); export = x;", declared]],
  [["import x = require('./f1'); export import y = x.Level; $log(y.Low);", declared]],
  [["import x from './f1'; $log(x); x.q();", "export = class { static q() { $log('q'); } }"]],
  [["import x, { q } from './f1'; $log(x === undefined, q());", "class Q { static q() { return 5; } } namespace Q { export const r = 3; } export = Q;"]],
  [["import * as x from './f1'; $log(Object.keys(x)); (x as any)();", "function f() { $log('called'); } namespace f { export const r = 3; } export = f;"], { esModuleInterop: false }],
  [["import * as x from './f1'; $log(Object.keys(x), typeof x);", "function f() { $log('called'); } namespace f { export const r = 3; } export = f;"]],
  [["enum A { X = 1 } enum A { Y = 2, Z = X } const enum B { P = A.Y } namespace A { export const w = A.X; } $log(A, B.P, A.w);"]],
  [["declare enum A { X = 1, Y } declare const enum B { P = 5 } try { $log(A.X); } catch (e) { $log(String(e)); } $log(B.P);"]],
  [["namespace N { export const a = 1; export let b = a; b++; export function f() { return a + b; } export namespace M { export const c = a; } } namespace N { export const d = a + b + M.c; } $log(N, N.f());"]],
  [["export namespace N { export class C { static x = 1; y = C.x; } export enum E { A = C.x, B = 4 } export const { p, q: [r] } = { p: 1, q: [2] }; export import X = N.C; } $log(new N.X(), N.r, N.p);"]],
  [["export class A { constructor(public a = 1, readonly b: number = a, private c?: string) {} d = this.a; } $log(new A());"]],
  [["class B { constructor() { $log(Object.keys(this)); } } export class A extends B { x = 1; declare y: number; z; constructor(public a = 1) { $log('pre'); super(); $log(Object.keys(this)); } static s = A.name; } $log(new A());"], { useDefineForClassFields: false }],
  [["class B { constructor() { $log(Object.keys(this)); } } export class A extends B { x = 1; declare y: number; z; constructor(public a = 1) { $log('pre'); super(); $log(Object.keys(this)); } static s = A.name; } $log(new A());"], { useDefineForClassFields: true }],
  [["import { B } from './f1'; @$dec('A') export class A { @$dec('A.b') b!: B; constructor(@$dec('p') b: B) {} static make() { return new A(null as any); } } $log('a', typeof B);", "import { A } from './f0'; @$dec('B') export class B { @$dec('B.a') a!: A; list!: A[]; } $log('b');"]],
  [["export * from './f1'; export const first = 'mine'; import { first as theirs } from './f1'; $log(theirs);", declared]],
  [["export * from './f1'; export * from './f2'; $log(1);", "export const a = 1, b = 2;", "export const b = 3, c = 4;"]],
  [["import { type T } from './f2'; import { U } from './f2'; let x: U | T; $log(0);", "$log('f1');", "$log('f2'); export type T = 1; export type U = 2;"], { verbatimModuleSyntax: false, isolatedModules: true }],
  [["let x: any = 1; export { x, x as y }; x = 2; x++; [x] = [3]; ({ x } = { x: 4 }); for (x of [5]) {} for (x in { k: 1 }) {} x += 1; x ??= 2; x &&= 7; $log(x); export default x; x = 9;"]],
  [["export function f() { return typeof g; } export async function* g() {} export default function () { return f(); } $log(f());"]],
  [["$log(typeof f, typeof K); export default function f() {} class K {} export { K as default2 };"]],
  [["import d, * as n from './f1'; import e, { default as f, 'str name' as s } from './f1'; $log(d === e, e === f, s, Object.keys(n));", "const x = 1; export { x as 'str name' }; export default class {}"]],
  [["export const a = () => {}, b = function () {}, c = class {}; $log(a.name, b.name, c.name); export let d = class { static n = this.name; }; $log(d.n);"]],
  [["for (using r of [$res('r1'), $res('v11')]) { $log('loop'); }"]],
  [["$try('u', () => { using a = $res('v1a'), b = $res('v1b'); throw new Error('body'); });"]],
  [["class A { @$dec('a') accessor x = 1; @$dec('s') static accessor y = 2; } $log(new A().x, A.y, Object.keys(new A()));"]],
  [["@$dec('C') class C { @$dec('1') [$key('k')] = 1; @$dec('2') static [$key('l')]() {} @$dec('3') ['m']: string; @$dec('4') 5: number; @$dec('5') 'quoted': any; @$dec('6') get [$key('g')](): number { return 1; } } $log(new C());"]],
  [["function outer() { @$dec('in') class I { @$dec('x') x: I; self = I; } return I; } $log(outer().name); const e = class { static z = 1; }; $log(e.name);"]],
  [["@$dec('c3') class C { static self = C; static m() { return C; } n() { return new C(); } } $log(C.self === C, C.m() === C, C.name);"]],
  [["@$dec('c3') export default class C { static self = C; } $log(C.self === C); export { C as again };"]],
  [["@$dec('c3') export class C { static self = () => C; } export const held = C.self() === C; $log(held);"]],
  [["export abstract class A { abstract x: number; @$dec('d') abstract y: string; @$dec('m') abstract m(): void; @$dec('n') n?(): string; } $log(Object.getOwnPropertyNames(A.prototype));"]],
  [["const x = <const T,>(a: T) => a; $log(x(1) satisfies number, <any>2, (3 as any)!, [1!, 2 as any]); let y!: string; let o = { a: { b: null as any } }; o.a!.b = 1; o!.a.b++; (o.a as any).b += 1; $log(o);"]],
  [["label: for (const a of [1]) { continue label; } function assertIs(x: any): asserts x is string {} declare function q(): void; declare module 'zz' { const a: 1; } declare global { interface Zz {} } export {}; $log('ok');"]],
  [["import { K } from './f1'; switch (K.A as any) { case K.A: $log('A'); } $log(K.B, K['B'], `${K.A}`, K.N, K.F.toFixed());", "export const enum K { A, B = 'text', N = -1, F = 1.5 }"]],
  [["import json = require('./f1'); type J = json.T; let x: J = 1; $log(x);", "$log('loaded'); export type T = number; export const a = 1;"]],
  [["import { a } from './f1'; a; type T = typeof a; $log(1);", "$log('loaded'); export const a = 1;"]],
  [["import { a } from './f1'; type T = typeof a; $log(1);", "$log('loaded'); export const a = 1;"]],
  [["import { a } from './f1'; class Q { @$dec('x') x: typeof a; @$dec('y') y(): typeof a { return 1; } } $log(1);", "$log('loaded'); export const a = 1;"]],
  [["import { A } from './f1'; class Q implements A { x = 1; } class R extends A {} $log(new R());", "$log('loaded'); export class A {}"]],
  [["import { A } from './f1'; const x = { A }; $log(x); export { A as B }; export default { A };", "$log('loaded'); export let A: any = 1; A = 2;"]],
  [["import {} from './f1'; import { type T } from './f1'; import type {} from './f1'; export {} from './f1'; $log(0);", "$log('f1'); export type T = 1;"]],
  [["import './f1'; import { } /* nothing */ from './f2'; $log(0);", "$log('f1');", "$log('f2');"]],
  [["if (true) { var inside = 1; } try { var { a, b: [c] } = { a: 2, b: [3] } as any; } catch {} export { inside, a, c as d }; inside++; $log(inside);"]],
  [["enum A { P = $calls(5), M, Q = A.P, R = P, S = A['P'] } enum B { T = A.P, U = A.Q + 1 } $log(A, B);"]],
  [["function f() {} class K {} interface Called { (): void } type Call = { (): 1 }; type Make = new () => K; type Lists = string[] | number[]; type Functions = (() => 1) | (() => 2); type Same = string[] | string[]; type Both = (() => 1) & { a: 1 }; type Branded = string & { b: 1 }; class Own { @$dec('0') m0!: Called; @$dec('1') m1!: Call; @$dec('2') m2!: Make; @$dec('3') m3!: Lists; @$dec('4') m4!: Functions; @$dec('5') m5!: Same; @$dec('6') m6!: Both; @$dec('7') m7!: Branded; @$dec('8') m8!: Number | number; @$dec('9') m9!: String | string; @$dec('10') m10!: Function | (() => 1); @$dec('11') m11!: ReturnType<typeof f>; @$dec('12') m12!: ClassDecorator; @$dec('13') m13!: InstanceType<typeof K> | undefined; @$dec('14') m14!: Boolean; @$dec('15') m15!: Object | K; }"]],
];

export const PROJECTS = [
  ...OTHERS.map(([texts, options], i) => project(`other project ${i}`, texts, options)),
  ...overLevels.flatMap((text, i) => [project(`values of other files ${i}`, [text, levels]), project(`values of other files ${i}, each file alone`, [text, levels], { isolatedModules: true })]),
  ...classes.flatMap((text, i) => [true, false].map((define) => project(`default class ${i}, ${define ? "define" : "assign"}`, [`import made from "./f1"; $log(made.name);`, `export default ${text}`], { useDefineForClassFields: define }))),
  project("aliases of aliases of other files", [
    decorated("import { One, Two, Three, Many } from \"./f1\"; import * as all from \"./f1\"; import r = require(\"./f1\"); import type { Four } from \"./f2\";", ["One", "Two", "Three", "Many", "all.One", "r.Two", "Four", "One | Two", "r.Made", "r.Level"]),
    "import { Level, Text as Renamed } from \"./f2\"; import * as far from \"./f2\"; export type One = Level; export type Two = Renamed; export type Three = far.Level | far.Level; export type Many = { a: Level }[\"a\"]; export class Made {} export * from \"./f2\";",
    "import type { One } from \"./f1\"; export enum Level { A, B } export enum Text { A = \"a\" } export type Four = One;",
  ]),
  project("aliases of aliases of other files, without strict", [
    decorated("import { One } from \"./f1\";", ["One", "One | null"]),
    "import { Level } from \"./f2\"; type Hidden = Level | null; export type One = Hidden; export type Round = Round2; type Round2 = Round;",
    "export enum Level { A, B }",
  ], { strict: false }),
  project("constants that are made of those of other files", [
    "import { Own, doubled, Sum } from \"./f1\"; enum Here { A = Own.B, B = doubled, C } $log(Here, Sum.A); $log(Own);",
    "import { Level, first } from \"./f2\"; export enum Own { A = Level.Low, B } export const doubled = first * 2; export const enum Sum { A = Level.Low + first }",
    "export enum Level { Low = 3 } export const first = 9;",
  ]),
];
