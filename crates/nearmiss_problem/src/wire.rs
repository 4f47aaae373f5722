//! The header lines of a call, the same for the runner and the written test.
//!
//! The rule is written down in `crates/nearmiss_writer/README.md` ("The wire contract"), and
//! `tests/contract` compares raw bytes. Whoever changes the one changes the other.

use crate::call::{HttpRequest, Part};

/// Headers that belong to the connection or follow from the body. A step cannot set them: each
/// client would treat them in its own way.
const OWNED: [&str; 11] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Methods that have no `Content-Length` line when there is no body.
const BODILESS: [&str; 6] = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "TRACE"];

/// Lists all header lines of a request in the order and case in which they are sent.
///
/// `Host`, `Connection: keep-alive`, `Accept-Encoding` (the step's own or `identity`), the step's
/// headers (lines of one name together, where the first of them stands), `Content-Type` and
/// `Content-Length` of the body. Without a body `Content-Length: 0` is sent for methods that
/// usually have one.
///
/// The parts of `request` must have been resolved: of [`Part::FromResponse`] the fallback is taken, of
/// [`Part::Credential`] and [`Part::Written`] nothing.
/// A header value is sent as Latin-1, one byte a character.
#[must_use]
pub fn wire_head(request: &HttpRequest, host: &str) -> Vec<(String, String)> {
    let mut own: Vec<(String, String)> = Vec::with_capacity(request.headers.len());
    for (name, parts) in &request.headers {
        let name = header_name(name);
        if !is_own_header(&name) || (request.body.is_some() && name == "Content-Type") {
            continue;
        }
        let value = header_value(&text_of(parts));
        match own.iter().rposition(|(earlier, _)| *earlier == name) {
            Some(last) => own.insert(last + 1, (name, value)),
            None => own.push((name, value)),
        }
    }
    let (encodings, rest): (Vec<_>, Vec<_>) =
        own.into_iter().partition(|(name, _)| name == "Accept-Encoding");
    let line = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut lines = vec![line("Host", host), line("Connection", "keep-alive")];
    if encodings.is_empty() {
        lines.push(line("Accept-Encoding", "identity"));
    }
    lines.extend(encodings);
    lines.extend(rest);
    match &request.body {
        Some(body) => {
            lines.push(line("Content-Type", &header_value(&body.content_type)));
            lines.push(line("Content-Length", &text_of(&body.text).len().to_string()));
        }
        None if !BODILESS.contains(&request.method.as_str()) => {
            lines.push(line("Content-Length", "0"))
        }
        None => {}
    }
    lines
}

/// Whether a step may set this header; the others are left out (see [`wire_head`]).
#[must_use]
pub fn is_own_header(name: &str) -> bool {
    !OWNED.contains(&name.to_ascii_lowercase().as_str())
}

/// The one spelling of a header name that is sent: title case, `X-Api-Key`.
#[must_use]
pub fn header_name(name: &str) -> String {
    let mut upper = true;
    let title = name.chars().map(|letter| {
        let cased = if upper { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        upper = letter == '-';
        cased
    });
    title.collect()
}

/// The value that is sent: blanks around it are no part of a value, and a character beyond Latin-1
/// becomes `?`.
#[must_use]
pub fn header_value(value: &str) -> String {
    let value = value.trim_matches([' ', '\t']);
    value.chars().map(|letter| if u32::from(letter) > 0xFF { '?' } else { letter }).collect()
}

/// Whether a target can be sent byte for byte by both sides: it begins with `/` and holds only
/// printable ASCII but `#`, `<` and `>`, before the `?` no backtick, behind it no `"`. Whoever makes
/// steps encodes those.
#[must_use]
pub fn is_sendable_target(target: &str) -> bool {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    target.starts_with('/')
        && target.bytes().all(|byte| byte.is_ascii_graphic() && !b"#<>".contains(&byte))
        && !path.contains('`')
        && !query.contains('"')
}

fn text_of(parts: &[Part]) -> String {
    let texts = parts.iter().map(|part| match part {
        Part::Text(text)
        | Part::FromResponse { fallback: text, .. }
        | Part::FromSetup { fallback: text, .. } => text.as_str(),
        Part::Credential { .. } | Part::Written { .. } => "",
    });
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::Body;

    fn request(method: &str, headers: &[(&str, &str)], body: Option<&str>) -> HttpRequest {
        let text = |text: &str| vec![Part::Text(text.to_owned())];
        let typed = |body| Body { content_type: "text/plain".to_owned(), text: text(body) };
        HttpRequest {
            method: method.to_owned(),
            target: text("/a"),
            headers: headers.iter().map(|(k, v)| ((*k).to_owned(), text(v))).collect(),
            body: body.map(typed),
        }
    }

    fn lines(request: &HttpRequest) -> String {
        let lines =
            wire_head(request, "h:1").into_iter().map(|(name, value)| format!("{name}: {value}"));
        lines.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn every_call_begins_alike() {
        assert_eq!(
            lines(&request("GET", &[], None)),
            "Host: h:1|Connection: keep-alive|Accept-Encoding: identity"
        );
    }

    #[test]
    fn a_body_has_type_and_length_in_bytes_whatever_the_method() {
        for method in ["GET", "POST", "DELETE"] {
            assert!(
                lines(&request(method, &[], Some("é")))
                    .ends_with("|Content-Type: text/plain|Content-Length: 2")
            );
        }
        assert!(lines(&request("POST", &[], None)).ends_with("|Content-Length: 0"));
        assert!(!lines(&request("DELETE", &[], None)).contains("Content-Length"));
    }

    #[test]
    fn lines_of_one_name_stand_together() {
        let call = request("GET", &[("X-A", "1"), ("X-B", "2"), ("x-a", "3")], None);
        assert!(lines(&call).ends_with("|X-A: 1|X-A: 3|X-B: 2"));
    }

    #[test]
    fn the_connection_is_not_the_steps_to_choose() {
        let headers =
            [("Connection", "close"), ("Host", "x"), ("Content-Length", "9"), ("X-A", "1")];
        let lines = lines(&request("GET", &headers, None));
        assert_eq!(lines, "Host: h:1|Connection: keep-alive|Accept-Encoding: identity|X-A: 1");
    }

    #[test]
    fn the_body_decides_its_type_and_a_step_its_encodings() {
        let headers = [("Content-Type", "a/b"), ("Accept-Encoding", "gzip")];
        assert_eq!(
            lines(&request("PUT", &headers, Some(""))),
            "Host: h:1|Connection: keep-alive|Accept-Encoding: gzip|Content-Type: text/plain|Content-Length: 0"
        );
        assert!(
            lines(&request("GET", &headers, None))
                .ends_with("|Accept-Encoding: gzip|Content-Type: a/b")
        );
    }

    #[test]
    fn values_are_latin_1() {
        assert_eq!(header_value(" é\u{2028} "), "é?");
        assert_eq!(header_name("x-API-key"), "X-Api-Key");
    }

    #[test]
    fn targets_hold_what_both_sides_send() {
        for target in ["/", "//a/../%zz", "/\"?b=[{`'|\\^}]"] {
            assert!(is_sendable_target(target), "{target}");
        }
        for target in ["", "a", "/a b", "/a#b", "/<", "/`", "/?\"", "/é", "*"] {
            assert!(!is_sendable_target(target), "{target}");
        }
    }
}
