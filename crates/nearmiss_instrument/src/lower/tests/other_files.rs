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
    assert!(!code.contains("require("), "nothing of the other file is read: {code}");
    assert_eq!(
        run(source, &options),
        "{ '3': 'A', '4': 'B', '9': 'C', '10': 'D', A: 3, B: 4, C: 9, D: 10 }"
    );
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
