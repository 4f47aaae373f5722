//! The instrumenter with a fault put in on purpose, for the test of the test: answers, line by line, requests
//! `{"source", "base", "module", "logical", "faults": ["name", ...]}` with a list: for no fault and for each
//! fault `{code, roots, texts, slots}`, `{error}`, or null where the text is that of no fault. The request
//! `"list"` is answered with the names and rows.

#![expect(clippy::print_stdout, reason = "this is a program")]

use std::io::{BufRead as _, Write as _};

use nearmiss_instrument::{Fault, Faults, InstrumentOptions, plan};
use serde_json::{Value, json};

fn main() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("standard input is UTF-8");
        let request: Value = serde_json::from_str(&line).expect("a request is JSON");
        let answer = if request == "list" { list() } else { all(&request) };
        writeln!(out, "{answer}").and_then(|()| out.flush()).expect("standard output is open");
    }
}

fn list() -> Value {
    Fault::ALL.iter().map(|(name, row, _)| json!({ "name": name, "row": row })).collect()
}

fn all(request: &Value) -> Value {
    let right = answer(request, Faults::default());
    let mut answers = vec![Value::Null];
    for name in request["faults"].as_array().into_iter().flatten() {
        let fault = Fault::ALL.iter().find(|(known, _, _)| name == known);
        let (_, _, fault) = fault.expect("the fault is one of the list");
        let faulty = answer(request, Faults::only(*fault));
        answers.push(if faulty["code"] == right["code"] { Value::Null } else { faulty });
    }
    answers[0] = right;
    Value::Array(answers)
}

fn answer(request: &Value, faults: Faults) -> Value {
    let mut options = InstrumentOptions::for_file("program.js");
    options.faults = faults;
    if let Ok(module) = serde_json::from_value(request["module"].clone()) {
        options.module = module;
    }
    if let Ok(logical) = serde_json::from_value(request["logical"].clone()) {
        options.logical = logical;
    }
    match plan(request["source"].as_str().unwrap_or_default(), &options) {
        Ok(planned) => json!({
            "code": planned.emit(16).code,
            "roots": planned.roots(),
            "texts": planned.texts(),
            "slots": planned.table().slots.len(),
        }),
        Err(error) => json!({ "error": error.to_string() }),
    }
}
