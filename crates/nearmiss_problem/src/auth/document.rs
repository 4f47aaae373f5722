//! The document: YAML or JSON, and its template.

use serde_json::{Map, Value};

use super::fields::ReadUsersError;
use crate::yaml_tab::{TAB, tab_in_indentation};

/// Reads the text of an auth file.
pub(super) fn parse(text: &str, origin: &str) -> Result<Value, ReadUsersError> {
    let text = text.trim_start_matches('\u{feff}');
    let parsed = if text.trim_start().starts_with(['{', '[']) {
        serde_json::from_str(text).map_err(|error| format!("is not JSON: {error}"))
    } else {
        let options = serde_saphyr::options! {
            merge_keys: serde_saphyr::MergeKeyPolicy::Merge,
            strict_booleans: true,
            with_snippet: false,
        };
        serde_saphyr::from_str_with_options::<Value>(text, options).map_err(|error| {
            if let Some(line) = tab_in_indentation(text) {
                return format!("is not YAML, line {line}: {TAB}");
            }
            let message = error.to_string();
            format!("is not YAML: {}", message.lines().next().unwrap_or_default())
        })
    };
    parsed.map_err(|why| ReadUsersError(format!("{origin} {why}")))
}

/// What a user says, and what the template says where he does not; also inside of objects.
pub(super) fn with_template(user: &Value, template: &Value) -> Value {
    let (Value::Object(own), Value::Object(template)) = (user, template) else {
        return user.clone();
    };
    let mut merged: Map<String, Value> = own.clone();
    for (key, value) in template {
        match merged.get_mut(key) {
            None | Some(Value::Null) => {
                merged.insert(key.clone(), value.clone());
            }
            Some(own) => *own = with_template(own, value),
        }
    }
    Value::Object(merged)
}
