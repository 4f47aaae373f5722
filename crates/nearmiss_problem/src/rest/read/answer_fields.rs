//! Where in an answer single values are, so that ids can be taken from it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::json_pointer::child;
use crate::rest::document::{Document, Located};

/// Levels of properties that are looked at.
const MAX_DEPTH: usize = 3;
/// Values that are noted for one answer.
const MAX_FIELDS: usize = 200;

/// Names and JSON pointers of the text, number and untyped properties of a schema, shallow ones
/// first. The first item stands for a list; a schema that is one value itself has the name ``.
pub(super) fn answer_fields(document: &Document, schema: Located<'_>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut level = vec![(String::new(), String::new(), schema)];
    for _ in 0..=MAX_DEPTH {
        let mut next = Vec::new();
        for (name, pointer, schema) in level {
            let mut seen = BTreeSet::new();
            look(document, schema, &name, &pointer, &mut seen, &mut found, &mut next);
        }
        level = next;
    }
    found.truncate(MAX_FIELDS);
    found
}

fn look<'d>(
    document: &'d Document,
    schema: Located<'d>,
    name: &str,
    pointer: &str,
    seen: &mut BTreeSet<String>,
    found: &mut Vec<(String, String)>,
    next: &mut Vec<(String, String, Located<'d>)>,
) {
    let Ok(schema) = document.resolve(schema) else { return };
    if !seen.insert(schema.pointer.clone()) || found.len() + next.len() > MAX_FIELDS {
        return;
    }
    for key in ["allOf", "oneOf", "anyOf"] {
        for part in schema.get(key).map(|place| place.items()).unwrap_or_default() {
            look(document, part, name, pointer, seen, found, next);
        }
    }
    if let Some(items) = schema.get("items") {
        look(document, items, name, &format!("{pointer}/0"), seen, found, next);
    }
    let properties = schema.get("properties").map(|place| place.entries()).unwrap_or_default();
    for (name, property) in properties {
        next.push((name.to_owned(), child(pointer, name), property));
    }
    let single = match schema.get("type").map(|place| place.value) {
        Some(Value::String(kind)) => matches!(kind.as_str(), "string" | "integer" | "number"),
        Some(Value::Array(kinds)) => {
            kinds.iter().any(|kind| matches!(kind.as_str(), Some("string" | "integer" | "number")))
        }
        _ => schema.get("format").is_some() || schema.get("enum").is_some(),
    };
    let entry = (name.to_owned(), pointer.to_owned());
    if single && !found.contains(&entry) {
        found.push(entry);
    }
}
