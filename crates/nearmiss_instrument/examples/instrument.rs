//! `cargo run -p nearmiss_instrument --example instrument -- file.js [options as JSON]` prints
//! `{code, map, roots, texts, table, diagnostics}` as JSON, with base 16 (or `"base"`).

#![expect(clippy::print_stdout, reason = "this is a program")]

use std::io::Read as _;

use nearmiss_instrument::{InstrumentOptions, plan};
use serde_json::json;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = arguments.first() else {
        println!("usage: instrument <file or -> [options as JSON]");
        return;
    };
    let mut source = String::new();
    if path == "-" {
        std::io::stdin().read_to_string(&mut source).expect("standard input is UTF-8");
    } else {
        source = std::fs::read_to_string(path).expect("the file can be read");
    }
    let json = arguments.get(1).map_or("{}", String::as_str);
    let value: serde_json::Value = serde_json::from_str(json).expect("options are JSON");
    let base = value["base"].as_u64().unwrap_or(16) as u32;
    let mut options: InstrumentOptions = serde_json::from_value(value).expect("options are valid");
    if options.file.is_empty() {
        options.file.clone_from(path);
    }
    let output = match plan(&source, &options) {
        Ok(planned) => {
            let emitted = planned.emit(base);
            let diagnostics: Vec<String> =
                planned.diagnostics().iter().map(ToString::to_string).collect();
            json!({
                "code": emitted.code,
                "map": emitted.map,
                "roots": planned.roots(),
                "texts": planned.texts(),
                "table": planned.table(),
                "diagnostics": diagnostics,
            })
        }
        Err(error) => json!({ "error": error.to_string() }),
    };
    println!("{output}");
}
