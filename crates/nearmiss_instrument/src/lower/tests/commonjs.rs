//! Modules written as TypeScript writes them for CommonJS.

use super::{nest, run};

/// What `exports` looks like: names in order, getters in parentheses.
const SHOW: &str = "console.log(Object.entries(Object.getOwnPropertyDescriptors(exports)).filter(([, d]) => d.enumerable)
    .map(([k, d]) => d.get ? `(${k})` : `${k}=${typeof d.value === 'function' ? d.value.name : d.value}`).join(' '));";

#[test]
fn exports_stand_in_the_order_of_the_source_and_follow_their_variables() {
    let source = "
const early = Object.keys(exports).map((k) => (exports as any)[k]?.name).join();
export let count = 1; export function f() { return count++; } export class Late {} let kept = 5; export { kept, kept as again, f as g };
export enum Hue { Red } export default () => 1; export const { a, b: [c] } = { a: 1, b: [2] }; export const arrow = () => 2;
f(); kept += 1; [kept] = [kept * 2]; const before = kept++; console.log(early, before, (0, arrow)(), arrow.name, Hue.Red);";
    assert_eq!(
        run(&format!("{source} {SHOW}"), &nest()),
        ",,,,,,,,f,f 12 2 arrow 0\ncount=2 Late=Late kept=13 again=13 Hue=[object Object] a=1 c=2 arrow=arrow f=f g=f default="
    );
}

#[test]
fn names_that_are_exported_twice_follow_one_variable() {
    let source = "
export let one = 1; export { one as uno }; const was = [one, (exports as any).uno]; one++; const after = one++; [one] = [one * 10];
export const f = () => 1, { x, y: [z] } = { x: 5, y: [6] }; export { f as g, z as zz }; export let late: number; export { late as later };
late = 7; export enum Hue { Red = 4 } export { Hue as Farbe }; console.log(was.join(), after);";
    assert_eq!(
        run(&format!("{source} {SHOW}"), &nest()),
        "1,1 2\none=30 uno=30 f=f x=5 z=6 g=f zz=6 late=7 later=7 Hue=[object Object] Farbe=[object Object]"
    );
}

#[test]
fn imports_stay_where_they_stand() {
    let source = "process.env.EARLY = 'set'; import { join } from 'node:path'; import fs, * as all from 'node:fs'; export { join };
export { basename as base, default as whole } from 'node:path'; export * as os from 'node:os'; import url = require('node:url');
console.log(join('a', 'b'), fs === all.default, all.existsSync('/nowhere'), typeof url.parse);";
    assert_eq!(
        run(&format!("{source} {SHOW}"), &nest()),
        "a/b true false function\n(join) (base) (whole) os=[object Object]"
    );
}

#[test]
fn a_file_that_disposes_of_something_imports_and_exports_where_it_did() {
    let source = "
(Symbol as any).dispose ??= Symbol('dispose'); export const early = 1; import { join } from 'node:path';
using a = { [Symbol.dispose]() { console.log('closed', (exports as any).late, (exports as any).Own.name); } }; import { sep } from 'node:path';
export const late = join('a', 'b') + sep; export class Own { x = late; } export function f() { return late; } export enum Hue { Red = 4 }
export default early + 1; if (true) { var inside = 5; } export { inside }; console.log(new Own().x, f(), Hue.Red);";
    assert_eq!(
        run(&format!("{source} {SHOW}"), &nest()),
        "a/b/ a/b/ 4\nearly=1 late=a/b/ Own=Own Hue=[object Object] inside=5 default=2 f=f\nclosed a/b/ Own"
    );
}

#[test]
fn decorators_run_as_typescript_runs_them() {
    let source = "
const log: string[] = []; const d = (n: string): any => (t: any, k: any, i: any) => { log.push(`${n}:${String(k)}:${typeof i}`); };
(Reflect as any).metadata = (k: string, v: any) => (t: any, p: any) => { log.push(`${k} ${Array.isArray(v) ? v.map((x) => x?.name) : v?.name} ${String(p)}`); };
const key = 'computed'; enum Level { Low }
@d('class') class A { @d('static') static s: Level; @d('field') next?: A; @d('method') m(@d('param') level: Level, ...rest: A[]): void {}
  @d('get') get g() { return 1; } set g(v: number) {} @d('key') [key] = 1; constructor(@d('ctor') a: string | null) {} static self = () => A; }
console.log(log.join('; '));";
    assert_eq!(
        run(source, &nest()),
        "design:type Object next; field:next:undefined; design:returntype undefined m; design:paramtypes Number,A m; design:type Function m; \
         param:m:number; method:m:object; design:paramtypes Number g; design:type Number g; get:g:object; design:type Object computed; \
         key:computed:undefined; design:type Number s; static:s:undefined; design:paramtypes String undefined; ctor:undefined:number; \
         class:undefined:undefined"
            .replace("design:type Object next", "design:type A next")
    );
}
