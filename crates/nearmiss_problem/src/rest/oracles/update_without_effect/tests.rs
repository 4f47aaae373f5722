use serde_json::json;

use super::super::trial::{Trial, call, note};
use super::*;

type Told = super::super::trial::Told;

fn faults(was: &Value, change: Told, now: &Value) -> Vec<String> {
    let read = |note: &Value| call("GET /notes/1", 200).gets(note);
    let calls = [read(was), read(was), change, read(now)];
    let found = Trial::new().faults(&UpdateWithoutEffect, &calls);
    found
        .into_iter()
        .map(|(index, _, place)| {
            assert_eq!(index, 3);
            place
        })
        .collect()
}

#[test]
fn a_change_does_what_it_was_told() {
    let put = |title: &str, pages: u32| {
        call("PUT /notes/1", 200).sends(json!({"title": title, "pages": pages}))
    };
    let none: [&str; 0] = [];
    let was = note(1, "a", 1);
    assert_eq!(faults(&was, put("b", 9), &note(1, "b", 9)), none);
    assert_eq!(faults(&was, put("b", 9), &note(1, "b", 1)), ["pages"]);
    assert_eq!(faults(&was, put("b", 9), &was), [""]);
    // One field of several says too little; case and blanks are the API's affair.
    assert_eq!(faults(&was, put("a", 9), &was), none);
    assert_eq!(faults(&was, put(" A ", 9), &note(1, "a", 9)), none);
    // Something else was there; it was refused; it was not valid.
    assert_eq!(faults(&was, put("b", 9), &note(1, "c", 3)), none);
    let refused = call("PUT /notes/1", 409).sends(json!({"title": "b", "pages": 9}));
    assert_eq!(faults(&was, refused, &was), none);
    assert_eq!(faults(&was, put("", 9), &was), none);
}

#[test]
fn a_patch_changes_nothing_else() {
    let patch = || call("PATCH /notes/1", 200).sends(json!({"title": "b"}));
    let none: [&str; 0] = [];
    let was = note(1, "a", 5);
    assert_eq!(faults(&was, patch(), &note(1, "b", 1)), ["other fields"]);
    assert_eq!(faults(&was, patch(), &note(1, "b", 5)), none);
    // What callers cannot set may follow from what they set.
    let mut derived = note(1, "b", 5);
    derived["owner"] = json!("b");
    assert_eq!(faults(&was, patch(), &derived), none);
}

#[test]
fn what_a_put_leaves_and_what_a_patch_leaves_or_changes_have_numbers_of_their_own() {
    let codes = |line, now: &Value| {
        let was = call("GET /notes/1", 200).gets(&note(1, "a", 5));
        let change = call(line, 200).sends(json!({"title": "b", "labels": [], "pages": 9}));
        let calls = [was.clone(), was, change, call("GET /notes/1", 200).gets(now)];
        Trial::new().codes(&UpdateWithoutEffect, &calls)
    };
    assert_eq!(codes("PUT /notes/1", &note(1, "b", 5)), [904]);
    assert_eq!(codes("PATCH /notes/1", &note(1, "b", 5)), [972]);
    let was = call("GET /notes/1", 200).gets(&note(1, "a", 5));
    let patch = call("PATCH /notes/1", 200).sends(json!({"title": "b"}));
    let calls = [was.clone(), was, patch, call("GET /notes/1", 200).gets(&note(1, "b", 1))];
    assert_eq!(Trial::new().codes(&UpdateWithoutEffect, &calls), [906]);
}

#[test]
fn it_asks_to_read_before_and_after() {
    let change = call("PATCH /notes/1", 200).sends(json!({"title": "b"}));
    let calls = [call("GET /notes/1", 200).gets(&note(1, "a", 1)), change];
    let wanted = Trial::new().examinations(&UpdateWithoutEffect, &calls);
    let read = "GET /notes/1";
    let expected = [read, read, r#"PATCH /notes/1 {"title":"b"}"#, read];
    assert_eq!(wanted[..3], [expected, expected, expected]);
    // What a change leaves out is there before it.
    assert_eq!(wanted.len(), 6);
    for calls in &wanted[3..] {
        assert!(calls[1].contains("\"pages\":") && calls[1].starts_with("PATCH"), "{calls:?}");
        assert_eq!(calls[2..], expected);
    }
}
