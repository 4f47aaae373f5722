use serde_json::json;

use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn a_state_that_differs_the_second_time_is_a_fault() {
    let trial = Trial::new();
    let put = call("PUT /notes/1", 200).sends(json!({"title": "a", "pages": 1, "labels": ["x"]}));
    let empty = call("PUT /notes/1", 200).sends(json!({"title": "a", "pages": 1, "labels": []}));
    let read = |labels: &[&str]| {
        let mut body = note(1, "a", 1);
        body["labels"] = json!(labels);
        call("GET /notes/1", 200).gets(&body)
    };
    let faults = |put: &super::super::trial::Told, labels: [&[&str]; 3]| {
        let [a, b, c] = labels.map(read);
        trial.faults(&PutNotIdempotent, &[put.clone(), a, b, put.clone(), c])
    };
    let fault = vec![(4, "PUT:/notes/{id}".to_owned(), String::new())];
    assert_eq!(faults(&put, [&["x"], &["x"], &["x", "x"]]), fault);
    assert_eq!(faults(&put, [&["x"], &["x"], &["x"]]), []);
    // It changes by itself; nothing was put.
    assert_eq!(faults(&put, [&["x"], &["x", "y"], &["x", "y", "z"]]), []);
    assert_eq!(faults(&empty, [&["x"], &["x"], &["x", "x"]]), []);
    // Another call between the two.
    let [a, b, c]: [&[&str]; 3] = [&["x"], &["x"], &["x", "x"]];
    let calls = [put.clone(), read(a), read(b), call("PATCH /notes/1", 200), put, read(c)];
    assert_eq!(trial.faults(&PutNotIdempotent, &calls), []);
}

#[test]
fn it_asks_for_something_to_be_put_twice() {
    let put = call("PUT /notes/1", 200).sends(json!({"title": "a", "pages": 1, "labels": []}));
    let wanted = Trial::new().examinations(&PutNotIdempotent, &[put]);
    assert_eq!(wanted.len(), 3);
    for calls in wanted {
        assert_eq!(calls.len(), 5);
        assert_eq!(calls[0], calls[3]);
        assert!(!calls[0].contains("[]"), "{calls:?}");
        assert!([1, 2, 4].iter().all(|at: &usize| calls[*at] == "GET /notes/1"), "{calls:?}");
    }
}
