//! What is compiled with knowledge of other files.

use super::super::declared::Exported;
use super::super::{Constant, Declared, Imported, LowerOptions, Plain, Syntax, declarations};
use super::{lowered, nest, run};

fn exported(source: &str, name: &str) -> Option<Declared> {
    match declarations(source, Syntax::Ts, true)?.exports.remove(name)? {
        Exported::Here(kind) => Some(kind),
        Exported::There { .. } => None,
    }
}

#[test]
fn what_a_file_exports_is_read() {
    let source = "
import { Far } from './far'; export { Far as Away }; export * from './star'; export { x as y } from './there';
export class Book {} export interface Shape {} export type Id = string | `t${string}`; export type List = readonly Id[];
export enum Level { Low = 1, High, Both = Low | 4 } export enum Hue { Red = 'r' } export enum Mixed { A = 'a', B = 1 }
export const limit = 2 ** 3, text: string = 'typed'; export namespace Space { export const enum In { One = 1 } }
export default interface Options {} type Kept = 'a' | null; export { Kept };";
    assert_eq!(exported(source, "Book"), Some(Declared::Class));
    assert_eq!(exported(source, "Shape"), Some(Declared::Type(Plain::Object)));
    assert_eq!(exported(source, "Id"), Some(Declared::Type(Plain::String)));
    assert_eq!(exported(source, "List"), Some(Declared::Type(Plain::Array)));
    assert_eq!(exported(source, "Kept"), Some(Declared::Type(Plain::Object)));
    assert_eq!(exported(source, "default"), Some(Declared::Type(Plain::Object)));
    assert_eq!(exported(source, "limit"), Some(Declared::Constant(Constant::number(8.0))));
    assert_eq!(exported(source, "text"), Some(Declared::Value));
    let values = |name: &str| match exported(source, name) {
        Some(Declared::Enum(facts)) => (facts.plain, facts.constants.into_iter().collect()),
        other => panic!("{name} is {other:?}"),
    };
    let number = |name: &str, value: f64| (name.to_owned(), Constant::number(value));
    let of_level = vec![number("Both", 5.0), number("High", 2.0), number("Low", 1.0)];
    assert_eq!(values("Level"), (Plain::Number, of_level));
    assert_eq!(values("Hue").0, Plain::String);
    assert_eq!(values("Mixed").0, Plain::Object);
    assert_eq!(values("Space.In"), (Plain::Number, vec![number("One", 1.0)]));
    let all = declarations(source, Syntax::Ts, true).expect("it parses");
    assert_eq!(all.stars, ["./star"]);
    assert!(all.imports.contains(&("./there".into(), "x".into())));
    let there = Exported::There { specifier: "./far".into(), name: "Far".into() };
    assert_eq!(all.exports.get("Away"), Some(&there));
}

#[test]
fn what_is_made_of_names_of_other_files_is_read_with_them() {
    let source = "
import { Level } from './levels'; import * as far from './far'; import near = require('./near');
type Hidden = Level | Level; export type Shown = Hidden; export type Made = far.Shape | far.Other[]; export class Own {}
export enum Sum { A = Level.Low | 4 } export type Plain = string; export const twice = near.once * 2; export type All = Promise<Level>;
export type Call = { (): void }; export type Make = new () => Own; export interface Called { (): string } export type Two = (() => 1) | (() => 2);";
    let all = declarations(source, Syntax::Ts, true).expect("it parses");
    let needs = |name: &str| -> Vec<String> {
        all.needs
            .get(name)
            .into_iter()
            .flatten()
            .map(|(from, name)| format!("{from} {name}"))
            .collect()
    };
    assert_eq!(needs("Shown"), ["./levels Level"]);
    assert_eq!(needs("Made"), ["./far Other", "./far Shape"]);
    assert_eq!(needs("Sum"), ["./levels Level"]);
    assert_eq!(needs("twice"), ["./near once"]);
    for name in ["Own", "Plain", "All"] {
        assert_eq!(needs(name), [""; 0], "{name}");
    }
    assert_eq!(exported(source, "Shown"), Some(Declared::Type(Plain::Object)));
    let plain = |name: &str| exported(source, name);
    assert_eq!(plain("Call"), Some(Declared::Type(Plain::Function)));
    assert_eq!(plain("Called"), Some(Declared::Type(Plain::Function)));
    assert_eq!(plain("Make"), Some(Declared::Type(Plain::Object)));
    assert_eq!(plain("Two"), Some(Declared::Type(Plain::Object)));
    let level = exported("export enum Level { Low = 3 }", "Level").expect("it is exported");
    let once = Declared::Constant(Constant::number(2.0));
    let imported = Imported::from([
        ("./levels".to_owned(), [("Level".to_owned(), level)].into()),
        ("./near".to_owned(), [("once".to_owned(), once)].into()),
    ]);
    let again = all.exports_with(&imported);
    let here = |name: &str| match again.get(name) {
        Some(Exported::Here(kind)) => kind.clone(),
        other => panic!("{name} is {other:?}"),
    };
    assert_eq!(here("Shown"), Declared::Type(Plain::Number));
    assert_eq!(here("twice"), Declared::Constant(Constant::number(4.0)));
    let Declared::Enum(sum) = here("Sum") else { panic!("it is an enum") };
    assert_eq!(sum.constants.get("A"), Some(&Constant::number(7.0)));
}

#[test]
fn values_of_enums_of_other_files_are_written_out() {
    let level =
        declarations("export enum Level { Low = 3 } export const first = 9;", Syntax::Ts, true);
    let kinds =
        level.expect("it parses").exports.into_iter().filter_map(|(name, kind)| match kind {
            Exported::Here(kind) => Some((name, kind)),
            Exported::There { .. } => None,
        });
    let imported = Imported::from([("./level".to_owned(), kinds.collect())]);
    let options = LowerOptions { imported, ..nest() };
    let source = "import { Level, first } from './level'; enum Own { A = Level.Low, B, C = first, D } console.log(Own);";
    let code = lowered(source, &options).code;
    for (value, member) in [("3", "A"), ("4", "B"), ("9", "C"), ("10", "D")] {
        assert!(code.contains(&format!("[Own[\"{member}\"] = {value}]")), "{code}");
    }
    // As tsc does: the enum alone goes, a part of an expression, a constant or a whole module stays.
    let keeps = |source: &str, options: &LowerOptions| {
        let code = lowered(source, options).code;
        assert!(!code.contains("Low"), "the value is written: {code}");
        code.contains("require(")
    };
    let own = "import { Level } from './level'; enum Own { A = Level.Low, B } console.log(Own);";
    assert_eq!(run(own, &options), "{ '3': 'A', '4': 'B', A: 3, B: 4 }");
    assert!(!keeps(own, &options));
    assert!(keeps(own, &LowerOptions { isolated_modules: true, ..options.clone() }));
    assert!(keeps("import { Level } from './level'; enum Own { A = Level.Low | 4 }", &options));
    assert!(keeps("import * as all from './level'; enum Own { A = all.Level.Low }", &options));
    assert!(keeps("import { first } from './level'; enum Own { A = first }", &options));
}

#[test]
fn an_enum_that_only_metadata_names_keeps_its_module_imported() {
    let source = "import { Level, Kind } from './levels'; import { Shape } from './shapes'; const d: any = () => {};
export class A { @d level: Level | null; @d shape: Shape; plain: Kind }";
    let code = |file: &str, exports: &[(&str, Declared)]| {
        let all = exports.iter().map(|(name, kind)| ((*name).to_owned(), kind.clone()));
        (file.to_owned(), all.collect())
    };
    let level = match exported("export enum Level { Low }", "Level") {
        Some(level) => level,
        None => panic!("it is exported"),
    };
    let imported = Imported::from([
        code("./levels", &[("Level", level.clone()), ("Kind", level)]),
        code("./shapes", &[("Shape", Declared::Type(Plain::Object))]),
    ]);
    for commonjs in [false, true] {
        let options = LowerOptions { imported: imported.clone(), commonjs, ..nest() };
        let code = lowered(source, &options).code;
        assert!(code.contains("\"./levels\""), "{code}");
        assert!(!code.contains("\"./shapes\""), "{code}");
    }
}
