//! Writes a suite from a description on the standard input, for tests outside of Rust:
//! `{"suite": TestSuite, "format": "jest", "runs": [run, run]}`, where a run has a list of outcomes a test, each
//! `{"status", "headers", "body"}`, `"timeout"` or `"broken"`. Expectations come from the runs.
//! Answers `{"files", "tests", "devDependencies", "runCommand"}` on the standard output.
#![expect(clippy::print_stdout, reason = "this is a command")]

use std::error::Error;

use nearmiss_problem::{CallOutcome, HttpResponse};
use nearmiss_writer::{Expectation, SuiteSetup, TestSuite, formats};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Input {
    suite: TestSuite,
    #[serde(default = "jest")]
    format: String,
    #[serde(default)]
    runs: Vec<Vec<Vec<Outcome>>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Outcome {
    Answer { status: u16, headers: Vec<(String, String)>, body: String },
    None(String),
}

fn jest() -> String {
    "jest".to_owned()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut input: Input = serde_json::from_reader(std::io::stdin())?;
    if let [first, second] = input.runs.as_slice() {
        for (case, (a, b)) in input.suite.cases.iter_mut().zip(first.iter().zip(second)) {
            let pairs = a.iter().zip(b);
            case.expectations =
                pairs.map(|(a, b)| Expectation::from_runs(&outcome(a), &outcome(b))).collect();
        }
    }
    if input.suite.setup.is_empty() {
        let tests = input.suite.cases.iter().map(|case| &case.test);
        input.suite.setup = SuiteSetup::all_of(tests);
    }
    let format = formats::by_name(&input.format).ok_or("no such format")?;
    let written = format.write(&input.suite);
    let tests = written.tests.iter().map(|test| {
        json!({ "case": test.case, "file": test.file, "name": test.name,
            "startLine": test.start_line, "endLine": test.end_line })
    });
    let answer = json!({ "files": written.files, "tests": tests.collect::<Vec<_>>(),
        "devDependencies": written.dev_dependencies, "runCommand": written.run_command.line("suite") });
    println!("{answer}");
    Ok(())
}

fn outcome(outcome: &Outcome) -> CallOutcome {
    match outcome {
        Outcome::Answer { status, headers, body } => CallOutcome::Response(HttpResponse {
            status: *status,
            headers: headers.clone(),
            body: body.clone().into_bytes(),
            truncated: false,
        }),
        Outcome::None(word) if word == "timeout" => CallOutcome::Timeout,
        Outcome::None(word) => CallOutcome::Broken(word.clone()),
    }
}
