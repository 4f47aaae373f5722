//! The suite before its expectations are known.

use std::path::Path;

use nearmiss_problem::Call;
use nearmiss_problem::rest::{fault_title, thrown_line};
use nearmiss_report::fault_id;
use nearmiss_runner::{Outside, Reset};
use nearmiss_search::Fault;
use nearmiss_writer::{
    Module, PLACEHOLDER_BASE, ResetSpec, ShownFault, StartSpec, SuiteSetup, TestCase, TestSuite,
};

use super::{CRASH_ON_SERVICE, HTTP_500, Kept, Named, Who};
use crate::options::api;
use crate::seen_from::relative;
use crate::settings::{Entry, Settings};

/// Where a reader looks for a test: by the path of its last call, which the others lead to, then by the
/// method in the order in which a resource is used, then by length.
#[must_use]
pub fn reading_order(steps: &[Call]) -> (String, usize, usize) {
    const METHODS: [&str; 7] = ["POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"];
    let Some(last) = steps.last() else { return Default::default() };
    let (method, path) = (last.operation.verb(), last.operation.path());
    let rank = METHODS.iter().position(|known| *known == method).unwrap_or(METHODS.len());
    (path.to_owned(), rank, steps.len())
}

/// The suite before its expectations are known.
#[must_use]
pub fn draft(settings: &Settings, named: Named<'_>, who: &Who<'_>, kept: &[Kept]) -> TestSuite {
    let cwd = relative(&settings.results.out, &settings.cwd);
    // What the written suite's preload calls the server to test, when there are several.
    let env: Vec<_> = settings
        .get(&api::PORT)
        .iter()
        .map(|port| ("SUT_PORT".to_owned(), port.to_string()))
        .collect();
    let start = match &settings.api.entry {
        Entry::Start(command) => StartSpec::Command { command: command.clone(), cwd, env },
        Entry::Controller(url) => StartSpec::Controller {
            url: url.clone(),
            start_limit_ms: u64::try_from(settings.api.start_limit.as_millis()).unwrap_or(u64::MAX),
        },
        Entry::Driver(path) => {
            StartSpec::Driver { path: relative(&settings.results.out, path), cwd, env }
        }
    };
    let reset = match &settings.api.reset {
        Reset::None => ResetSpec::None,
        Reset::Restart => ResetSpec::Restart,
        Reset::AfterWrites => ResetSpec::AfterWrites,
        Reset::Databases => ResetSpec::Database,
        Reset::Driver => ResetSpec::Driver,
        Reset::Url(target) => ResetSpec::Url { method: "POST".to_owned(), target: target.clone() },
    };
    let cases = kept.iter().map(|kept| TestCase {
        name: String::new(),
        kind: kept.kind,
        test: kept.test.clone(),
        expectations: Vec::new(),
        ends_api: false,
        comments: comments(kept),
        faults: shown_faults(kept),
        cause: kept.cause.clone(),
    });
    TestSuite {
        setup: SuiteSetup::all_of(kept.iter().map(|kept| &kept.test)),
        name: named.name.to_owned(),
        start,
        reset,
        module: module_of(&settings.cwd),
        language: settings.results.language,
        transformer: settings.results.transformer.map(str::to_owned),
        base: match named.port {
            0 => PLACEHOLDER_BASE.to_owned(),
            port => format!("{}://localhost:{port}", named.protocol.scheme()),
        },
        call_timeout_ms: settings.get(&api::CALL_TIMEOUT).as_millis() as u64,
        shares_state: named.shares_state,
        copies_databases: named.copies_databases,
        file_schemas: named.file_schemas.to_vec(),
        shipped_files: named.shipped_files.to_vec(),
        reaches: match &settings.api.outside {
            Outside::Hosts(hosts) => Some(hosts.clone()),
            Outside::Everybody => None,
        },
        clock: None,
        needs: Vec::new(),
        keeps_files: named.keeps_files,
        limits_rates: named.limits_rates,
        calls_services: named.calls_services,
        in_any_order: named.in_any_order,
        databases: named.databases.cloned(),
        users: Some(who.users.clone()),
        cases: cases.collect(),
    }
}

/// What the names of tests say of faults.
pub(super) fn shown_faults(kept: &Kept) -> Vec<ShownFault> {
    let faults = kept.faults.iter();
    faults.map(|(call, fault)| ShownFault { call: *call, words: fault_words(fault) }).collect()
}

/// A fault in a name: of a crash the line that threw, of others what is wrong.
fn fault_words(fault: &Fault) -> String {
    match (fault.code, thrown_line(&fault.place)) {
        (HTTP_500, Some(line)) => return format!("thrown at {line}"),
        (CRASH_ON_SERVICE, Some(line)) => {
            return format!("thrown at {line} where a service fails");
        }
        _ => {}
    }
    fault.message.clone()
}

/// What stands above a test: each fault with the name that it has in all reports.
pub(super) fn comments(kept: &Kept) -> Vec<String> {
    let comments = kept.faults.iter().map(|(call, fault)| {
        let id = fault_id(fault.code, &fault.operation, &fault.place);
        let (name, call) = (fault_title(fault.code).unwrap_or_default(), call + 1);
        format!("Fault {id} ({name}) in call {call}: {}", fault.message)
    });
    comments.collect()
}

/// The module system of the package that `folder` belongs to, as Node decides it.
fn module_of(folder: &Path) -> Module {
    for folder in folder.ancestors() {
        let Ok(text) = std::fs::read_to_string(folder.join("package.json")) else { continue };
        let package: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        return if package["type"] == "module" { Module::Esm } else { Module::Cjs };
    }
    Module::Cjs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named_by_the_line_that_threw_or_by_what_is_wrong() {
        let fault = |code, place: &str| Fault {
            code,
            operation: "GET:/a".to_owned(),
            place: place.to_owned(),
            message: "it is wrong".to_owned(),
        };
        assert_eq!(
            fault_words(&fault(HTTP_500, "Statement_src/a_b.js_00031_2")),
            "thrown at src/a_b.js:31"
        );
        assert_eq!(fault_words(&fault(HTTP_500, "")), "it is wrong");
        assert_eq!(fault_words(&fault(209, "Statement_a.js_00001_0")), "it is wrong");
    }
}
