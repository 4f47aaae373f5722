//! Odd sources: how they begin, how deep they nest, what they name.

use nearmiss_instrument::{InstrumentError, InstrumentOptions, ModuleKind, Planned, plan};

fn planned(source: &str) -> Planned {
    plan(source, &InstrumentOptions::for_file("src/case.js")).expect("the source is valid")
}

fn code(source: &str) -> String {
    planned(source).emit(16).code
}

#[test]
fn hashbang_byte_order_mark_and_line_ends_stay() {
    assert!(
        code("#!/usr/bin/env node\nf()").starts_with("#!/usr/bin/env node\n{let __nm$v=__nm.S[16]")
    );
    assert!(code("\u{feff}f()").starts_with("\u{feff}{let __nm$v=__nm.S[16]"));
    let emitted = code("f()\r\ng()\r\n");
    assert_eq!(emitted.matches("\r\n").count(), 2);
    assert_eq!(emitted.matches('\n').count(), 2);
    assert_eq!(code(""), "");
}

#[test]
fn lines_are_counted_as_v8_counts_them() {
    let planned = planned("f()\r\ng()\rh()\u{2028}i()\nj()");
    let lines: Vec<u32> = planned.table().slots.iter().map(|slot| slot.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5]);
}

#[test]
fn slots_move_with_the_base() {
    let planned = planned("if (a < b) f()");
    let (low, high) = (planned.emit(16).code, planned.emit(1_000_000).code);
    assert!(low.contains("__nm.lt(17,18,a , b)"), "{low}");
    assert!(high.contains("__nm.lt(1000001,1000002,a , b)"), "{high}");
}

#[test]
fn an_instrumented_file_passes_through() {
    let once = code("if (a && b) f()");
    let again = planned(&once);
    assert!(again.is_already_instrumented());
    assert!(again.table().slots.is_empty());
    assert_eq!(again.emit(99).code, once);
    assert!(!planned("const s = '__nm.S[1]'").is_already_instrumented());
}

#[test]
fn what_does_not_parse_names_the_place() {
    let error = plan("f()\n  let = = 3", &InstrumentOptions::for_file("a.js")).unwrap_err();
    assert!(matches!(error, InstrumentError::Parse(_)), "{error}");
    assert_eq!(error.diagnostics()[0].line, 2);
    assert!(error.to_string().starts_with("does not parse: 2:"), "{error}");
}

#[test]
fn modules_and_scripts_are_told_apart() {
    assert!(planned("import a from 'a'").is_module());
    assert!(planned("await f()").is_module());
    assert!(!planned("with (o) f()").is_module());
    assert!(!planned("return 1").is_module());
    let options =
        InstrumentOptions { module: ModuleKind::Esm, ..InstrumentOptions::for_file("a.js") };
    assert!(plan("f()", &options).unwrap().is_module());
}

#[test]
fn long_flat_chains_are_planned() {
    for operator in ["&&", "||", "??", "+", ","] {
        let source = format!("x = (a{})", format!("{operator}a").repeat(20_000));
        assert!(!planned(&source).table().slots.is_empty(), "{operator}");
    }
}

#[test]
fn deep_nesting_is_refused_or_left_alone_but_never_crashes() {
    let nest = |open: &str, inner: &str, close: &str, n: usize| {
        format!("{}{inner}{}", open.repeat(n), close.repeat(n))
    };
    for source in [
        nest("(", "1", ")", 50_000),
        nest("!", "1", "", 500_000),
        nest("a=>", "1", "", 100_000),
        nest("if(a);else ", ";", "", 50_000),
        nest("a?1:", "1", "", 100_000),
    ] {
        let error = plan(&source, &InstrumentOptions::for_file("a.js")).unwrap_err();
        assert!(matches!(error, InstrumentError::TooDeep(_)), "{error}");
        assert!(error.to_string().contains("nested too deeply"), "{error}");
    }
    // V8 takes these plain: probes must not nest so deeply that it takes them no more.
    for source in [nest("!", "a", "", 5_000), format!("a{}", "<1".repeat(3_000))] {
        let emitted = code(&source);
        let calls = emitted.matches("__nm.").count();
        assert!((50..1_000).contains(&calls), "{calls} probes");
    }
}

#[test]
fn targets_belong_to_the_source_that_an_incoming_map_names() {
    // Line 1 of the file is line 3 of `lib/original.js`.
    let map = r#"{"version":3,"sources":["../lib/original.js"],"names":[],"mappings":"AAEA"}"#;
    let mut options = InstrumentOptions::for_file("src/case.js");
    options.lower.incoming_map = Some(map.to_owned());
    let planned = plan("f()\nunmapped()", &options).expect("valid");
    assert_eq!(planned.table().file, "lib/original.js");
    let lines: Vec<u32> = planned.table().slots.iter().map(|slot| slot.line).collect();
    assert_eq!(lines, [3], "code without an original has no target");
    let emitted = planned.emit(16);
    assert!(emitted.code.ends_with("\nunmapped()"), "{}", emitted.code);
    assert!(emitted.map.expect("a map").contains("../lib/original.js"));
}

#[test]
fn targets_of_typescript_have_the_lines_of_the_typescript() {
    let source = "type T = {\n  a: number\n}\nexport const f = (t: T) =>\n  t.a < 3\n";
    let planned = plan(source, &InstrumentOptions::for_file("src/a.ts")).expect("valid");
    let lines: Vec<u32> = planned.table().slots.iter().map(|slot| slot.line).collect();
    assert_eq!(planned.table().file, "src/a.ts");
    assert!(lines.contains(&4) && lines.contains(&5), "{lines:?}");
    assert!(lines.iter().all(|line| (4..=5).contains(line)), "{lines:?}");
}

#[test]
fn early_errors_are_left_to_v8() {
    for source in [
        "function f(a) { let a; }",
        "({ m({ b }) { const b = 1; } })",
        "((a) => { class a {} })",
        "if (1) function f() {} else function f() {}",
    ] {
        let emitted = code(source);
        assert!(!emitted.contains("try{") && !emitted.contains("{function"), "{emitted}");
    }
}

#[test]
fn a_declaration_of_a_module_that_does_not_end_is_doubted() {
    let doubts = |source: &str| {
        let options =
            InstrumentOptions { module: ModuleKind::Esm, ..InstrumentOptions::for_file("a.mjs") };
        plan(source, &options).expect("swc takes it").diagnostics().len()
    };
    for source in ["export {} null;", "import 'a' f();"] {
        assert_eq!(doubts(source), 1, "{source}");
    }
    for source in ["export {}\nnull;", "import 'a' // f\nf();", "export {};f()", "import 'a'"] {
        assert_eq!(doubts(source), 0, "{source}");
    }
}

#[test]
fn a_text_that_the_parser_fills_holes_in_is_refused() {
    // V8 takes it; swc ends the statement before the `in` and goes on with nothing.
    let options = InstrumentOptions::for_file("src/case.mjs");
    let error = plan("import('./a.mjs') in {};", &options).expect_err("it has a hole");
    assert!(matches!(error, InstrumentError::Parse(_)), "{error}");
    assert!(error.to_string().contains("Expression expected"), "{error}");
}
