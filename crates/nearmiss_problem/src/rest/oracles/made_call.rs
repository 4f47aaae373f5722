//! A call of a test as it was sent, and what was read before and after it.

use std::cell::OnceCell;

use serde_json::Value;

use super::{Judged, JudgedTest};
use crate::rest::operation::Operation;
use crate::rest::read_is_json;
use crate::{
    Call, CallOutcome, Class, HttpResponse, Known, Part, parse_json_answer, text_of_parts,
};

/// A call that was made, with the pieces of earlier answers put in.
pub(in crate::rest) struct Made<'a> {
    /// Its place in the test.
    pub index: usize,
    /// Index of its operation.
    pub operation: usize,
    /// Its operation.
    pub described: &'a Operation,
    /// The call.
    pub call: &'a Call,
    /// Path as it was sent; what it takes of what is set up is named by its place.
    pub path: String,
    /// Query as it was sent, without `?`.
    pub query: String,
    /// The answer, if a whole one came and the call was handled by what it was made for: of others nothing is known.
    pub answer: Option<&'a HttpResponse>,
    /// Status of the answer; 0 for none.
    pub status: u16,
    body: String,
    sent: OnceCell<Option<Value>>,
    json: OnceCell<Option<Value>>,
}

impl<'a> Made<'a> {
    /// The calls of a test that were made.
    pub(super) fn all(test: &JudgedTest<'a>) -> Vec<Self> {
        let mut made = Vec::with_capacity(test.calls.len());
        for (index, judged) in test.calls.iter().enumerate() {
            let answer_at = |step: usize| test.calls.get(step).and_then(Judged::answer);
            let target = text(&judged.call.http().target, &answer_at, true);
            let query = target.split_once('?').map_or("", |(_, query)| query);
            let named = text(&without_fallbacks(&judged.call.http().target), &answer_at, true);
            let path = named.split('?').next().unwrap_or_default();
            let body = judged.call.http().body.as_ref();
            made.push(Self {
                index,
                operation: test.model.find(&judged.call.operation).unwrap_or(usize::MAX),
                described: judged.operation,
                call: judged.call,
                path: path.to_owned(),
                query: query.to_owned(),
                answer: answer_of(judged),
                status: answer_of(judged).map_or(0, |answer| answer.status),
                body: body.map_or(String::new(), |body| text(&body.text, &answer_at, false)),
                sent: OnceCell::new(),
                json: OnceCell::new(),
            });
        }
        made
    }

    /// Upper-case method.
    pub fn method(&self) -> &'a str {
        &self.call.http().method
    }

    /// Who called, if one who logged in did.
    pub fn user(&self) -> Option<&'a str> {
        self.call.user.as_deref()
    }

    /// The text of the body that was sent.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// A status of the 2xx class.
    pub fn succeeds(&self) -> bool {
        Class::of_status(self.status) == Class::Success
    }

    /// A 2xx that says that what was asked for has been done.
    pub fn is_done(&self) -> bool {
        self.succeeds() && self.status != 202
    }

    /// A status of the 4xx class.
    pub fn is_refused(&self) -> bool {
        Class::of_status(self.status) == Class::Refused
    }

    /// Whether its method says that it changes something.
    pub fn modifies(&self) -> bool {
        !matches!(self.method(), "GET" | "HEAD" | "OPTIONS" | "TRACE")
    }

    /// Whether it may have changed something.
    pub fn may_have_effect(&self) -> bool {
        self.modifies() && !self.is_refused()
    }

    /// The JSON body that was sent.
    pub fn sent(&self) -> Option<&Value> {
        let parse = || {
            let body = self.call.http().body.as_ref()?;
            let media = body.content_type.split(';').next().unwrap_or_default();
            read_is_json(&media.trim().to_ascii_lowercase())
                .then(|| serde_json::from_str(&self.body).ok())
                .flatten()
        };
        self.sent.get_or_init(parse).as_ref()
    }

    /// The JSON body of the answer.
    pub fn json(&self) -> Option<&Value> {
        let parse = || {
            let answer = self.answer.filter(|answer| !answer.truncated)?;
            let encoded = answer.header("content-encoding").is_some_and(|code| code != "identity");
            if encoded || self.is_html() {
                return None;
            }
            parse_json_answer(&answer.body).ok()
        };
        self.json.get_or_init(parse).as_ref()
    }

    /// Whether the answer is a page.
    pub fn is_html(&self) -> bool {
        let media = self.answer.and_then(|answer| answer.header("content-type"));
        media.is_some_and(|media| {
            let media = media.split(';').next().unwrap_or_default().trim();
            media.eq_ignore_ascii_case("text/html")
                || media.eq_ignore_ascii_case("application/xhtml+xml")
        })
    }

    /// Whether it carries anything that says who calls.
    pub fn has_credentials(&self) -> bool {
        self.call.user.is_some()
            || self.call.http().headers.iter().any(|(name, _)| is_of_credentials(name))
    }

    /// Whether an input of it is a header that says who calls, be somebody logged in or not.
    pub fn sends_key(&self) -> bool {
        self.call.http().headers.iter().any(|(name, value)| {
            let is_login = value.iter().any(|part| matches!(part, Part::Credential { .. }));
            !is_login && is_of_credentials(name)
        })
    }

    /// Whether it is the same call, whatever became of it and whoever made it.
    pub fn is_same_call(&self, other: &Self) -> bool {
        self.method() == other.method()
            && self.path == other.path
            && self.query == other.query
            && self.body == other.body
    }
}

impl<'a> JudgedTest<'a> {
    /// The calls that were made.
    pub fn made(&self) -> &[Made<'a>] {
        self.made.get_or_init(|| Made::all(self))
    }

    /// Each call that was made and was answered 2xx with this method.
    pub fn successes<'t>(&'t self, methods: &'t [&str]) -> impl Iterator<Item = &'t Made<'a>> {
        let fits = |made: &&Made<'a>| made.succeeds() && methods.contains(&made.method());
        self.made().iter().filter(fits)
    }

    /// What the user of a call last read at its path before it, if nothing may have changed it since.
    pub fn read_before(&self, at: &Made<'a>, path: &str) -> Option<&Made<'a>> {
        let before = self.made()[..at.index].iter().rev();
        before
            .take_while(|made| !made.may_have_effect())
            .find(|made| is_read(made, at, path) && made.succeeds())
    }

    /// What the user of a call first read at its path after it, whatever the answer, if nothing else may
    /// have changed it.
    pub fn read_after(&self, at: &Made<'a>, path: &str) -> Option<&Made<'a>> {
        let after = self.made()[at.index + 1..].iter();
        after.take_while(|made| !made.may_have_effect()).find(|made| is_read(made, at, path))
    }

    /// Whether a test shows that what a call works on is there: something at its path succeeded before,
    /// or its path holds an id of an answer.
    pub fn stands_on_something(&self, at: &Made<'a>) -> bool {
        let links = self.individual.calls.get(at.index).map(|action| &action.links);
        let linked = links.is_some_and(|links| {
            let made = |from: usize| self.made().get(from).is_some_and(Made::succeeds);
            !links.is_empty() && links.iter().all(|link| link.from.call().is_none_or(made))
        });
        let seen = |made: &Made<'_>| made.path == at.path && made.succeeds();
        linked || self.made()[..at.index].iter().any(seen)
    }
}

fn is_of_credentials(header: &str) -> bool {
    let name = header.to_ascii_lowercase();
    matches!(name.as_str(), "authorization" | "cookie" | "proxy-authorization")
        || ["token", "key", "auth", "session"].iter().any(|word| name.contains(word))
}

/// Puts the place of a value of what is set up where it is sent: which value that was is not known, and the fallback may be
/// that of another thing.
fn without_fallbacks(parts: &[Part]) -> Vec<Part> {
    let masked = parts.iter().map(|part| match part {
        Part::FromSetup { setup, source, .. } => {
            Part::Text(format!("<{setup} {source:?}>").replace(['/', '?'], "."))
        }
        Part::Written { form, parts } => {
            Part::Written { form: *form, parts: without_fallbacks(parts) }
        }
        other => other.clone(),
    });
    masked.collect()
}

fn is_read(made: &Made<'_>, at: &Made<'_>, path: &str) -> bool {
    made.method() == "GET" && made.path == path && made.user() == at.user()
}

fn answer_of<'a>(judged: &Judged<'a>) -> Option<&'a HttpResponse> {
    judged.answer().filter(|_| !judged.strayed)
}

/// The path of a call as it was sent, after calls of which this became.
pub(in crate::rest) fn sent_path(call: &Call, earlier: &[CallOutcome]) -> String {
    let mut target = sent_target(call, earlier);
    target.truncate(target.find('?').unwrap_or(target.len()));
    target
}

/// The path and query of a call as they were sent, after calls of which this became.
pub(super) fn sent_target(call: &Call, earlier: &[CallOutcome]) -> String {
    let answer_at = |step: usize| match earlier.get(step) {
        Some(CallOutcome::Response(answer)) => Some(answer),
        _ => None,
    };
    text(&call.http().target, &answer_at, true)
}

fn text<'a>(
    parts: &[Part],
    answer_at: &dyn Fn(usize) -> Option<&'a HttpResponse>,
    in_target: bool,
) -> String {
    text_of_parts(parts, &Answers(answer_at), in_target)
}

/// Answers that parts are taken from; whose credentials a call has is known otherwise.
struct Answers<'a, 'b>(&'b dyn Fn(usize) -> Option<&'a HttpResponse>);

impl Known for Answers<'_, '_> {
    // What is set up is not looked at: the fallback stands for it.
    fn set_up(&self, _setup: usize) -> Option<&serde_json::Value> {
        None
    }

    fn answer(&self, step: usize) -> Option<&HttpResponse> {
        (self.0)(step)
    }

    fn credential(&self, _: &str, _: &str) -> Option<&str> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    #[test]
    fn what_a_path_takes_of_a_row_is_named_by_its_place() {
        let row = |setup: usize, fallback: &str| Part::FromSetup {
            setup,
            source: Source::Json("/id".to_owned()),
            fallback: fallback.to_owned(),
        };
        let path = |part: Part| {
            let parts = without_fallbacks(&[Part::Text("/orders/".to_owned()), part]);
            text(&parts, &|_| None, true)
        };
        assert_eq!(path(row(1, "7")), path(row(1, "8")));
        assert_ne!(path(row(1, "7")), path(row(2, "7")));
        assert!(path(row(1, "7")).rsplit_once('/').is_some_and(|(above, _)| above == "/orders"));
        assert_eq!(path(Part::Text("7".to_owned())), "/orders/7");
    }

    #[test]
    fn headers_may_say_who_calls() {
        let of = |name: &str| is_of_credentials(name);
        assert!(of("Authorization") && of("X-Kiosk-Key") && of("X-Session-Id"));
        assert!(!of("Accept") && !of("X-Request-Id"));
    }
}
