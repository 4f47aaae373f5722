use serde_json::json;

use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn one_violation_that_is_accepted_beside_a_valid_call_is_a_fault() {
    let trial = Trial::new();
    let make = |title: &str, pages: i64| {
        call("POST /notes", 201)
            .sends(json!({"title": title, "pages": pages}))
            .gets(&note(1, "a", 1))
    };
    let valid = make("a", 7);
    let faults =
        |bad: super::super::trial::Told| trial.faults(&InvalidInputAccepted, &[valid.clone(), bad]);
    let fault = |place: &str| vec![(1, "POST:/notes".to_owned(), place.to_owned())];
    assert_eq!(faults(make("a", 0)), fault("body/pages minimum"));
    assert_eq!(faults(make("", 7)), fault("body/title minLength"));
    let missing = call("POST /notes", 201).sends(json!({"title": "a"}));
    assert_eq!(faults(missing.clone()), fault("body/pages required"));
    // Two at once, one that is refused, a number as text (many APIs convert it), what is not described.
    assert_eq!(faults(make("", 0)), []);
    let refused = call("POST /notes", 400).sends(json!({"title": "a"}));
    assert_eq!(faults(refused), []);
    let text = call("POST /notes", 201).sends(json!({"title": "a", "pages": "7"}));
    assert_eq!(faults(text), []);
    let more = call("POST /notes", 201).sends(json!({"title": "a", "more": 1}));
    assert_eq!(faults(more), []);
    // What it sent are no inputs of the operation that took it.
    assert_eq!(faults(make("a", 0).strays()), []);
    // Without a valid twin.
    assert_eq!(trial.faults(&InvalidInputAccepted, &[missing.clone(), missing]), []);
}

#[test]
fn it_asks_for_a_twin_of_each_violation() {
    let valid = call("POST /notes", 201).sends(json!({"title": "ab", "pages": 7}));
    let wanted = Trial::new().examinations(&InvalidInputAccepted, &[valid]);
    let first = r#"POST /notes {"title":"ab","pages":7}"#;
    assert!(wanted.len() > 5, "{wanted:?}");
    assert!(wanted.iter().all(|calls| calls.len() == 2 && calls[0] == first), "{wanted:?}");
    let second: BTreeSet<&str> = wanted.iter().map(|calls| calls[1].as_str()).collect();
    for bad in [r#"{"title":"ab","pages":0}"#, r#"{"pages":7}"#, r#"{"title":"ab","pages":1001}"#] {
        assert!(second.contains(&*format!("POST /notes {bad}")), "{second:?}");
    }
}
