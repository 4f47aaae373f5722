//! Names that no API looks for, sent on purpose (paper 001 section 5): who looks for another name in a
//! collection that holds one of these, or compares one with a text, looks for an input. The names are
//! those of `npm/nearmiss/runtime/inputs/fakes.js`. What is sent so is never written: tests are made of
//! individuals, and these have no fakes.

use std::collections::BTreeSet;

use crate::{Call, OperationName, Part};

/// Name of the parameter of the query.
const PARAMETER: &str = "nmExtraParam123";
/// Name of the header.
const HEADER: &str = "X-Nm-Extra-Header-123";
/// Name of the field of a JSON body.
const FIELD: &str = "nmExtraField123";
/// What all of them hold.
const VALUE: &str = "42";

/// Adds fakes to the calls of a test, but to those of operations that refuse them. Answers whether any
/// call got some.
pub(in crate::rest) fn add_fakes(steps: &mut [Call], refusing: &BTreeSet<OperationName>) -> bool {
    let mut any = false;
    for call in steps {
        if !refusing.contains(&call.operation) {
            add_to_query(call);
            call.http_mut().headers.push((HEADER.to_owned(), vec![Part::Text(VALUE.to_owned())]));
            add_to_body(call);
            any = true;
        }
    }
    any
}

fn add_to_query(call: &mut Call) {
    let asks = call
        .http_mut()
        .target
        .iter()
        .any(|part| matches!(part, Part::Text(text) if text.contains('?')));
    let separator = if asks { '&' } else { '?' };
    call.http_mut().target.push(Part::Text(format!("{separator}{PARAMETER}={VALUE}")));
}

fn add_to_body(call: &mut Call) {
    let Some(body) = &mut call.http_mut().body else { return };
    let [Part::Text(text)] = body.text.as_mut_slice() else { return };
    let is_json = body.content_type.starts_with("application/json");
    if !is_json || !text.starts_with('{') || !text.ends_with('}') {
        return;
    }
    let comma = if text.len() > 2 { "," } else { "" };
    text.insert_str(text.len() - 1, &format!("{comma}\"{FIELD}\":\"{VALUE}\""));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, HttpRequest, Request};

    #[test]
    fn fakes_stand_beside_what_is_sent() {
        let text = |text: &str| vec![Part::Text(text.to_owned())];
        let call = |target: &str, body: &str| Call {
            operation: target.into(),
            user: None,
            request: Request::Http(HttpRequest {
                method: "POST".to_owned(),
                target: text(target),
                headers: Vec::new(),
                body: Some(Body { content_type: "application/json".to_owned(), text: text(body) }),
            }),
        };
        let mut steps = vec![call("/a", "{}"), call("/b?x=1", "{\"x\":1}"), call("/c", "[1]")];
        let refusing = BTreeSet::from(["/c".into()]);
        let untouched = steps[2].clone();
        assert!(add_fakes(&mut steps, &refusing));
        let first = &steps[0];
        assert_eq!(first.http().target[1], Part::Text("?nmExtraParam123=42".to_owned()));
        assert_eq!(first.http().headers[0].0, "X-Nm-Extra-Header-123");
        assert_eq!(first.http().body.as_ref().unwrap().text, text("{\"nmExtraField123\":\"42\"}"));
        let second = &steps[1];
        assert_eq!(second.http().target[1], Part::Text("&nmExtraParam123=42".to_owned()));
        let body = "{\"x\":1,\"nmExtraField123\":\"42\"}";
        assert_eq!(second.http().body.as_ref().unwrap().text, text(body));
        assert_eq!(steps[2], untouched);
        assert!(!add_fakes(&mut steps[2..], &refusing));
    }
}
