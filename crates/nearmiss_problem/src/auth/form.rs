//! The forms in which a value is written.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use super::writings::percent_decoded;
use crate::encode_component::encode_component;

/// How a value is written where it stands.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// As it is.
    Plain,
    /// As the inside of a JSON string.
    Json,
    /// By `encodeURIComponent`.
    Component,
    /// What a text stands for that `encodeURIComponent` wrote.
    Decoded,
    /// In capital letters.
    Upper,
    /// In small letters.
    Lower,
    /// Each unit of UTF-16 as an escape of JSON: `\u0041`.
    Escapes,
    /// In base64.
    Base64,
    /// In base64 without the signs that fill it up.
    Bare64,
    /// In base64url, which has no such signs.
    Base64Url,
    /// In hex, small letters.
    Hex,
}

impl Form {
    /// A value in this form.
    #[must_use]
    pub fn of(self, value: &str) -> String {
        match self {
            Self::Plain => value.to_owned(),
            Self::Json => {
                let quoted = serde_json::Value::String(value.to_owned()).to_string();
                quoted[1..quoted.len() - 1].to_owned()
            }
            Self::Component => encode_component(value),
            Self::Decoded => {
                String::from_utf8_lossy(&percent_decoded(value.as_bytes())).into_owned()
            }
            Self::Upper => value.to_uppercase(),
            Self::Lower => value.to_lowercase(),
            Self::Escapes => value.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect(),
            Self::Base64 => STANDARD.encode(value),
            Self::Bare64 => STANDARD_NO_PAD.encode(value),
            Self::Base64Url => URL_SAFE_NO_PAD.encode(value),
            Self::Hex => value.bytes().map(|byte| format!("{byte:02x}")).collect(),
        }
    }

    /// Its name in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Json => "json",
            Self::Component => "component",
            Self::Decoded => "decoded",
            Self::Upper => "upper",
            Self::Lower => "lower",
            Self::Escapes => "escapes",
            Self::Base64 => "base64",
            Self::Bare64 => "bare64",
            Self::Base64Url => "base64url",
            Self::Hex => "hex",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_written_in_each_form() {
        for (form, written) in [
            (Form::Plain, "k\"é/?>"),
            (Form::Json, "k\\\"é/?>"),
            (Form::Component, "k%22%C3%A9%2F%3F%3E"),
            (Form::Upper, "K\"É/?>"),
            (Form::Lower, "k\"é/?>"),
            (Form::Escapes, "\\u006b\\u0022\\u00e9\\u002f\\u003f\\u003e"),
            (Form::Base64, "ayLDqS8/Pg=="),
            (Form::Bare64, "ayLDqS8/Pg"),
            (Form::Base64Url, "ayLDqS8_Pg"),
            (Form::Hex, "6b22c3a92f3f3e"),
        ] {
            assert_eq!(form.of("k\"é/?>"), written, "{form:?}");
            assert_eq!(serde_json::to_string(&form).unwrap(), format!("\"{}\"", form.word()));
        }
        assert_eq!(Form::Decoded.of("a%20b%C3%A9%"), "a bé%");
    }
}
