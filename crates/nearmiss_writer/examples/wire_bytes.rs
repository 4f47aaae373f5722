//! What each step must look like on the wire, for the contract test of runner and written test.
//!
//! Reads `{"cases": [[Call]], "host": "127.0.0.1:1", "answer": {"headers", "body"}, "credentials": {user: {slot: value}}}`, where the
//! server gives that answer to each call; writes `[["request as Latin-1 text"]]`.
#![expect(clippy::print_stdout, reason = "this is a command")]

use std::collections::BTreeMap;
use std::error::Error;

use nearmiss_problem::{Call, HttpResponse, Known, Part, text_of_parts, wire_head};
use serde::Deserialize;

/// Values by user and slot.
type Credentials = BTreeMap<String, BTreeMap<String, String>>;

#[derive(Deserialize)]
struct Input {
    cases: Vec<Vec<Call>>,
    host: String,
    #[serde(default)]
    credentials: Credentials,
    answer: Answer,
}

#[derive(Deserialize)]
struct Answer {
    headers: Vec<(String, String)>,
    body: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let input: Input = serde_json::from_reader(std::io::stdin())?;
    let answer = HttpResponse {
        status: 200,
        headers: input.answer.headers,
        body: input.answer.body.into_bytes(),
        truncated: false,
    };
    let requests = input.cases.iter().map(|steps| {
        let requests = steps.iter().enumerate().map(|(index, call)| {
            // No answer comes before the first call; those that follow find the same one.
            let earlier = (index > 0).then_some(&answer);
            request(call, earlier, &input.host, &input.credentials)
        });
        requests.collect::<Vec<String>>()
    });
    println!("{}", serde_json::to_string(&requests.collect::<Vec<_>>())?);
    Ok(())
}

/// What parts are taken from.
struct Here<'a> {
    earlier: Option<&'a HttpResponse>,
    credentials: &'a Credentials,
}

impl Known for Here<'_> {
    fn set_up(&self, _setup: usize) -> Option<&serde_json::Value> {
        None
    }

    fn answer(&self, _: usize) -> Option<&HttpResponse> {
        self.earlier
    }

    fn credential(&self, user: &str, slot: &str) -> Option<&str> {
        self.credentials.get(user)?.get(slot).map(String::as_str)
    }
}

fn request(
    call: &Call,
    earlier: Option<&HttpResponse>,
    host: &str,
    credentials: &Credentials,
) -> String {
    let known = Here { earlier, credentials };
    let resolve =
        |parts: &[Part], in_target: bool| vec![Part::Text(text_of_parts(parts, &known, in_target))];
    let mut resolved = call.http().clone();
    resolved.target = resolve(&resolved.target, true);
    for (_, value) in &mut resolved.headers {
        *value = resolve(value, false);
    }
    if let Some(body) = &mut resolved.body {
        body.text = resolve(&body.text, false);
    }
    let text = |parts: &[Part]| match parts {
        [Part::Text(text)] => text.clone(),
        _ => String::new(),
    };
    let mut request = format!("{} {} HTTP/1.1\r\n", resolved.method, text(&resolved.target));
    for (name, value) in wire_head(&resolved, host) {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str("\r\n");
    if let Some(body) = &resolved.body {
        request.extend(text(&body.text).bytes().map(char::from));
    }
    request
}
