//! Trees of a host: swc's own passes before and after ours, in the order in which swc runs plugins.

use nearmiss_instrument::hosted::{HostFile, instrument_tree, name_left_file};
use nearmiss_instrument::{InstrumentOptions, plan};
use nearmiss_targets::TargetTable;
use swc_core::common::comments::SingleThreadedComments;
use swc_core::common::{BytePos, FileName, GLOBALS, Globals, LineCol, Mark, SourceMap, sync::Lrc};
use swc_core::ecma::ast::EsVersion;
use swc_core::ecma::codegen::text_writer::JsWriter;
use swc_core::ecma::codegen::{Config, Emitter, Node};
use swc_core::ecma::parser::{EsSyntax, Syntax, TsSyntax, parse_file_as_program};
use swc_core::ecma::transforms::base::fixer::{fixer, paren_remover};
use swc_core::ecma::transforms::base::{hygiene::hygiene, resolver};
use swc_core::ecma::transforms::typescript::strip;

/// What a host prints, and which places of the source its map names, in printed order.
struct Printed {
    code: String,
    places: Vec<(BytePos, LineCol)>,
    files: Lrc<SourceMap>,
}

/// Runs a file through the passes, with ours in its place or with none.
fn host(file: &str, source: &str, probes: bool) -> Printed {
    let files: Lrc<SourceMap> = Lrc::default();
    // So that positions do not begin at 1.
    files.new_source_file(FileName::Anon.into(), "an earlier file".to_owned());
    let text = files.new_source_file(FileName::Real(file.into()).into(), source.to_owned());
    let syntax = if file.contains(".ts") {
        Syntax::Typescript(TsSyntax { tsx: file.ends_with('x'), ..TsSyntax::default() })
    } else {
        let jsx = file.ends_with("jsx");
        Syntax::Es(EsSyntax { jsx, import_attributes: true, ..EsSyntax::default() })
    };
    let comments = SingleThreadedComments::default();
    let version = EsVersion::latest();
    let program =
        parse_file_as_program(&text, syntax, version, Some(&comments), &mut Vec::new()).unwrap();
    let program = GLOBALS.set(&Globals::new(), || {
        let (unresolved, top_level) = (Mark::new(), Mark::new());
        let is_typescript = syntax.typescript();
        let mut program = program.apply(resolver(unresolved, top_level, is_typescript));
        if is_typescript {
            program = program.apply(strip(unresolved, top_level));
        }
        if probes {
            let seen = HostFile {
                source: &text.src,
                start: text.start_pos,
                unresolved,
                deepest: 1_000,
                loader: "nearmiss/swc/load",
            };
            let options = InstrumentOptions::for_file(file);
            program = match instrument_tree(&program, &seen, &options) {
                Ok(Some(probed)) => probed,
                Ok(None) => program,
                Err(error) => name_left_file(program, &seen, file, &error.to_string()),
            };
        }
        program.apply(paren_remover(Some(&comments))).apply(hygiene()).apply(fixer(Some(&comments)))
    });
    let mut code = Vec::new();
    let mut places = Vec::new();
    let mut emitter = Emitter {
        cfg: Config::default().with_target(version),
        cm: Lrc::clone(&files),
        comments: Some(&comments),
        wr: JsWriter::new(Lrc::clone(&files), "\n", &mut code, Some(&mut places)),
    };
    program.emit_with(&mut emitter).unwrap();
    Printed { code: String::from_utf8(code).unwrap(), places, files }
}

fn probed(file: &str, source: &str) -> String {
    host(file, source, true).code
}

/// The table that the printed text hands to the runtime.
fn table(code: &str) -> TargetTable {
    let from = code
        .find("{\"file\"")
        .or_else(|| code.find("{\\\"file"))
        .unwrap_or_else(|| panic!("no table in {code}"));
    let text = &code[from..];
    let end = text.find("]]}").expect("the end of the table") + 3;
    serde_json::from_str(&text[..end].replace("\\\"", "\"")).unwrap()
}

const PROGRAM: &str = r#"import fs from "fs";
// A comment that stays.
export function classify(age, name = "x", ...rest) {
  if (age > 64 && name !== "kid" || !rest.length) return `old ${name}`;
  const inner = () => { let classify = 1; return classify ?? fs; };
  switch (age) { case 1: return "one"; default: return inner()?.p ? "a" : "b"; }
}
export default class { #p = 1; get p() { return this.#p; } static s = () => 1; }
for (const [k, { v = 2 }] of Object.entries(rows)) label: while (k < v) { break label; }
"#;

#[test]
fn javascript_has_the_table_that_every_host_has() {
    let here = table(&probed("src/a.js", PROGRAM));
    let there = plan(PROGRAM, &InstrumentOptions::for_file("src/a.js")).unwrap();
    assert_eq!(&here, there.table());
    assert!(here.slots.len() > 40);
}

#[test]
fn typescript_has_the_table_that_every_host_has() {
    let source = "import type { T } from './t';\nenum E { A = 1, B }\n\
        export function f(this: void, e: E, t?: T): t is T {\n  return (e as any) === E.B && t! !== null;\n}\n\
        abstract class C<T> { constructor(private x: T, y?: number) { if (y) g(<T>x); } abstract m(): void }\n";
    let here = table(&probed("src/a.ts", source));
    let there = plan(source, &InstrumentOptions::for_file("src/a.ts")).unwrap();
    assert_eq!(&here, there.table());
    assert!(here.slots.len() > 15);
}

#[test]
fn ignore_comments_are_honoured_in_both_languages() {
    for (file, typed) in [("src/a.js", ""), ("src/a.ts", ": number")] {
        let source = format!(
            "/* istanbul ignore next */\nexport function f(a{typed}) {{ return a < 1; }}\n\
             export function g(a{typed}) {{ return a < 2; }}\n"
        );
        let here = table(&probed(file, &source));
        let there = plan(&source, &InstrumentOptions::for_file(file)).unwrap();
        assert_eq!(&here, there.table());
        assert!(here.slots.iter().all(|slot| slot.line == 3) && !here.slots.is_empty(), "{here:?}");
    }
}

#[test]
fn jsx_is_left_for_the_host() {
    let source =
        "export const V = (p) => <a b={p.x < 1} {...p.r}>t // no comment {p.l && <i/>}</a>;\n";
    let code = probed("src/a.jsx", source);
    assert!(code.contains("t // no comment"), "{code}");
    assert!(code.contains("b={"), "{code}");
    assert!(code.contains("__nm.lt("), "{code}");
}

#[test]
fn nothing_of_the_program_is_renamed() {
    let source = "var a=1;{let a=2;f(a)}function f(b){let c=b;try{let b=c;g(b)}catch(e){let c=e;g(c)}}\
        switch(a){case 1:}switch(f){case 2:}var undefined$1,void0,n,load,register;";
    let code = probed("src/a.js", source);
    for name in ["a1", "b1", "c1", "e1", "__nm1", "$s1", "$e1", "$d1", "$b1", "load1"] {
        assert!(
            !code.contains(&format!("{name} ")) && !code.contains(&format!("{name},")),
            "{code}"
        );
    }
}

#[test]
fn the_map_names_the_lines_of_the_source() {
    for file in ["src/a.js", "src/a.ts"] {
        let source =
            "// one\nf(1);\n\n\nfunction g(a) {\n  if (a < 2)\n    throw new Error(a);\n}\n";
        let Printed { code, places, files } = host(file, source, true);
        for (text, line) in [("f(1)", 2), ("a, 2)", 6), ("throw ", 7), ("new Error(", 7)] {
            let at = code.find(text).unwrap_or_else(|| panic!("{text} in {code}"));
            let printed_line = code[..at].matches('\n').count() as u32;
            let column = (at - code[..at].rfind('\n').map_or(0, |end| end + 1)) as u32;
            let place = places
                .iter()
                .filter(|(_, to)| (to.line, to.col) <= (printed_line, column))
                .max_by_key(|(_, to)| (to.line, to.col));
            let (from, _) = place.expect("a mapping");
            assert_eq!(files.lookup_char_pos(*from).line, line, "{file} {text}\n{code}");
        }
    }
}

#[test]
fn directives_hashbang_and_comments_stay_in_their_places() {
    let code = probed(
        "src/a.js",
        "#!/usr/bin/env node\n'use strict'\n/* c1 */ f(/* c2 */ a < 1); // c3\n",
    );
    assert!(code.starts_with("#!/usr/bin/env node\n'use strict';"), "{code}");
    for comment in ["/* c1 */", "/* c2 */", "// c3"] {
        assert_eq!(code.matches(comment).count(), 1, "{code}");
    }
    assert!(!probed("src/a.js", "'use strict'").contains("__nm"));
}

#[test]
fn scripts_load_the_runtime_by_require_unless_it_is_theirs() {
    let code = probed("src/a.js", "module.exports = a < 1;");
    assert!(code.contains("require('nearmiss/swc/load').load"), "{code}");
    let code = probed("src/a.js", "for (;;) { var require = f; } a < 1;");
    assert!(!code.contains("nearmiss"), "{code}");
    let code = probed("src/a.js", "(function(require) { a < 1; })();");
    assert!(code.contains("__nm.lt("), "{code}");
}

#[test]
fn what_is_probed_or_too_deep_stays_as_it_is() {
    let source = "__nm.S[3] || __nm.e(3);\nf();\n";
    assert_eq!(probed("src/a.js", source), host("src/a.js", source, false).code);
    let deep = format!("export default {}1{}", "[".repeat(1_100), "]".repeat(1_100));
    // The host's parser needs more stack than a test has.
    let code = std::thread::Builder::new()
        .stack_size(1 << 30)
        .spawn(move || probed("src/a.js", &deep))
        .unwrap()
        .join()
        .unwrap();
    assert!(code.contains("leave") && code.contains("nested too deeply"), "{}", &code[..200]);
}
