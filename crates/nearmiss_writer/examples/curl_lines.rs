//! Lines for a shell, for tests outside of Rust: reads `{"steps": [Call], "base": "http://..."}` and
//! writes `["curl ..."]`.
#![expect(clippy::print_stdout, reason = "this is a command")]

use std::error::Error;

use nearmiss_problem::Call;
use nearmiss_writer::curl;
use serde::Deserialize;

#[derive(Deserialize)]
struct Input {
    steps: Vec<Call>,
    base: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let input: Input = serde_json::from_reader(std::io::stdin())?;
    let lines: Vec<String> =
        input.steps.iter().map(|call| curl(call.http(), &input.base)).collect();
    println!("{}", serde_json::to_string(&lines)?);
    Ok(())
}
