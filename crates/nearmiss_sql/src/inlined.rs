//! A statement with the values that were bound to it.

use serde_json::Value;
use sqlparser::tokenizer::{Token, Tokenizer};

use crate::asked::Asked;

/// Answers the text of a statement with the values that were bound to it in their places, as literals: as somebody would
/// write it who binds none. What cannot be read stays as it is.
#[must_use]
pub fn inlined(asked: &Asked<'_>) -> String {
    let Ok(tokens) = Tokenizer::new(asked.dialect.of_parser(), asked.text).tokenize() else {
        return asked.text.to_owned();
    };
    let named = match asked.values {
        [Value::Object(named)] => Some(named),
        _ => None,
    };
    let mut next = 0;
    let mut text = String::with_capacity(asked.text.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        // `:name` and `@name` of SQLite are two words to the tokenizer.
        let given = match (&token, tokens.peek(), named) {
            (Token::Colon | Token::AtSign, Some(Token::Word(name)), Some(named)) => {
                named.get(&name.value)
            }
            _ => None,
        };
        if let Some(value) = given {
            text.push_str(&literal(value));
            tokens.next();
            continue;
        }
        let Token::Placeholder(name) = &token else {
            text.push_str(&token.to_string());
            continue;
        };
        let rest = name.get(1..).unwrap_or_default();
        let number = rest.parse::<usize>().ok();
        let value = match (named, number) {
            (Some(named), None) if !rest.is_empty() => named.get(rest),
            (_, number) => asked.values.get(number.map_or(next, |number| number.max(1) - 1)),
        };
        next += 1;
        text.push_str(&value.map_or_else(|| name.clone(), literal));
    }
    text
}

/// Writes a value as SQL has it.
fn literal(value: &Value) -> String {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(literal).collect();
            format!("ARRAY[{}]", items.join(", "))
        }
        Value::Object(_) => quoted(&value.to_string()),
    }
}
