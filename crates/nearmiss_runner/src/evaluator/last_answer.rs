//! What stands for an answer: whether two are the same, but for what an API makes anew each time.

use std::hash::{DefaultHasher, Hash, Hasher};

use nearmiss_problem::{Call, CallOutcome, Part, parse_json_answer};
use percent_encoding::percent_decode_str;
use serde_json::Value;

/// Digits of a text that is an id, a time or a token, and no word.
const DIGITS: usize = 4;
/// Letters of the longest text that is compared: a longer one may be a token.
const LONGEST: usize = 60;
/// Words of a call that are looked for in its answer: each is a pass through it.
const MOST_SAID: usize = 40;
/// A number from here on may be a time.
const LARGEST: f64 = 1e9;

/// A call with its answer, of which numbers are made when somebody asks: the same number, the same answer.
#[derive(Clone, Debug)]
pub(super) struct LastAnswer {
    pub call: Call,
    pub outcome: CallOutcome,
}

impl LastAnswer {
    /// Answers a number for all of it; `None` if the call was not answered.
    pub fn whole(&self) -> Option<u64> {
        number(&self.outcome, &[])
    }

    /// Answers a number for what is left without texts and numbers of the call itself.
    pub fn words(&self) -> Option<u64> {
        number(&self.outcome, &said(&self.call))
    }
}

/// Answers a number for what a call was answered, without what it has said; `None` if it was not.
fn number(outcome: &CallOutcome, said: &[String]) -> Option<u64> {
    let CallOutcome::Response(answer) = outcome else { return None };
    let mut hasher = DefaultHasher::new();
    answer.status.hash(&mut hasher);
    match parse_json_answer(&answer.body) {
        Ok(body) => enter(&body, said, &mut hasher),
        Err(_) if said.is_empty() => answer.body.hash(&mut hasher),
        Err(_) => without(&String::from_utf8_lossy(&answer.body), said).hash(&mut hasher),
    }
    Some(hasher.finish())
}

/// Lists texts and numbers that a call sends in its address and its body, the longest first.
fn said(call: &Call) -> Vec<String> {
    let request = call.http();
    let text = |parts: &[Part]| -> String {
        let texts = parts.iter().map(|part| match part {
            Part::Text(text) => text.as_str(),
            _ => "/",
        });
        texts.collect()
    };
    let decoded =
        |piece: &str| percent_decode_str(&piece.replace('+', " ")).decode_utf8_lossy().into_owned();
    let mut found: Vec<String> =
        text(&request.target).split(['/', '?', '&', '=']).map(decoded).collect();
    if let Some(body) = &request.body {
        let body = text(&body.text);
        match serde_json::from_str::<Value>(&body) {
            Ok(body) => scalars(&body, &mut found),
            Err(_) => found.extend(body.split(['&', '=']).map(decoded)),
        }
    }
    found.retain(|text| !text.is_empty());
    found.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
    found.dedup();
    found.truncate(MOST_SAID);
    found
}

fn scalars(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|field| scalars(field, found)),
        Value::Array(items) => items.iter().for_each(|item| scalars(item, found)),
        Value::String(text) => found.push(text.clone()),
        Value::Number(number) => found.push(number.to_string()),
        Value::Bool(_) | Value::Null => {}
    }
}

/// Leaves out of a text the words that were said, where they stand by themselves.
fn without(text: &str, said: &[String]) -> String {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let mut left = text.to_owned();
    for word in said {
        let mut rest = String::with_capacity(left.len());
        let mut from = 0;
        for (at, word) in left.match_indices(word.as_str()) {
            let end = at + word.len();
            let is_inside =
                is_letter(left[..at].chars().next_back()) || is_letter(left[end..].chars().next());
            if !is_inside {
                rest.push_str(&left[from..at]);
                from = end;
            }
        }
        rest.push_str(&left[from..]);
        left = rest;
    }
    left
}

fn enter(value: &Value, said: &[String], hasher: &mut DefaultHasher) {
    match value {
        Value::Object(fields) => {
            fields.len().hash(hasher);
            for (name, value) in fields {
                shown(name).hash(hasher);
                enter(value, said, hasher);
            }
        }
        Value::Array(items) => {
            items.len().hash(hasher);
            items.iter().for_each(|item| enter(item, said, hasher));
        }
        Value::String(text) => {
            let text = if said.is_empty() { text.clone() } else { without(text, said) };
            shown(&text).hash(hasher);
        }
        Value::Number(number) => {
            let is_time = number.as_f64().is_some_and(|number| number.abs() >= LARGEST);
            let text = number.to_string();
            (!is_time && !said.contains(&text)).then_some(text).hash(hasher);
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
    use nearmiss_problem::{Body, HttpRequest, HttpResponse, OperationName, Request};

    use super::*;

    fn answer(status: u16, body: &str) -> CallOutcome {
        let body = body.as_bytes().to_vec();
        CallOutcome::Response(HttpResponse { status, body, ..HttpResponse::default() })
    }

    fn number(status: u16, body: &str) -> Option<u64> {
        super::number(&answer(status, body), &[])
    }

    #[test]
    fn what_the_call_has_said_is_no_word_of_the_answer() {
        let words = |target: &str, body: &str, answered: &str| {
            let text = |text: &str| vec![Part::Text(text.to_owned())];
            let content_type = "application/json".to_owned();
            let body = Some(Body { content_type, text: text(body) });
            let (method, headers) = ("POST".to_owned(), Vec::new());
            let request = HttpRequest { method, target: text(target), headers, body };
            let operation = OperationName::from("POST:/bells/{id}");
            let call = Call { operation, user: None, request: Request::Http(request) };
            LastAnswer { call, outcome: answer(400, answered) }.words()
        };
        let one = words(
            "/bells/7?by=big%20Ben",
            r#"{"size":883}"#,
            r#"{"error":"size 883 of big Ben","id":7}"#,
        );
        let other =
            words("/bells/9?by=Tom", r#"{"size":12}"#, r#"{"error":"size 12 of Tom","id":9}"#);
        assert_eq!(one, other);
        assert_ne!(
            one,
            words("/bells/9?by=Tom", r#"{"size":12}"#, r#"{"error":"tone 12 of Tom","id":9}"#)
        );
        // A piece of a word was not said.
        assert_ne!(
            words("/a", r#"{"to":"art"}"#, "the artist"),
            words("/a", r#"{"to":"pun"}"#, "the punist"),
        );
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
        assert_eq!(super::number(&CallOutcome::Timeout, &[]), None);
    }
}
