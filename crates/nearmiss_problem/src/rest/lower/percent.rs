//! Percent-encoding of what goes into a request target or a form.

use std::fmt::Write;

/// `encodeURIComponent`, but a lone surrogate becomes U+FFFD instead of an error.
pub(super) fn encode_component(units: &[u16]) -> String {
    let text = String::from_utf16_lossy(units);
    encode_component_text(&text)
}

/// [`encode_component`] of text.
pub(super) fn encode_component_text(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'!'
            | b'~'
            | b'*'
            | b'\''
            | b'('
            | b')' => encoded.push(char::from(byte)),
            _ => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}
