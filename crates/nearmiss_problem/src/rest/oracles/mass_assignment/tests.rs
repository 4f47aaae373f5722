use serde_json::json;

use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn what_the_schema_does_not_have_cannot_be_set() {
    let trial = Trial::new();
    let owned = |id: u32, owner: &str| {
        let mut note = note(id, "a", 1);
        note["owner"] = json!(owner);
        note
    };
    let plain =
        call("POST /notes", 201).sends(json!({"title": "a", "pages": 1})).gets(&owned(1, "house"));
    let more = |owner: &str| {
        let body = json!({"title": "aq", "pages": 1, "owner": "nm-assigned"});
        call("POST /notes", 201).sends(body).gets(&owned(2, owner))
    };
    let read = |owner: &str| call("GET /notes/2", 200).gets(&owned(2, owner));
    let faults = |calls: &[super::super::trial::Told]| trial.faults(&MassAssignment, calls);
    let fault = vec![(2, "POST:/notes".to_owned(), String::new())];
    let set = more("nm-assigned");
    assert_eq!(faults(&[plain.clone(), set.clone(), read("nm-assigned")]), fault);
    // Shown at first and not kept; ignored; without knowing what it would have been.
    assert_eq!(faults(&[plain.clone(), set.clone(), read("house")]), []);
    assert_eq!(faults(&[plain, more("house"), read("house")]), []);
    assert_eq!(faults(&[set, read("nm-assigned")]), []);
    // A change.
    let before = call("GET /notes/2", 200).gets(&owned(2, "house"));
    let change = call("PATCH /notes/2", 200).sends(json!({"title": "b", "owner": "me"}));
    let fault = vec![(2, "PATCH:/notes/{id}".to_owned(), String::new())];
    assert_eq!(faults(&[before.clone(), change.clone(), read("me")]), fault);
    assert_eq!(faults(&[before, change, read("house")]), []);
}

#[test]
fn it_asks_to_send_more_fields() {
    let trial = Trial::new();
    let plain =
        call("POST /notes", 201).sends(json!({"title": "a", "pages": 1})).gets(&note(1, "a", 1));
    let wanted = trial.examinations(&MassAssignment, &[plain]);
    let more = r#"POST /notes {"title":"aq","pages":1,"owner":"nm-assigned","archived":true}"#;
    assert_eq!(wanted[0], [r#"POST /notes {"title":"a","pages":1}"#, more, "GET /notes/<1/id>"]);
    assert!(wanted.len() <= 6);
}

#[test]
fn who_was_seen_to_read_things_reads_what_others_make() {
    let trial = Trial::new();
    let plain =
        call("POST /notes", 201).sends(json!({"title": "a", "pages": 1})).gets(&note(1, "a", 1));
    let read = [call("GET /notes/7", 200).gets(&note(7, "b", 1)).by("cid")];
    let wanted = trial.examinations_after(&MassAssignment, &[&read], &[plain.by("ann")]);
    assert_eq!(wanted[0][2..], ["GET /notes/<1/id> by ann", "GET /notes/<1/id> by cid"]);
}
