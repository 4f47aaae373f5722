//! HAR 1.2: what browsers and proxies record.

use serde_json::Value;

use super::{PlainRequest, SeedError};
use crate::auth::kind;

/// The requests of a HAR file.
pub(super) fn read(json: &Value) -> Result<Vec<PlainRequest>, SeedError> {
    let entries = json["log"]["entries"].as_array().map(Vec::as_slice).unwrap_or_default();
    let read = entries.iter().enumerate().map(|(index, entry)| {
        let request = &entry["request"];
        let text = |key: &str| {
            request[key].as_str().map(str::to_owned).ok_or_else(|| {
                let what = match request.get(key) {
                    None | Some(Value::Null) => "is missing".to_owned(),
                    Some(other) => format!("is {}, but must be a text", kind(other)),
                };
                let why = format!("`{key}` {what}; record the calls again or take the entry out");
                SeedError::at(format!("log.entries[{index}].request"), why)
            })
        };
        let headers = request["headers"].as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(PlainRequest {
            method: text("method")?.to_ascii_uppercase(),
            url: text("url")?,
            headers: headers
                .iter()
                .filter_map(|header| {
                    Some((
                        header["name"].as_str()?.to_owned(),
                        header["value"].as_str()?.to_owned(),
                    ))
                })
                .collect(),
            body: request["postData"]["text"].as_str().map(str::to_owned),
        })
    });
    read.collect()
}
