use super::super::http_500::Http500;
use super::super::trial::{Trial, call};
use super::*;

/// An API whose database has refused something in the first call.
fn refusing(detail: &str) -> Trial {
    Trial::new().seeing(0, KIND, "src/notes.js:9", detail)
}

#[test]
fn a_server_error_where_a_constraint_is_broken_is_told_by_the_constraint_alone() {
    let api = refusing("unique\tnotes_title_key");
    for status in [500, 502, 503] {
        let calls = [call("POST /notes", status)];
        let faults = api.faults(&RefusedValue, &calls);
        let place = "notes_title_key src/notes.js:9".to_owned();
        assert_eq!(faults, [(0, "POST:/notes".to_owned(), place)]);
        assert!(!api.is_faulty(&Http500, &calls));
    }
}

#[test]
fn what_is_answered_otherwise_is_none() {
    let api = refusing("unique\tnotes_title_key");
    for status in [201, 400, 409, 422] {
        assert!(!api.is_faulty(&RefusedValue, &[call("POST /notes", status)]), "{status}");
    }
    // What fails is another call than the one that was refused.
    let calls = [call("POST /notes", 409), call("GET /notes", 500)];
    assert!(!api.is_faulty(&RefusedValue, &calls));
    assert_eq!(api.codes(&Http500, &calls), [100]);
}

#[test]
fn a_refusal_without_a_name_is_told_by_what_it_is() {
    let api = refusing("value\t");
    let faults = api.faults(&RefusedValue, &[call("POST /notes", 500)]);
    assert_eq!(faults[0].2, "value src/notes.js:9");
}

#[test]
fn a_query_that_another_file_asked_for_is_told_by_that() {
    let asked = |api: Trial| api.seeing(0, "failed-query", "src/notes.js:9", "src/routes.js:3");
    let calls = [call("POST /notes", 500)];
    let faults = asked(refusing("unique\tnotes_title_key")).faults(&RefusedValue, &calls);
    assert_eq!(faults[0].2, "notes_title_key src/routes.js:3");
    // What was thrown elsewhere has another reason than that query.
    let elsewhere = Trial::new().seeing(0, "failed-query", "src/other.js:9", "src/routes.js:3");
    assert_eq!(elsewhere.faults(&Http500, &calls)[0].2, "");
}

#[test]
fn a_number_at_the_edge_of_a_column_that_only_a_row_holds_is_none() {
    let told = |detail: &str, number: i64| {
        refusing(detail).with_row(number).is_faulty(&RefusedValue, &[call("POST /notes", 500)])
    };
    assert!(!told("out of range\t", i64::from(i32::MAX)));
    assert!(!told("out of range\t", i64::from(i32::MIN)));
    assert!(told("out of range\t", 1_000_000));
    assert!(told("unique\tnotes_title_key", i64::from(i32::MAX)));
}
