use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde_json::json;

use crate::Part;
use crate::rest::RestProblem;
use crate::{Problem, ProblemOptions, read_requests};

fn problem() -> RestProblem {
    let text = json!({"type": "string"});
    let document = json!({"openapi": "3.0.0", "paths": {
        "/users/{id}": {"get": {"parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
            {"name": "q", "in": "query", "schema": text},
            {"name": "X-Key", "in": "header", "schema": text}
        ]}},
        "/users/me": {"get": {}},
        "/users": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema": {
            "type": "object", "required": ["name"], "properties": {"age": {"type": "integer"}, "name": text}
        }}}}}}
    }});
    RestProblem::parse(&document.to_string(), &ProblemOptions::default()).unwrap().0
}

/// Method, target and body of each single call, and what was not matched.
fn sent(file: &str) -> (Vec<String>, Vec<String>) {
    let problem = problem();
    let requests = read_requests(file).unwrap();
    let seeded = problem.model().seeded(&requests, 10, &mut Pcg64Mcg::seed_from_u64(1));
    let flat = |parts: &[Part]| match parts {
        [Part::Text(text)] => text.clone(),
        other => panic!("{other:?}"),
    };
    let singles = &seeded.individuals[..seeded.taken];
    let calls = singles.iter().map(|individual| {
        let call = problem.lower(individual).calls.remove(0);
        let body = call.http().body.as_ref().map(|body| flat(&body.text)).unwrap_or_default();
        format!("{} {} {body}", call.http().method, flat(&call.http().target))
    });
    (calls.collect(), seeded.unmatched)
}

#[test]
fn a_har_file() {
    let file = json!({"log": {"entries": [
        {"request": {"method": "GET", "url": "http://host:1/users/7?q=a%20b&other=1", "headers": []}},
        {"request": {"method": "POST", "url": "http://host:1/users", "headers": [{"name": "content-type", "value": "application/json"}],
            "postData": {"mimeType": "application/json", "text": "{\"name\":\"Ada\",\"age\":36,\"extra\":1}"}}},
        {"request": {"method": "GET", "url": "http://host:1/logo.png", "headers": []}}
    ]}});
    let (calls, unmatched) = sent(&file.to_string());
    assert_eq!(calls, ["GET /users/7?q=a%20b ", "POST /users {\"age\":36,\"name\":\"Ada\"}"]);
    assert_eq!(unmatched, ["GET /logo.png"]);
}

#[test]
fn a_postman_collection() {
    let file = json!({"info": {"name": "x"}, "variable": [{"key": "name", "value": "Ada"}], "item": [
        {"name": "folder", "item": [
            {"request": {"method": "GET", "url": {"raw": "{{base}}/users/:id?q=1", "variable": [{"key": "id", "value": "12"}]}}},
            {"request": "https://h/users/me"}
        ]},
        {"request": {"method": "POST", "url": "{{base}}/users", "body": {"mode": "raw", "raw": "{\"name\": \"{{name}}\"}"}}}
    ]});
    let (calls, unmatched) = sent(&file.to_string());
    assert_eq!(calls, ["GET /users/12?q=1 ", "GET /users/me ", "POST /users {\"name\":\"Ada\"}"]);
    assert!(unmatched.is_empty());
}

#[test]
fn lines_of_curl() {
    let file = "# by hand\n\ncurl -s 'http://h/users/3?q=x'\ncurl http://h/users \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"name\":\"O'\\''Hara\"}'\ncurl -XDELETE h:80/users/3\n";
    let (calls, unmatched) = sent(file);
    assert_eq!(calls, ["GET /users/3?q=x ", "POST /users {\"name\":\"O'Hara\"}"]);
    assert_eq!(unmatched, ["DELETE /users/3"]);
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    let place = |file: &str| read_requests(file).unwrap_err().place;
    assert_eq!(place("{\n \"log\": "), "line 2 column 8");
    assert_eq!(place("{\"a\": 1}"), "line 1");
    assert_eq!(
        place("{\"log\":{\"entries\":[{\"request\":{\"method\":\"GET\"}}]}}"),
        "log.entries[0].request"
    );
    assert_eq!(place("{\"item\":[{\"item\":[{\"request\":{}}]}]}"), "item[0].item[0].request");
    assert_eq!(place("curl h/a\nwget h/b"), "line 2");
    assert_eq!(place("curl 'h/a"), "line 1");
    assert_eq!(place("curl -H x"), "line 1");
    let why = |file: &str| read_requests(file).unwrap_err().why;
    for nothing in ["", "# later\n", r#"{"log":{"entries":[]}}"#, r#"{"item":[]}"#] {
        assert!(why(nothing).contains("no calls"), "{nothing}");
    }
    assert!(why(r#"{"requests":[]}"#).contains("version 1"));
    assert!(
        why(r#"{"values":[],"_postman_variable_scope":"environment"}"#).contains("environment")
    );
    let odd = r#"{"log":{"entries":[{"request":{"method":"GET","url":5}}]}}"#;
    assert!(why(odd).contains("`url` is a number"));
}
