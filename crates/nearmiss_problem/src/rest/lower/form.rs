//! `application/x-www-form-urlencoded` bodies.

use std::collections::BTreeMap;

use nearmiss_search::GeneValue;

use super::parameter_text::{Sent, form_field_format, pairs};
use super::plain_text::plain_text;
use super::written::Written;
use crate::encode_component::encode_units;
use crate::rest::operation::FieldFormat;

/// The text of a form. What is no record is sent as one encoded text.
pub(super) fn form_text(value: &GeneValue, formats: &BTreeMap<String, FieldFormat>) -> Written {
    let mut written = Written::default();
    let GeneValue::Record(fields) = value else {
        written.text(&encode_units(&plain_text(value)));
        return written;
    };
    for (name, value) in fields {
        let style = formats.get(name).and_then(|format| format.style);
        let format = form_field_format(value, style);
        for pair in pairs(name, format, &Sent { value, linked: None }) {
            if !written.is_empty() {
                written.text("&");
            }
            written.append(pair);
        }
    }
    written
}
