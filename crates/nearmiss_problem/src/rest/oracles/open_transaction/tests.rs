use super::super::trial::{Told, Trial, call};
use super::*;

const PLACE: &str = "src/notes.js:9";

/// Everything that changes notes, in the order in which it is called.
fn takers() -> Vec<Told> {
    let lines = ["PUT /notes/1", "PATCH /notes/1", "DELETE /notes/1"];
    lines.map(|line| call(line, 404)).to_vec()
}

#[test]
fn a_transaction_counts_once_everything_was_called_that_may_end_it() {
    let api = Trial::new().seeing(0, KIND, PLACE, "");
    let first = [call("POST /notes", 201)];
    assert!(!api.is_faulty(&OpenTransaction, &first));
    let asked = api.examinations(&OpenTransaction, &first);
    assert_eq!(asked.len(), MOST_ASKED, "{asked:?}");
    let called: Vec<&str> = asked[0].iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(called.first(), Some(&"POST"), "{asked:?}");
    assert_eq!(called.last(), Some(&"DELETE"), "removals come last");
}

/// See `left_over`.
const MOST_ASKED: usize = 2;

#[test]
fn one_that_a_later_call_ends_is_none() {
    let ending = Trial::new().seeing(0, "open-transaction-handed-on", PLACE, "");
    assert!(!ending.is_faulty(&OpenTransaction, &takers()));
}
