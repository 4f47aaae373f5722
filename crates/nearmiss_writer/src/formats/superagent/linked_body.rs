//! JSON that takes values from earlier answers and from rows, as literals: `{ core: first.body.id, user: user.id }`.

use nearmiss_problem::{Call, Part, Source};
use serde_json::Value;

use super::assertion::members;
use super::made::Made;
use crate::Expectation;
use crate::expectation::{BodyExpectation, JsonExpectation};
use crate::js_text::literal;
use crate::js_value::{Js, literal_of_json};

/// A letter that nobody writes, with which what stands for a value begins.
const MARK: char = '\u{e000}';

/// Names of what holds values that a body takes.
#[derive(Clone, Copy)]
pub(super) struct Holders<'a> {
    /// Names of what holds answers.
    pub answers: &'a dyn Fn(usize) -> String,
    /// What is expected of them.
    pub expectations: &'a [Expectation],
    /// What the test has set up.
    pub made: &'a [Made],
}

/// The literal of a body whose values are all known, columns of rows, or scalars of answers that the test asserts
/// before; `None` of any other body, since a value that is not there would be left out of a literal.
pub(super) fn linked_body(call: &Call, holders: Holders<'_>) -> Option<Js> {
    let http = call.http();
    let body = http.body.as_ref().filter(|_| http.method != "HEAD")?;
    let media_type = body.content_type.split(';').next().unwrap_or_default();
    if media_type != "application/json" {
        return None;
    }
    let value = |part: &Part| match part {
        Part::FromResponse { call: step, source: Source::Json(pointer), .. } => {
            scalar_at(holders.expectations.get(*step)?, pointer)?;
            Some(format!("{}.body{}", (holders.answers)(*step), members(pointer)))
        }
        part => column(part, holders.made),
    };
    linked_json(&body.text, &value, literal_of_json)
}

/// The expression of a part that is the value of a column.
pub(super) fn column(part: &Part, made: &[Made]) -> Option<String> {
    match part {
        Part::FromSetup { setup, source: source @ Source::Json(_), .. } => {
            made.get(*setup)?.column(source)
        }
        _ => None,
    }
}

/// The literal of JSON that takes values from elsewhere: `value` is the expression of a part that stands for one, and
/// `read` makes a literal of a text of JSON. `None` where there is no such literal, or nothing is taken.
pub(super) fn linked_json(
    parts: &[Part],
    value: &dyn Fn(&Part) -> Option<String>,
    read: fn(&str) -> Option<Js>,
) -> Option<Js> {
    let mut values: Vec<(String, String)> = Vec::new();
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Text(known) if !known.contains(MARK) => text.push_str(known),
            part => {
                let mark = format!("{MARK}{}", values.len());
                text.push_str(&Value::String(mark.clone()).to_string());
                values.push((literal(&mark), value(part)?));
            }
        }
    }
    let mut json = read(&text).filter(|_| !values.is_empty())?;
    // A mark may stand for a name, too, or in a longer text.
    (put(&mut json, &values) == values.len()).then_some(json)
}

/// Puts values in the place of what stands for them; answers how many.
fn put(js: &mut Js, values: &[(String, String)]) -> usize {
    match js {
        Js::Raw(text) => match values.iter().find(|(mark, _)| mark == text) {
            Some((_, value)) => {
                value.clone_into(text);
                1
            }
            None => 0,
        },
        Js::Array(items) => items.iter_mut().map(|item| put(item, values)).sum(),
        Js::Object(fields) => fields.iter_mut().map(|(_, field)| put(field, values)).sum(),
        Js::Spread(_) | Js::Variable(_) => 0,
    }
}

/// Answers something if an answer is asserted to have a text that is not empty, a number or a truth value at a place.
fn scalar_at(expectation: &Expectation, pointer: &str) -> Option<()> {
    let Expectation::Answer(answer) = expectation else { return None };
    let BodyExpectation::Json(json) = &answer.body else { return None };
    let mut at: &JsonExpectation = json;
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        at = match at {
            JsonExpectation::Object { fields, .. } => {
                fields.iter().find(|(name, _)| *name == step).map(|(_, field)| field)?
            }
            JsonExpectation::Array { items, .. } => items.get(step.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    let is_scalar = match at {
        JsonExpectation::Value(Value::String(text)) | JsonExpectation::Prefix(text) => {
            !text.is_empty()
        }
        JsonExpectation::Value(value) => value.is_number() || value.is_boolean(),
        JsonExpectation::Kind(_) | JsonExpectation::SameAs { .. } => true,
        _ => false,
    };
    is_scalar.then_some(())
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::{Body, CallOutcome, HttpRequest, HttpResponse, Request};

    use super::*;

    /// A call whose body takes a value from the answer to another one between two texts.
    fn linked(before: &str, pointer: &str, behind: &str) -> Call {
        let source = Source::Json(pointer.to_owned());
        let fallback = "\"apple\"".to_owned();
        let text = vec![
            Part::Text(before.to_owned()),
            Part::FromResponse { call: 0, source, fallback },
            Part::Text(behind.to_owned()),
        ];
        Call {
            operation: "POST:/launches".into(),
            user: None,
            request: Request::Http(HttpRequest {
                method: "POST".to_owned(),
                target: vec![Part::Text("/launches".to_owned())],
                headers: Vec::new(),
                body: Some(Body { content_type: "application/json".to_owned(), text }),
            }),
        }
    }

    fn printed(call: &Call) -> Option<String> {
        let outcome = CallOutcome::Response(HttpResponse {
            status: 200,
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            body: br#"[{"id":"b1","tags":[],"none":null,"empty":""}]"#.to_vec(),
            truncated: false,
        });
        let expectations = [Expectation::from_runs(&outcome, &outcome)];
        let name = |_: usize| "first".to_owned();
        let holders = Holders { answers: &name, expectations: &expectations, made: &[] };
        linked_body(call, holders).map(|body| body.print(0, 0))
    }

    #[test]
    fn a_value_of_an_answer_stands_in_a_literal() {
        let cores = linked(r#"{"name":"x","cores":[{"core":"#, "/0/id", r#"}]}"#);
        let literal = r#"{ name: "x", cores: [{ core: first.body[0].id }] }"#;
        assert_eq!(printed(&cores).as_deref(), Some(literal));
    }

    #[test]
    fn what_may_not_be_there_stands_in_no_literal() {
        let linked = |pointer: &str| printed(&linked(r#"{"a":"#, pointer, "}"));
        for pointer in ["/0/none", "/0/empty", "/0/tags", "/0/other", "/1/id"] {
            assert_eq!(linked(pointer), None, "{pointer}");
        }
        assert!(linked("/0/id").is_some());
    }

    #[test]
    fn a_text_that_a_literal_does_not_give_back_stays_text() {
        assert_eq!(printed(&linked(r#"{"a": "#, "/0/id", "}")), None);
        assert_eq!(printed(&linked("{", "/0/id", ":1}")), None, "it is the name of a field");
    }
}
