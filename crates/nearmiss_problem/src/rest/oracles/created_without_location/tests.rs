use serde_json::json;

use super::super::trial::{Trial, call};
use super::*;

#[test]
fn a_creation_tells_where_the_new_thing_is() {
    let trial = Trial::new();
    let made = || call("POST /notes", 201).sends(json!({"title": "a", "bookId": 3}));
    let silent = |told| trial.is_faulty(&CreatedWithoutLocation, &[told]);
    let fault = vec![(0, "POST:/notes".to_owned(), String::new())];
    assert_eq!(trial.faults(&CreatedWithoutLocation, &[made().gets(&json!({"ok": true}))]), fault);
    assert!(silent(made()));
    // The id of something else, and words that end like one.
    assert!(silent(made().gets(&json!({"bookId": 3, "paid": true}))));
    assert!(!silent(made().header("location", "/notes/1")));
    for body in [
        json!({"id": 1}),
        json!({"note": {"noteId": 1}}),
        json!(7),
        json!({"_links": {"self": "/a"}}),
    ] {
        assert!(!silent(made().gets(&body)), "{body}");
    }
    assert!(!silent(made().gets_text("text/html", "<a href=\"/notes/1\">1</a>")));
    // Who makes it says what it is called; nothing was made.
    assert!(!silent(call("POST /notes", 201).sends(json!({"id": "mine"}))));
    assert!(!silent(call("POST /notes", 200).sends(json!({"title": "a"}))));
}
