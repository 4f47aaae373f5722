//! JSON bodies of answers as JavaScript reads them.

use std::borrow::Cow;

use serde_json::Value;

/// The value of a JSON body. Where text cannot be Rust text, U+FFFD stands as JavaScript's decoder
/// and `toWellFormed` put it: for bytes that are no UTF-8, and for escaped lone surrogates
/// (`"\ud800"`), which are valid JSON.
///
/// # Errors
/// When the body is no JSON, or more than `serde_json` reads (nesting, numbers beyond doubles).
pub fn parse_json_answer(body: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice(body).or_else(|error| {
        let text = String::from_utf8_lossy(body);
        match well_formed(&text) {
            Cow::Borrowed(same) if same.as_bytes() == body => Err(error),
            text => serde_json::from_str(&text),
        }
    })
}

/// The text with `\ufffd` for each escape of a surrogate without its other half.
fn well_formed(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    let bytes = text.as_bytes();
    while let Some(found) = bytes[at..].iter().position(|byte| *byte == b'\\') {
        let escape = at + found;
        match unit_at(bytes, escape) {
            Some(0xd800..=0xdbff)
                if matches!(unit_at(bytes, escape + 6), Some(0xdc00..=0xdfff)) =>
            {
                at = escape + 12;
            }
            Some(0xd800..=0xdfff) => {
                out.push_str(&text[copied..escape]);
                out.push_str("\\ufffd");
                at = escape + 6;
                copied = at;
            }
            Some(_) => at = escape + 6,
            // The escaped character is skipped with its backslash: `\\u` is no escape of a unit.
            None => at = (escape + 2).min(bytes.len()),
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// The unit that a `\uXXXX` at this place stands for.
fn unit_at(bytes: &[u8], at: usize) -> Option<u16> {
    let escape = bytes.get(at..at + 6)?;
    let digits = escape.strip_prefix(b"\\u")?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lone_surrogates_are_json() {
        for (body, value) in [
            (r#"{"a": "\ud800"}"#, json!({"a": "\u{fffd}"})),
            (
                r#"["\udc00\ud83d\ude00\ud83dx\uD83D\\ud800"]"#,
                json!(["\u{fffd}😀\u{fffd}x\u{fffd}\\ud800"]),
            ),
            (r#""plain \u0041""#, json!("plain A")),
        ] {
            assert_eq!(parse_json_answer(body.as_bytes()).unwrap(), value, "{body}");
        }
        assert_eq!(parse_json_answer(b"\"a\xff\"").unwrap(), json!("a\u{fffd}"));
    }

    #[test]
    fn what_is_no_json_is_none() {
        for body in ["", "{", "\"\\ud800", "<p>\\ud800</p>", "\\", "\"\\u12\""] {
            assert!(parse_json_answer(body.as_bytes()).is_err(), "{body}");
        }
    }
}
