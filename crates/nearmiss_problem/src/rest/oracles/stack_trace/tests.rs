use serde_json::json;

use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn frames_are_told_from_text() {
    let trial = Trial::new();
    let leaks = |body: &str| {
        let answer = call("GET /notes/1", 500).gets_text("text/plain", body);
        trial.is_faulty(&StackTrace, &[answer])
    };
    for body in [
        "Error: x\n    at f (/app/a.js:10:3)\n    at next (/app/b.js:1:1)",
        "{\"stack\":\"Error: x\\n    at Object.f (/app/src/a.ts:10:3)\\n\"}",
        "<pre>Error: x<br> &nbsp; &nbsp;at f (/app/a.cjs:10:3)<br></pre>",
        "at file:///app/a.mjs:3:9",
        "at async Promise.all (node:internal/process/task_queues:95:5)",
        "    at /app/a.js:1:2",
        "    at f (C:\\app\\a.js:1:2)",
    ] {
        assert!(leaks(body), "{body}");
    }
    for body in [
        "we meet at noon (/app/a.js)",
        "look at http://a.b:80:1",
        "that a.js:1:2",
        "at 10:30:15",
        "at f (/app/a.js:1:2",
        "flat (/app/a.txt:1:2)",
    ] {
        assert!(!leaks(body), "{body}");
    }
}

#[test]
fn headers_leak_too_and_what_was_sent_is_no_leak() {
    let trial = Trial::new();
    let answer = call("GET /notes/1", 400).header("x-error", "E at f (/app/a.js:1:2)");
    let fault = vec![(0, "GET:/notes/{id}".to_owned(), "header x-error".to_owned())];
    assert_eq!(trial.faults(&StackTrace, &[answer]), fault);
    let text = "at f (/app/a.js:1:2)";
    let echo = call("POST /notes", 201).sends(json!({"title": text})).gets(&note(1, text, 1));
    assert!(!trial.is_faulty(&StackTrace, &[echo]));
}
