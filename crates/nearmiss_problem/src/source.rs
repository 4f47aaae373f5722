//! Taking pieces out of answers.

use nearmiss_search::{GeneValue, json_text};
use serde_json::Value;

use crate::encode_component::encode_component;
use crate::js_number::js_number;
use crate::json_answer::parse_json_answer;
use crate::step::{HttpResponse, Source};

/// The piece of an answer that `source` names, as text; encoded as `encodeURIComponent` does when
/// it goes into a request target. `None` when the answer has no such piece, or it is an object, an
/// array, null, or empty text (which would change the shape of a path).
#[must_use]
pub fn resolve_source(response: &HttpResponse, source: &Source, in_target: bool) -> Option<String> {
    let text = match source {
        Source::Body(pointer) => {
            let body: Value = parse_json_answer(&response.body).ok()?;
            match body.pointer(pointer)? {
                Value::String(text) => text.clone(),
                Value::Bool(value) => value.to_string(),
                Value::Number(number) => js_number(number),
                Value::Null | Value::Array(_) | Value::Object(_) => return None,
            }
        }
        Source::Json(pointer) => {
            let body: Value = parse_json_answer(&response.body).ok()?;
            return match body.pointer(pointer)? {
                Value::String(text) if !text.is_empty() => Some(json_text(&GeneValue::text(text))),
                Value::Bool(value) => Some(value.to_string()),
                Value::Number(number) => Some(js_number(number)),
                _ => None,
            };
        }
        Source::Location => {
            let location = response.header("location")?;
            let path = location.split(['?', '#']).next().unwrap_or_default();
            let segment = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            // Already encoded in the header; encoding again would change it.
            let sendable = |byte: u8| byte.is_ascii_graphic() && !b"\"<>`".contains(&byte);
            let whole = !segment.is_empty() && segment.bytes().all(sendable);
            return whole.then(|| segment.to_owned());
        }
    };
    if text.is_empty() {
        return None;
    }
    Some(if in_target { encode_component(&text) } else { text })
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
}
