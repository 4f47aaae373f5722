use super::*;
use crate::run_summary::{
    Criterion, CurvePoint, ReportedCall, ReportedTest, ReportedUser, ReportedWarning, Suppressed,
};

fn schema() -> Value {
    let text = include_str!("../../../../fixtures/wfc/report.yaml");
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

fn call(operation: &str, status: Option<u16>) -> ReportedCall {
    ReportedCall { operation: operation.to_owned(), status, ..ReportedCall::default() }
}

fn fault(code: u32, place: &str, test: usize) -> ReportedFault {
    let (operation, place) = ("POST:/a".to_owned(), place.to_owned());
    ReportedFault { code, operation, place, test, ..ReportedFault::default() }
}

fn run() -> RunSummary {
    let test = |file: &str, name: &str, calls: Vec<ReportedCall>| ReportedTest {
        file: file.to_owned(),
        name: name.to_owned(),
        start_line: 20,
        end_line: 30,
        calls,
    };
    RunSummary {
        tool_version: "0.1.0".to_owned(),
        creation_time: "2026-11-20T23:30:00Z".to_owned(),
        search_seconds: 59.4,
        total_seconds: 61.7,
        seed: u64::MAX,
        algorithm: "mio".to_owned(),
        budget: "1000 calls".to_owned(),
        stopped: "the budget is used up".to_owned(),
        workers: 2,
        resumed: Some(crate::ResumedSummary {
            archives: vec!["a.json".to_owned()],
            targets: 5,
            lost: vec!["Line_a".to_owned()],
            not_run: 1,
            unverified: 0,
        }),
        operations: vec!["GET:/a".to_owned(), "POST:/a".to_owned()],
        tests: vec![
            test(
                "success.test.js",
                "POST /a 201, GET /a 200, GET /a 200, GET /a 404",
                vec![
                    call("POST:/a", Some(201)),
                    call("GET:/a", Some(200)),
                    call("GET:/a", Some(200)),
                    call("GET:/a", Some(404)),
                ],
            ),
            test("faults.test.js", "POST /a 500", vec![call("POST:/a", Some(500))]),
            test("faults.test.js", "POST /a timeout", vec![call("POST:/a", None)]),
        ],
        faults: vec![
            fault(100, "a.js:10", 1),
            fault(100, "a.js:20", 1),
            fault(100, "a.js:10", 2),
            fault(100, "a.js:10", 2),
            fault(7, "odd", 2),
        ],
        evaluated_calls: 1000,
        calls_to_last_target: 640,
        coverage: vec![Criterion { name: "lines".to_owned(), covered: 9, total: 10 }],
        curve: vec![CurvePoint { calls: 50, covered: 3 }],
        timing: vec![("calls".to_owned(), 40.5)],
        restarts: 1,
        unstable_tests: 0,
        suppressed: vec![Suppressed {
            what: "node-cron".to_owned(),
            place: "jobs.js:3".to_owned(),
        }],
        login_calls: 2,
        users: vec![ReportedUser {
            name: Some("bob".to_owned()),
            calls: 9,
            refused: vec!["GET:/a".to_owned()],
            ..ReportedUser::default()
        }],
        warnings: vec![ReportedWarning { message: "m".to_owned(), category: "schema".to_owned() }],
        ..RunSummary::default()
    }
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
            { "code": 900, "context": "7: POST:/a odd" },
            { "code": 100, "context": "POST:/a a.js:10" },
        ])
    );
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
