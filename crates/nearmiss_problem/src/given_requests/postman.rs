//! Postman collections, 2.0 and 2.1.

use serde_json::Value;

use super::{PlainRequest, SeedError};
use crate::encode_component::encode_component;

/// Folders in folders that are followed.
const DEPTH: usize = 20;

/// The requests of a collection, in order.
pub(super) fn read(json: &Value) -> Result<Vec<PlainRequest>, SeedError> {
    let variables = pairs(&json["variable"], "key");
    let mut found = Vec::new();
    items(&json["item"], "item", &variables, DEPTH, &mut found)?;
    Ok(found)
}

fn items(
    list: &Value,
    place: &str,
    variables: &[(String, String)],
    depth: usize,
    found: &mut Vec<PlainRequest>,
) -> Result<(), SeedError> {
    for (index, item) in list.as_array().map(Vec::as_slice).unwrap_or_default().iter().enumerate() {
        let place = format!("{place}[{index}]");
        if item["item"].is_array() && depth > 0 {
            items(&item["item"], &format!("{place}.item"), variables, depth - 1, found)?;
            continue;
        }
        let request = &item["request"];
        let whole = if request.is_string() { request } else { &request["url"] };
        let Some(url) = whole.as_str().or_else(|| whole["raw"].as_str()) else {
            return Err(SeedError::at(
                format!("{place}.request"),
                "it has no URL (`url.raw`); export the collection as version 2.1, or take the request out",
            ));
        };
        let mut url = filled(url, variables);
        for (name, value) in pairs(&whole["variable"], "key") {
            url = with_path_variable(&url, &name, &filled(&value, variables));
        }
        found.push(PlainRequest {
            method: request["method"].as_str().unwrap_or("GET").to_ascii_uppercase(),
            url,
            headers: pairs(&request["header"], "key")
                .into_iter()
                .map(|(name, value)| (name, filled(&value, variables)))
                .collect(),
            body: body(&request["body"]).map(|text| filled(&text, variables)),
        });
    }
    Ok(())
}

fn body(body: &Value) -> Option<String> {
    match body["mode"].as_str()? {
        "raw" => body["raw"].as_str().map(str::to_owned),
        "urlencoded" => {
            let pairs = pairs(&body["urlencoded"], "key").into_iter().map(|(name, value)| {
                format!("{}={}", encode_component(&name), encode_component(&value))
            });
            Some(pairs.collect::<Vec<_>>().join("&"))
        }
        _ => None,
    }
}

/// Names and values of a list of records; those that are switched off are left out.
fn pairs(list: &Value, key: &str) -> Vec<(String, String)> {
    let list = list.as_array().map(Vec::as_slice).unwrap_or_default().iter();
    list.filter(|entry| entry["disabled"] != true)
        .filter_map(|entry| {
            let value = match &entry["value"] {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                other => other.to_string(),
            };
            Some((entry[key].as_str()?.to_owned(), value))
        })
        .collect()
}

/// `{{name}}` by its value; one that nothing tells stays.
fn filled(text: &str, variables: &[(String, String)]) -> String {
    variables.iter().fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{{{name}}}}}"), value)
    })
}

/// `/users/:id` with its value.
fn with_path_variable(url: &str, name: &str, value: &str) -> String {
    let (path, query) =
        url.split_once('?').map_or((url, None), |(path, query)| (path, Some(query)));
    let segments = path.split('/').map(|segment| match segment.strip_prefix(':') {
        Some(own) if own == name => encode_component(value),
        _ => segment.to_owned(),
    });
    let path = segments.collect::<Vec<_>>().join("/");
    query.map_or(path.clone(), |query| format!("{path}?{query}"))
}
