use serde_json::json;

use super::super::trial::{Told, Trial, call, note};
use super::*;

#[test]
fn what_is_read_as_before_was_not_deleted() {
    let trial = Trial::new();
    let read = |status: u16, title: &str| call("GET /notes/1", status).gets(&note(1, title, 1));
    let gone = |calls: [Told; 3]| {
        let made = call("POST /notes", 201).gets(&note(1, "a", 1));
        let calls = [vec![made], calls.to_vec(), vec![call("GET /notes/2", 404)]].concat();
        trial.faults(&DeleteWithoutEffect, &calls)
    };
    let delete = call("DELETE /notes/1", 204);
    let fault = vec![(3, "DELETE:/notes/{id}".to_owned(), String::new())];
    assert_eq!(gone([read(200, "a"), delete.clone(), read(200, "a")]), fault);
    assert_eq!(gone([read(200, "a"), delete.clone(), read(404, "a")]), []);
    assert_eq!(gone([read(404, "a"), delete.clone(), read(200, "a")]), []);
    assert_eq!(gone([read(200, "a"), call("DELETE /notes/1", 202), read(200, "a")]), []);
    assert_eq!(gone([read(200, "a"), call("DELETE /notes/1", 403), read(200, "a")]), []);
    // It is another one, or another's.
    assert_eq!(gone([read(200, "a"), delete.clone(), read(200, "b")]), []);
    assert_eq!(gone([read(200, "a"), delete.clone(), read(200, "a").by("bob")]), []);
    // A removal that shows.
    let marked = call("GET /notes/1", 200);
    let mut body = note(1, "a", 1);
    body["deletedAt"] = json!("2026-01-01T00:00:00.000Z");
    let mut before = note(1, "a", 1);
    before["deletedAt"] = json!(null);
    let before = call("GET /notes/1", 200).gets(&before);
    assert_eq!(gone([before, delete, marked.gets(&body)]), []);
}

#[test]
fn what_never_was_there_is_answered_otherwise() {
    let trial = Trial::new();
    let faults = |read: &Told, nothing: &[Told]| {
        let made = call("POST /notes", 201).gets(&note(1, "a", 1));
        let mut calls = vec![made, read.clone(), call("DELETE /notes/1", 204), read.clone()];
        calls.extend_from_slice(nothing);
        trial.faults(&DeleteWithoutEffect, &calls).len()
    };
    let read = call("GET /notes/1", 200).gets(&note(1, "a", 1));
    let nothing = call("GET /notes/2", 200);
    assert_eq!(faults(&read, &[]), 0, "nobody has looked");
    assert_eq!(
        faults(&read, &[nothing.clone().gets(&note(2, "a", 1))]),
        0,
        "all names are answered alike"
    );
    assert_eq!(faults(&read, &[nothing.clone().gets(&json!({}))]), 1);
    assert_eq!(faults(&read, &[call("GET /notes/2", 404).by("bob")]), 0, "another user");
    assert_eq!(
        faults(&read, &[call("DELETE /notes/2", 204), call("GET /notes/2", 404)]),
        0,
        "it was there"
    );
    for empty in [json!(null), json!({}), json!([])] {
        let read = call("GET /notes/1", 200).gets(&empty);
        assert_eq!(faults(&read, &[call("GET /notes/2", 404)]), 0, "{empty}");
    }
    assert_eq!(faults(&call("GET /notes/1", 200), &[nothing]), 0, "no body");
    // What nobody made may be built in, and comes back by design.
    let calls = [read.clone(), call("DELETE /notes/1", 204), read, call("GET /notes/2", 404)];
    assert_eq!(trial.faults(&DeleteWithoutEffect, &calls), []);
}

#[test]
fn it_asks_to_read_before_and_after() {
    let make =
        call("POST /notes", 201).sends(json!({"title": "a", "pages": 1})).gets(&note(1, "a", 1));
    let look = call("GET /notes", 200);
    let calls = [make, look, call("DELETE /notes/1", 204).made_by(0)];
    let wanted = Trial::new().examinations(&DeleteWithoutEffect, &calls);
    let alone = Trial::new().examinations(&DeleteWithoutEffect, &calls[..1]);
    let expected = [
        r#"POST /notes {"title":"a","pages":1}"#,
        "GET /notes/<0/id>",
        "DELETE /notes/<0/id>",
        "GET /notes/<0/id>",
        "GET /notes/98765432",
    ];
    // Of a removal that was seen, and of what was made.
    assert_eq!(wanted, [expected; 6]);
    assert_eq!(alone, [expected; 3]);
}
