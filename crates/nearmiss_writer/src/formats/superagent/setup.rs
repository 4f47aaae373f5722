//! What a test sets up before its calls, as statements: `await sql.insert("books", { title: "Emma" });`.

use nearmiss_problem::{Part, Setup};
use serde_json::Value;

use super::head::Uses;
use super::parts::{Place, Taken, plain, set_up_name};
use crate::js_text::literal;
use crate::js_value::literal_of_json;
use crate::suite::TestCase;

/// Functions of `support/setup.cjs` that texts use.
pub(super) const HELPERS: [&str; 3] = ["pieceOf", "jsonOf", "encodedOf"];

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
    let mut taken = Taken { answer: &nothing, expectations: &[], helpers: Vec::new() };
    let text = taken.text(argument, Place::Body);
    let (of_setup, of_calls): (Vec<_>, Vec<_>) =
        taken.helpers.into_iter().partition(|name| HELPERS.contains(name));
    uses.setup.extend(of_setup.into_iter().map(str::to_owned));
    uses.calls.extend(of_calls);
    format!("JSON.parse({text})")
}
