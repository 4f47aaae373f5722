//! `multipart/form-data` bodies.

use std::collections::BTreeMap;
use std::fmt::Write;

use nearmiss_search::{GeneValue, json_text};

use super::plain_text::plain_text;
use crate::rest::operation::FieldFormat;

/// The boundary; it is always the same, so that the same value gives the same bytes.
const BOUNDARY: &str = "nearmiss-boundary";

/// The boundary and the text of a body with one part a field, and one an item of a list.
pub(super) fn multipart_text(
    value: &GeneValue,
    formats: &BTreeMap<String, FieldFormat>,
) -> (String, String) {
    let mut parts: Vec<(String, String)> = Vec::new();
    let GeneValue::Record(fields) = value else { return finish(&parts) };
    for (name, value) in fields {
        let format = formats.get(name);
        match value {
            GeneValue::Absent => {}
            GeneValue::List(items) => {
                let items = items.iter().filter(|item| **item != GeneValue::Absent);
                parts.extend(items.map(|item| part(name, item, format)));
            }
            value => parts.push(part(name, value, format)),
        }
    }
    finish(&parts)
}

/// Head and text of a part.
fn part(name: &str, value: &GeneValue, format: Option<&FieldFormat>) -> (String, String) {
    let mut head = format!("Content-Disposition: form-data; name=\"{}\"", escape_name(name));
    let is_file = format.is_some_and(|format| format.file);
    if is_file {
        let _ = write!(head, "; filename=\"{}.bin\"", escape_name(name));
    }
    let nested = matches!(value, GeneValue::Record(_) | GeneValue::List(_));
    let declared = format.and_then(|format| format.content_type.as_deref());
    let content_type = match declared {
        Some(declared) if !declared.contains('*') => Some(declared),
        _ if is_file => Some("application/octet-stream"),
        _ if nested => Some("application/json"),
        _ => None,
    };
    if let Some(content_type) = content_type {
        let _ = write!(head, "\r\nContent-Type: {content_type}");
    }
    let text = match nested {
        true => json_text(value),
        false => String::from_utf16_lossy(&plain_text(value)),
    };
    (head, text)
}

/// As browsers escape names.
fn escape_name(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

fn finish(parts: &[(String, String)]) -> (String, String) {
    let mut boundary = BOUNDARY.to_owned();
    while parts.iter().any(|(head, text)| head.contains(&boundary) || text.contains(&boundary)) {
        boundary.push('x');
    }
    let mut body = String::new();
    for (head, text) in parts {
        let _ = write!(body, "--{boundary}\r\n{head}\r\n\r\n{text}\r\n");
    }
    let _ = write!(body, "--{boundary}--\r\n");
    (boundary, body)
}
