//! Texts that stand for other texts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::Codec;

/// All that RFC 3986 does not call unreserved.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Writes a text in a code, as UTF-8 (lone surrogates become U+FFFD).
pub(super) fn encode(codec: Codec, units: &[u16]) -> Vec<u16> {
    let text = String::from_utf16_lossy(units);
    let coded = match codec {
        Codec::Base64 => STANDARD.encode(&text),
        Codec::Hex => text.bytes().map(|byte| format!("{byte:02x}")).collect(),
        Codec::Percent => utf8_percent_encode(&text, RESERVED).to_string(),
    };
    coded.encode_utf16().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_in_each_code() {
        let cases = [
            (Codec::Base64, "é!", "w6kh"),
            (Codec::Base64, "_EM_7_XYZ_", "X0VNXzdfWFlaXw=="),
            (Codec::Hex, "a é", "6120c3a9"),
            (Codec::Percent, "a é_/", "a%20%C3%A9_%2F"),
        ];
        for (codec, plain, coded) in cases {
            let units: Vec<u16> = plain.encode_utf16().collect();
            assert_eq!(String::from_utf16(&encode(codec, &units)).unwrap(), coded);
        }
    }
}
