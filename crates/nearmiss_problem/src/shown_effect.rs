//! Calls that show what the call before them did.

use crate::{Call, Class, Part, Source};

/// Tells whether the last call of a test does nothing but show what the one before it did: it reads what that has made or
/// changed, or finds that gone which it has removed. `answers`: the classes of the answers, `None` where there is none.
#[must_use]
pub fn shows_effect(calls: &[Call], answers: &[Option<Class>]) -> bool {
    let ([.., writing, reading], [.., written, read]) = (calls, answers) else { return false };
    if calls.len() != answers.len() || reading.operation.verb() != "GET" {
        return false;
    }
    let is_read = match writing.operation.verb() {
        "DELETE" => matches!(read, Some(Class::Success | Class::Refused)),
        "POST" | "PUT" | "PATCH" => *read == Some(Class::Success),
        _ => false,
    };
    let is_written = matches!(written, Some(Class::Success | Class::Redirect));
    is_read
        && is_written
        && writing.user == reading.user
        && is_of(writing, reading, calls.len() - 2)
}

/// Tells whether a call reads what another one, of this index, works on: on the same path, one above it, or that of what
/// it has made.
fn is_of(writing: &Call, reading: &Call, index: usize) -> bool {
    let (written, read) = (path(writing), path(reading));
    // What is asked for so may be anything.
    if text(reading).contains('?') {
        return false;
    }
    let rest = written.strip_prefix(&read);
    // A list behind what is put into it is worth a test of its own.
    let is_same = writing.operation.verb() != "POST" && written == read;
    let is_above = is_same || rest.is_some_and(|rest| rest.starts_with('/'));
    let is_made = |part: &Part| match part {
        Part::FromResponse { call, source, .. } => *call == index && *source != Source::Text,
        _ => false,
    };
    is_above || reading.http().target.last().is_some_and(is_made)
}

fn path(call: &Call) -> String {
    text(call).split('?').next().unwrap_or_default().to_owned()
}

/// The target of a call, with what it takes from elsewhere in words of its own.
fn text(call: &Call) -> String {
    let text = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        part => format!("{part:?}"),
    };
    call.http().target.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn call(operation: &str, target: Value) -> Call {
        let verb = operation.split(':').next();
        let request = json!({ "method": verb, "target": target, "headers": [], "body": null });
        let call = json!({ "operation": operation, "request": { "Http": request } });
        serde_json::from_value(call).unwrap()
    }

    fn sent(text: &str) -> Value {
        json!([{ "Text": text }])
    }

    #[test]
    fn what_reads_what_was_written_shows_it() {
        let made = json!([
            { "Text": "/a/" },
            { "FromResponse": { "call": 0, "source": { "Body": "/id" }, "fallback": "" } },
        ]);
        let (make, get) = (call("POST:/a", sent("/a")), call("GET:/a/{id}", made));
        let (one, other) = (call("GET:/a/{id}", sent("/a/1")), call("GET:/a/{id}", sent("/a/12")));
        let (put, list) = (call("PUT:/a/{id}", sent("/a/1")), call("GET:/a", sent("/a")));
        let delete = call("DELETE:/a/{id}", sent("/a/1"));
        let good = Some(Class::Success);
        let shows = |one: &Call, other: &Call, read| {
            shows_effect(&[one.clone(), other.clone()], &[good, Some(read)])
        };
        assert!(shows(&make, &get, Class::Success) && shows(&put, &one, Class::Success));
        assert!(shows(&put, &list, Class::Success) && shows(&delete, &one, Class::Refused));
        assert!(!shows(&put, &one, Class::Refused) && !shows(&put, &other, Class::Success));
        assert!(!shows(&make, &list, Class::Success));
        let some = call("GET:/a", sent("/a?b=1"));
        assert!(!shows(&put, &some, Class::Success));
        assert!(!shows(&one, &one, Class::Success) && !shows(&delete, &put, Class::Success));
        assert!(!shows_effect(&[delete, one], &[Some(Class::Refused), Some(Class::Refused)]));
    }
}
