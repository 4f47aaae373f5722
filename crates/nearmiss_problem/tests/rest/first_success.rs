//! Operations that never succeeded: what the sampler makes for them, on small APIs that answer as real ones do.

use std::collections::BTreeSet;

use nearmiss_problem::rest::RestProblem;
use nearmiss_problem::{
    Call, CallOutcome, HttpResponse, Part, Problem, Request, TestRun, TestedCall, resolve_source,
};
use nearmiss_search::{Sampler, Sought};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};

use crate::fixture;

/// Answers a call: its operation, its target and its body.
type Api<'a> = dyn FnMut(&str, &str, &Value) -> (u16, &'static str, String) + 'a;

/// Runs tests that the problem wants, each on an API that is as new; answers the operations that succeeded.
fn run(
    problem: &RestProblem,
    tests: usize,
    mut fresh: impl FnMut() -> Box<Api<'static>>,
) -> BTreeSet<String> {
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    let mut won = BTreeSet::new();
    for _ in 0..tests {
        let Some(Sought { mut individual, goes_on }) = problem.wanted(&mut rng, 10) else { break };
        if goes_on {
            problem.say_otherwise(&mut individual, &mut rng);
        }
        let mut api = fresh();
        let test = problem.lower(&individual);
        let mut outcomes: Vec<CallOutcome> = Vec::new();
        for call in &test.calls {
            let (target, body) = said(call, &outcomes);
            let (status, kind, text) = api(&call.operation, &target, &body);
            if status < 300 {
                won.insert(call.operation.to_string());
            }
            let headers = vec![("content-type".to_owned(), kind.to_owned())];
            let body = text.into_bytes();
            outcomes.push(CallOutcome::Response(HttpResponse {
                status,
                headers,
                body,
                truncated: false,
            }));
        }
        let calls: Vec<TestedCall<'_>> = test
            .calls
            .iter()
            .zip(&outcomes)
            .map(|(call, outcome)| TestedCall { call, outcome, thrown_at: None })
            .collect();
        problem.note(
            &TestRun { individual: &individual, calls: &calls, incidents: &[], queries: &[] },
            0.1,
            &mut rng,
        );
    }
    won
}

/// The target and the JSON body of a call, with what it takes from earlier answers.
fn said(call: &Call, outcomes: &[CallOutcome]) -> (String, Value) {
    let text = |parts: &[Part]| -> String {
        parts
            .iter()
            .map(|part| match part {
                Part::Text(text) => text.clone(),
                Part::FromResponse { call, source, fallback, .. } => match &outcomes[*call] {
                    CallOutcome::Response(answer) => {
                        resolve_source(answer, source, false).unwrap_or_else(|| fallback.clone())
                    }
                    _ => fallback.clone(),
                },
                _ => String::new(),
            })
            .collect()
    };
    let Request::Http(request) = &call.request;
    let body = request.body.as_ref().map(|body| text(&body.text)).unwrap_or_default();
    (text(&request.target), serde_json::from_str(&body).unwrap_or(Value::Null))
}

fn body_of(properties: &Value) -> Value {
    let required: Vec<&String> =
        properties.as_object().into_iter().flat_map(|all| all.keys()).collect();
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    json!({ "required": true, "content": { "application/json": { "schema": schema } } })
}

fn parsed(paths: &Value) -> RestProblem {
    let document =
        json!({ "openapi": "3.0.0", "info": { "title": "t", "version": "1" }, "paths": paths });
    fixture::parse(&document.to_string()).0
}

const JSON: &str = "application/json";

#[test]
fn who_logs_in_signed_up_and_gives_the_token_that_he_got() {
    let text = json!({ "type": "string" });
    let credentials = body_of(&json!({ "email": text, "password": text }));
    let operation = |body: &Value| json!({ "post": { "requestBody": body, "responses": {} } });
    let problem = parsed(&json!({
        "/signup": operation(&credentials),
        "/login": operation(&credentials),
        "/logout": operation(&body_of(&json!({ "refreshToken": text }))),
    }));
    let won = run(&problem, 60, || {
        let (mut known, mut tokens) = (Vec::new(), 0);
        Box::new(move |operation, _, body| match operation {
            "POST:/signup" => {
                known.push(body.clone());
                (201, JSON, "{}".to_owned())
            }
            "POST:/login" if known.contains(body) => {
                tokens += 1;
                (200, JSON, json!({ "refreshToken": format!("r{tokens}") }).to_string())
            }
            "POST:/logout" if tokens > 0 && body["refreshToken"] == format!("r{tokens}") => {
                (204, "", String::new())
            }
            _ => (401, JSON, "{}".to_owned()),
        })
    });
    assert_eq!(won.len(), 3, "{won:?}");
}

#[test]
fn an_id_that_only_a_list_tells_is_taken_from_there_after_something_was_made() {
    let id =
        json!([{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }]);
    let named = body_of(&json!({ "name": { "type": "string" } }));
    let problem = parsed(&json!({
        "/cores": { "post": { "requestBody": named, "responses": { "201": { "description": "Created" } } } },
        "/cores/query": { "post": { "responses": {} } },
        "/cores/{id}": { "get": { "parameters": id, "responses": {} }, "delete": { "parameters": id, "responses": {} } },
    }));
    let won = run(&problem, 80, || {
        let mut cores = 0;
        Box::new(move |operation, target, _| match operation {
            "POST:/cores" => {
                cores += 1;
                (201, "text/plain", "Created".to_owned())
            }
            "POST:/cores/query" => {
                let docs: Vec<Value> =
                    (0..cores).map(|core| json!({ "id": format!("c{core}x") })).collect();
                (200, JSON, json!({ "docs": docs }).to_string())
            }
            _ if cores > 0 && target.ends_with("/c0x") => (200, JSON, "{}".to_owned()),
            _ => (404, JSON, "{}".to_owned()),
        })
    });
    assert_eq!(won.len(), 4, "{won:?}");
}

#[test]
fn what_is_undone_was_done_and_what_cannot_succeed_takes_little_in_the_end() {
    let slug =
        json!([{ "name": "slug", "in": "path", "required": true, "schema": { "type": "string" } }]);
    let operation = json!({ "parameters": slug, "responses": {} });
    let problem = parsed(&json!({
        "/articles": { "post": { "responses": {} } },
        "/articles/{slug}/star": { "post": operation, "delete": operation },
        "/never": { "get": { "responses": {} } },
    }));
    let before = problem.wanting();
    let won = run(&problem, 80, || {
        let mut stars = BTreeSet::new();
        Box::new(move |operation, target, _| match operation {
            "POST:/articles" => (201, JSON, json!({ "article": { "slug": "my-own" } }).to_string()),
            "POST:/articles/{slug}/star" if target.contains("my-own") => {
                stars.insert(target.to_owned());
                (200, JSON, "{}".to_owned())
            }
            "DELETE:/articles/{slug}/star" if stars.remove(target) => (204, "", String::new()),
            _ => (404, JSON, "{}".to_owned()),
        })
    });
    assert_eq!(won.len(), 3, "{won:?}");
    let after = problem.wanting();
    assert!(after > 0.0 && after < before / 4.0, "{before} {after}");
}

#[test]
fn what_was_said_under_another_name_is_said_again() {
    let id = json!([{ "name": "userId", "in": "path", "required": true, "schema": { "type": "integer" } }]);
    let text = json!({ "type": "string" });
    let problem = parsed(&json!({
        "/users": { "post": { "requestBody": body_of(&json!({ "secret": text })), "responses": {} } },
        "/users/{userId}/secret": { "put": { "parameters": id,
            "requestBody": body_of(&json!({ "current": text, "next": text })), "responses": {} } },
    }));
    let won = run(&problem, 120, || {
        let mut secret = Value::Null;
        Box::new(move |operation, target, body| match operation {
            "POST:/users" => {
                secret = body["secret"].clone();
                (201, JSON, json!({ "id": 4 }).to_string())
            }
            _ if target == "/users/4/secret" && secret == body["current"] => {
                (204, "", String::new())
            }
            _ => (422, JSON, json!({ "error": "another one" }).to_string()),
        })
    });
    assert_eq!(won.len(), 2, "{won:?}");
}

#[test]
fn what_is_refused_for_its_state_comes_behind_what_changes_that() {
    let path = |name: &str| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "integer" } });
    let problem = parsed(&json!({
        "/carts": { "post": { "responses": {} } },
        "/carts/{cartId}": { "get": { "parameters": [path("cartId")], "responses": {} } },
        "/carts/{cartId}/items/{item}": {
            "put": { "parameters": [path("cartId"), path("item")], "responses": {} },
            "delete": { "parameters": [path("cartId"), path("item")], "responses": {} },
        },
        "/carts/{cartId}/order": { "post": { "parameters": [path("cartId")], "responses": {} } },
    }));
    let won = run(&problem, 100, || {
        let mut items: BTreeSet<String> = BTreeSet::new();
        Box::new(move |operation, target, _| match operation {
            "POST:/carts" => (201, JSON, json!({ "id": 77 }).to_string()),
            _ if !target.starts_with("/carts/77") => (404, JSON, "{}".to_owned()),
            "GET:/carts/{cartId}" => (200, JSON, "{}".to_owned()),
            "PUT:/carts/{cartId}/items/{item}" => {
                items.insert(target.to_owned());
                (200, JSON, "{}".to_owned())
            }
            "DELETE:/carts/{cartId}/items/{item}" if items.remove(target) => {
                (204, "", String::new())
            }
            "POST:/carts/{cartId}/order" if !items.is_empty() => (201, JSON, "{}".to_owned()),
            "POST:/carts/{cartId}/order" => (422, JSON, json!({ "error": "empty" }).to_string()),
            _ => (404, JSON, "{}".to_owned()),
        })
    });
    assert_eq!(won.len(), 5, "{won:?}");
}
