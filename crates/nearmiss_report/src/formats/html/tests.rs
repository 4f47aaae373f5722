use serde_json::Value;

use super::*;
use crate::{
    ReportedCall, ReportedFault, ReportedSource, ReportedTarget, ReportedTest, ReportedWarning,
    TargetKind,
};

const HOSTILE: &str = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> -->";

fn target(kind: TargetKind, key: &str, n: u32, heuristic: f64) -> ReportedTarget {
    let key = key.to_owned();
    ReportedTarget { key, kind, line: 12, n, heuristic, boot: false, test: None, first_at: None }
}

fn run() -> RunSummary {
    let source = ReportedSource {
        file: "src/a.js".to_owned(),
        text: Some(format!("// {HOSTILE}\nif (a < b) c();\n")),
        targets: vec![
            ReportedTarget {
                test: Some(0),
                first_at: Some(70),
                line: 3,
                ..target(TargetKind::Line, "Line_src/a.js_00003", 0, 1.0)
            },
            ReportedTarget {
                boot: true,
                ..target(TargetKind::Line, "Line_src/a.js_00012", 0, 1.0)
            },
            target(
                TargetKind::BranchTrue,
                "Branch_at_src/a.js_at_line_00012_position_1_trueBranch",
                1,
                0.999_999_999,
            ),
            target(TargetKind::Statement, "Statement_src/a.js_00012_0", 0, 1.0),
            target(
                TargetKind::CallFalse,
                "MethodReplacement_at_src/a.js_00012_2_OBJECT_false",
                2,
                0.0,
            ),
            target(TargetKind::Function, HOSTILE, 0, 0.25),
        ],
    };
    let fault = ReportedFault {
        code: 100,
        operation: "GET:/a".to_owned(),
        place: "Statement_src/a.js_00012_0".to_owned(),
        message: HOSTILE.to_owned(),
        ..ReportedFault::default()
    };
    RunSummary {
        api: HOSTILE.to_owned(),
        seed: u64::MAX,
        operations: vec!["GET:/a".to_owned()],
        tests: vec![ReportedTest {
            name: HOSTILE.to_owned(),
            calls: vec![ReportedCall {
                operation: "GET:/unlisted".to_owned(),
                status: Some(500),
                curl: "curl 'http://127.0.0.1/a?x=</script>'".to_owned(),
            }],
            ..ReportedTest::default()
        }],
        faults: vec![fault],
        warnings: vec![ReportedWarning { message: HOSTILE.to_owned(), category: "sut".to_owned() }],
        sources: vec![source],
        ..RunSummary::default()
    }
}

/// What the page will read.
fn facts(page: &str) -> Value {
    let (_, from) = page.split_once(r#"id="facts">"#).unwrap();
    let (facts, _) = from.split_once("</script>").unwrap();
    serde_json::from_str(facts).unwrap()
}

#[test]
fn what_the_api_says_is_told_whole_and_is_no_markup() {
    let page = Html.write(&run());
    let count = |what: &str| page.matches(what).count();
    for markup in ["<script", "</script", "<!--", "<img"] {
        assert_eq!(count(markup), PAGE.matches(markup).count(), "{markup}");
    }
    let facts = facts(&page);
    assert_eq!(facts["api"], HOSTILE);
    assert_eq!(facts["seed"], "18446744073709551615");
    assert_eq!(facts["faults"][0]["message"], HOSTILE);
    assert_eq!(facts["tests"][0]["calls"][0][2], "curl 'http://127.0.0.1/a?x=</script>'");
    assert!(facts["sources"][0]["text"].as_str().unwrap().contains(HOSTILE));
}

#[test]
fn a_fault_has_its_one_name_and_its_line() {
    let run = run();
    let fault = &facts(&Html.write(&run))["faults"][0];
    assert_eq!(fault["id"], run.faults[0].id());
    assert_eq!(fault["source"], serde_json::json!([0, 12]));
}

#[test]
fn operations_that_only_tests_know_come_last() {
    let facts = facts(&Html.write(&run()));
    assert_eq!(facts["operations"], serde_json::json!(["GET:/a", "GET:/unlisted"]));
    assert_eq!(facts["listed"], 1);
    assert_eq!(facts["tests"][0]["calls"][0][0], 1);
}

#[test]
fn targets_are_columns_with_keys_that_follow_from_them() {
    let facts = facts(&Html.write(&run()));
    let of = |name: &str| {
        let forms = facts["forms"].as_array().unwrap();
        let form = forms.iter().position(|form| form["name"] == name).unwrap();
        &facts["sources"][0]["targets"][form.to_string()]
    };
    let columns = |l: &[i64], n: &[u32], s: Value, f: &[u64]| serde_json::json!({ "l": l, "n": n, "s": s, "f": f });
    let lines = columns(&[3, 9], &[0, 0], serde_json::json!([1, -1]), &[70, 0]);
    assert_eq!(*of("line"), lines);
    // Near stays near, however near it is.
    let near = columns(&[12], &[1], serde_json::json!([0.999_999]), &[0]);
    assert_eq!(*of("condition is true"), near);
    assert_eq!(of("statement")["s"], serde_json::json!([-2]));
    assert_eq!(of("no value is there")["s"], serde_json::json!([0]));
    assert_eq!(of("function")["keys"]["0"], HOSTILE);
}

#[test]
fn the_same_run_gives_the_same_page() {
    assert_eq!(Html.write(&run()), Html.write(&run()));
    assert_eq!(PAGE.matches(FACTS).count(), 1);
}
