//! What answers show: faults and targets.

use crate::fixture;

use nearmiss_problem::rest::RestProblem;
use nearmiss_problem::{
    Call, CallOutcome, HttpRequest, HttpResponse, OperationName, Part, Problem, Request, Shown,
    TestRun, TestedCall,
};
use nearmiss_search::{Action, Fault, Individual, TemplateId};
use serde_json::{Value, json};

fn call(operation: &str) -> Call {
    Call {
        operation: operation.into(),
        user: None,
        request: Request::Http(HttpRequest {
            method: OperationName::parts_of(operation).0.to_owned(),
            target: vec![Part::Text("/".to_owned())],
            headers: Vec::new(),
            body: None,
        }),
    }
}

fn answer(status: u16, content_type: &str, body: &str) -> HttpResponse {
    HttpResponse {
        status,
        headers: match content_type {
            "" => Vec::new(),
            _ => vec![("content-type".to_owned(), content_type.to_owned())],
        },
        body: body.as_bytes().to_vec(),
        truncated: false,
    }
}

/// What one call shows by itself.
fn shown(
    problem: &RestProblem,
    call: &Call,
    outcome: &CallOutcome,
    thrown_at: Option<&str>,
) -> Vec<Shown> {
    let calls = [TestedCall { call, outcome, thrown_at }];
    let templates = problem.templates();
    let meant = templates.iter().position(|template| *template.name == *call.operation);
    let action = Action {
        template: TemplateId(u32::try_from(meant.unwrap_or(0)).unwrap()),
        genes: Vec::new(),
        links: Vec::new(),
        user: None,
        malformed: None,
    };
    let individual = Individual { calls: vec![action], ..Individual::default() };
    problem
        .judge(&TestRun { individual: &individual, calls: &calls, incidents: &[], queries: &[] })
        .shown
}

fn faults_of(
    problem: &RestProblem,
    call: &Call,
    outcome: &CallOutcome,
    thrown_at: Option<&str>,
) -> Vec<Fault> {
    let shown = shown(problem, call, outcome, thrown_at).into_iter();
    let fault = |shown| if let Shown::Fault(_, fault) = shown { Some(fault) } else { None };
    shown.filter_map(fault).collect()
}

fn targets_of(problem: &RestProblem, call: &Call, outcome: &CallOutcome) -> Vec<(String, f64)> {
    let shown = shown(problem, call, outcome, None).into_iter();
    let target = |shown| if let Shown::Target(key, h) = shown { Some((key, h)) } else { None };
    shown.filter_map(target).collect()
}

fn places(problem: &RestProblem, operation: &str, response: HttpResponse) -> Vec<(u32, String)> {
    let outcome = CallOutcome::Response(response);
    faults_of(problem, &call(operation), &outcome, None)
        .into_iter()
        .map(|fault| {
            assert_eq!(fault.operation, operation);
            assert!(!fault.message.is_empty() && !fault.message.contains('\n'));
            (fault.code, fault.place)
        })
        .collect()
}

fn json_places(problem: &RestProblem, operation: &str, status: u16, body: &Value) -> Vec<String> {
    places(problem, operation, answer(status, "application/json; charset=utf-8", &body.to_string()))
        .into_iter()
        .map(|(code, place)| {
            assert_eq!(code, 101);
            place
        })
        .collect()
}

const NONE: [&str; 0] = [];

#[test]
fn server_errors_are_told_apart_by_what_threw() {
    let problem = fixture::problem("library-3.0.json");
    let outcome = CallOutcome::Response(answer(500, "text/html", "<h1>"));
    let name = "DELETE:/users/{userId}";
    let at = |place: Option<&str>| faults_of(&problem, &call(name), &outcome, place);
    let faults = at(Some("Statement_a.js_00003_0"));
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!((faults[0].code, faults[0].place.as_str()), (100, "Statement_a.js_00003_0"));
    assert_eq!(at(None)[0].place, "");
    assert_ne!(at(None), faults);
}

#[test]
fn a_server_error_is_one_fault() {
    // `default` declares JSON; the error page is not a second defect.
    let problem = fixture::problem("shop-2.0.yaml");
    let found = places(&problem, "GET:/orders", answer(500, "text/html", "<h1>"));
    assert_eq!(found, [(100, String::new())]);
    let problem = fixture::problem("features-3.1.yaml");
    assert_eq!(places(&problem, "POST:/note", answer(503, "", "")), [(100, String::new())]);
}

#[test]
fn a_call_that_no_operations_route_handled_counts_for_none() {
    let problem = fixture::problem("library-3.0.json");
    let outcome = CallOutcome::Response(answer(500, "", ""));
    let none = call("GET:/spare");
    assert_eq!(faults_of(&problem, &none, &outcome, None), []);
    assert_eq!(targets_of(&problem, &none, &outcome), []);
    let known = call("DELETE:/users/{userId}");
    assert!(!targets_of(&problem, &known, &outcome).is_empty());
}

#[test]
fn problems_cross_threads() {
    fn crosses<T: Send + Sync>() {}
    crosses::<RestProblem>();
}

#[test]
fn undeclared_statuses() {
    let problem = fixture::problem("library-3.0.json");
    let of = |operation: &str, status| places(&problem, operation, answer(status, "", ""));
    let name = "DELETE:/users/{userId}";
    assert_eq!(of(name, 204), []);
    assert_eq!(of(name, 200), [(101, "status 200".to_owned())]);
    assert_eq!(of(name, 302), [(101, "status 302".to_owned())]);
    // Of ten operations two declare a refusal: for those their author has thought of them.
    assert_eq!(of(name, 418), []);
    assert_eq!(of("GET:/users/{userId}", 418), [(101, "status 418".to_owned())]);
    assert_eq!(of("GET:/users/{userId}/books/{bookId}", 206).len(), 1, "2XX, but no body");
    assert_eq!(of("NO:/such/operation", 418), []);
    // This one declares only successes.
    let problem = fixture::problem("styles-3.0.yaml");
    let of = |status| places(&problem, "GET:/query", answer(status, "", ""));
    assert_eq!(of(404), []);
    assert_eq!(of(302), [(101, "status 302".to_owned())]);
    // `default` declares everything.
    let problem = fixture::problem("shop-2.0.yaml");
    assert_eq!(places(&problem, "GET:/orders", answer(418, "", "")), []);
}

#[test]
fn undeclared_content_types() {
    let problem = fixture::problem("features-3.1.yaml");
    let of = |content_type, body| places(&problem, "POST:/note", answer(200, content_type, body));
    assert_eq!(of("Text/Plain; charset=utf-8", "ok"), []);
    assert_eq!(of("text/plain", ""), []);
    assert_eq!(of("text/html", "<p>"), [(101, "content-type text/html".to_owned())]);
    assert_eq!(of("", "ok"), [(101, "content-type missing".to_owned())]);
    // A 4XX without content declares none: nothing to say about one.
    assert_eq!(places(&problem, "POST:/things/{kind}", answer(404, "text/html", "<p>")), []);
}

#[test]
fn bodies_against_their_schema() {
    let problem = fixture::problem("library-3.0.json");
    let name = "GET:/users/{userId}";
    let user = |more: Value| {
        let mut user = json!({"id": 1, "name": "Ada"});
        user.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        user
    };
    assert_eq!(json_places(&problem, name, 200, &user(json!({}))), NONE, "password is writeOnly");
    assert_eq!(
        json_places(&problem, name, 200, &user(json!({"age": null, "born": "no date"}))),
        NONE
    );
    assert_eq!(json_places(&problem, name, 200, &user(json!({"age": "x"}))), ["/age type"]);
    assert_eq!(json_places(&problem, name, 200, &user(json!({"age": -1}))), ["/age minimum"]);
    assert_eq!(json_places(&problem, name, 200, &json!({"id": 1})), ["/ required name"]);
    assert_eq!(
        json_places(&problem, name, 200, &user(json!({"zz": 1}))),
        ["/ additionalProperties"]
    );
    assert_eq!(json_places(&problem, name, 200, &json!([])), ["/ type"]);
    // A list: the same defect in any item is one fault.
    let list =
        json!([user(json!({})), user(json!({"tags": ["a", "x"]})), user(json!({"tags": ["y"]}))]);
    assert_eq!(json_places(&problem, "GET:/users", 200, &list), ["/0/tags/0 enum"]);
    // Behind references, and in a class of statuses.
    let book = json!({"title": "t", "price": 1, "sequel": {"title": "u", "price": 0}});
    assert_eq!(
        json_places(&problem, "GET:/users/{userId}/books/{bookId}", 206, &book),
        ["/sequel/price exclusiveMinimum"]
    );
    assert_eq!(
        json_places(&problem, "POST:/users", 400, &json!({"message": "no"})),
        ["/ required error"]
    );
    let echo = answer(200, "application/json", r#"{"id": 1, "name": "\ud800"}"#);
    assert_eq!(places(&problem, name, echo), [], "a lone surrogate is JSON");
    let broken = answer(200, "application/json", "{\"id\": 1,");
    assert_eq!(places(&problem, name, broken.clone()), [(101, "body not JSON".to_owned())]);
    let mut packed = broken.clone();
    packed.headers.push(("content-encoding".to_owned(), "gzip".to_owned()));
    assert_eq!(places(&problem, name, packed), []);
    assert_eq!(places(&problem, name, HttpResponse { truncated: true, ..broken }), []);
    assert_eq!(
        places(&problem, name, answer(200, "application/json", "")),
        [(101, "body empty".to_owned())]
    );
}

#[test]
fn the_same_defect_is_the_same_fault() {
    let problem = fixture::problem("library-3.0.json");
    let judge = |body: Value| {
        let response = answer(200, "application/json", &body.to_string());
        faults_of(&problem, &call("GET:/users/{userId}"), &CallOutcome::Response(response), None)
    };
    let first = judge(json!({"id": 1, "name": "a", "age": "young", "x1": 1}));
    let second = judge(json!({"id": 2, "name": "b", "age": ["old"], "x2": {}, "x3": 3}));
    assert_eq!(first.len(), 2);
    assert_eq!(first, second);
}

#[test]
fn bodies_of_2_0_and_3_1() {
    let problem = fixture::problem("shop-2.0.yaml");
    let name = "GET:/orders/{id}";
    let order = |gift: Value| json!({"id": 1, "size": "10", "gift": gift, "total": 0.5});
    assert_eq!(json_places(&problem, name, 200, &order(Value::Null)), NONE, "x-nullable");
    assert_eq!(json_places(&problem, name, 200, &order(json!(1))), ["/gift type"]);
    let name = "POST:/things/{kind}";
    let problem = fixture::problem("features-3.1.yaml");
    let thing = |shape: Value| json!({"name": null, "shape": shape});
    let circle = json!({"type": "circle", "radius": 1});
    assert_eq!(json_places(&problem, name, 200, &thing(circle)), NONE);
    assert_eq!(
        json_places(&problem, name, 200, &thing(json!({"type": "circle"}))),
        ["/shape oneOf"]
    );
    let weights = json!({"name": "ab", "shape": {"type": "x", "side": 1}, "weights": {"k": "heavy", "l": "x"}});
    assert_eq!(json_places(&problem, name, 200, &weights), ["/weights/* type"]);
    let odd = json!({"name": "ab", "shape": {"type": "x", "side": 1}, "odd": 4});
    assert_eq!(json_places(&problem, name, 200, &odd), ["/odd not"]);
}

#[test]
fn outcomes_without_an_answer_show_nothing() {
    let problem = fixture::problem("library-3.0.json");
    for outcome in [CallOutcome::Timeout, CallOutcome::Broken("reset".to_owned())] {
        assert_eq!(faults_of(&problem, &call("GET:/users"), &outcome, Some("x")), []);
        assert_eq!(targets_of(&problem, &call("GET:/users"), &outcome), []);
    }
}

#[test]
fn answers_are_targets() {
    let problem = fixture::problem("library-3.0.json");
    let targets = |status| {
        let outcome = CallOutcome::Response(answer(status, "", ""));
        targets_of(&problem, &call("GET:/users/{userId}"), &outcome)
    };
    let entry = |text: &str, h: f64| (text.to_owned(), h);
    assert_eq!(
        targets(404),
        [
            entry("Status_GET:/users/{userId}_404", 1.0),
            entry("Response_GET:/users/{userId}_success", 0.5),
            entry("Response_GET:/users/{userId}_clientError", 1.0),
            entry("Response_GET:/users/{userId}_serverError", 0.5),
        ]
    );
    assert_eq!(targets(201)[1].1, 1.0);
    assert_eq!(targets(503)[3].1, 1.0);
    assert!(targets(304)[1..].iter().all(|(_, h)| (*h - 0.5).abs() < f64::EPSILON));
}
