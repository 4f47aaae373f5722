use serde_json::json;

use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn all_that_a_change_may_show_in_is_read_after_it() {
    let trial = Trial::new();
    let sent = json!({"title": "a", "pages": 1});
    let made = call("POST /notes", 201).sends(sent).gets(&note(1, "a", 1)).by("ann");
    let wanted = trial.examinations(&InvalidResponse, &[made]);
    let post = r#"POST /notes {"title":"a","pages":1} by ann"#;
    let calls = [post, "GET /notes by ann", "GET /notes/<0/id> by ann"];
    assert_eq!(wanted, [calls, calls, calls]);
    let change = call("PUT /notes/4", 200).sends(json!({"title": "b", "pages": 2}));
    let wanted = trial.examinations(&InvalidResponse, &[change]);
    let put = r#"PUT /notes/4 {"title":"b","pages":2}"#;
    assert_eq!(wanted[0], [put, "GET /notes", "GET /notes/4"]);
    // What was refused, or only looked, changed nothing.
    let others = [call("POST /notes", 400), call("GET /notes/4", 200)];
    assert!(trial.examinations(&InvalidResponse, &others).is_empty());
}

#[test]
fn fields_that_a_call_does_not_choose_are_not_missing() {
    let call = |target: &str| -> Call {
        let target = json!([{ "Text": target }]);
        let request = json!({ "method": "GET", "target": target, "headers": [], "body": null });
        let call = json!({ "operation": "GET:/a", "request": { "Http": request } });
        serde_json::from_value(call).unwrap()
    };
    let chosen = ["/a?filter%5Bfields%5D%5Bid%5D=false", "/a?$select=id", "/a?Exclude=id"];
    assert!(chosen.iter().all(|target| chooses_fields(&call(target))));
    assert!(!chooses_fields(&call("/fields?id=1&selected=2")));
    let schema = json!({ "type": "object", "required": ["id"], "properties": { "n": { "type": "integer" } } });
    let validator = jsonschema::validator_for(&schema).unwrap();
    let problems = |is_part| body_problems(&validator, &json!({ "n": "x" }), is_part).len();
    assert_eq!((problems(false), problems(true)), (2, 1));
}
