use serde_json::json;

use super::super::trial::{Trial, call};
use super::*;

const PLACE: &str = "src/db.js:7";

#[test]
fn an_input_that_is_sql_is_a_fault_of_the_call_that_sent_it() {
    let trial = Trial::new().seeing(1, "sql-injection", PLACE, "");
    let read = call("GET /notes", 200);
    let made = |title: &str| call("POST /notes", 500).sends(json!({"title": title, "pages": 1}));
    let faults = |title: &str| trial.faults(&SqlInjection, &[read.clone(), made(title)]);
    for text in LEAVING {
        assert_eq!(faults(text), [(1, "POST:/notes".to_owned(), PLACE.to_owned())], "{text}");
    }
    // What another call has stored, or the program's own.
    assert_eq!(faults("abc"), []);
    assert_eq!(faults("nmq'"), []);
}

#[test]
fn it_sends_what_leaves_in_the_place_of_inputs_of_queries() {
    let made = call("POST /notes", 201).sends(json!({"title": "a _EM_3_XYZ_", "pages": 1}));
    let asks = |detail: &str| {
        let trial = Trial::new().seeing(0, "sql-input", PLACE, detail);
        trial.examinations(&SqlInjection, std::slice::from_ref(&made))
    };
    let wanted = asks("_EM_3_XYZ_");
    assert_eq!(wanted.len(), LEAVING.len());
    for (test, text) in wanted.iter().zip(LEAVING) {
        let title = serde_json::to_string(text).unwrap();
        let sent = format!(r#"POST /notes {{"title":{title},"pages":1"#);
        assert!(test[0].starts_with(&sent), "{test:?}");
    }
    assert_eq!(asks("_EM_4_XYZ_"), Vec::<Vec<String>>::new());
}

#[test]
fn numbers_are_inputs_of_queries_too() {
    let trial = Trial::new().seeing(0, "sql-input", PLACE, "1313669120");
    let wanted = trial.examinations(&SqlInjection, &[call("GET /notes/1313669120", 404)]);
    let targets: Vec<&str> = wanted.iter().map(|test| &*test[0]).collect();
    assert_eq!(targets.len(), LEAVING.len());
    assert!(targets.contains(&"GET /notes/7%20nmq%20qmn"), "{targets:?}");
}
