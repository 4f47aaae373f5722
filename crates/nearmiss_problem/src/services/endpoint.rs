//! What a service is asked for, as far as it matters: its address, the method, and a path with stars where ids stand.

use std::collections::BTreeSet;

use nearmiss_search::{ActionTemplate, GeneSpec, GeneValue, Individual, json_text};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};

/// Statuses that services answer with, those first that are tried first.
const USUAL: [i64; 17] =
    [200, 201, 202, 204, 304, 400, 401, 402, 403, 404, 409, 422, 429, 500, 502, 503, 504];

/// Statuses with which servers of mail refuse a letter, and that of one that is taken (RFC 5321).
const OF_MAIL: [i64; 5] = [550, 450, 452, 554, 250];
/// Beginning of the address of a server of mail.
const MAIL: &str = "smtp://";

/// Index of the status among the parameters of an answer.
pub(super) const STATUS: usize = 0;
/// Index of the body.
pub(super) const BODY: usize = 1;
/// Index of the headers, a record of those that are read; null for one that is not there.
pub(super) const HEADERS: usize = 2;
/// Index of what goes wrong with the network in the place of the answer, null for nothing. No mutation chooses it: it is sent on purpose.
pub(super) const FAULT: usize = 3;

/// Requests that are answered alike.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Deserialize, Serialize)]
pub(crate) struct Endpoint {
    /// Address of the service: `https://api.example`.
    pub origin: String,
    /// Method.
    pub method: String,
    /// Path, a star for any segment.
    pub path: String,
}

impl Endpoint {
    /// Makes the one that a request is for. `inputs`: texts of what was sent to the API, which may stand in the path.
    pub fn of(origin: &str, method: &str, target: &str, inputs: &BTreeSet<String>) -> Self {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let segments = path.split('/').map(|segment| {
            let text = percent_decode_str(segment).decode_utf8_lossy();
            if is_made(&text) || inputs.contains(&*text) { "*" } else { segment }
        });
        Self {
            origin: origin.to_owned(),
            method: method.to_owned(),
            path: segments.collect::<Vec<_>>().join("/"),
        }
    }

    /// Tells whether letters are taken there: nothing need be answered.
    pub fn is_of_mail(&self) -> bool {
        self.origin.starts_with(MAIL)
    }

    /// Makes the template of an answer.
    pub fn template(&self) -> ActionTemplate {
        let usual = if self.is_of_mail() { &OF_MAIL[..] } else { &USUAL[..] };
        let statuses = usual.iter().copied().map(GeneValue::Integer).collect();
        let status = GeneSpec::Suggested {
            values: statuses,
            inner: Box::new(GeneSpec::Integer { min: 200, max: 599, multiple_of: 0 }),
        };
        let body = GeneSpec::Optional(Box::new(GeneSpec::Open));
        let headers = GeneSpec::Object { fields: Vec::new(), additional: None };
        let fault = GeneSpec::Enum(vec![GeneValue::Null]);
        let parameters =
            [("status", status), ("body", body), ("headers", headers), ("fault", fault)];
        ActionTemplate {
            name: format!("services:{self}"),
            parameters: parameters.map(|(name, spec)| (name.to_owned(), spec)).to_vec(),
        }
    }
}

impl std::fmt::Display for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}{}", self.method, self.origin, self.path)
    }
}

/// Tells whether a segment of a path is an id, a time or a nonce.
fn is_made(segment: &str) -> bool {
    /// Shorter ones may be words, such as `dad`.
    const SHORTEST_HEX: usize = 8;
    let is_all = |fits: fn(char) -> bool| !segment.is_empty() && segment.chars().all(fits);
    let has_digit = segment.contains(|c: char| c.is_ascii_digit());
    let is_id = segment.len() >= SHORTEST_HEX
        && has_digit
        && is_all(|c| c.is_ascii_hexdigit() || matches!(c, '-' | ':' | '.' | 'T' | 'Z'));
    is_all(|c| c.is_ascii_digit()) || is_id || segment.contains("_EM_")
}

/// Lists the texts, numbers and words that an individual sends.
pub(super) fn inputs_of(individual: &Individual) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for call in &individual.calls {
        call.genes.iter().for_each(|gene| add(&gene.value(), &mut found));
    }
    found
}

fn add(value: &GeneValue, found: &mut BTreeSet<String>) {
    match value {
        GeneValue::Text(units) if !units.is_empty() => {
            found.insert(String::from_utf16_lossy(units));
        }
        GeneValue::Null | GeneValue::Boolean(_) | GeneValue::Integer(_) | GeneValue::Double(_) => {
            found.insert(json_text(value));
        }
        GeneValue::List(items) => items.iter().for_each(|item| add(item, found)),
        GeneValue::Record(fields) => fields.iter().for_each(|(_, value)| add(value, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_inputs_in_paths_are_any() {
        let inputs = BTreeSet::from(["São Paulo".to_owned(), "v1".to_owned()]);
        let path = |target: &str| Endpoint::of("https://a.example", "GET", target, &inputs).path;
        assert_eq!(path("/cities/S%C3%A3o%20Paulo?units=metric"), "/cities/*");
        assert_eq!(path("/charges/42/refunds"), "/charges/*/refunds");
        assert_eq!(path("/o/3f2504e0-4f89-41d3-9a0c-0305e82c3301"), "/o/*");
        assert_eq!(path("/at/2026-11-30T06:10:29Z/_EM_3_XYZ_"), "/at/*/*");
        assert_eq!(path("/defaced/feedback"), "/defaced/feedback");
        assert_eq!(path(""), "");
    }
}
