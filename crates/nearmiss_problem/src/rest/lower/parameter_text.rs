//! Parameters by style, as OpenAPI 3 tables them.

use nearmiss_search::{GeneValue, json_text};

use super::header_value::header_value;
use super::plain_text::plain_text;
use super::written::{Encoding, Linked, Written};
use crate::encode_component::{encode_component, encode_units};
use crate::rest::operation::{Parameter, ParameterFormat, Place, Style};
use crate::rest::read::encode_literal;

/// A value on its way into a parameter: what is sent, or where it is taken from.
pub(super) struct Sent<'a> {
    /// The gene's value; the fallback when linked.
    pub value: &'a GeneValue,
    /// Taken from an earlier answer.
    pub linked: Option<Linked>,
}

/// The text of a path or header parameter.
pub(super) fn segment_text(parameter: &Parameter, sent: &Sent<'_>, encoding: Encoding) -> Written {
    let mut written = Written::default();
    let encode = |value: &GeneValue| encoded(value, encoding);
    let (style, explode) = match parameter.format {
        ParameterFormat::Style { style, explode } => (style, explode),
        ParameterFormat::Json => {
            written.text(&encoded_text(&json_text(sent.value), encoding));
            return written;
        }
        ParameterFormat::Target => {
            written.text(&target_text(sent.value));
            return written;
        }
    };
    let name = encode_component(&parameter.name);
    // What stands before the value, between items, and between items of an exploded record.
    let (prefix, separator) = match style {
        Style::Label => (".".to_owned(), if explode { "." } else { "," }),
        Style::Matrix => (format!(";{name}="), ","),
        Style::SpaceDelimited => (String::new(), "%20"),
        Style::TabDelimited => (String::new(), "%09"),
        Style::PipeDelimited => (String::new(), "%7C"),
        _ => (String::new(), ","),
    };
    if let Some(linked) = &sent.linked {
        written.text(&prefix);
        written.linked(linked, encode(sent.value));
        return written;
    }
    match sent.value {
        GeneValue::List(items) if style == Style::Matrix && explode => {
            for item in present(items) {
                written.text(&format!("{prefix}{}", encode(item)));
            }
        }
        GeneValue::List(items) => {
            written.text(&prefix);
            let items: Vec<String> = present(items).map(encode).collect();
            written.text(&items.join(separator));
        }
        GeneValue::Record(fields) if explode => {
            let (before, between) = match style {
                Style::Matrix => (";", ";"),
                Style::Label => (".", "."),
                _ => ("", ","),
            };
            written.text(before);
            let pairs: Vec<String> = present_fields(fields)
                .map(|(name, value)| format!("{}={}", encoded_text(name, encoding), encode(value)))
                .collect();
            written.text(&pairs.join(between));
        }
        GeneValue::Record(fields) => {
            written.text(&prefix);
            let flat: Vec<String> = present_fields(fields)
                .flat_map(|(name, value)| [encoded_text(name, encoding), encode(value)])
                .collect();
            written.text(&flat.join(separator));
        }
        single => {
            written.text(&prefix);
            written.text(&encode(single));
        }
    }
    written
}

/// A value as the path of a request target.
fn target_text(value: &GeneValue) -> String {
    let text = encode_literal(&String::from_utf16_lossy(&plain_text(value)));
    if text.starts_with('/') { text } else { format!("/{text}") }
}

/// The `name=value` pairs of a query parameter, cookie or field of a form.
pub(super) fn pairs(name: &str, format: ParameterFormat, sent: &Sent<'_>) -> Vec<Written> {
    let encode = |value: &GeneValue| encoded(value, Encoding::Component);
    let pair = |name: &str, value: &str| {
        let mut written = Written::default();
        written.text(&format!("{name}={value}"));
        written
    };
    let name_text = encode_component(name);
    if let Some(linked) = &sent.linked {
        let mut written = Written::default();
        written.text(&format!("{name_text}="));
        written.linked(linked, encode(sent.value));
        return vec![written];
    }
    let (style, explode) = match format {
        _ if *sent.value == GeneValue::Absent => return Vec::new(),
        ParameterFormat::Json | ParameterFormat::Target => {
            return vec![pair(&name_text, &encode_component(&json_text(sent.value)))];
        }
        ParameterFormat::Style { style, explode } => (style, explode),
    };
    let separator = match style {
        Style::SpaceDelimited => "%20",
        Style::TabDelimited => "%09",
        Style::PipeDelimited => "%7C",
        _ => ",",
    };
    match sent.value {
        GeneValue::List(items) if explode || style == Style::DeepObject => {
            present(items).map(|item| pair(&name_text, &encode(item))).collect()
        }
        GeneValue::List(items) => {
            let items: Vec<String> = present(items).map(encode).collect();
            vec![pair(&name_text, &items.join(separator))]
        }
        value @ GeneValue::Record(_) if style == Style::DeepObject => {
            let mut found = Vec::new();
            deep_pairs(name, value, &mut found);
            found.iter().map(|(name, value)| pair(&encode_component(name), value)).collect()
        }
        GeneValue::Record(fields) if explode => present_fields(fields)
            .map(|(name, value)| pair(&encode_component(name), &encode(value)))
            .collect(),
        GeneValue::Record(fields) => {
            let flat: Vec<String> = present_fields(fields)
                .flat_map(|(name, value)| [encode_component(name), encode(value)])
                .collect();
            vec![pair(&name_text, &flat.join(separator))]
        }
        single => vec![pair(&name_text, &encode(single))],
    }
}

/// `name[key]=value`, and so on inside.
fn deep_pairs(name: &str, value: &GeneValue, into: &mut Vec<(String, String)>) {
    match value {
        GeneValue::Record(fields) => {
            for (key, value) in present_fields(fields) {
                deep_pairs(&format!("{name}[{key}]"), value, into);
            }
        }
        GeneValue::List(items) => {
            for item in present(items) {
                into.push((name.to_owned(), encoded(item, Encoding::Component)));
            }
        }
        single => into.push((name.to_owned(), encoded(single, Encoding::Component))),
    }
}

/// How a field of a form goes when the document says nothing else: text and numbers as they are, a
/// list once an item, a record as JSON.
pub(super) fn form_field_format(
    value: &GeneValue,
    style: Option<(Style, bool)>,
) -> ParameterFormat {
    match (style, value) {
        (Some((style, explode)), _) => ParameterFormat::Style { style, explode },
        (None, GeneValue::Record(_)) => ParameterFormat::Json,
        (None, _) => ParameterFormat::Style { style: Style::Form, explode: true },
    }
}

/// Whether a parameter goes into the header section.
pub(super) fn encoding_of(place: Place) -> Encoding {
    if place == Place::Header { Encoding::Header } else { Encoding::Component }
}

fn encoded(value: &GeneValue, encoding: Encoding) -> String {
    let units = plain_text(value);
    match encoding {
        Encoding::Component => encode_units(&units),
        Encoding::Header => header_value(&units),
    }
}

fn encoded_text(text: &str, encoding: Encoding) -> String {
    match encoding {
        Encoding::Component => encode_component(text),
        Encoding::Header => header_value(&text.encode_utf16().collect::<Vec<_>>()),
    }
}

fn present(items: &[GeneValue]) -> impl Iterator<Item = &GeneValue> {
    items.iter().filter(|item| **item != GeneValue::Absent)
}

fn present_fields(fields: &[(String, GeneValue)]) -> impl Iterator<Item = (&String, &GeneValue)> {
    fields
        .iter()
        .filter(|(_, value)| *value != GeneValue::Absent)
        .map(|(name, value)| (name, value))
}
