//! Expectations as Jest statements.

use crate::expectation::{AnswerExpectation, BodyExpectation, JsonExpectation};
use crate::js_text::{literal, member};
use crate::js_value::Js;

/// Statements about an answer that is in the constant `answer`.
pub(super) fn print(expected: &AnswerExpectation, answer: &str, indent: usize) -> String {
    let mut statements = Statements { indent, text: String::new() };
    if let Some(status) = expected.status {
        statements.push(&format!("{answer}.status"), "toBe", Some(Js::Raw(status.to_string())));
    }
    if let Some(content_type) = &expected.content_type {
        statements.push(&format!("{answer}.type"), "toBe", Some(Js::Raw(literal(content_type))));
    }
    match &expected.body {
        BodyExpectation::Anything => {}
        BodyExpectation::Text { text, whole: true } => {
            statements.push(&format!("{answer}.text"), "toBe", Some(Js::Raw(literal(text))));
        }
        BodyExpectation::Text { text, whole: false } if text.is_empty() => {}
        BodyExpectation::Text { text, whole: false } => {
            let length = text.encode_utf16().count();
            let start = format!("{answer}.text.slice(0, {length})");
            statements.push(&start, "toBe", Some(Js::Raw(literal(text))));
        }
        BodyExpectation::Json(json) => statements.json(json, &format!("{answer}.body")),
    }
    statements.text
}

/// Whether [`print`] says anything.
pub(super) fn says_anything(expected: &AnswerExpectation) -> bool {
    !print(expected, "answer", 0).is_empty()
}

struct Statements {
    indent: usize,
    text: String,
}

impl Statements {
    fn push(&mut self, subject: &str, matcher: &str, argument: Option<Js>) {
        let start = format!("{:width$}expect({subject}).{matcher}(", "", width = self.indent);
        let used = start.chars().count() + ");".len();
        let argument = argument.map(|value| value.print(self.indent, used)).unwrap_or_default();
        self.text.push_str(&format!("{start}{argument});\n"));
    }

    /// Statements about the value at `path`.
    fn json(&mut self, expected: &JsonExpectation, path: &str) {
        let mut rest = Self { indent: self.indent, text: String::new() };
        if let Some(value) = rest.matcher(expected, path) {
            match (expected, value) {
                (JsonExpectation::Anything { .. }, _) => {}
                (_, Js::Raw(null)) if null == "null" => self.push(path, "toBeNull", None),
                (JsonExpectation::Prefix(_), value) => self.push(path, "toEqual", Some(value)),
                (_, value @ Js::Raw(_)) => self.push(path, "toBe", Some(value)),
                (expected, value) if expected.is_whole() => self.push(path, "toEqual", Some(value)),
                // Would be true of any object.
                (_, Js::Object(fields)) if fields.is_empty() => {}
                (_, value) => self.push(path, "toMatchObject", Some(value)),
            }
        }
        self.text.push_str(&rest.text);
    }

    /// What the value at `path` is compared with as a part of a larger one; what cannot be said
    /// there becomes statements of its own, with `None` if nothing else is left.
    fn matcher(&mut self, expected: &JsonExpectation, path: &str) -> Option<Js> {
        match expected {
            JsonExpectation::Anything { present: true } => {
                Some(Js::Raw("expect.anything()".to_owned()))
            }
            JsonExpectation::Anything { present: false } => None,
            JsonExpectation::Value(value) => Some(Js::of(value)),
            JsonExpectation::Prefix(prefix) if prefix.is_empty() => {
                Some(Js::Raw("expect.any(String)".to_owned()))
            }
            JsonExpectation::Prefix(prefix) => {
                Some(Js::Raw(format!("expect.stringContaining({})", literal(prefix))))
            }
            JsonExpectation::Object { fields, .. } => {
                let mut said = Vec::new();
                for (name, field) in fields {
                    if matches!(field, JsonExpectation::Anything { .. }) {
                        continue;
                    }
                    if let Some(value) = self.matcher(field, &format!("{path}{}", member(name))) {
                        said.push((name.clone(), value));
                    }
                }
                Some(Js::Object(said))
            }
            JsonExpectation::Array { length, items, .. } => self.array(*length, items, path),
        }
    }

    fn array(&mut self, length: usize, items: &[JsonExpectation], path: &str) -> Option<Js> {
        let mut rest = Self { indent: self.indent, text: String::new() };
        let values: Vec<Option<Js>> = items
            .iter()
            .enumerate()
            .map(|(index, item)| rest.matcher(item, &format!("{path}[{index}]")))
            .collect();
        if let Some(values) = values.into_iter().collect::<Option<Vec<_>>>() {
            if values.len() == length {
                self.text.push_str(&rest.text);
                return Some(Js::Array(values));
            }
            self.push(path, "toHaveLength", Some(Js::Raw(length.to_string())));
            if !values.is_empty() {
                let start = format!("{path}.slice(0, {})", values.len());
                self.push(&start, "toMatchObject", Some(Js::Array(values)));
            }
            self.text.push_str(&rest.text);
            return None;
        }
        self.push(path, "toHaveLength", Some(Js::Raw(length.to_string())));
        for (index, item) in items.iter().enumerate() {
            self.json(item, &format!("{path}[{index}]"));
        }
        None
    }
}
