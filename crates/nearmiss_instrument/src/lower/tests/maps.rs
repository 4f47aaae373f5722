use std::collections::BTreeMap;

use super::super::{LowerOptions, Syntax, lower};
use super::{esm, lowered, nest, run_javascript};
use crate::source_map::{LineIndex, OriginalLines, Segments};

const PROGRAM: &str = "\
import { readFileSync as reader } from 'fs';
interface Gone { gone1: string }

/* a comment
   of three
   lines */ export const first: number = 1, second = 'ä€😀', third = reader;
export enum Hue { Alpha = 1, Beta }
function generic<T extends object>(param1: T,
    param2?: number): T {
  if (param2 === undefined
      && first < 2) {
    return param1;
  }
  const inner = (lambda1: number) => lambda1 + first;
  switch (inner(3)) { case 4: break; default: throw new RangeError(`x${param2}y`); }
  for (const item of [1, 2]) { console.log(item!); }
  return param1 as T;
}
class Widget extends Object {
  private width: number = 10;
  static count = 0;
  constructor(private readonly height: string, plain = { deep: 1 }) {
    super();
    Widget.count += plain.deep;
  }
  get total(): number { return this.width * Number(this.height); }
}
export default [new Widget('3').total, generic];
";

/// Words for which swc's tree has no position.
const KEYWORDS: [&str; 12] = [
    "from", "as", "extends", "of", "case", "default", "const", "let", "static", "get", "function",
    "export",
];

/// The words of `text` outside strings, with their byte offsets.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let bytes = text.as_bytes();
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$';
    let mut at = 0;
    while at < bytes.len() {
        if let quote @ (b'"' | b'\'') = bytes[at] {
            at += 1;
            while at < bytes.len() && bytes[at] != quote {
                at += 1;
            }
            at += 1;
        } else if is_word(bytes[at]) {
            let start = at;
            while at < bytes.len() && is_word(bytes[at]) {
                at += 1;
            }
            let word = &text[start..at];
            if !KEYWORDS.contains(&word) {
                words.push((start, word));
            }
        } else {
            at += 1;
        }
    }
    words
}

/// Every word that stands as often in the source as in the output must map to itself, exactly, in
/// order, but for words that compiling moves about. Gives the number of words compared.
fn assert_words_map(source: &str, options: &LowerOptions, moved: &[&str]) -> usize {
    let out = lowered(source, options);
    let segments = Segments::new(out.map.as_ref().expect("compiled code has a map"));
    let (from, to) = (LineIndex::new(&out.code), LineIndex::new(source));
    let by_word = |text| {
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, word) in words(text) {
            places.entry(word).or_default().push(at);
        }
        places
    };
    let (source_words, output_words) = (by_word(source), by_word(&out.code));
    let mut compared = 0;
    for (word, places) in &output_words {
        let Some(originals) = source_words.get(word) else { continue };
        if originals.len() != places.len() || moved.contains(word) {
            continue;
        }
        for (&at, &original) in places.iter().zip(originals) {
            let (line, column) = from.position(at);
            let found = segments.lookup(line, column).map(|o| (o.line, o.column));
            let expected = Some(to.position(original));
            assert_eq!(found, expected, "{word} at {line}:{column} of\n{}", out.code);
            compared += 1;
        }
    }
    compared
}

#[test]
fn each_token_maps_to_itself() {
    assert!(assert_words_map(PROGRAM, &esm(), &[]) >= 45);
    assert!(assert_words_map(PROGRAM, &nest(), &["readFileSync"]) >= 40);
    let defined = LowerOptions { use_define_for_class_fields: Some(true), ..nest() };
    assert!(assert_words_map(PROGRAM, &defined, &["readFileSync"]) >= 40);
}

#[test]
fn decorated_and_jsx_code_maps_to_itself() {
    let source = "
function Deco(...args1: any[]): any { return () => undefined; }
@Deco({ marker: 1 })
export class Holder {
  @Deco(41) field1: string;
  @Deco(42) method1(@Deco(43) argument1: number): void { console.log(argument1); }
}
export const view = <div title={Holder}>
  {[4444].map((entry) => <span key={entry} />)}
</div>;
";
    let options = LowerOptions { syntax: Syntax::Tsx, ..nest() };
    assert!(assert_words_map(source, &options, &["Deco"]) >= 10);
}

#[test]
fn statements_stay_on_their_lines() {
    let out = lowered(PROGRAM, &esm());
    let (from, to) = (LineIndex::new(&out.code), LineIndex::new(PROGRAM));
    for text in ["if (param2", "return param1", "const inner", "switch", "for (const", "super()"] {
        let here = out.code.find(text).unwrap_or_else(|| panic!("{text} in {}", out.code));
        let there = PROGRAM.find(text).unwrap();
        assert_eq!(from.line(here), to.line(there), "{text} in\n{}", out.code);
    }
}

#[test]
fn a_stack_trace_names_the_original_line_even_without_the_map() {
    let source = "
type T = {
  a: number
}
export function thrower(x: T) {
  const y: number = x.a;

  throw new Error('here');
}
try { thrower({ a: 1 }) } catch (e) { console.log(/:(\\d+):\\d+/.exec((e as Error).stack!.split('\\n')[1])![1]) }
";
    let out = lowered(source, &LowerOptions { commonjs: true, ..esm() });
    assert_eq!(run_javascript(&out.code, true), "8");
}

#[test]
fn what_the_compiler_made_up_has_no_original() {
    let source = "const d = (...a: any[]) => {};\nclass A {\n  @d x: string;\n  constructor(public p: number) {}\n}\n";
    let out = lowered(source, &nest());
    let lines = OriginalLines::new(&out.code, out.map.as_ref());
    let line_of = |text: &str| {
        let at = out.code.find(text).unwrap_or_else(|| panic!("{text} in {}", out.code));
        lines.line(at)
    };
    assert_eq!(line_of("function _ts_decorate"), None);
    assert_eq!(line_of("_ts_decorate(["), None);
    assert_eq!(line_of("_ts_metadata(\"design:type\""), None);
    assert_eq!(line_of("const d"), Some(1));
    assert_eq!(line_of("class A"), Some(2));
    assert_eq!(line_of("constructor("), Some(4));
    assert_eq!(lines.source(), Some("src/input.ts"));
}

#[test]
fn variables_of_a_namespace_keep_their_lines() {
    let source = "namespace N {\n  export const a = 1,\n    b = a;\n  export function f() {}\n}\n";
    let out = lowered(source, &esm());
    let lines = OriginalLines::new(&out.code, out.map.as_ref());
    let line_of = |text: &str| {
        let at = out.code.find(text).unwrap_or_else(|| panic!("{text} in {}", out.code));
        lines.line(at)
    };
    assert_eq!(line_of("N.a = 1"), Some(2));
    assert_eq!(line_of("N.b = "), Some(3));
    assert_eq!(line_of("N.f = "), None);
}

#[test]
fn an_incoming_map_is_followed_through_the_compilation() {
    // Generated line n stems from line n + 10 of a.vue.
    let map = r#"{"version":3,"sources":["a.vue"],"names":[],"mappings":"AAUA;AACA;AACA"}"#;
    let source = "const a: number = 1;\ntype X = 1;\nthrow a;\n";
    let options = LowerOptions { incoming_map: Some(map.into()), ..esm() };
    let out = lowered(source, &options);
    let lines = OriginalLines::new(&out.code, out.map.as_ref());
    assert_eq!(lines.line(out.code.find("throw").unwrap()), Some(13));
    assert_eq!(lines.source(), Some("a.vue"));
}

#[test]
fn an_inline_map_of_javascript_is_found() {
    let json = r#"{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAKA"}"#;
    let code = format!(
        "let a = 1;\n//# sourceMappingURL=data:application/json,{}\n",
        json.replace('"', "%22")
    );
    let out = lower(&code, &LowerOptions::for_file("a.js")).unwrap();
    assert_eq!(out.code, code);
    assert_eq!(OriginalLines::new(&out.code, out.map.as_ref()).line(0), Some(6));
}

#[test]
fn a_map_that_lies_or_does_not_parse_is_a_warning() {
    for (map, why) in [
        ("{", "does not parse"),
        (r#"{"version":3,"sources":["a.ts"],"names":[],"mappings":";;;;;AAAA"}"#, "maps line 6"),
        (
            r#"{"version":3,"sources":["a.ts"],"sourcesContent":["x"],"names":[],"mappings":"AAKA"}"#,
            "to line 6",
        ),
        (r#"{"version":3,"sources":[],"names":[],"mappings":"AAAA"}"#, "source"),
    ] {
        let options =
            LowerOptions { incoming_map: Some(map.into()), ..LowerOptions::for_file("a.js") };
        let out = lower("let a = 1;\n", &options).unwrap();
        assert!(out.map.is_none(), "{map}");
        assert_eq!(out.warnings.len(), 1);
        assert!(out.warnings[0].message.contains(why), "{}", out.warnings[0]);
    }
}
