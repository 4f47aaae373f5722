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

#[test]
fn a_person_is_told_which_field_is_wrong() {
    let price = json!({ "type": ["number", "null"] });
    let book = json!({ "type": "object", "required": ["id"], "properties": { "price": price, "name": { "maxLength": 3 } } });
    let schema =
        json!({ "type": "object", "properties": { "books": { "type": "array", "items": book } } });
    let validator = jsonschema::validator_for(&schema).unwrap();
    let told = |body: Value| -> Vec<String> {
        let problems = body_problems(&validator, &body, false);
        problems.into_iter().map(|(_, message)| message).collect()
    };
    let price = "the document says that books.price is null or a number; it is not";
    let id = "the document says that books.id is there; it is not";
    assert_eq!(told(json!({ "books": [{ "price": "1", "id": 1 }] })), [price]);
    assert_eq!(told(json!({ "books": [{}] })), [id]);
    assert_eq!(told(json!([])), ["the document says that the body is an object; it is not"]);
    let long = told(json!({ "books": [{ "id": 1, "name": "Harbour" }] }));
    assert!(long[0].starts_with("the body does not fit its schema at /books/0/name maxLength: "));
}
