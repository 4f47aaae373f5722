use super::*;
use crate::formats::trial::{NASTY, run, run_with};
use crate::run_summary::InRepository;

/// The log, once read as SARIF 2.1.0: by types that are made of its schema, and by what code scanning asks
/// for beyond that.
fn read(text: &str) -> Value {
    let log: serde_sarif::sarif::Sarif = serde_json::from_str(text).expect("SARIF 2.1.0");
    let again: Value = serde_json::to_value(&log).unwrap();
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(again, value, "something is no part of SARIF");
    let run = &value["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        for location in result["locations"].as_array().unwrap() {
            let place = &location["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            assert!(
                uri.bytes().all(|byte| byte.is_ascii_graphic()) && !uri.starts_with('/'),
                "{uri}"
            );
            assert!(place["region"]["startLine"].as_u64().unwrap() > 0);
        }
    }
    value
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().unwrap()
}

#[test]
fn a_fault_is_where_it_is_thrown_else_in_its_test() {
    let log = read(&Sarif.write(&run()));
    let place = |location: &Value| {
        let place = &location["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap().to_owned();
        (uri, place["region"]["startLine"].as_u64().unwrap())
    };
    let places: Vec<_> =
        results(&log).iter().map(|result| place(&result["locations"][0])).collect();
    assert_eq!(
        places,
        [
            ("packages/api/nearmiss-tests/faults.test.js".to_owned(), 40),
            ("packages/api/src/a.js".to_owned(), 20),
            ("packages/api/src/a.js".to_owned(), 10),
        ]
    );
    let related = place(&results(&log)[2]["relatedLocations"][0]);
    assert_eq!(related, ("packages/api/nearmiss-tests/faults.test.js".to_owned(), 20));
}

#[test]
fn results_hold_name_rule_and_call() {
    let log = read(&Sarif.write(&run()));
    let rules: Vec<_> =
        log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().iter().collect();
    assert_eq!(rules.len(), 2);
    assert_eq!((&rules[1]["id"], &rules[1]["name"]), (&json!("100"), &json!("HTTPStatus500")));
    let fault = &results(&log)[2];
    let id = run().distinct_faults()[2].id();
    assert_eq!((&fault["level"], &fault["ruleIndex"]), (&json!("error"), &json!(1)));
    assert_eq!(fault["partialFingerprints"], json!({ "nearmissFaultId/v1": id }));
    assert_eq!(fault["properties"]["curl"], "curl -X POST http://localhost:3000/a");
    assert_eq!(results(&log)[0]["level"], "warning");
}

#[test]
fn a_call_without_a_curl_line_has_none() {
    let mut run = run();
    for test in &mut run.tests {
        test.calls.clear();
    }
    assert!(results(&read(&Sarif.write(&run)))[0]["properties"].get("curl").is_none());
}

#[test]
fn whatever_the_api_says_the_log_is_valid() {
    for text in NASTY {
        let log = read(&Sarif.write(&run_with(text)));
        assert_eq!(results(&log).len(), 3);
        let message = results(&log)[0]["message"]["text"].as_str().unwrap();
        assert!(!message.contains("]("), "{message}");
        assert!(!message.contains('\u{202e}'), "{message}");
    }
    assert!(results(&read(&Sarif.write(&RunSummary::default()))).is_empty());
}

#[test]
fn files_are_seen_from_the_repository() {
    let run = RunSummary { repository: InRepository::default(), ..run() };
    let log = read(&Sarif.write(&run));
    let place = &results(&log)[1]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/a.js");
}
