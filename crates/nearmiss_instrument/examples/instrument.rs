//! `cargo run -p nearmiss_instrument --example instrument -- file.js` prints
//! `{code, map, roots, texts, table, diagnostics}` as JSON. Without a file it answers, line by
//! line, requests `{"source", "file", "base", "module", "logical"}` read from standard input.

#![expect(clippy::print_stdout, reason = "this is a program")]

use std::io::BufRead as _;

use nearmiss_instrument::{Diagnostic, InstrumentOptions, plan};
use serde_json::{Value, json};

fn main() {
    if let Some(path) = std::env::args().nth(1) {
        let source = std::fs::read_to_string(&path).expect("the file can be read");
        println!("{}", answer(&json!({ "source": source, "file": path })));
        return;
    }
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("standard input is UTF-8");
        let request = serde_json::from_str(&line).expect("a request is JSON");
        println!("{}", answer(&request));
    }
}

fn answer(request: &Value) -> Value {
    let mut options = InstrumentOptions::for_file(request["file"].as_str().unwrap_or("case.js"));
    if let Ok(module) = serde_json::from_value(request["module"].clone()) {
        options.module = module;
    }
    if let Ok(logical) = serde_json::from_value(request["logical"].clone()) {
        options.logical = logical;
    }
    options.tells_errors = request["tellsErrors"] == true;
    let base = request["base"].as_u64().unwrap_or(16) as u32;
    let list = |list: &[Diagnostic]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    match plan(request["source"].as_str().unwrap_or_default(), &options) {
        Ok(planned) => {
            let emitted = planned.emit(base);
            json!({
                "code": emitted.code,
                "map": emitted.map,
                "roots": planned.roots(),
                "texts": planned.texts(),
                "table": planned.table(),
                "isModule": planned.is_module(),
                "diagnostics": list(planned.diagnostics()),
                "warnings": list(planned.warnings()),
            })
        }
        Err(error) => json!({ "error": error.to_string() }),
    }
}
