//! What a test asserts of an answer, in the words of whoever asserts.

use std::collections::BTreeSet;

use super::varied::Varied;
use crate::expectation::{AnswerExpectation, BodyExpectation, JsonExpectation, ValueKind};
use crate::js_text::{literal, member};
use crate::js_value::Js;

/// What is asserted of a value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Claim {
    /// It is this scalar.
    Is,
    /// It is null; nothing to compare with is given.
    IsNull,
    /// It has as many items.
    HasLength,
    /// It is equal through and through.
    Equals,
    /// It is equal through and through, but for what stands in the place of values that are not known.
    EqualsBut,
    /// It is what a matcher asks for.
    Fits,
    /// It has these fields and maybe others; a list has these items and no others.
    Holds,
}

/// What stands in place of a value that is not known.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Matcher<'a> {
    /// Not null.
    Anything,
    /// Any text.
    AnyText,
    /// Any number.
    AnyNumber,
    /// A text with this in it.
    TextWith(&'a str),
}

/// A way to assert.
pub(crate) trait Assertions: Sync {
    /// What stands before and behind the value that `subject` is compared with.
    fn claim(&self, claim: Claim, subject: &str) -> (String, &'static str);

    /// The function of `support/matches.cjs` that a claim needs.
    fn function(&self, claim: Claim) -> Option<&'static str>;

    /// An expression, and the function of `support/matches.cjs` that it needs.
    fn matcher(&self, matcher: Matcher<'_>) -> (String, Option<&'static str>);
}

/// Printed statements.
pub(super) struct Asserted {
    /// Lines.
    pub text: String,
    /// Functions of `support/matches.cjs` that they need.
    pub uses: BTreeSet<&'static str>,
}

/// Statements about the answer to the call `index`, each answer being in the constant of its name; nothing of its body
/// where it never has one. `varied`: what a variable holds, since it differs from row to row of a table.
pub(super) fn print(
    assertions: &dyn Assertions,
    expected: &AnswerExpectation,
    (answers, index, is_bodiless): (&[String], usize, bool),
    (indent, varied): (usize, Option<Varied<'_>>),
) -> Asserted {
    let mut statements = Statements::new(assertions, answers, indent);
    let answer = &answers[index];
    if let Some(status) = expected.status {
        statements.push(&format!("{answer}.status"), Claim::Is, Some(Js::Raw(status.to_string())));
    }
    if let Some(content_type) = &expected.content_type {
        statements.push(&format!("{answer}.type"), Claim::Is, Some(Js::Raw(literal(content_type))));
    }
    if let Some(location) = &expected.location {
        let subject = format!("{answer}.headers.location");
        statements.push(&subject, Claim::Is, Some(Js::Raw(literal(location))));
    }
    if !expected.cookies.is_empty() {
        let lines = expected.cookies.iter().map(|line| Js::Raw(literal(line))).collect();
        let subject = format!("{answer}.headers[\"set-cookie\"]");
        statements.push(&subject, Claim::Equals, Some(Js::Array(lines)));
    }
    match varied.and_then(|varied| Some((varied, varied.expected(expected)?))) {
        Some((Varied::Text, value)) => {
            statements.push(&format!("{answer}.text"), Claim::Is, Some(value));
        }
        Some((Varied::Field(_), value)) => {
            statements.push(&format!("{answer}.body"), Claim::Equals, Some(value));
        }
        None if is_bodiless => {}
        None => statements.body(&expected.body, answer),
    }
    // Where it is not compared as a whole: lines differ from machine to machine.
    if expected.shows_stack && !expected.left_out.is_empty() && !is_bodiless {
        let shown = format!(r"/\bat [^\n]*\D:\d+:\d+/.test({answer}.text)");
        statements.push(&shown, Claim::Is, Some(Js::Raw("true".to_owned())));
    }
    Asserted { text: statements.text, uses: statements.uses }
}

/// A statement that an expression has a value, split around the marker `\0` in the expression.
pub(super) fn around(
    assertions: &dyn Assertions,
    expression: &str,
    value: &str,
) -> (String, String) {
    let (open, close) = assertions.claim(Claim::Is, expression);
    let statement = format!("{open}{value}{close}");
    match statement.split_once('\0') {
        Some((before, behind)) => (before.to_owned(), behind.to_owned()),
        None => (statement, String::new()),
    }
}

/// The place of a JSON pointer as JavaScript says it: `/0/id` is `[0].id`.
pub(super) fn members(pointer: &str) -> String {
    let steps = pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~"));
    let said = steps.map(|step| match step.parse::<usize>() {
        Ok(index) if index.to_string() == step => format!("[{index}]"),
        _ => member(&step),
    });
    said.collect()
}

struct Statements<'a> {
    assertions: &'a dyn Assertions,
    /// Names of the constants that hold answers.
    answers: &'a [String],
    indent: usize,
    text: String,
    uses: BTreeSet<&'static str>,
}

impl<'a> Statements<'a> {
    fn new(assertions: &'a dyn Assertions, answers: &'a [String], indent: usize) -> Self {
        Self { assertions, answers, indent, text: String::new(), uses: BTreeSet::new() }
    }

    fn push(&mut self, subject: &str, claim: Claim, value: Option<Js>) {
        let (open, close) = self.assertions.claim(claim, subject);
        let start = format!("{:width$}{open}", "", width = self.indent);
        let used = start.chars().count() + close.len();
        let value = value.map(|value| value.print(self.indent, used)).unwrap_or_default();
        self.text.push_str(&format!("{start}{value}{close}\n"));
        self.uses.extend(self.assertions.function(claim));
    }

    /// Puts statements of another behind these.
    fn take(&mut self, rest: Self) {
        self.text.push_str(&rest.text);
        self.uses.extend(rest.uses);
    }

    fn matcher(&mut self, matcher: Matcher<'_>) -> Js {
        let (text, function) = self.assertions.matcher(matcher);
        self.uses.extend(function);
        Js::Raw(text)
    }

    /// Statements about the body of an answer.
    fn body(&mut self, expected: &BodyExpectation, answer: &str) {
        match expected {
            BodyExpectation::Anything => {}
            BodyExpectation::Page(texts) => {
                for text in texts {
                    let value = self.matcher(Matcher::TextWith(text));
                    self.push(&format!("{answer}.text"), Claim::Fits, Some(value));
                }
            }
            BodyExpectation::Text { text, whole: true } => {
                self.push(&format!("{answer}.text"), Claim::Is, Some(Js::Raw(literal(text))));
            }
            BodyExpectation::Text { text, whole: false } if text.is_empty() => {}
            BodyExpectation::Text { text, whole: false } => {
                let length = text.encode_utf16().count();
                let start = format!("{answer}.text.slice(0, {length})");
                self.push(&start, Claim::Is, Some(Js::Raw(literal(text))));
            }
            BodyExpectation::Json(json) => self.json(json, &format!("{answer}.body")),
        }
    }

    /// Statements about the value at `path`.
    fn json(&mut self, expected: &JsonExpectation, path: &str) {
        // Nothing is said of it.
        if matches!(expected, JsonExpectation::Anything { .. }) {
            return;
        }
        let mut rest = Self::new(self.assertions, self.answers, self.indent);
        if let Some(value) = rest.value(expected, path) {
            match (expected, value) {
                (_, Js::Raw(null)) if null == "null" => self.push(path, Claim::IsNull, None),
                (JsonExpectation::Prefix(_) | JsonExpectation::Kind(_), value) => {
                    self.push(path, Claim::Fits, Some(value))
                }
                (_, value @ Js::Raw(_)) => self.push(path, Claim::Is, Some(value)),
                (expected, value) if expected.is_exact() => {
                    self.push(path, Claim::Equals, Some(value));
                }
                (expected, value) if expected.is_whole() => {
                    self.push(path, Claim::EqualsBut, Some(value));
                }
                // Would be true of any object.
                (_, Js::Object(fields)) if fields.is_empty() => {}
                (_, value) => self.push(path, Claim::Holds, Some(value)),
            }
        }
        self.take(rest);
    }

    /// What the value at `path` is compared with as a part of a larger one; what cannot be said
    /// there becomes statements of its own, with `None` if nothing else is left.
    fn value(&mut self, expected: &JsonExpectation, path: &str) -> Option<Js> {
        match expected {
            JsonExpectation::Anything { present: true } => Some(self.matcher(Matcher::Anything)),
            JsonExpectation::Anything { present: false } => None,
            JsonExpectation::Kind(kind) => Some(self.matcher(match kind {
                ValueKind::Text => Matcher::AnyText,
                ValueKind::Number => Matcher::AnyNumber,
            })),
            JsonExpectation::Value(value) => Some(Js::of(value)),
            JsonExpectation::SameAs { call, pointer } => {
                Some(Js::Raw(format!("{}.body{}", self.answers[*call], members(pointer))))
            }
            JsonExpectation::Prefix(prefix) if prefix.is_empty() => {
                Some(self.matcher(Matcher::AnyText))
            }
            JsonExpectation::Prefix(prefix) => Some(self.matcher(Matcher::TextWith(prefix))),
            JsonExpectation::Object { fields, .. } => {
                let mut said = Vec::new();
                for (name, field) in fields {
                    if matches!(field, JsonExpectation::Anything { .. }) {
                        continue;
                    }
                    if let Some(value) = self.value(field, &format!("{path}{}", member(name))) {
                        said.push((name.clone(), value));
                    }
                }
                Some(Js::Object(said))
            }
            JsonExpectation::Array { length, items, last, .. } => {
                self.array(*length, (items, last.as_deref()), path)
            }
        }
    }

    fn array(
        &mut self,
        length: usize,
        (items, last): (&[JsonExpectation], Option<&JsonExpectation>),
        path: &str,
    ) -> Option<Js> {
        let mut rest = Self::new(self.assertions, self.answers, self.indent);
        let values: Vec<Option<Js>> = items
            .iter()
            .enumerate()
            .map(|(index, item)| rest.value(item, &format!("{path}[{index}]")))
            .collect();
        if let Some(values) = values.into_iter().collect::<Option<Vec<_>>>() {
            if values.len() == length {
                self.take(rest);
                return Some(Js::Array(values));
            }
            self.push(path, Claim::HasLength, Some(Js::Raw(length.to_string())));
            if !values.is_empty() {
                let start = format!("{path}.slice(0, {})", values.len());
                self.push(&start, Claim::Holds, Some(Js::Array(values)));
            }
            self.take(rest);
            self.last_item(length, last, path);
            return None;
        }
        self.push(path, Claim::HasLength, Some(Js::Raw(length.to_string())));
        for (index, item) in items.iter().enumerate() {
            self.json(item, &format!("{path}[{index}]"));
        }
        self.last_item(length, last, path);
        None
    }

    /// Statements about the last item of a list of which not all items are compared.
    fn last_item(&mut self, length: usize, last: Option<&JsonExpectation>, path: &str) {
        if let Some(last) = last {
            self.json(last, &format!("{path}[{}]", length - 1));
        }
    }
}
