use super::super::{JsxOptions, JsxRuntime, LowerOptions, Syntax, lower};
use super::{esm, lowered, nest, run};

/// Stands in for the package reflect-metadata.
const REFLECT: &str = "
const store = new Map();
(Reflect as any).metadata = (key: string, value: any) => (target: any, property?: string) => {
  store.set((target.name ?? target.constructor.name) + '.' + String(property) + '.' + key, value);
};
";

#[test]
fn javascript_passes_byte_for_byte() {
    let source = "\u{feff}#!/usr/bin/env node\r\nvar a=1 ;with(a){}\u{2028}// end";
    let out = lower(source, &LowerOptions::for_file("a.cjs")).unwrap();
    assert_eq!(out.code, source);
    assert!(out.map.is_none());
    assert!(out.warnings.is_empty());
}

#[test]
fn types_are_gone_and_values_stay() {
    let source = "
type Pair<T> = [T, T];
interface Shape { area(): number }
declare const missing: number;
abstract class Base<T> implements Shape {
  protected abstract side: number;
  constructor(readonly name: string, private scale = 2) {}
  abstract area(): number;
  describe(this: Base<T>): string { return `${this.name}:${this.area() as number}`; }
}
class Square extends Base<string> {
  protected side: number;
  constructor(side: number) { super('square'); this.side = side; }
  area() { return this.side! ** 2; }
  overload(a: string): string;
  overload(a: number): string;
  overload(a: unknown): string { return typeof a; }
}
function is(x: unknown): x is string { return typeof x === 'string'; }
const pair: Pair<number> = [1, 2] satisfies number[];
const s = new Square(3);
console.log(s.describe(), s.overload(1), is('a'), <number>pair[1], (pair as any)?.length, Object.keys(s).join());
";
    assert_eq!(run(source, &esm()), "square:9 number true 2 2 name,scale,side");
}

#[test]
fn enums_run() {
    let source = "
enum Color { Red, Green = 'g', Blue = 1 << 3, Mixed = Red | Blue }
export const enum Level { Low = 1, High = Low * 10 }
enum Computed { A = 'abc'.length, B = A + 1 }
declare enum Ambient { X }
console.log(JSON.stringify(Color), Level.High, Computed.B, Computed[3], Color[8]);
";
    assert_eq!(
        run(source, &esm()),
        r#"{"0":"Red","8":"Mixed","Red":0,"Green":"g","Blue":8,"Mixed":8} 10 4 A Mixed"#
    );
}

#[test]
fn an_exported_const_enum_stays_for_other_files() {
    let out =
        lowered("export const enum Level { Low = 1 }", &LowerOptions { commonjs: true, ..esm() });
    let code = format!("{}; console.log(module.exports.Level.Low)", out.code);
    assert_eq!(super::run_javascript(&code, true), "1");
}

#[test]
fn namespaces_merge() {
    let source = "
namespace Outer.Inner { export const one = 1; const hidden = 2; export function two() { return hidden; } }
namespace Outer.Inner { export let three = Inner.one + Inner.two(); }
namespace Types { export type T = number }
function callable() { return callable.extra; }
namespace callable { export const extra = 'x'; }
class Host {} namespace Host { export class Part {} }
console.log(Outer.Inner.three, Object.keys(Outer.Inner).join(), callable(), new Host.Part().constructor.name);
";
    assert_eq!(run(source, &esm()), "3 one,two,three x Part");
}

#[test]
fn blocks_of_a_namespace_see_the_exports_of_each_other() {
    let source = "
const outer = 'outer';
namespace N { export let count = 1; export function up() { return ++count; } export namespace Deep { export const d = 'd'; } }
namespace N { export const seen = [count, up(), { count }.count, Deep.d, outer]; count = 10; }
namespace N.Deep { export const e = d + count; }
namespace Dotted.Inner { export const i = 'i'; }
namespace Dotted { export const j = Inner.i; }
console.log(N.seen.join(), N.count, N.Deep.e, N.up.name, Dotted.j);
";
    for commonjs in [false, true] {
        let options = LowerOptions { commonjs, ..esm() };
        assert_eq!(run(source, &options), "1,2,2,d,outer 10 d10 up i");
    }
}

#[test]
fn parameter_properties_come_before_fields() {
    let source = "
class Base { log: string[] = []; }
class A extends Base {
  sum = this.a + this.b;
  constructor(private a: number, public readonly b = 2, c = 3) { super(); this.log.push(`c${c}`); }
}
const a = new A(1);
console.log(a.sum, a.log.join(), Object.keys(a).sort().join());
";
    assert_eq!(run(source, &nest()), "3 c3 a,b,log,sum");
}

#[test]
fn assigned_fields_do_not_shadow_what_the_base_set() {
    let source = "
class Model { constructor(values: object) { Object.assign(this, values); } }
class User extends Model { name: string; age = 1; static kind = 'user'; #secret = this.age + 1;
  tell() { return this.#secret; } static { User.kind += '!'; } }
const set: string[] = [];
class Setter { set x(v: number) { set.push('set ' + v); } }
class Child extends Setter { x = 5; ['lit'] = 6; 'quoted name' = 7; 8 = 9; arrow = () => this.x }
const child: any = new Child();
const u: any = new User({ name: 'Ann' });
console.log(u.name, u.age, User.kind, u.tell(), set.join(), child.lit, child['quoted name'], child[8], child.arrow());
";
    assert_eq!(run(source, &nest()), "Ann 1 user! 2 set 5 6 7 9 undefined");
    let defined = LowerOptions { use_define_for_class_fields: Some(true), ..nest() };
    assert_eq!(run(source, &defined), "undefined 1 user! 2  6 7 9 5");
}

#[test]
fn a_constructor_parameter_does_not_capture_a_field_initialiser() {
    let source = "
const value = 'outer';
class A { field = value; constructor(value: string) { this.own = value; } own: string }
const a = new A('inner');
console.log(a.field, a.own, A.length);
";
    assert_eq!(run(source, &nest()), "outer inner 1");
}

#[test]
fn decorators_carry_metadata() {
    let source = format!(
        "{REFLECT}
const calls: string[] = [];
function IsString(): PropertyDecorator {{ return (t: any, k) => {{ calls.push('IsString ' + String(k)); }}; }}
function Injectable() {{ return (target: any) => {{ calls.push('Injectable ' + target.name); }}; }}
function Inject(token: string) {{ return (t: any, k: any, i: number) => {{ calls.push(`Inject ${{token}} ${{i}}`); }}; }}
function Get(path: string): MethodDecorator {{ return (t, k, d: any) => {{ const old = d.value; d.value = function (...a: any[]) {{ return path + old.apply(this, a); }}; }}; }}
class Service {{}}
interface Options {{ a: number }}
class CreateUser {{
  @IsString() name: string;
  @IsString() tags: string[];
  @IsString() born?: Date;
  @IsString() any: number | string;
  @IsString() self: Promise<CreateUser>;
  @IsString() big: bigint = 1n;
}}
@Injectable()
class UserController {{
  constructor(private readonly service: Service, @Inject('opts') readonly options: Options) {{}}
  @Get('/users/') find(id: number, @Inject('q') q: boolean): string {{ return String(id) + q; }}
}}
const m = (k: string) => {{ const v = store.get(k); return Array.isArray(v) ? v.map((x: any) => x.name).join('+') : v && v.name; }};
console.log(m('CreateUser.name.design:type'), m('CreateUser.tags.design:type'), m('CreateUser.born.design:type'),
  m('CreateUser.any.design:type'), m('CreateUser.self.design:type'), m('CreateUser.big.design:type'));
console.log(m('UserController.undefined.design:paramtypes'), m('UserController.find.design:paramtypes'),
  m('UserController.find.design:returntype'));
console.log(new UserController(new Service(), {{ a: 1 }}).find(7, true), calls.join('|'));
"
    );
    let expected = "String Array Date Object Promise BigInt
Service+Object Number+Boolean String
/users/7true IsString name|IsString tags|IsString born|IsString any|IsString self|IsString big|Inject q 1|Inject opts 1|Injectable UserController";
    assert_eq!(run(&source, &nest()), expected);
    let esm = LowerOptions { commonjs: false, ..nest() };
    assert_eq!(run(&source, &esm), expected);
}

#[test]
fn a_class_that_a_decorator_replaces_means_the_replacement() {
    let source = "
const replace = (c: any): any => class Replaced extends c { extra = 1; };
@replace export class A { static first = A; static make(): A { return new A(); } static wrap() { return { A }; } }
function local() { @replace class B { static make() { return new B(); } } return B; }
console.log((A.make() as any).extra, A.first === A, A.wrap().A === A, A.name, (local().make() as any).extra);
";
    for commonjs in [false, true] {
        assert_eq!(run(source, &LowerOptions { commonjs, ..nest() }), "1 false true Replaced 1");
    }
}

#[test]
fn classes_without_decorators_keep_their_evaluation_order() {
    let source = "
const log: string[] = []; const t = <T,>(x: T) => (log.push(String(x)), x);
class A extends (t('heritage'), Object) { [t('a')] = t('value'); static [t('b')] = t('static'); [t('c')]() {} }
new A(); console.log(log.join());
";
    let expected = "heritage,a,b,c,static,value";
    assert_eq!(run(source, &esm()), expected);
    let defined = LowerOptions { use_define_for_class_fields: Some(true), ..nest() };
    assert_eq!(run(source, &defined), expected);
}

#[test]
fn accessors_are_fields_with_get_and_set() {
    let source = "
class A { accessor x = 1; static accessor y = 2; }
const a = new A(); a.x += 4;
console.log(a.x, A.y, Object.keys(a).length, typeof Object.getOwnPropertyDescriptor(A.prototype, 'x')!.get);
";
    assert_eq!(run(source, &esm()), "5 2 0 function");
    assert_eq!(run(source, &nest()), "5 2 0 function");
}

#[test]
fn without_the_option_there_is_no_metadata() {
    let source = "const d = (...a: any[]) => {}; class A { @d x: string; }";
    let with = lowered(source, &nest()).code;
    let without = lowered(source, &LowerOptions { emit_decorator_metadata: false, ..nest() }).code;
    assert!(with.contains("\"design:type\", String"), "{with}");
    assert!(!without.contains("design:type"), "{without}");
}

#[test]
fn standard_decorators_run() {
    let source = "
function twice(f: any, c: ClassMethodDecoratorContext) { return function (this: any, ...a: any[]) { return String(c.name) + f.call(this, ...a) * 2; }; }
class A { @twice run(n: number) { return n; } }
console.log(new A().run(4));
";
    assert_eq!(run(source, &esm()), "run8");
}

#[test]
fn unused_and_type_only_imports_are_elided() {
    let source = "
import type { A } from './missing-a.js';
import { type B, sep } from 'node:path';
import { C } from './missing-c.js';
import * as fs from 'node:fs';
import os = require('node:os');
export type { D } from './missing-d.js';
let a: A | B | C;
console.log(sep, typeof fs.readFileSync, typeof os.cpus);
";
    for commonjs in [false, true] {
        let options = LowerOptions { commonjs, ..esm() };
        let expected = format!("{} function function", std::path::MAIN_SEPARATOR);
        assert_eq!(run(source, &options), expected);
    }
}

#[test]
fn commonjs_interoperates() {
    let source = "
import path, { join } from 'node:path';
import * as url from 'node:url';
export default function main() { return join('a', 'b'); }
export const one = 1;
export { one as uno };
export * from 'node:punycode';
let counter = 0; export { counter };
export function bump() { counter++; return counter; }
bump();
const lazy = import('node:os');
console.log(path.posix.join('x', 'y'), typeof url.parse, module.exports.default(), module.exports.uno,
  module.exports.counter, module.exports.__esModule, this === undefined, typeof module.exports.encode);
lazy.then((os: any) => console.log(typeof os.cpus));
";
    let options = LowerOptions { dynamic_import_to_require: true, ..esm() };
    let options = LowerOptions { commonjs: true, ..options };
    let out = lowered(source, &options).code.replace("node:punycode", "node:querystring");
    assert_eq!(
        super::run_javascript(&out, true),
        "x/y function a/b 1 1 true false function\nfunction"
    );
    assert!(!out.contains("@swc/helpers"), "{out}");
}

#[test]
fn export_equals_replaces_the_exports() {
    let source = "import fs = require('node:fs');\nclass A { static x = 1 }\nexport = A;";
    let options = LowerOptions { commonjs: true, ..esm() };
    let out = lowered(source, &options).code;
    let code = format!("{out}; console.log(module.exports.x)");
    assert_eq!(super::run_javascript(&code, true), "1");
}

#[test]
fn a_script_without_imports_is_left_sloppy_in_commonjs() {
    let source =
        "const x: number = 1; console.log((function () { return this === globalThis; })(), x)";
    assert_eq!(run(source, &LowerOptions { commonjs: true, ..esm() }), "true 1");
}

#[test]
fn nothing_is_lowered_that_node_20_runs() {
    let source = "
class A { #x = 1; static #y = 2; static z: number; static { A.z = A.#y; } has(o: object) { return #x in o; } async *gen() { yield* [1, 2]; } }
const o: any = null; let v: any; v ??= 3;
const seen: number[] = []; for await (const n of new A().gen()) seen.push(n);
console.log(new A().has(new A()), A.z, o?.x ?? 4, v, seen.join(), `${2n ** 64n}`, /(?<y>\\d+)/d.exec('a12')!.indices![0].join());
";
    assert_eq!(run(source, &esm()), "true 2 4 3 1,2 18446744073709551616 1,3");
    let code = lowered(source, &esm()).code;
    for kept in ["#x in o", "??=", "static{", "for await", "?.x ?? 4"] {
        assert!(code.contains(kept), "{kept} in {code}");
    }
}

#[test]
fn members_of_enums_are_computed_once() {
    let source = "
let calls = 0; const next = () => ++calls;
enum A { P = next(), Q = 1 } enum B { R = next(), S = B.R, T = A.P + A.Q, U = R }
console.log(calls, JSON.stringify(B));";
    assert_eq!(run(source, &esm()), r#"2 {"2":"U","R":2,"S":2,"T":2,"U":2}"#);
}

#[test]
fn using_declarations_dispose() {
    let source = "
const log: string[] = [];
(Symbol as any).dispose ??= Symbol('dispose');
function open(n: string) { return { [Symbol.dispose]() { log.push('close ' + n); } }; }
{ using a = open('a'), b = open('b'); log.push('body'); }
console.log(log.join());
";
    assert_eq!(run(source, &esm()), "body,close b,close a");
}

#[test]
fn jsx_classic_and_automatic() {
    let source = "
const h = (type: any, props: any, ...children: any[]) => ({ type, props, children });
const F = 'fragment';
const el = <><a href={'x' as string} {...{ b: 1 }}>text {1 + 1}</a></>;
console.log(JSON.stringify(el));
";
    let classic = LowerOptions {
        syntax: Syntax::Tsx,
        jsx: JsxOptions {
            runtime: JsxRuntime::Classic,
            pragma: Some("h".into()),
            pragma_fragment: Some("F".into()),
            import_source: None,
        },
        ..esm()
    };
    assert_eq!(
        run(source, &classic),
        r#"{"type":"fragment","props":null,"children":[{"type":"a","props":{"href":"x","b":1},"children":["text ",2]}]}"#
    );
    let jsx = LowerOptions {
        syntax: Syntax::Jsx,
        jsx: JsxOptions { import_source: Some("preact".into()), ..JsxOptions::default() },
        ..esm()
    };
    let automatic = lowered("export const el = <a>t</a>;", &jsx).code;
    assert!(automatic.contains("from \"preact/jsx-runtime\""), "{automatic}");
    let required = lowered("export const el = <a>t</a>;", &LowerOptions { commonjs: true, ..jsx });
    assert!(required.code.contains("require(\"preact/jsx-runtime\")"), "{}", required.code);
}

#[test]
fn a_pragma_comment_goes_before_the_options() {
    let source = "/** @jsxRuntime classic */ /** @jsx make */\nconst make = (t: string) => t;\nconsole.log(<b/>);";
    let options = LowerOptions { syntax: Syntax::Tsx, ..esm() };
    assert_eq!(run(source, &options), "b");
}

#[test]
fn names_of_functions_and_classes_survive() {
    let source = "
function decorate(t: any) {}
@decorate class Marked { static self = () => Marked; }
namespace N { export class Inside {} }
const arrow = () => 1;
console.log(Marked.name, Marked.self().name, N.Inside.name, arrow.name, class Foo {}.name);
";
    assert_eq!(run(source, &nest()), "Marked Marked Inside arrow Foo");
}

#[test]
fn one_source_gives_one_output() {
    let source = "namespace A { export const a = 1 } enum B { C } class D { x = 1; constructor(private y: B) {} }";
    let first = lowered(source, &nest()).code;
    for _ in 0..3 {
        assert_eq!(lowered(source, &nest()).code, first);
    }
}
