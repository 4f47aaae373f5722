//! Values as readable JavaScript source.

use nearmiss_problem::js_number;
use serde_json::Value;

use crate::js_text::{key, literal};

/// Columns of a written file.
pub(crate) const WIDTH: usize = 100;

/// Letters of a text that is written by its one letter.
const MANY: usize = 1000;

/// `"a".repeat(2000)`, of a text that is nothing else.
fn repeated(text: &str) -> Option<String> {
    let first = text.chars().next()?;
    let count = text.len() / first.len_utf8();
    let is_long = count >= MANY && text.chars().all(|letter| letter == first);
    is_long.then(|| format!("{}.repeat({count})", literal(&first.to_string())))
}

/// A JavaScript expression made of literals.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Js {
    /// Source text.
    Raw(String),
    /// An array literal.
    Array(Vec<Js>),
    /// An object literal.
    Object(Vec<(String, Js)>),
    /// The fields of a variable, as an entry of an object literal; that has no name.
    Spread(&'static str),
    /// A variable.
    Variable(&'static str),
}

impl Js {
    /// The literal of a JSON value.
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Raw("null".to_owned()),
            Value::Bool(value) => Self::Raw(value.to_string()),
            // The one number that its own text does not give back.
            Value::Number(number)
                if number.as_f64().is_some_and(|n| n == 0.0 && n.is_sign_negative()) =>
            {
                Self::Raw("-0".to_owned())
            }
            Value::Number(number) => Self::Raw(js_number(number)),
            Value::String(text) => Self::Raw(repeated(text).unwrap_or_else(|| literal(text))),
            Value::Array(items) => Self::Array(items.iter().map(Self::of).collect()),
            Value::Object(fields) => Self::Object(
                fields.iter().map(|(name, value)| (name.clone(), Self::of(value))).collect(),
            ),
        }
    }

    /// Source text. `indent` is that of the line on which it starts, `used` the columns that the
    /// rest of that line takes.
    pub(crate) fn print(&self, indent: usize, used: usize) -> String {
        let inline = self.inline();
        let multi = match self {
            Self::Raw(_) | Self::Spread(_) | Self::Variable(_) => None,
            Self::Array(items) if items.is_empty() => None,
            Self::Object(fields) if fields.is_empty() => None,
            Self::Array(items) => {
                Some(('[', ']', items.iter().map(|item| (String::new(), item)).collect()))
            }
            Self::Object(fields) => Some((
                '{',
                '}',
                fields.iter().map(|(name, value)| (value.name_in_object(name), value)).collect(),
            )),
        };
        let Some((open, close, entries)) = multi else { return inline };
        if used + inline.chars().count() <= WIDTH {
            return inline;
        }
        let entries: Vec<(String, &Self)> = entries;
        let inner = indent + 2;
        let mut text = format!("{open}\n");
        for (name, value) in entries {
            let value = value.print(inner, inner + name.chars().count() + 1);
            text.push_str(&format!("{:inner$}{name}{value},\n", ""));
        }
        text.push_str(&format!("{:indent$}{close}", ""));
        text
    }

    /// What stands before this value as an entry of an object.
    fn name_in_object(&self, name: &str) -> String {
        match self {
            Self::Spread(_) => String::new(),
            Self::Variable(variable) if *variable == name => String::new(),
            _ => format!("{}: ", key(name)),
        }
    }

    fn inline(&self) -> String {
        match self {
            Self::Raw(text) => text.clone(),
            Self::Spread(variable) => format!("...{variable}"),
            Self::Variable(variable) => (*variable).to_owned(),
            Self::Array(items) => {
                format!("[{}]", items.iter().map(Self::inline).collect::<Vec<_>>().join(", "))
            }
            Self::Object(fields) if fields.is_empty() => "{}".to_owned(),
            Self::Object(fields) => {
                let fields =
                    fields.iter().map(|(name, value)| value.name_in_object(name) + &value.inline());
                format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The literal whose `JSON.stringify` is exactly `text`, if `text` is an object or array and there
/// is such a literal.
pub(crate) fn literal_of_json(text: &str) -> Option<Js> {
    let value: Value = serde_json::from_str(text).ok()?;
    let container = value.is_object() || value.is_array();
    (container && survives(&value) && stringify(&value) == text).then(|| Js::of(&value))
}

/// The literal of the object or array that `text` stands for, however that is written, if there is one.
pub(crate) fn literal_of_value(text: &str) -> Option<Js> {
    let value: Value = serde_json::from_str(text).ok()?;
    let container = value.is_object() || value.is_array();
    (container && survives(&value)).then(|| Js::of(&value))
}

/// Whether JavaScript keeps the fields of all objects and their order.
fn survives(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(survives),
        Value::Object(fields) => fields.iter().all(|(name, value)| {
            let moved = name.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty();
            !moved && name != "__proto__" && survives(value)
        }),
        _ => true,
    }
}

/// `JSON.stringify`.
fn stringify(value: &Value) -> String {
    match value {
        Value::Number(number) => js_number(number),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(stringify).collect::<Vec<_>>().join(","))
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| {
                format!("{}:{}", Value::String(name.clone()), stringify(value))
            });
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        scalar => scalar.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_body_that_is_sent_alike_becomes_a_literal() {
        let literal = |text: &str| literal_of_json(text).map(|js| js.print(0, 0));
        assert_eq!(
            literal(r#"{"a":[1,null,"x"],"b-c":{}}"#).unwrap(),
            r#"{ a: [1, null, "x"], "b-c": {} }"#
        );
        assert_eq!(literal("[]").unwrap(), "[]");
        let long = format!(r#"{{"a":"{}"}}"#, "é".repeat(MANY));
        assert_eq!(literal(&long).unwrap(), r#"{ a: "é".repeat(1000) }"#);
        for other in [
            "1",
            "\"a\"",
            "{\"a\": 1}",
            "{\"a\":1.0}",
            "{\"2\":0,\"1\":0}",
            "{\"__proto__\":1}",
            "{\"a\":1,\"a\":2}",
            "{",
            "{\"a\":-0}",
            "{\"a\":12345678901234567890}",
        ] {
            assert_eq!(literal(other), None, "{other}");
        }
    }

    #[test]
    fn long_values_take_several_lines() {
        let value = serde_json::json!({ "a": "x".repeat(60), "b": ["y".repeat(60)] });
        let text = Js::of(&value).print(4, 20);
        assert_eq!(
            text,
            format!(
                "{{\n      a: \"{}\",\n      b: [\"{}\"],\n    }}",
                "x".repeat(60),
                "y".repeat(60)
            )
        );
    }
}
