use super::super::trial::{Trial, call};
use super::*;

#[test]
fn a_connection_of_what_nothing_else_belongs_to_counts_at_once() {
    let api = Trial::new().seeing(0, KIND, "src/page.js:4", "");
    let faults = api.faults(&UnreturnedConnection, &[call("GET /page", 409)]);
    assert_eq!(faults, [(0, "GET:/page".to_owned(), "src/page.js:4".to_owned())]);
    assert!(api.examinations(&UnreturnedConnection, &[call("GET /page", 409)]).is_empty());
    assert!(!Trial::new().is_faulty(&UnreturnedConnection, &[call("GET /page", 409)]));
}
