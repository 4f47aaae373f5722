//! Coverage items: their places in what the developer wrote, and the slots that tell of them.

use nearmiss_instrument::{InstrumentOptions, Planned, Standalone, plan};
use serde_json::{Value, json};

fn planned(file: &str, source: &str) -> Planned {
    let options = InstrumentOptions { coverage: true, ..InstrumentOptions::for_file(file) };
    plan(source, &options).expect("valid source")
}

fn items(planned: &Planned) -> Value {
    planned.coverage().expect("it was asked for").to_json("/case", "h")
}

/// The texts of the places of a map of items, in the order of the items.
fn texts(source: &str, places: impl Iterator<Item = Value>) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    places
        .map(|place| {
            let number = |end: &str, what: &str| place[end][what].as_u64().map(|n| n as usize);
            let Some(line) = number("start", "line") else { return "nowhere".to_owned() };
            assert_eq!(Some(line), number("end", "line"), "the cases stand on one line");
            let (from, to) = (number("start", "column").unwrap(), number("end", "column").unwrap());
            lines[line - 1][from..to].to_owned()
        })
        .collect()
}

#[test]
fn branches_have_the_arms_of_istanbul() {
    let source = "if (a) b; else c;\nif (d) e;\nx = f ? g : h;\nx = i && (j || k) ?? l;";
    let source = source.replace(" ?? l", "");
    let all = items(&planned("case.js", &source));
    let arms = |branch: &str| {
        let places = all["branchMap"][branch]["locations"].as_array().unwrap().clone();
        texts(&source, places.into_iter())
    };
    assert_eq!(arms("0"), ["if (a) b; else c;", "c;"]);
    assert_eq!(arms("1"), ["if (d) e;", "nowhere"]);
    assert_eq!(arms("2"), ["g", "h"]);
    assert_eq!(arms("3"), ["i", "j", "k"]);
    let statements = all["statementMap"].as_object().unwrap().values().cloned();
    assert_eq!(texts(&source, statements).len(), 7);
}

#[test]
fn conditions_name_slots_of_the_table_or_beyond() {
    let plain = "x = a && b;";
    let planned = planned("case.js", plain);
    let table = planned.table().slots.len() as u32;
    // statement 0, root 1, `&&` 2 and 3; `b` has a slot of its own.
    assert_eq!((table, planned.slot_count()), (4, 5));
    assert_eq!(items(&planned)["nm"]["b"], json!([[[4], [8, 5]]]));
    assert_eq!(items(&planned)["nm"]["s"], json!([[0]]));
    let without = plan(plain, &InstrumentOptions::for_file("case.js")).unwrap();
    assert_eq!(without.table(), planned.table());
    assert!(!without.emit(0).code.contains("S[4]"));
}

#[test]
fn places_are_those_of_the_typescript() {
    let source = "interface A { b: number }\nconst f = (a: A): number => a.b > 1 ? a.b : 0;";
    let all = items(&planned("case.ts", source));
    let places = all["branchMap"]["0"]["locations"].as_array().unwrap().clone();
    assert_eq!(texts(source, places.into_iter()), ["a.b", "0"]);
    assert_eq!(all["fnMap"]["0"]["loc"]["start"], json!({ "line": 2, "column": 28 }));
}

#[test]
fn text_that_registers_itself_keeps_directives_hashbang_and_lines() {
    let options =
        Standalone { runtime: "nearmiss/load".into(), hash: "h".into(), map_to_input: false };
    let text = |file: &str, source: &str| planned(file, source).emit_standalone(&options).code;
    let script = text("case.cjs", "#!/usr/bin/env node\n'use strict'\nf(a)");
    assert!(script.starts_with(
        "#!/usr/bin/env node\n'use strict';var __nm$b,__nm$l=require(\"nearmiss/load\");"
    ));
    assert_eq!(script.lines().count(), 3);
    let module = text("case.mjs", "import b from 'b'; export function f(x = 1) { return x }");
    assert!(module.starts_with(";import __nm$l from\"nearmiss/load\";"));
    // What may run before the prologue asks for the slots by itself.
    assert!(
        module.contains("x = __nm.d(__nm$i()+0,__nm$i()+1,1)) {__nm.S[__nm$b+3]===1||__nm$e(3);")
    );
}
