//! Taking pieces out of answers.

use nearmiss_search::{GeneValue, json_text};
use serde_json::Value;

use crate::call::{HttpResponse, Source};
use crate::encode_component::encode_component;
use crate::js_number::js_number;
use crate::json_answer::parse_json_answer;

/// The piece of an answer that `source` names, as text; encoded as `encodeURIComponent` does when
/// it goes into a request target. `None` when the answer has no such piece, or it is an object, an
/// array, null, or empty text (which would change the shape of a path).
#[must_use]
pub fn resolve_source(response: &HttpResponse, source: &Source, in_target: bool) -> Option<String> {
    let text = piece(response, source).filter(|text| !text.is_empty())?;
    // Those are encoded already, and would be other ones if they were once more.
    let encoded = matches!(source, Source::Json(_) | Source::Location);
    Some(if in_target && !encoded { encode_component(&text) } else { text })
}

/// The piece of a JSON value that `source`, a place in a body, names; otherwise as [`resolve_source`].
#[must_use]
pub fn resolve_json(value: &Value, source: &Source, in_target: bool) -> Option<String> {
    let text = json_piece(value, source).filter(|text| !text.is_empty())?;
    let encoded = matches!(source, Source::Json(_));
    Some(if in_target && !encoded { encode_component(&text) } else { text })
}

fn json_piece(value: &Value, source: &Source) -> Option<String> {
    match source {
        Source::Body(pointer) => match value.pointer(pointer)? {
            Value::String(text) => Some(text.clone()),
            Value::Bool(value) => Some(value.to_string()),
            Value::Number(number) => Some(js_number(number)),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        },
        Source::Json(pointer) => match value.pointer(pointer)? {
            Value::String(text) if !text.is_empty() => Some(json_text(&GeneValue::text(text))),
            Value::Bool(value) => Some(value.to_string()),
            Value::Number(number) => Some(js_number(number)),
            _ => None,
        },
        Source::Location
        | Source::Header(_)
        | Source::Cookie(_)
        | Source::Text
        | Source::Between { .. } => None,
    }
}

fn piece(response: &HttpResponse, source: &Source) -> Option<String> {
    match source {
        Source::Body(_) | Source::Json(_) => {
            json_piece(&parse_json_answer(&response.body).ok()?, source)
        }
        Source::Location => {
            let location = response.header("location")?;
            let path = location.split(['?', '#']).next().unwrap_or_default();
            let segment = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            let sendable = |byte: u8| byte.is_ascii_graphic() && !b"\"<>`".contains(&byte);
            segment.bytes().all(sendable).then(|| segment.to_owned())
        }
        Source::Header(name) => response.header(name).map(str::to_owned),
        Source::Cookie(name) => cookie(response, name).map(str::to_owned),
        Source::Text => Some(String::from_utf8_lossy(&response.body).into_owned()),
        Source::Between { of, before, after } => {
            between(&piece(response, of)?, before, after).map(str::to_owned)
        }
    }
}

/// The value of a cookie that an answer sets, the last of this name.
fn cookie<'r>(response: &'r HttpResponse, name: &str) -> Option<&'r str> {
    let lines = response.headers.iter().filter(|(header, _)| header == "set-cookie");
    let pairs = lines.filter_map(|(_, line)| line.split(';').next()?.split_once('='));
    let mut named = pairs.filter(|(known, _)| known.trim() == name);
    named.next_back().map(|(_, value)| value.trim())
}

/// What stands in a text between two others, where they are found first; an empty `after` is the end of the text.
pub(crate) fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    match after {
        "" => Some(rest),
        after => rest.split_once(after).map(|(piece, _)| piece),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(body: &str, location: &str) -> HttpResponse {
        let headers = vec![("location".to_owned(), location.to_owned())];
        HttpResponse { status: 201, headers, body: body.into(), truncated: false }
    }

    #[test]
    fn takes_scalars_and_encodes_them_in_targets() {
        let answer = answer(r#"{"data":{"id":7,"name":"a b/ü","tags":[]}}"#, "/books/12/?x=1");
        let body = |pointer: &str, in_target| {
            resolve_source(&answer, &Source::Body(pointer.to_owned()), in_target)
        };
        assert_eq!(body("/data/id", true).unwrap(), "7");
        assert_eq!(body("/data/name", true).unwrap(), "a%20b%2F%C3%BC");
        assert_eq!(body("/data/name", false).unwrap(), "a b/ü");
        assert_eq!(body("/data/tags", false), None);
        assert_eq!(body("/missing", false), None);
        assert_eq!(resolve_source(&answer, &Source::Location, true).unwrap(), "12");
        let json =
            |pointer: &str| resolve_source(&answer, &Source::Json(pointer.to_owned()), false);
        assert_eq!(json("/data/id").unwrap(), "7");
        assert_eq!(json("/data/name").unwrap(), "\"a b/ü\"");
        assert_eq!(json("/data/tags"), None);
    }

    #[test]
    fn takes_headers_cookies_and_parts_of_texts() {
        let headers = [
            ("set-cookie", "sid=old; Path=/"),
            ("x-token", "Bearer a/b"),
            ("set-cookie", " sid = s%3A1 ; HttpOnly"),
            ("set-cookie", "sid2=x"),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let body = br#"{"text":"Open http://h/links/ab-c. Bye"}"#.to_vec();
        let answer = HttpResponse { status: 200, headers, body, truncated: false };
        let get = |source: &Source, in_target| resolve_source(&answer, source, in_target);
        let part = |of, before: &str, after: &str| Source::Between {
            of: Box::new(of),
            before: before.to_owned(),
            after: after.to_owned(),
        };
        let text = || Source::Body("/text".to_owned());
        let token = || Source::Header("x-token".to_owned());
        for (source, value) in [
            (Source::Cookie("sid".to_owned()), Some("s%3A1")),
            (Source::Cookie("id".to_owned()), None),
            (token(), Some("Bearer a/b")),
            (part(token(), "Bearer ", ""), Some("a/b")),
            (part(text(), "/links/", ". "), Some("ab-c")),
            (part(text(), "/links/", "!"), None),
            (part(text(), "/link/", ""), None),
            (part(Source::Text, "{\"", "\""), Some("text")),
            (part(text(), "", "Open"), None),
        ] {
            assert_eq!(get(&source, false).as_deref(), value, "{source:?}");
        }
        assert_eq!(get(&Source::Cookie("sid".to_owned()), true).unwrap(), "s%253A1");
    }
}
