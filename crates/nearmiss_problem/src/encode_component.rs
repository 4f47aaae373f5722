//! Percent-encoding of what goes into a request target or a form.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What JavaScript's `encodeURIComponent` leaves as it is.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// `encodeURIComponent`.
pub(crate) fn encode_component(text: &str) -> String {
    utf8_percent_encode(text, COMPONENT).to_string()
}

/// `encodeURIComponent` of UTF-16 units, but a lone surrogate becomes U+FFFD instead of an error.
pub(crate) fn encode_units(units: &[u16]) -> String {
    encode_component(&String::from_utf16_lossy(units))
}
