//! SARIF 2.1.0 (OASIS), as code scanning reads it: a rule for each code of faults, a result for each fault,
//! where it is thrown if that is known and in the written test if not.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::ReportFormat;
use super::path_uri::path_uri;
use crate::run_summary::{ReportedFault, RunSummary};
use crate::visible::visible;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Under which name tools find a fault again in a later run.
const FINGERPRINT: &str = "nearmissFaultId/v1";

/// SARIF.
pub struct Sarif;

impl ReportFormat for Sarif {
    fn name(&self) -> &'static str {
        "sarif"
    }

    fn file_name(&self) -> &'static str {
        "report.sarif"
    }

    fn write(&self, run: &RunSummary) -> String {
        let faults = run.distinct_faults();
        let titles: BTreeMap<u32, &str> =
            faults.iter().map(|fault| (fault.code, &*fault.title)).collect();
        let codes: Vec<u32> = titles.keys().copied().collect();
        let log = json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "nearmiss",
                    "version": run.tool_version,
                    "rules": titles.iter().map(|(code, title)| rule(*code, title)).collect::<Vec<_>>(),
                } },
                // Results of other APIs of a repository are kept apart from these.
                "automationDetails": { "id": format!("nearmiss/{}/", run.api) },
                "columnKind": "utf16CodeUnits",
                "results": faults.iter().map(|fault| result(run, &codes, fault)).collect::<Vec<_>>(),
            }],
        });
        visible(&format!("{log:#}\n")).into_owned()
    }
}

/// Crashes, hangs and ways in are errors; what answers or changes in another way than it should is a warning.
fn level(code: u32) -> &'static str {
    match code {
        100 | 200..=208 | 909 | 920..=925 => "error",
        _ => "warning",
    }
}

fn tag(code: u32) -> &'static str {
    match code {
        200..=210 | 920 | 921 => "security",
        _ => "correctness",
    }
}

/// Whose number a code is.
fn numbered(code: u32) -> String {
    let list = match code {
        0..900 => "Web Fuzzing Commons",
        900..920 => "EvoMaster",
        _ => "nearmiss",
    };
    format!("code {code} of {list}")
}

fn rule(code: u32, text: &str) -> Value {
    let name: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    json!({
        "id": code.to_string(),
        "name": name,
        "shortDescription": { "text": text },
        "fullDescription": { "text": format!("{text} ({})", numbered(code)) },
        "help": { "text": "Each result names the fault, the call that shows it and the written test to run." },
        "defaultConfiguration": { "level": level(code) },
        "properties": { "tags": [tag(code)] },
    })
}

fn result(run: &RunSummary, codes: &[u32], fault: &ReportedFault) -> Value {
    let id = fault.id();
    let in_source = run
        .source_of(fault)
        .map(|at| location(&format!("{}{}", run.repository.sources, at.file), at.line as usize));
    let in_test = run
        .test_of(fault)
        .map(|test| location(&format!("{}{}", run.repository.reports, test.file), test.start_line));
    let mut locations: Vec<Value> = in_source.or_else(|| in_test.clone()).into_iter().collect();
    for location in &mut locations {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": fault.operation }]);
    }
    let related: Vec<Value> = in_test
        .into_iter()
        .map(|mut location| {
            location["message"] = json!({ "text": "the test that shows it" });
            location
        })
        .collect();
    let (mut properties, curl) = (Map::new(), run.curl_of(fault));
    for (name, value) in [
        ("faultId", id.as_str()),
        ("operation", &fault.operation),
        ("place", &fault.place),
        ("test", run.test_of(fault).map_or("", |test| &test.name)),
        ("curl", &curl),
    ] {
        if !value.is_empty() {
            properties.insert(name.to_owned(), value.into());
        }
    }
    json!({
        "ruleId": fault.code.to_string(),
        "ruleIndex": codes.iter().position(|code| *code == fault.code),
        "level": level(fault.code),
        "message": { "text": plain(&format!("{}: {} (fault {id})", fault.operation, fault.message)) },
        "locations": locations,
        "relatedLocations": related,
        "partialFingerprints": { FINGERPRINT: id },
        "properties": properties,
    })
}

/// Text in which nothing turns it around and `[x](1)` is no link to another location. Braces stay as they are: they mean something
/// only in messages with arguments.
fn plain(text: &str) -> String {
    visible(text).replace("](", "] (")
}

fn location(path: &str, line: usize) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": path_uri(path) },
        "region": { "startLine": line.max(1) },
    } })
}

#[cfg(test)]
mod tests;
