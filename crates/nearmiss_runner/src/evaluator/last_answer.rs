//! What stands for an answer: whether two are the same, but for what an API makes anew each time.

use std::hash::{DefaultHasher, Hash, Hasher};

use nearmiss_problem::{CallOutcome, parse_json_answer};
use serde_json::Value;

/// Digits of a text that is an id, a time or a token, and no word.
const DIGITS: usize = 4;
/// Letters of the longest text that is compared: a longer one may be a token.
const LONGEST: usize = 60;
/// A number from here on may be a time.
const LARGEST: f64 = 1e9;

/// Answers a number for what a call was answered; `None` if it was not.
pub(super) fn last_answer(outcome: &CallOutcome) -> Option<u64> {
    let CallOutcome::Response(answer) = outcome else { return None };
    let mut hasher = DefaultHasher::new();
    answer.status.hash(&mut hasher);
    match parse_json_answer(&answer.body) {
        Ok(body) => enter(&body, &mut hasher),
        Err(_) => answer.body.hash(&mut hasher),
    }
    Some(hasher.finish())
}

fn enter(value: &Value, hasher: &mut DefaultHasher) {
    match value {
        Value::Object(fields) => {
            fields.len().hash(hasher);
            for (name, value) in fields {
                shown(name).hash(hasher);
                enter(value, hasher);
            }
        }
        Value::Array(items) => {
            items.len().hash(hasher);
            items.iter().for_each(|item| enter(item, hasher));
        }
        Value::String(text) => shown(text).hash(hasher),
        Value::Number(number) => {
            let is_time = number.as_f64().is_some_and(|number| number.abs() >= LARGEST);
            (!is_time).then(|| number.to_string()).hash(hasher);
        }
        Value::Bool(is_true) => is_true.hash(hasher),
        Value::Null => 0.hash(hasher),
    }
}

/// A text, if it is the same each time, as far as can be told.
fn shown(text: &str) -> Option<&str> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (digits < DIGITS && text.len() <= LONGEST).then_some(text)
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::HttpResponse;

    use super::*;

    fn number(status: u16, body: &str) -> Option<u64> {
        let body = body.as_bytes().to_vec();
        last_answer(&CallOutcome::Response(HttpResponse {
            status,
            body,
            ..HttpResponse::default()
        }))
    }

    #[test]
    fn what_is_made_anew_is_no_difference() {
        let one = number(200, r#"{"id":"4f5a2c91","at":1764460800000,"name":"Ann"}"#);
        assert_eq!(one, number(200, r#"{"id":"77aa12b3","at":1764460800007,"name":"Ann"}"#));
        for body in [
            r#"{"id":"4f5a2c91","at":1764460800000,"name":"Ben"}"#,
            r#"{"id":"4f5a2c91","name":"Ann"}"#,
            r#"{"id":"4f5a2c91","at":null,"name":"Ann"}"#,
            "Ann",
        ] {
            assert_ne!(one, number(200, body), "{body}");
        }
        assert_ne!(number(200, "[]"), number(404, "[]"));
        assert_ne!(number(200, "[1]"), number(200, "[1,1]"));
        assert_eq!(last_answer(&CallOutcome::Timeout), None);
    }
}
