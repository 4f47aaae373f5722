//! JSON objects that are marked: drivers of other tools do not know which text an object was read of. They tell what is
//! read of it by the taint that is its property `EM_tainted_map`.

use nearmiss_search::{GeneValue, Individual, ReadField};
use serde_json::Value;

/// The property that marks an object: its value is a taint.
pub(crate) const MARK: &str = "EM_tainted_map";

/// The text that holds the object with this mark, and the way to what was read of it.
pub(crate) fn field_of_marked(
    individual: &Individual,
    taint: u32,
    name: &[u16],
) -> Option<ReadField> {
    for (action, called) in individual.calls.iter().enumerate() {
        for gene in &called.genes {
            if let Some((text, mut path)) = text_with_mark(&gene.value(), taint) {
                path.push(String::from_utf16_lossy(name));
                return Some(ReadField { action, text, path });
            }
        }
    }
    None
}

/// The first JSON text in a value that holds the mark, and where the object is in it.
fn text_with_mark(value: &GeneValue, taint: u32) -> Option<(Vec<u16>, Vec<String>)> {
    match value {
        GeneValue::Text(units) => {
            let text = String::from_utf16(units).ok().filter(|text| text.contains(MARK))?;
            let mut path = Vec::new();
            let json = serde_json::from_str(&text).ok()?;
            leads_to_mark(&json, taint, &mut path).then(|| (units.clone(), path))
        }
        GeneValue::List(items) => items.iter().find_map(|item| text_with_mark(item, taint)),
        GeneValue::Record(fields) => {
            fields.iter().find_map(|(_, field)| text_with_mark(field, taint))
        }
        GeneValue::Absent
        | GeneValue::Null
        | GeneValue::Boolean(_)
        | GeneValue::Integer(_)
        | GeneValue::Double(_) => None,
    }
}

fn leads_to_mark(json: &Value, taint: u32, path: &mut Vec<String>) -> bool {
    let mut inside = |step: &str, value: &Value| {
        path.push(step.to_owned());
        let found = leads_to_mark(value, taint, path);
        if !found {
            path.pop();
        }
        found
    };
    match json {
        // Items are told as one.
        Value::Array(items) => items.iter().any(|item| inside("-", item)),
        Value::Object(members) => {
            let is_marked =
                members.get(MARK).and_then(Value::as_str).and_then(number_of) == Some(taint);
            is_marked || members.iter().any(|(name, member)| inside(name, member))
        }
        _ => false,
    }
}

fn number_of(name: &str) -> Option<u32> {
    name.strip_prefix("_EM_")?.strip_suffix("_XYZ_")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: &GeneValue, taint: u32) -> Option<(String, Vec<String>)> {
        text_with_mark(value, taint).map(|(text, path)| (String::from_utf16_lossy(&text), path))
    }

    #[test]
    fn the_object_is_found_by_its_mark_wherever_it_is() {
        let text =
            r#"{"EM_tainted_map":"_EM_1_XYZ_","a":[{"b":{"EM_tainted_map":"_EM_02_XYZ_"}}]}"#;
        let other = GeneValue::text("EM_tainted_map");
        let value = GeneValue::Record(vec![(
            "x".to_owned(),
            GeneValue::List(vec![other, GeneValue::text(text)]),
        )]);
        assert_eq!(found(&value, 1), Some((text.to_owned(), vec![])));
        let path = ["a", "-", "b"].map(str::to_owned).to_vec();
        assert_eq!(found(&value, 2), Some((text.to_owned(), path)));
        assert_eq!(found(&value, 3), None);
    }
}
