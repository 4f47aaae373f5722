//! `report.json`: the format of Web Fuzzing Commons, with what nearmiss adds under `nearmiss`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::ReportFormat;
use crate::fault_category::is_reportable;
use crate::run_summary::{ReportedFault, ReportedTest, RunSummary};
use crate::visible::visible;

/// The release of Web Fuzzing Commons before the commit that `fixtures/wfc/report.yaml` is taken from.
const SCHEMA_VERSION: &str = "0.6.0";
/// Code of faults whose own code the schema does not allow: nobody else uses it.
const OTHER_FAULT: u32 = 999;
/// Near misses that are listed.
const MOST_NEAR_MISSES: usize = 100;

/// `report.json` of Web Fuzzing Commons.
pub struct Wfc;

impl ReportFormat for Wfc {
    fn name(&self) -> &'static str {
        "json"
    }

    fn file_name(&self) -> &'static str {
        "report.json"
    }

    fn by_default(&self) -> bool {
        true
    }

    fn write(&self, run: &RunSummary) -> String {
        report_json(run)
    }
}

fn report_json(run: &RunSummary) -> String {
    let files: BTreeSet<&str> = run.tests.iter().map(|test| test.file.as_str()).collect();
    let operations: BTreeSet<&str> = run.operations.iter().map(String::as_str).collect();
    let calls: usize = run.tests.iter().map(|test| test.calls.len()).sum();
    let report = json!({
        "schemaVersion": SCHEMA_VERSION,
        "toolName": "nearmiss",
        "toolVersion": run.tool_version,
        "creationTime": run.creation_time,
        "executionTimeInSeconds": whole_seconds(run.total_seconds),
        "totalTests": run.tests.len(),
        "testFilePaths": files,
        "testCases": test_cases(run),
        "faults": faults(run),
        "problemDetails": { "rest": {
            "outputHttpCalls": calls,
            "evaluatedHttpCalls": run.evaluated_calls,
            "endpointIds": operations,
            "coveredHttpStatus": covered_statuses(run),
        } },
        "extra": [{ "toolName": "nearmiss", "criteria": criteria(run) }],
        "warnings": warnings(run),
        "nearmiss": {
            "seed": run.seed,
            "algorithm": run.algorithm,
            "budget": run.budget,
            "stopped": run.stopped,
            "workers": run.workers,
            "resumed": run.resumed,
            "searchSeconds": run.search_seconds,
            "callsToLastTarget": run.calls_to_last_target,
            "curve": run.curve,
            "timing": by_part(&run.timing),
            "millisecondsPerTest": per_test(run),
            "after": by_part(&run.after),
            "costly": run.costly,
            "restarts": run.restarts,
            "unstableTests": run.unstable_tests,
            "repairedTests": run.repaired_tests,
            "needlessCalls": run.needless_calls,
            "minimisingCalls": run.minimising_calls,
            "addedTests": run.added_tests,
            "addingCalls": run.adding_calls,
            "plainValues": run.plain_values,
            "plainCalls": run.plain_calls,
            "suppressed": run.suppressed,
            "loginCalls": run.login_calls,
            "users": run.users,
            "faults": own_faults(run),
            "nearMisses": near_misses(run),
        },
    });
    visible(&format!("{report:#}\n")).into_owned()
}

/// Seconds by the name of what they went to.
fn by_part(parts: &[(String, f64)]) -> Value {
    Value::Object(parts.iter().map(|(part, seconds)| (part.clone(), (*seconds).into())).collect())
}

/// Milliseconds of one test of the search, by part; empty where none was run.
fn per_test(run: &RunSummary) -> Value {
    if run.evaluated_tests == 0 {
        return json!({});
    }
    #[expect(clippy::cast_precision_loss, reason = "a mean for people")]
    let tests = run.evaluated_tests as f64;
    let parts = run.timing.iter().filter(|(part, _)| part != "processor");
    let means = parts.map(|(part, seconds)| (part.clone(), (1_000.0 * seconds / tests).into()));
    Value::Object(means.collect())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
fn whole_seconds(seconds: f64) -> u64 {
    seconds.round() as u64
}

fn test_cases(run: &RunSummary) -> Vec<Value> {
    let cases = run.tests.iter().map(|test| {
        json!({
            "id": test.id(),
            "filePath": test.file,
            "name": test.name,
            "startLine": test.start_line,
            "endLine": test.end_line,
        })
    });
    cases.collect()
}

/// A fault is told from others by its code and this text, which ends with the name that the fault has
/// in all reports.
fn context(fault: &ReportedFault) -> String {
    format!("{} {} [{}]", fault.operation, fault.place, fault.id())
}

fn category(fault: &ReportedFault) -> Value {
    if is_reportable(fault.code) {
        return json!({ "code": fault.code, "context": context(fault) });
    }
    json!({ "code": OTHER_FAULT, "context": format!("{}: {}", fault.code, context(fault)) })
}

fn faults(run: &RunSummary) -> Value {
    let distinct: BTreeSet<_> =
        run.faults.iter().map(|fault| (fault.code, context(fault))).collect();
    let mut found: BTreeMap<(usize, &str), Vec<Value>> = BTreeMap::new();
    let unique: BTreeSet<&ReportedFault> = run.faults.iter().collect();
    for fault in unique {
        found.entry((fault.test, &fault.operation)).or_default().push(category(fault));
    }
    let found = found.into_iter().filter_map(|((test, operation), categories)| {
        let test = run.tests.get(test)?.id();
        // The schema describes `operationId` and requires `endpointId`.
        Some(json!({ "operationId": operation, "endpointId": operation, "testCaseId": test,
            "faultCategories": categories }))
    });
    json!({ "totalNumber": distinct.len(), "foundFaults": found.collect::<Vec<_>>() })
}

/// Each fault once, with what the schema has no place for.
fn own_faults(run: &RunSummary) -> Vec<Value> {
    let faults = run.distinct_faults().into_iter().map(|fault| {
        json!({
            "id": fault.id(),
            "code": fault.code,
            "name": fault.title,
            "operation": fault.operation,
            "place": fault.place,
            "message": fault.message,
            "testCaseId": run.test_of(fault).map(ReportedTest::id),
            // From 1, as in the comment above the test.
            "call": fault.call + 1,
            "curl": run.curl_of(fault),
        })
    });
    faults.collect()
}

fn near_misses(run: &RunSummary) -> Vec<Value> {
    let misses = run.nearest_misses(MOST_NEAR_MISSES).into_iter().map(|miss| {
        json!({
            "key": miss.target.key,
            "file": miss.file,
            "line": miss.target.line,
            "heuristic": miss.target.heuristic,
        })
    });
    misses.collect()
}

/// Statuses of the operations; what no operation's route handled is none of theirs.
fn covered_statuses(run: &RunSummary) -> Vec<Value> {
    let operations: BTreeSet<&str> = run.operations.iter().map(String::as_str).collect();
    let mut covered = Vec::new();
    for test in &run.tests {
        let mut statuses: BTreeMap<&str, BTreeSet<u16>> = BTreeMap::new();
        for call in test.calls.iter().filter(|call| operations.contains(&*call.operation)) {
            statuses.entry(&call.operation).or_default().extend(call.status);
        }
        covered.extend(statuses.into_iter().map(|(operation, statuses)| {
            json!({ "endpointId": operation, "testCaseId": test.id(), "httpStatus": statuses })
        }));
    }
    covered
}

fn criteria(run: &RunSummary) -> Vec<Value> {
    let criteria = run.coverage.iter().map(|criterion| {
        json!({ "name": criterion.name, "covered": criterion.covered, "total": criterion.total })
    });
    criteria.collect()
}

fn warnings(run: &RunSummary) -> Vec<Value> {
    let warnings = run
        .warnings
        .iter()
        .map(|warning| json!({ "message": warning.message, "category": warning.category }));
    warnings.collect()
}

#[cfg(test)]
mod tests;
