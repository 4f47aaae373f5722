use super::*;
use crate::fault_id::fault_id;
use crate::formats::trial::{NASTY, run, run_with};

fn schema() -> Value {
    let text = include_str!("../../../../../fixtures/wfc/report.yaml");
    serde_saphyr::from_str(text).unwrap()
}

fn assert_valid(report: &str) -> Value {
    let schema = schema();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let report: Value = serde_json::from_str(report).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&report)
        .map(|error| format!("{error} at {}", error.instance_path()))
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    report
}

#[test]
fn a_full_report_is_valid() {
    let report = assert_valid(&report_json(&run()));
    assert_eq!(report["totalTests"], 3);
    assert_eq!(report["executionTimeInSeconds"], 62);
    assert_eq!(report["testFilePaths"], json!(["faults.test.js", "success.test.js"]));
    assert_eq!(report["problemDetails"]["rest"]["outputHttpCalls"], 6);
    assert_eq!(report["nearmiss"]["callsToLastTarget"], 640);
    assert_eq!(report["nearmiss"]["users"][0]["neverCalled"], json!([]));
    assert_eq!(
        report["nearmiss"]["suppressed"],
        json!([{"what": "node-cron", "place": "jobs.js:3"}])
    );
}

#[test]
fn an_empty_report_is_valid() {
    let run =
        RunSummary { creation_time: "2026-11-20T23:30:00Z".to_owned(), ..RunSummary::default() };
    assert_valid(&report_json(&run));
}

#[test]
#[should_panic(expected = "date-time")]
fn the_schema_is_looked_at() {
    assert_valid(&report_json(&RunSummary { creation_time: "today".to_owned(), ..run() }));
}

#[test]
fn faults_are_counted_by_code_and_context() {
    let report = assert_valid(&report_json(&run()));
    assert_eq!(report["faults"]["totalNumber"], 3);
    let found = report["faults"]["foundFaults"].as_array().unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["testCaseId"], "faults.test.js#POST /a 500");
    assert_eq!(found[0]["faultCategories"].as_array().unwrap().len(), 2);
    assert_eq!(
        found[1]["faultCategories"],
        json!([
            { "code": 999, "context": format!("7: POST:/a odd [{}]", fault_id(7, "POST:/a", "odd")) },
            { "code": 100, "context": format!("POST:/a src/a.js:10 [{}]", fault_id(100, "POST:/a", "src/a.js:10")) },
        ])
    );
}

#[test]
fn each_fault_is_listed_with_its_name_and_call() {
    let report = assert_valid(&report_json(&run()));
    let faults = report["nearmiss"]["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 3);
    assert_eq!(
        faults[2],
        json!({
            "id": fault_id(100, "POST:/a", "src/a.js:10"),
            "code": 100,
            "name": "HTTP Status 500",
            "operation": "POST:/a",
            "place": "src/a.js:10",
            "message": "answers 500, thrown at src/a.js:10",
            "testCaseId": "faults.test.js#POST /a 500",
            "call": 1,
            "curl": "curl -X POST http://localhost:3000/a",
        })
    );
}

#[test]
fn near_misses_are_branches_that_were_reached() {
    let report = assert_valid(&report_json(&run()));
    assert_eq!(
        report["nearmiss"]["nearMisses"],
        json!([{ "key": "BranchTrue_00020_0", "file": "src/a.js", "line": 20, "heuristic": 0.75 }])
    );
}

#[test]
fn whatever_the_api_says_the_report_is_valid() {
    for text in NASTY {
        let report = assert_valid(&report_json(&run_with(text)));
        assert_eq!(report["nearmiss"]["faults"][0]["message"], format!("answers {text}"));
        assert!(
            !report_json(&run_with(text)).contains(['\u{202e}', '\u{7f}', '\u{9b}']),
            "{text:?}"
        );
    }
}

#[test]
fn statuses_are_listed_once_for_each_test_and_operation() {
    let report = assert_valid(&report_json(&run()));
    let covered = &report["problemDetails"]["rest"]["coveredHttpStatus"];
    let of = |operation: &str| -> Vec<&Value> {
        let all = covered.as_array().unwrap().iter();
        all.filter(|entry| entry["endpointId"] == operation)
            .map(|entry| &entry["httpStatus"])
            .collect()
    };
    assert_eq!(of("GET:/a"), [&json!([200, 404])]);
    assert_eq!(of("POST:/a"), [&json!([201]), &json!([500]), &json!([])]);
}
