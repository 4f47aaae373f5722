//! Words of refusals that differ from row to row of a table: which id is no number, say.

use serde_json::{Map, Value};

use crate::Expectation;
use crate::expectation::{AnswerExpectation, BodyExpectation, JsonExpectation};
use crate::js_value::Js;
use crate::suite::{CaseKind, TestCase};

/// Fields that a variable may be named after; of others it is [`OTHER`].
const NAMES: [&str; 7] = ["error", "message", "detail", "title", "errors", "reason", "code"];
const OTHER: &str = "expected";
/// Characters of a value that still stands in a row.
const LONGEST: usize = 120;

/// A part of an answer that each row has its own value of.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Varied<'a> {
    /// The body, a text.
    Text,
    /// A field of the body.
    Field(&'a str),
}

impl<'a> Varied<'a> {
    /// Answers what may differ in a refusal of one call, if all of its answer is known.
    pub fn all_of(case: &'a TestCase) -> Vec<Self> {
        let Some(answer) = refusal(case) else { return Vec::new() };
        match &answer.body {
            BodyExpectation::Text { text, whole: true } if is_short(&Js::of(&text[..].into())) => {
                vec![Self::Text]
            }
            BodyExpectation::Json(json @ JsonExpectation::Object { fields, .. })
                if json.is_exact() =>
            {
                let is_told = |(_, field): &&(String, JsonExpectation)| {
                    known(field).is_some_and(|value| is_short(&Js::of(&value)))
                };
                fields.iter().filter(is_told).map(|(name, _)| Self::Field(name)).collect()
            }
            BodyExpectation::Text { .. }
            | BodyExpectation::Page(_)
            | BodyExpectation::Json(_)
            | BodyExpectation::Anything => Vec::new(),
        }
    }

    /// The name of the variable.
    pub fn variable(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Field(field) => NAMES.into_iter().find(|name| *name == field).unwrap_or(OTHER),
        }
    }

    /// Takes it out of a test.
    pub fn mask(self, case: &mut TestCase) {
        let [Expectation::Answer(answer)] = &mut case.expectations[..] else { return };
        match (self, &mut answer.body) {
            (Self::Text, BodyExpectation::Text { text, .. }) => text.clear(),
            (Self::Field(field), BodyExpectation::Json(JsonExpectation::Object { fields, .. })) => {
                for (_, value) in fields.iter_mut().filter(|(name, _)| name == field) {
                    *value = JsonExpectation::Value(Value::Null);
                }
            }
            _ => {}
        }
    }

    /// Its value in a test.
    pub fn value(self, case: &TestCase) -> Option<Js> {
        let [Expectation::Answer(answer)] = &case.expectations[..] else { return None };
        match (self, &answer.body) {
            (Self::Text, BodyExpectation::Text { text, .. }) => Some(Js::of(&text[..].into())),
            (Self::Field(field), BodyExpectation::Json(JsonExpectation::Object { fields, .. })) => {
                let (_, value) = fields.iter().find(|(name, _)| name == field)?;
                Some(Js::of(&known(value)?))
            }
            _ => None,
        }
    }

    /// Answers what the body is compared with: the variable stands where it differs.
    pub fn expected(self, answer: &AnswerExpectation) -> Option<Js> {
        match (self, &answer.body) {
            (Self::Text, _) => Some(Js::Variable(self.variable())),
            (Self::Field(field), BodyExpectation::Json(JsonExpectation::Object { fields, .. })) => {
                let said = fields.iter().map(|(name, value)| {
                    let value = match name == field {
                        true => Js::Variable(self.variable()),
                        false => Js::of(&known(value)?),
                    };
                    Some((name.clone(), value))
                });
                Some(Js::Object(said.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }
}

/// The answer of a test of one call that is refused.
fn refusal(case: &TestCase) -> Option<&AnswerExpectation> {
    match &case.expectations[..] {
        [Expectation::Answer(answer)] if case.kind == CaseKind::ClientError => Some(answer),
        _ => None,
    }
}

fn is_short(value: &Js) -> bool {
    let text = value.print(0, 0);
    text.chars().count() <= LONGEST && !text.contains('\n')
}

/// The value that is expected; `None` if some of it is not known.
fn known(expected: &JsonExpectation) -> Option<Value> {
    match expected {
        JsonExpectation::Value(value) => Some(value.clone()),
        JsonExpectation::Object { fields, whole: true } => {
            let fields = fields.iter().map(|(name, field)| Some((name.clone(), known(field)?)));
            fields.collect::<Option<Map<_, _>>>().map(Value::Object)
        }
        JsonExpectation::Array { length, items, whole: true, .. } if items.len() == *length => {
            items.iter().map(known).collect::<Option<_>>().map(Value::Array)
        }
        JsonExpectation::Anything { .. }
        | JsonExpectation::Kind(_)
        | JsonExpectation::Prefix(_)
        | JsonExpectation::SameAs { .. }
        | JsonExpectation::Object { .. }
        | JsonExpectation::Array { .. } => None,
    }
}
