use serde_json::json;

use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn what_was_made_is_there() {
    let trial = Trial::new();
    let made =
        call("POST /notes", 201).sends(json!({"title": "a", "pages": 1})).gets(&note(7, "a", 1));
    let faults = |calls: &[super::super::trial::Told]| trial.faults(&MisleadingCreate, calls);
    let fault = vec![(1, "POST:/notes".to_owned(), String::new())];
    assert_eq!(faults(&[made.clone(), call("GET /notes/7", 404)]), fault);
    assert_eq!(faults(&[made.clone(), call("GET /notes/7", 200)]), []);
    assert_eq!(faults(&[made.clone(), call("GET /notes/8", 404)]), []);
    assert_eq!(faults(&[made.clone(), call("GET /notes/7", 404).by("bob")]), []);
    let removed = call("DELETE /notes/7", 204);
    assert_eq!(faults(&[made.clone(), removed, call("GET /notes/7", 404)]), []);
    // Which number it has depends on who says where the thing is.
    let codes = |made| trial.codes(&MisleadingCreate, &[made, call("GET /notes/7", 404)]);
    assert_eq!(codes(made.clone()), [971]);
    assert_eq!(codes(made.clone().header("location", "/notes/7")), [907]);
    assert_eq!(codes(made.clone().header("location", "/notes/8")), [971]);
    let wanted = trial.examinations(&MisleadingCreate, &[made]);
    let expected = [r#"POST /notes {"title":"a","pages":1}"#, "GET /notes/<0/id>"];
    assert_eq!(wanted, [expected, expected, expected]);
}
