use serde_json::json;

use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn what_is_read_as_before_was_not_deleted() {
    let trial = Trial::new();
    let read = |status: u16, title: &str| call("GET /notes/1", status).gets(&note(1, title, 1));
    let gone = |calls: [super::super::trial::Told; 3]| trial.faults(&DeleteWithoutEffect, &calls);
    let delete = call("DELETE /notes/1", 204);
    let fault = vec![(2, "DELETE:/notes/{id}".to_owned(), String::new())];
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
    ];
    // Of a removal that was seen, and of what was made.
    assert_eq!(wanted, [expected; 6]);
    assert_eq!(alone, [expected; 3]);
}
