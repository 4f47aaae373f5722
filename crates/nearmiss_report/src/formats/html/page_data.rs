//! What the page is told of a run. `page/src/run.js` reads it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::compact_targets::{FORMS, compact};
use super::source_place::source_place;
use crate::{Criterion, ReportedFault, ReportedTest, RunSummary};

/// The facts, with indexes in place of what is told once.
pub(super) fn page_data(run: &RunSummary) -> Value {
    let operations = operations(run);
    let codes: BTreeMap<u32, &str> =
        run.faults.iter().map(|fault| (fault.code, &*fault.title)).collect();
    json!({
        "api": run.api,
        "version": run.tool_version,
        "created": run.creation_time,
        // Numbers of JavaScript do not hold each seed.
        "seed": run.seed.to_string(),
        "algorithm": run.algorithm,
        "budget": run.budget,
        "stopped": run.stopped,
        "workers": run.workers,
        "resumed": run.resumed.as_ref().map(crate::ResumedSummary::line),
        "searchSeconds": run.search_seconds,
        "totalSeconds": run.total_seconds,
        "calls": run.evaluated_calls,
        "callsToLastTarget": run.calls_to_last_target,
        "loginCalls": run.login_calls,
        "restarts": run.restarts,
        "unstableTests": run.unstable_tests,
        "coverage": run.coverage.iter().map(figure).collect::<Vec<_>>(),
        "curve": {
            "calls": run.curve.iter().map(|point| point.calls).collect::<Vec<_>>(),
            "covered": run.curve.iter().map(|point| point.covered).collect::<Vec<_>>(),
        },
        "timing": run.timing,
        "suppressed": run.suppressed.iter().map(|one| json!([one.what, one.place])).collect::<Vec<_>>(),
        "users": run.users,
        "warnings": run.warnings.iter().map(|one| json!([one.category, one.message])).collect::<Vec<_>>(),
        "operations": operations,
        "listed": run.operations.len(),
        "tests": run.tests.iter().map(|test| test_facts(test, &operations)).collect::<Vec<_>>(),
        "codes": codes,
        "faults": run.faults.iter().map(|fault| fault_facts(run, fault)).collect::<Vec<_>>(),
        "forms": FORMS,
        "sources": run.sources.iter().map(|source| json!({
            "file": source.file,
            "text": source.text,
            "targets": compact(source),
        })).collect::<Vec<_>>(),
    })
}

/// Those of the API in their order, then others that tests call.
fn figure(criterion: &Criterion) -> Value {
    json!([criterion.name, criterion.covered, criterion.total, criterion.told_only])
}

fn operations(run: &RunSummary) -> Vec<&str> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let called = run.tests.iter().flat_map(|test| &test.calls).map(|call| &call.operation);
    let faulty = run.faults.iter().map(|fault| &fault.operation);
    let all = run.operations.iter().chain(called).chain(faulty).map(String::as_str);
    all.filter(|operation| known.insert(operation)).collect()
}

fn test_facts(test: &ReportedTest, operations: &[&str]) -> Value {
    let calls = test.calls.iter().map(|call| {
        let operation = operations.iter().position(|one| *one == call.operation);
        json!([operation, call.status, call.curl])
    });
    json!({
        "file": test.file,
        "name": test.name,
        "start": test.start_line,
        "end": test.end_line,
        "calls": calls.collect::<Vec<_>>(),
    })
}

fn fault_facts(run: &RunSummary, fault: &ReportedFault) -> Value {
    json!({
        "id": fault.id(),
        "code": fault.code,
        "operation": fault.operation,
        "place": fault.place,
        "source": source_place(run, &fault.place),
        "test": fault.test,
        "call": fault.call,
        "message": fault.message,
    })
}
