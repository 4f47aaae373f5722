//! JSON text as `JSON.stringify` writes it.

use std::fmt::Write;

use crate::{GeneValue, js_double};

/// The JSON text of a value. Lone surrogates are escaped, absent fields and items are left out.
#[must_use]
pub fn json_text(value: &GeneValue) -> String {
    let mut text = String::new();
    write_value(value, &mut text);
    text
}

fn write_value(value: &GeneValue, into: &mut String) {
    match value {
        GeneValue::Absent | GeneValue::Null => into.push_str("null"),
        GeneValue::Boolean(flag) => into.push_str(if *flag { "true" } else { "false" }),
        GeneValue::Integer(whole) => {
            let _ = write!(into, "{whole}");
        }
        GeneValue::Double(real) if real.is_finite() => into.push_str(&js_double(*real)),
        GeneValue::Double(_) => into.push_str("null"),
        GeneValue::Text(units) => write_string(units, into),
        GeneValue::List(items) => {
            into.push('[');
            let present = items.iter().filter(|item| **item != GeneValue::Absent);
            for (index, item) in present.enumerate() {
                if index > 0 {
                    into.push(',');
                }
                write_value(item, into);
            }
            into.push(']');
        }
        GeneValue::Record(fields) => {
            into.push('{');
            let present = fields.iter().filter(|(_, value)| *value != GeneValue::Absent);
            for (index, (name, value)) in present.enumerate() {
                if index > 0 {
                    into.push(',');
                }
                let name: Vec<u16> = name.encode_utf16().collect();
                write_string(&name, into);
                into.push(':');
                write_value(value, into);
            }
            into.push('}');
        }
    }
}

fn write_string(units: &[u16], into: &mut String) {
    into.push('"');
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok('"') => into.push_str("\\\""),
            Ok('\\') => into.push_str("\\\\"),
            Ok('\u{8}') => into.push_str("\\b"),
            Ok('\u{c}') => into.push_str("\\f"),
            Ok('\n') => into.push_str("\\n"),
            Ok('\r') => into.push_str("\\r"),
            Ok('\t') => into.push_str("\\t"),
            Ok(letter) if letter < ' ' => {
                let _ = write!(into, "\\u{:04x}", u32::from(letter));
            }
            Ok(letter) => into.push(letter),
            Err(lone) => {
                let _ = write!(into, "\\u{:04x}", lone.unpaired_surrogate());
            }
        }
    }
    into.push('"');
}
