//! Queries with the values that were bound to them: each stands in its place as a literal of the dialect.

use serde_json::Value;
use sqlparser::ast::{DollarQuotedString, Statement};
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Token, TokenWithSpan};

use super::asking::may_be_asked;
use crate::asked::{Asked, Dialect};
use crate::tokens::tokens_of;

/// Most letters of a text that is read.
const LONGEST: usize = 20_000;
/// Deepest that expressions stand in each other.
const DEEPEST: usize = 100;

/// Reads a query with its values in it. `None`: it is no statement that the parser knows, a value
/// lacks, or it calls what may do more than read.
pub(super) fn statement(asked: &Asked<'_>) -> Option<Statement> {
    if asked.text.len() > LONGEST {
        return None;
    }
    let mut bound: Vec<TokenWithSpan> = Vec::new();
    let mut next = 0;
    let mut tokens = tokens_of(asked.dialect, asked.text)?.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let literal = match &token.token {
            // `:name` is two words to the tokenizer, and `@name`.
            Token::Colon | Token::AtSign => {
                let name = tokens.peek().map(|next| next.token.to_string()).unwrap_or_default();
                match asked.values.first().and_then(|named| named.get(&name)) {
                    Some(value) => {
                        tokens.next();
                        Some(literal(asked.dialect, value)?)
                    }
                    None => None,
                }
            }
            Token::Placeholder(name) => {
                let value = value_of(asked.values, name, next)?;
                next += 1;
                Some(literal(asked.dialect, value)?)
            }
            Token::SingleQuotedString(text)
            | Token::NationalStringLiteral(text)
            | Token::DollarQuotedString(DollarQuotedString { value: text, .. }) => {
                Some(text_literal(asked.dialect, text)?)
            }
            _ => None,
        };
        match literal {
            Some(tokens) => bound.extend(tokens.into_iter().map(TokenWithSpan::wrap)),
            None => bound.push(token),
        }
    }
    if !may_be_asked(&bound) {
        return None;
    }
    let parser = Parser::new(asked.dialect.of_parser()).with_recursion_limit(DEEPEST);
    let mut statements = parser.with_tokens_with_locations(bound).parse_statements().ok()?;
    (statements.len() == 1).then(|| statements.remove(0))
}

/// Finds the value of a placeholder, before which `before` others stand.
fn value_of<'v>(values: &'v [Value], name: &str, before: usize) -> Option<&'v Value> {
    let plain = name.trim_start_matches([':', '@', '$', '?']);
    if let Some(Value::Object(named)) = values.first()
        && let Some(value) = named.get(name).or_else(|| named.get(plain))
    {
        return Some(value);
    }
    let index = plain.parse::<usize>().map_or(before, |number| number.max(1) - 1);
    values.get(index)
}

/// Answers the words of a value.
fn literal(dialect: Dialect, value: &Value) -> Option<Vec<Token>> {
    match (dialect, value) {
        (_, Value::Null) => Some(vec![Token::make_keyword("NULL")]),
        // Drivers give all as texts there, and the server finds out which type each has.
        (Dialect::Postgres, Value::Bool(_) | Value::Number(_)) => {
            text_literal(dialect, &value.to_string())
        }
        (Dialect::Postgres, Value::Array(items)) => text_literal(dialect, &array_text(items)?),
        (_, Value::Bool(is_true)) => Some(vec![whole(u8::from(*is_true).to_string())]),
        (_, Value::Number(number)) => {
            let text = number.to_string();
            Some(match text.strip_prefix('-') {
                None => vec![whole(text)],
                Some(rest) => {
                    vec![Token::LParen, Token::Minus, whole(rest.to_owned()), Token::RParen]
                }
            })
        }
        (Dialect::MySql, Value::Array(items)) => listed(dialect, items),
        (_, Value::String(text)) => bytes_of(dialect, text).or_else(|| text_literal(dialect, text)),
        (_, Value::Array(_) | Value::Object(_)) => text_literal(dialect, &value.to_string()),
    }
}

fn whole(digits: String) -> Token {
    Token::Number(digits, false)
}

/// Answers bytes, which are told as `\x` and digits, as the dialects write them that have no such texts.
fn bytes_of(dialect: Dialect, text: &str) -> Option<Vec<Token>> {
    let digits = text.strip_prefix("\\x").filter(|_| dialect != Dialect::Postgres)?;
    let is_hex = digits.len() % 2 == 0 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| vec![Token::HexStringLiteral(digits.to_owned())])
}

/// Answers the items of a list, which a driver writes into the text.
fn listed(dialect: Dialect, items: &[Value]) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    for item in items {
        if !tokens.is_empty() {
            tokens.push(Token::Comma);
        }
        let is_list = item.is_array();
        tokens.extend(is_list.then_some(Token::LParen));
        tokens.extend(literal(dialect, item)?);
        tokens.extend(is_list.then_some(Token::RParen));
    }
    (!tokens.is_empty()).then_some(tokens)
}

/// Answers a list as PostgreSQL writes arrays.
fn array_text(items: &[Value]) -> Option<String> {
    let item = |item: &Value| match item {
        Value::Null => Some("NULL".to_owned()),
        Value::Array(items) => array_text(items),
        Value::String(text) => {
            Some(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
        }
        Value::Object(_) => {
            let text = item.to_string();
            Some(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
        }
        other => Some(other.to_string()),
    };
    let items = items.iter().map(item).collect::<Option<Vec<String>>>()?;
    Some(format!("{{{}}}", items.join(",")))
}

/// Answers a text so that the parser prints it as it is: what has quotes or `\` in it is written in another way.
fn text_literal(dialect: Dialect, text: &str) -> Option<Vec<Token>> {
    if text.contains('\0') {
        return None;
    }
    let has_quote = text.contains('\'');
    let has_escape = text.contains('\\') && dialect != Dialect::Sqlite;
    let text = if dialect == Dialect::MySql { &moment(text) } else { text };
    if !has_quote && !has_escape {
        return Some(vec![Token::SingleQuotedString(text.to_owned())]);
    }
    let digits = || text.bytes().map(|byte| format!("{byte:02X}")).collect::<String>();
    Some(match dialect {
        Dialect::Postgres => vec![Token::EscapedStringLiteral(text.to_owned())],
        Dialect::MySql => {
            vec![Token::make_word("_utf8mb4", None), Token::HexStringLiteral(digits())]
        }
        Dialect::Sqlite => vec![
            Token::make_keyword("CAST"),
            Token::LParen,
            Token::HexStringLiteral(digits()),
            Token::make_keyword("AS"),
            Token::make_keyword("TEXT"),
            Token::RParen,
        ],
    })
}

/// Answers a point in time, which is told by ISO 8601, as MySQL takes it.
fn moment(text: &str) -> String {
    let is_iso = text.len() > 18 && text.is_ascii() && text.as_bytes()[10] == b'T';
    if is_iso && text.ends_with('Z') && crate::dates::day_of(text).is_some() {
        return text[..text.len() - 1].replacen('T', " ", 1);
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(dialect: Dialect, text: &str, values: &[Value]) -> Option<String> {
        statement(&Asked { dialect, text, values }).map(|statement| statement.to_string())
    }

    #[test]
    fn values_stand_in_their_places() {
        let values = [json!("it's"), json!(-2), json!(["a\"b", null]), json!(true)];
        assert_eq!(
            written(Dialect::Postgres, "select $2, $1, $3, $4", &values).as_deref(),
            Some("SELECT '-2', E'it\\'s', E'{\"a\\\\\"b\",NULL}', 'true'")
        );
        assert_eq!(
            written(Dialect::MySql, "select ?, ?, 3 in (?), ?", &values).as_deref(),
            Some("SELECT _utf8mb4 X'69742773', (-2), 3 IN ('a\"b', NULL), 1")
        );
        let named = [json!({"a": 1, "b": "\\x00ff"})];
        assert_eq!(
            written(Dialect::Sqlite, "select :a, @b", &named).as_deref(),
            Some("SELECT 1, X'00ff'")
        );
        let day = [json!("2024-02-29T10:00:00.000Z")];
        assert_eq!(
            written(Dialect::MySql, "select ?", &day).as_deref(),
            Some("SELECT '2024-02-29 10:00:00.000'")
        );
    }

    #[test]
    fn what_may_do_more_than_read_is_not_asked() {
        for text in [
            "select nextval('a')",
            "select pg_sleep(1)",
            "select * from a where random() < 1",
            "select * from our_own(1)",
            "select \"lower\"('a') from a",
            "select $1",
        ] {
            assert_eq!(written(Dialect::Postgres, text, &[]), None, "{text}");
        }
    }
}
