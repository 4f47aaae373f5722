use nearmiss_problem::{
    Body, Call, CallOutcome, HttpRequest, HttpResponse, OperationName, Part, Request, Test,
};

use super::*;
use crate::suite::CaseKind;
use crate::{ShownCause, ShownFault};

mod refusals;

fn text(text: &str) -> Vec<Part> {
    vec![Part::Text(text.to_owned())]
}

/// A test of one call: its target and body, and the status and body of its answer.
fn case(operation: &str, target: &str, sent: &str, status: u16, answered: &str) -> TestCase {
    let outcome = CallOutcome::Response(HttpResponse {
        status,
        headers: vec![("content-type".to_owned(), "application/json".to_owned())],
        body: answered.as_bytes().to_vec(),
        truncated: false,
    });
    TestCase {
        name: String::new(),
        kind: CaseKind::Success,
        test: Test::of_calls(vec![Call {
            operation: operation.into(),
            user: None,
            request: Request::Http(HttpRequest {
                method: OperationName::parts_of(operation).0.to_owned(),
                target: text(target),
                headers: Vec::new(),
                body: (!sent.is_empty()).then(|| Body {
                    content_type: "application/json".to_owned(),
                    text: text(sent),
                }),
            }),
        }]),
        expectations: vec![Expectation::from_runs(&outcome, &outcome)],
        ends_api: false,
        comments: Vec::new(),
        faults: Vec::new(),
        cause: None,
    }
}

#[test]
fn names_that_occur_again_are_numbered() {
    let names = ["a", "a", "a (2)", "b", "a"].map(str::to_owned).to_vec();
    assert_eq!(unique_names(names), ["a", "a (2)", "a (2) (2)", "b", "a (3)"]);
}

#[test]
fn what_an_api_says_about_errors_tells_them_apart() {
    let post = |body: &str, said: &str| case("POST:/books", "/books", body, 400, said);
    assert_eq!(
        names(&[
            post("{}", r#"{"error":"title is missing"}"#),
            post(r#"{"title":1}"#, r#"{"error":{"message":"title must be text"}}"#),
            post("[]", r#"{"errors":["no object"]}"#),
            case("GET:/books", "/books", "", 200, "[]"),
        ]),
        [
            "POST /books 400: title is missing",
            "POST /books 400: title must be text",
            "POST /books 400: no object",
            "GET /books 200",
        ]
    );
}

#[test]
fn a_refused_call_says_why() {
    let post = |said: &str| case("POST:/books", "/books", "{}", 422, said);
    let name = |case: TestCase| names(&[case]).remove(0);
    for (said, reason) in [
        (r#"{"error":"title is missing"}"#, ": title is missing"),
        (r#"{"errors":{"title":["can't be blank"]}}"#, ": title can't be blank"),
        (r#"{"errors":[{"msg":"Invalid value","path":"title"}]}"#, ": title: Invalid value"),
        (r#"{"error":"Unprocessable Entity"}"#, ""),
    ] {
        assert_eq!(name(post(said)), format!("POST /books 422{reason}"));
    }
    let unknown = case("GET:/books/{id}", "/books/9", "", 404, r#"{"error":"Not Found"}"#);
    assert_eq!(name(unknown), "GET /books/{id} 404: unknown id");
}

/// A test of calls, each `(method, path, status)`, `as` a user each where there are any.
fn chain(calls: &[(&str, &str, u16)], users: &[&str]) -> TestCase {
    let mut chain = case("GET:/", "/", "", 200, "1");
    chain.test.calls.clear();
    chain.expectations.clear();
    for (index, (method, path, status)) in calls.iter().enumerate() {
        let one = case(&format!("{method}:{path}"), path, "", *status, "1");
        chain.test.calls.extend(one.test.calls);
        chain.expectations.extend(one.expectations);
        chain.test.calls[index].user = users.get(index).map(|user| (*user).to_owned());
    }
    chain
}

#[test]
fn a_test_is_named_by_its_last_call_and_what_leads_to_it() {
    let name =
        |calls: &[(&str, &str, u16)], users: &[&str]| names(&[chain(calls, users)]).remove(0);
    let (made, read, gone) = (("POST", "/a", 201), ("GET", "/a", 200), ("DELETE", "/a", 204));
    assert_eq!(name(&[made, read], &[]), "GET /a 200 after POST /a");
    assert_eq!(name(&[made, read], &["ann", "ann"]), "GET /a 200 after POST /a as ann");
    assert_eq!(name(&[made, read], &["ann", "bob"]), "GET /a 200 as bob after POST /a as ann");
    let refused = ("PUT", "/a", 422);
    assert_eq!(name(&[refused, gone], &[]), "DELETE /a 204 after PUT /a 422");
    assert_eq!(
        name(&[made, made, made, read, read, refused, gone, made, read], &[]),
        "GET /a 200 after PUT /a 422, DELETE /a and POST /a"
    );
    assert_eq!(name(&[made, made, read, read], &[]), "GET /a 200 after twice POST /a");
    let deep = format!("/{}", "a".repeat(60));
    let deep = [("POST", "/a", 201), ("POST", deep.as_str(), 201), ("PUT", &deep, 200), read];
    assert_eq!(name(&deep, &[]), format!("GET /a 200 after PUT {}", deep[2].1), "it is long");
    // What somebody else reads tells whose it is.
    assert_eq!(name(&[read, gone], &["ann", "bob"]), "DELETE /a 204 as bob after GET /a as ann");
    // Who makes all that leads to what somebody else does is named once.
    let nobody =
        name(&[made, read, ("PUT", "/a", 200), ("GET", "/b", 200)], &["ann", "ann", "ann"]);
    assert_eq!(nobody, "GET /b 200 after POST /a and PUT /a, all as ann");
    assert_eq!(
        name(&[made, read, gone], &["ann", "ann", "bob"]),
        "DELETE /a 204 as bob after POST /a and GET /a, all as ann"
    );
    assert_eq!(name(&[("GET", "/a", 404), gone], &[]), "DELETE /a 204 after GET /a 404");
    let mut faulty = chain(&[made, ("PATCH", "/a", 500), gone], &[]);
    faulty.faults = vec![ShownFault { call: 1, words: "thrown at a.js:7".to_owned() }];
    assert_eq!(
        names(&[faulty]),
        ["PATCH /a 500 after POST /a, then DELETE /a 204: thrown at a.js:7"]
    );
}

#[test]
fn paths_of_the_search_are_named_as_they_are_sent() {
    let name =
        |operation: &str, target: &str| names(&[case(operation, target, "", 200, "1")]).remove(0);
    assert_eq!(name("GET:/{s1}/{s2}", "/users/7?x=1"), "GET /users/7 200");
    assert_eq!(name(r"GET:/{^\/ab?cd$}", "/abcd"), "GET /abcd 200");
    assert_eq!(name("GET:/users/{id}", "/users/7"), "GET /users/{id} 200");
}

#[test]
fn what_holds_fields_is_not_left_out() {
    let post = |body: &str| case("POST:/books", "/books", body, 201, r#"{"id":7}"#);
    let cases = [post(r#"{"tags":{"a":1}}"#), post(r#"{"tags":[]}"#), post(r#"{"pages":3}"#)];
    assert_eq!(
        names(&cases),
        [
            "POST /books 201: tags is an object",
            "POST /books 201: tags is empty",
            "POST /books 201: without tags",
        ]
    );
}

#[test]
fn inputs_tell_apart_what_answers_do_not() {
    let get = |target: &str| case("GET:/books", target, "", 200, "[]");
    assert_eq!(
        names(&[
            get("/books"),
            get("/books?author=x"),
            get("/books?author="),
            get("/books?author=x&page=2")
        ]),
        [
            "GET /books 200: without author",
            "GET /books 200: author=x",
            "GET /books 200: author=\"\"",
            "GET /books 200: author=x, page=2",
        ]
    );
    let post = |body: &str| case("POST:/books", "/books", body, 201, r#"{"id":1}"#);
    let long = format!(r#"{{"title":"{}","tags":[1,2]}}"#, "x".repeat(70));
    assert_eq!(
        names(&[post(r#"{"title":"a"}"#), post(r#"{"title":5}"#), post(&long), post("{broken")]),
        [
            "POST /books 201: title=\"a\"",
            "POST /books 201: title=5",
            "POST /books 201: title=\"xxxxxxxxxxxxxxxxxxxxx...\"",
            "POST /books 201: body is no JSON",
        ]
    );
}

#[test]
fn what_answers_say_nothing_of_is_told_by_an_input_of_its_own() {
    let get = |query: &str, answer: &str| case("GET:/a", &format!("/a{query}"), "", 200, answer);
    assert_eq!(
        names(&[get("?form=count", r#"{"count":3}"#), get("?form=short", "{}"), get("", "{}")]),
        ["GET /a 200: count is 3", "GET /a 200: form=short", "GET /a 200: without form"]
    );
    let tests = [get("?form=count", r#"{"count":3}"#), get("?form=short", "{}")];
    assert_eq!(names(&tests), ["GET /a 200: count is 3", "GET /a 200: form=short"]);
}

#[test]
fn inputs_are_named_as_they_are_read() {
    let get = |query: &str| case("GET:/a", &format!("/a?{query}"), "", 200, "[]");
    assert_eq!(
        names(&[get("q=Ada%20Lee"), get("q=a%26b"), get("q=100%"), get("q=%00"), get("q=%+1")]),
        [
            "GET /a 200: q=\"Ada Lee\"",
            "GET /a 200: q=a&b",
            "GET /a 200: q=100%",
            "GET /a 200: q=%00",
            "GET /a 200: q=%+1",
        ]
    );
}

#[test]
fn what_is_not_there_is_said_where_nothing_else_tells_a_test_from_others() {
    let get = |query: &str, said: &str| case("GET:/a", &format!("/a?{query}"), "", 200, said);
    assert_eq!(
        names(&[
            get("author=a", r#"[{"id":1}]"#),
            get("author=b&genre=c", "[]"),
            get("author=b", "[]"),
        ]),
        ["GET /a 200: 1 item", "GET /a 200: 0 items, genre=c", "GET /a 200: 0 items"]
    );
}

#[test]
fn a_body_that_is_no_json_is_why_it_is_refused() {
    let mut broken = case("POST:/a", "/a", "{\"a\":", 500, "null");
    broken.faults = vec![ShownFault { call: 0, words: "answers 500".to_owned() }];
    let whole = case("POST:/a", "/a", "{}", 500, "null");
    assert_eq!(names(&[broken.clone()]), ["POST /a 500: body is no JSON"]);
    assert_eq!(
        names(&[broken, whole]),
        ["POST /a 500: body is no JSON", "POST /a 500: body is an empty object"]
    );
    let told = case("POST:/a", "/a", "{\"a\":", 400, r#"{"error":"cannot be read"}"#);
    assert_eq!(names(&[told]), ["POST /a 400: cannot be read"]);
}

#[test]
fn answers_come_before_inputs_unless_they_are_echoes() {
    let get = |a: &str, b: &str, result: &str| {
        let target = format!("/v1/sum/{a}/{b}");
        let answer = format!(r#"{{"sum":{result},"a":{a}}}"#);
        case("GET:/sum/{a}/{b}", &target, "", 200, &answer)
    };
    assert_eq!(
        names(&[get("1", "22", "23"), get("2", "21", "23"), get("3", "1", "4")]),
        [
            "GET /sum/{a}/{b} 200: sum is 23, a=1",
            "GET /sum/{a}/{b} 200: sum is 23, a=2",
            "GET /sum/{a}/{b} 200: sum is 4",
        ]
    );
}

#[test]
fn faults_tell_apart_what_is_answered_alike() {
    let mut cases = ["/a", "/b"].map(|target| case("GET:/{x}", target, "", 500, "null")).to_vec();
    for (case, line) in cases.iter_mut().zip([7, 9]) {
        case.faults = vec![ShownFault { call: 0, words: format!("at src/a.js:{line}") }];
    }
    assert_eq!(names(&cases), ["GET /{x} 500: at src/a.js:7", "GET /{x} 500: at src/a.js:9"]);
}

#[test]
fn what_leads_to_a_fault_is_not_named_where_the_name_would_be_long() {
    let path = format!("/{}", "a".repeat(50));
    let mut whole = case(&format!("POST:{path}"), &path, "", 201, "1");
    let last = case("GET:/b", "/b", "", 500, "null");
    whole.test.calls.extend(last.test.calls);
    whole.expectations.extend(last.expectations);
    let mut long = whole.clone();
    let fault = |words: &str| vec![ShownFault { call: 1, words: words.to_owned() }];
    whole.faults = fault("at src/a.js:7");
    long.faults = fault(&"at src/b.js:9 ".repeat(6));
    let names = names(&[whole, long]);
    assert_eq!(names[0], format!("GET /b 500 after POST {path}: at src/a.js:7"));
    assert!(names[1].starts_with("GET /b 500: at src/b.js:9"), "{}", names[1]);
}

#[test]
fn tests_without_a_difference_are_numbered() {
    let same = case("GET:/a", "/a", "", 200, "1");
    let mut named = same.clone();
    named.name = "GET /a 200".to_owned();
    assert_eq!(
        names(&[same.clone(), same, named]),
        ["GET /a 200", "GET /a 200 (2)", "GET /a 200 (3)"]
    );
}

#[test]
fn credentials_are_not_named() {
    let mut cases = ["k1", "k2"].map(|_| case("GET:/a", "/a", "", 200, "1")).to_vec();
    for (index, case) in cases.iter_mut().enumerate() {
        let call = &mut case.test.calls[0];
        let slot = format!("KEY_{index}");
        call.http_mut().headers.push((
            "Authorization".to_owned(),
            vec![Part::Credential { user: String::new(), slot }],
        ));
    }
    assert_eq!(names(&cases), ["GET /a 200", "GET /a 200 (2)"]);
}

#[test]
fn an_input_that_a_refusal_names_comes_before_others() {
    let get = |target: &str| case("GET:/a", target, "", 400, r#"{"error":"the size is wrong"}"#);
    assert_eq!(
        names(&[get("/a?page=9&size=-3"), get("/a?page=3&size=100")]),
        ["GET /a 400: the size is wrong, size=-3", "GET /a 400: the size is wrong, size=100"]
    );
    let post = |body: &str| case("POST:/a", "/a", body, 422, r#"{"errors":["page size"]}"#);
    let bodies = [r#"{"a":1,"items":[{"pageSize":-2000}]}"#, r#"{"a":2,"items":[{"pageSize":0}]}"#];
    assert_eq!(
        names(&bodies.map(post)),
        [
            "POST /a 422: page size, items[0].pageSize=-2000",
            "POST /a 422: page size, items[0].pageSize=0"
        ]
    );
}

#[test]
fn a_message_that_is_the_name_of_an_input_is_not_said_twice() {
    let get = |target: &str| case("GET:/a", target, "", 400, r#"{"error":"size"}"#);
    assert_eq!(
        names(&[get("/a?size=-3"), get("/a?size=100"), get("/a")]),
        ["GET /a 400: size=-3", "GET /a 400: size=100", "GET /a 400: without size"]
    );
}

#[test]
fn no_path_is_without_its_parameters() {
    let plain = case("GET:/a/{id}", "/a/4", "", 409, "{}");
    let mut linked = plain.clone();
    let source = nearmiss_problem::Source::Body("/id".to_owned());
    let taken = Part::FromResponse { call: 0, source, fallback: String::new() };
    linked.test.calls[0].http_mut().target = vec![Part::Text("/a/".to_owned()), taken];
    assert_eq!(names(&[plain, linked]), ["GET /a/{id} 409: id=4", "GET /a/{id} 409"]);
}

#[test]
fn all_that_is_wrong_is_said() {
    let said = r#"{"problems":["language","no @"]}"#;
    assert_eq!(names(&[case("PUT:/a", "/a", "{}", 422, said)]), ["PUT /a 422: language, no @"]);
}

#[test]
fn what_a_test_is_about_comes_before_what_leads_to_it() {
    let list = |tags: &str, query: &str| {
        let made = case("POST:/a", "/a", &format!(r#"{{"tags":{tags}}}"#), 201, r#"{"id":1}"#);
        let mut chain = case("GET:/a", query, "", 200, "[]");
        chain.test.calls.insert(0, made.test.calls[0].clone());
        chain.expectations.insert(0, made.expectations[0].clone());
        chain
    };
    assert_eq!(
        names(&[list("[]", "/a?genre=novel"), list(r#"["x"]"#, "/a?genre=science")]),
        ["GET /a 200 after POST /a: genre=novel", "GET /a 200 after POST /a: genre=science"]
    );
}
