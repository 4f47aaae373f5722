//! What a test sets up before its calls, as statements: `await sql.insert("books", { title: "Emma" });`.

use nearmiss_problem::{Part, Setup};
use serde_json::Value;

use super::head::Uses;
use super::linked_body::{column, linked_json};
use super::made::Made;
use super::parts::{Place, Taken, plain};
use crate::js_text::literal;
use crate::js_value::literal_of_value;
use crate::suite::TestCase;

/// Functions of `support/setup.cjs` that texts use.
const HELPERS: [&str; 3] = ["pieceOf", "jsonOf", "encodedOf"];

/// Notes that texts use functions, each for the file that has it.
pub(super) fn note_helpers(helpers: Vec<&'static str>, uses: &mut Uses) {
    for name in helpers {
        if HELPERS.contains(&name) {
            uses.setup.insert(name.to_owned());
        } else {
            uses.calls.insert(name);
        }
    }
}

/// Prints what a test sets up, with an empty line behind it. `made`: what it answers.
pub(super) fn print(case: &TestCase, made: &[Made], indent: usize, uses: &mut Uses) -> String {
    let mut content = String::new();
    for (index, (setup, one)) in case.test.setup.iter().zip(made).enumerate() {
        uses.setup.insert(setup.kind.clone());
        let is_used = case
            .test
            .parts()
            .any(|part| matches!(part, Part::FromSetup { setup: from, .. } if *from == index));
        let name = if is_used { format!("const {} = ", one.name) } else { String::new() };
        let Setup { kind, function, arguments, .. } = setup;
        let mut line = format!("{:indent$}{name}await {kind}.{function}(", "");
        for (index, argument) in arguments.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let before = line.lines().last().unwrap_or_default();
            let used = before.chars().count() + comma.len() + ");".len();
            line.push_str(comma);
            line.push_str(&text(argument, made, (indent, used), uses));
        }
        content.push_str(&format!("{line});\n"));
    }
    if !content.is_empty() {
        content.push('\n');
    }
    content
}

/// Prints an argument: a literal, with expressions where it takes something, or JSON that is put together. Its line has
/// an indent, and `used` columns of it are taken.
fn text(
    argument: &[Part],
    made: &[Made],
    (indent, used): (usize, usize),
    uses: &mut Uses,
) -> String {
    if let Some(json) = plain(argument) {
        return match (literal_of_value(&json), serde_json::from_str(&json)) {
            (Some(value), _) => value.print(indent, used),
            (None, Ok(Value::String(text))) => literal(&text),
            (None, Ok(Value::Object(_) | Value::Array(_))) => {
                format!("JSON.parse({})", literal(&json))
            }
            // A number, `true`, `null`: JavaScript has them alike.
            (None, _) => json,
        };
    }
    let value = |part: &Part| column(part, made);
    if let Some(linked) = linked_json(argument, &value, literal_of_value) {
        return linked.print(indent, used);
    }
    // No call was answered yet.
    let nothing = |_: usize| String::new();
    let mut taken =
        Taken { answer: &nothing, expectations: &[], made, row_user: None, helpers: Vec::new() };
    let text = taken.text(argument, Place::Body);
    note_helpers(taken.helpers, uses);
    format!("JSON.parse({text})")
}
