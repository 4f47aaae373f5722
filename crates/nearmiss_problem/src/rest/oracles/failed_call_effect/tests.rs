use serde_json::json;

use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn what_a_refused_call_sent_must_not_be_there() {
    let trial = Trial::new();
    let list = |notes: &[Value]| call("GET /notes", 200).gets(&json!(notes));
    let refused = call("POST /notes", 400).sends(json!({"title": "abc", "pages": 0}));
    let (a, b) = (note(1, "first", 1), note(2, "abc", 1));
    let faults = |calls: &[super::super::trial::Told]| trial.faults(&FailedCallEffect, calls);
    let fault = vec![(2, "POST:/notes".to_owned(), String::new())];
    let (one, two) = (list(std::slice::from_ref(&a)), list(&[a.clone(), b.clone()]));
    assert_eq!(faults(&[one.clone(), refused.clone(), two.clone()]), fault);
    assert_eq!(faults(&[one.clone(), refused.clone(), one.clone()]), []);
    assert_eq!(faults(&[two.clone(), refused.clone(), two.clone()]), []);
    // Another one may have made it.
    let made = call("POST /notes", 201).sends(json!({"title": "abc", "pages": 1}));
    assert_eq!(faults(&[one.clone(), refused.clone(), made, two.clone()]), []);
    // Something else came.
    assert_eq!(faults(&[one.clone(), refused, list(&[a.clone(), note(2, "other", 1)])]), []);
    // A change.
    let item = |title: &str| call("GET /notes/1", 200).gets(&note(1, title, 1));
    let change = call("PUT /notes/1", 400).sends(json!({"title": "abc", "pages": 0}));
    let fault = vec![(2, "PUT:/notes/{id}".to_owned(), String::new())];
    assert_eq!(faults(&[item("first"), change.clone(), item("abc")]), fault);
    assert_eq!(faults(&[item("first"), change.clone(), item("first")]), []);
    // A thing that was not there; something else may have made it; something else is there.
    let nothing = call("GET /notes/1", 404);
    assert_eq!(faults(&[nothing.clone(), change.clone(), item("abc")]), fault);
    assert_eq!(faults(&[nothing.clone(), change.clone(), item("other")]), []);
    assert_eq!(faults(&[nothing.clone(), change.clone(), nothing.clone()]), []);
    let made = call("POST /notes", 201).sends(json!({"title": "abc", "pages": 1}));
    assert_eq!(faults(&[nothing.clone(), made, change.clone(), item("abc")]), []);
    assert_eq!(faults(&[nothing.by("ann"), change, item("abc")]), []);
}

#[test]
fn a_refused_creation_and_a_refused_change_have_numbers_of_their_own() {
    let trial = Trial::new();
    let codes = |calls: &[super::super::trial::Told]| trial.codes(&FailedCallEffect, calls);
    let list = |notes: &[Value]| call("GET /notes", 200).gets(&json!(notes));
    let item = |title: &str| call("GET /notes/1", 200).gets(&note(1, title, 1));
    let refused = |line| call(line, 400).sends(json!({"title": "abc", "pages": 0}));
    let one = [note(1, "first", 1)];
    let two = [note(1, "first", 1), note(2, "abc", 1)];
    assert_eq!(codes(&[list(&one), refused("POST /notes"), list(&two)]), [104]);
    assert_eq!(codes(&[call("GET /notes/1", 404), refused("PUT /notes/1"), item("abc")]), [104]);
    assert_eq!(codes(&[item("first"), refused("PUT /notes/1"), item("abc")]), [901]);
    assert_eq!(codes(&[item("first"), refused("PATCH /notes/1"), item("abc")]), [901]);
}

#[test]
fn it_asks_for_calls_that_were_refused_and_makes_others_fail() {
    let trial = Trial::new();
    let refused = call("POST /notes", 400).sends(json!({"title": "abc", "pages": 0}));
    let wanted = trial.examinations(&FailedCallEffect, &[refused]);
    let calls = ["GET /notes", r#"POST /notes {"title":"abc","pages":0}"#, "GET /notes"];
    assert_eq!(wanted, [calls, calls]);
    let made = call("POST /notes", 201).sends(json!({"title": "abc", "pages": 1}));
    let wanted = trial.examinations(&FailedCallEffect, &[made]);
    assert_eq!(wanted.len(), 3);
    assert_eq!((&*wanted[0][0], &*wanted[0][2]), ("GET /notes", "GET /notes"));
    assert!(wanted[0][1].starts_with(r#"POST /notes {"title":"abc""#), "{wanted:?}");
}
