//! What a test sets up before its calls, as statements: `await sql.insert("books", { title: "Emma" });`.

use nearmiss_problem::{Part, Setup};
use serde_json::Value;

use super::head::Uses;
use super::parts::{Place, Taken, plain, set_up_name};
use crate::js_text::literal;
use crate::js_value::literal_of_json;
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

/// Prints what a test sets up, with an empty line behind it.
pub(super) fn print(case: &TestCase, indent: usize, uses: &mut Uses) -> String {
    let mut content = String::new();
    for (index, setup) in case.test.setup.iter().enumerate() {
        uses.setup.insert(setup.kind.clone());
        let is_used = case
            .test
            .parts()
            .any(|part| matches!(part, Part::FromSetup { setup: from, .. } if *from == index));
        let name = if is_used { format!("const {} = ", set_up_name(index)) } else { String::new() };
        let arguments: Vec<String> =
            setup.arguments.iter().map(|argument| text(argument, indent, uses)).collect();
        let Setup { kind, function, .. } = setup;
        let arguments = arguments.join(", ");
        content.push_str(&format!("{:indent$}{name}await {kind}.{function}({arguments});\n", ""));
    }
    if !content.is_empty() {
        content.push('\n');
    }
    content
}

/// An argument: a literal, or JSON that is put together where it takes something.
fn text(argument: &[Part], indent: usize, uses: &mut Uses) -> String {
    if let Some(json) = plain(argument) {
        return match (literal_of_json(&json), serde_json::from_str(&json)) {
            (Some(value), _) => value.print(indent, indent),
            (None, Ok(Value::String(text))) => literal(&text),
            // A number, `true`, `null`: JavaScript has them alike.
            (None, _) => json,
        };
    }
    // No call was answered yet.
    let nothing = |_: usize| String::new();
    let mut taken =
        Taken { answer: &nothing, expectations: &[], row_user: None, helpers: Vec::new() };
    let text = taken.text(argument, Place::Body);
    note_helpers(taken.helpers, uses);
    format!("JSON.parse({text})")
}
