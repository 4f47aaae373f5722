use super::json::{MAX_ITEMS, MAX_VALUES};
use super::portable::MAX_TEXT;
use super::*;
use serde_json::json;

fn answer(status: u16, content_type: &str, body: &str) -> CallOutcome {
    CallOutcome::Response(HttpResponse {
        status,
        headers: vec![("content-type".to_owned(), content_type.to_owned())],
        body: body.as_bytes().to_vec(),
        truncated: false,
    })
}

fn agreed(a: &CallOutcome, b: &CallOutcome) -> AnswerExpectation {
    match Expectation::from_runs(a, b) {
        Expectation::Answer(answer) => answer,
        other => panic!("{other:?}"),
    }
}

fn agreed_json(a: &Value, b: &Value) -> (JsonExpectation, Vec<String>) {
    let of = |value: &Value| answer(200, "application/json; charset=utf-8", &value.to_string());
    let expected = agreed(&of(a), &of(b));
    assert_eq!(expected.content_type.as_deref(), Some("application/json"));
    match expected.body {
        BodyExpectation::Json(json) => (json, expected.left_out),
        other => panic!("{other:?}"),
    }
}

fn value(value: Value) -> JsonExpectation {
    JsonExpectation::Value(value)
}

#[test]
fn equal_answers_are_expected_whole() {
    let body = json!({ "a": [1, { "b": null }], "c": "é" });
    let (json, left_out) = agreed_json(&body, &body);
    assert!(json.is_whole());
    assert_eq!(left_out, Vec::<String>::new());
}

#[test]
fn what_differs_is_left_out_by_its_place() {
    let a = json!({ "id": 1, "createdAt": "x", "in": [{ "t/~": 1, "k": 2 }], "gone": 1 });
    let b = json!({ "id": 1, "createdAt": "y", "in": [{ "t/~": 9, "k": 2 }], "new": 1 });
    let (json, left_out) = agreed_json(&a, &b);
    assert_eq!(
        left_out,
        [
            "/createdAt differs between runs",
            "/in/0/t~1~0 differs between runs",
            "/gone is not in all runs",
            "the body has other fields in another run",
        ]
    );
    let JsonExpectation::Object { fields, whole: false } = json else { panic!("{json:?}") };
    assert_eq!(fields[0], ("id".to_owned(), value(json!(1))));
    assert_eq!(fields[1].1, JsonExpectation::Kind(ValueKind::Text));
    let JsonExpectation::Array { length: 1, items, last: None, whole: true } = &fields[2].1 else {
        panic!("{fields:?}")
    };
    let JsonExpectation::Object { fields, whole: true } = &items[0] else { panic!("{items:?}") };
    assert_eq!(fields[0].1, JsonExpectation::Kind(ValueKind::Number));
    assert!(items[0].is_whole() && !items[0].is_exact());
}

#[test]
fn a_value_that_may_be_null_is_not_expected_to_be_there() {
    let (json, _) = agreed_json(&json!({ "a": null }), &json!({ "a": 1 }));
    let JsonExpectation::Object { fields, .. } = json else { panic!("{json:?}") };
    assert_eq!(fields[0].1, JsonExpectation::Anything { present: false });
}

#[test]
fn lists_of_another_length_are_left_out_and_long_ones_bounded() {
    let (json, left_out) = agreed_json(&json!([1]), &json!([1, 2]));
    assert_eq!(json, JsonExpectation::Anything { present: true });
    assert_eq!(left_out, ["the body has another length in another run"]);

    let long = json!({ "all": (0..300).collect::<Vec<_>>() });
    let (json, left_out) = agreed_json(&long, &long);
    assert!(!json.is_whole());
    let JsonExpectation::Object { fields, .. } = json else { panic!("{json:?}") };
    assert!(
        matches!(&fields[0].1, JsonExpectation::Array { length: 300, items, last: Some(last), .. }
            if items.len() == MAX_ITEMS && **last == JsonExpectation::Value(json!(299)))
    );
    assert_eq!(left_out, ["/all has 300 items, of which the first 5 and the last are compared"]);

    // Short values stand in a line; what has parts, or is long, does not.
    let item = |text: &str| json!(vec![text; 8]);
    for (list, whole) in [
        (json!((0..12).collect::<Vec<_>>()), true),
        (json!((0..13).collect::<Vec<_>>()), false),
        (item("short"), true),
        (item(&"long ".repeat(9)), false),
        (json!(vec![json!({ "a": 1 }); 8]), false),
    ] {
        assert_eq!(agreed_json(&list, &list).0.is_whole(), whole, "{list}");
    }
}

#[test]
fn bodies_of_many_values_are_bounded() {
    let many: serde_json::Map<String, Value> =
        (0..1000).map(|n| (format!("k{n}"), json!(n))).collect();
    let many = Value::Object(many);
    let (json, left_out) = agreed_json(&many, &many);
    let JsonExpectation::Object { fields, whole: false } = json else { panic!("{json:?}") };
    assert!(fields.len() <= MAX_VALUES);
    assert_eq!(left_out, ["the body holds more values than are compared"]);
}

#[test]
fn deep_bodies_are_bounded() {
    let mut deep = json!(1);
    for _ in 0..100 {
        deep = json!([deep]);
    }
    let (json, _) = agreed_json(&deep, &deep);
    assert!(!json.is_whole());
}

#[test]
fn a_field_that_is_no_literal_is_left_out() {
    let body: Value = serde_json::from_str(r#"{"__proto__":{"x":1},"a":1}"#).unwrap();
    let (json, left_out) = agreed_json(&body, &body);
    assert!(!json.is_whole());
    assert_eq!(left_out.len(), 1);
}

#[test]
fn a_long_page_is_told_by_its_texts() {
    let page = |token: &str, more: &str| {
        let filler = "<p>filler</p>".repeat(60);
        format!(
            "<head><title>Shelf</title></head><h1>Books {token}</h1><h2>All of them</h2>{more}{filler}"
        )
    };
    let of = |a: &str, b: &str| agreed(&answer(200, "text/html", a), &answer(200, "text/html", b));
    let told = |texts: &[&str]| {
        BodyExpectation::Page(texts.iter().map(|text| (*text).to_owned()).collect())
    };
    let (one, other) = (page("x", ""), page("y", ""));
    let same = of(&one, &one);
    assert_eq!(same.body, told(&["Shelf", "Books x", "All of them"]));
    assert_eq!(same.left_out, ["the page but for these texts (it is long)"]);
    let differing = of(&one, &other);
    assert_eq!(differing.body, told(&["Shelf", "All of them"]));
    assert_eq!(differing.left_out, ["the page but for these texts (it differs between runs)"]);
    let short = "<h1>Books</h1>";
    let whole = BodyExpectation::Text { text: short.to_owned(), whole: true };
    assert_eq!(of(short, short).body, whole);
}

#[test]
fn a_document_that_shows_an_error_is_told_by_that() {
    let page = |error: &str| {
        let head = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<title>Error</title>\n</head>";
        let page = answer(500, "text/html", &format!("{head}\n<body>\n<pre>{error}</pre>"));
        let AnswerExpectation { body, left_out, .. } = agreed(&page, &page);
        (body, left_out)
    };
    let told = |texts: &[&str], why| {
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        (BodyExpectation::Page(texts), vec![format!("the page but for these texts ({why})")])
    };
    let traced =
        "PayloadTooLargeError: request entity too large<br> &nbsp; &nbsp;at f (/x/a.js:1:2)";
    let error = "PayloadTooLargeError: request entity too large";
    assert_eq!(page(traced), told(&[error], "a stack trace"));
    let of_engine = "a text of Node's, which changes with its version";
    assert_eq!(page("SyntaxError: Unexpected token"), told(&["SyntaxError:"], of_engine));
    assert_eq!(page("Cannot GET /x"), told(&["Error", "Cannot GET /x"], "the rest is layout"));
}

#[test]
fn text_is_compared_up_to_a_stack_trace_or_a_bound() {
    let of = |text: &str| agreed(&answer(500, "text/html", text), &answer(500, "text/html", text));
    let whole = of("nothing special\n    at home");
    assert_eq!(
        whole.body,
        BodyExpectation::Text { text: "nothing special\n    at home".to_owned(), whole: true }
    );
    for frame in ["\n    at f (/x/a.js:1:2)", "<br> &nbsp; &nbsp;at f (/x/a.js:1:2)"] {
        let traced = of(&format!("TypeError: x{frame}"));
        assert_eq!(
            traced.body,
            BodyExpectation::Text { text: "TypeError: x".to_owned(), whole: false }
        );
        assert_eq!(traced.left_out, ["the body from character 13 on (a stack trace)"]);
    }
    let long = of(&"é".repeat(1000));
    assert_eq!(long.body, BodyExpectation::Text { text: "é".repeat(MAX_TEXT), whole: false });
}

#[test]
fn json_that_is_none_is_text() {
    let broken = answer(200, "application/json", "{\"a\":");
    assert_eq!(
        agreed(&broken, &broken).body,
        BodyExpectation::Text { text: "{\"a\":".to_owned(), whole: true }
    );
    let typed = answer(200, "application/problem+json;x=1", "{}");
    assert!(matches!(agreed(&typed, &typed).body, BodyExpectation::Json(_)));
}

#[test]
fn what_cannot_be_compared_is_said() {
    let differing = agreed(&answer(200, "text/plain", "a"), &answer(200, "text/plain", "b"));
    assert_eq!(differing.body, BodyExpectation::Anything);
    assert_eq!(differing.left_out, ["the body differs between runs"]);

    let status = agreed(&answer(200, "text/plain", "a"), &answer(500, "text/plain", "a"));
    assert_eq!(status.status, None);
    assert_eq!(status.left_out, ["the status differs between runs (200 and 500)"]);

    let types = agreed(&answer(200, "text/plain", "a"), &answer(200, "text/html", "a"));
    assert_eq!((types.status, types.content_type), (Some(200), None));

    let binary = CallOutcome::Response(HttpResponse {
        status: 200,
        body: vec![0xFF],
        ..HttpResponse::default()
    });
    assert_eq!(agreed(&binary, &binary).left_out, ["the body is not text"]);

    let cut = CallOutcome::Response(HttpResponse {
        status: 200,
        body: b"x".to_vec(),
        truncated: true,
        ..HttpResponse::default()
    });
    assert_eq!(agreed(&cut, &cut).left_out, ["the body is too long to be compared"]);
}

#[test]
fn calls_without_an_answer_are_expected_as_such() {
    let ok = answer(200, "text/plain", "");
    let broken = |why: &str| CallOutcome::Broken(why.to_owned());
    let of = Expectation::from_runs;
    assert_eq!(of(&CallOutcome::Timeout, &CallOutcome::Timeout), Expectation::Timeout);
    assert_eq!(of(&broken("a"), &broken("b")), Expectation::Broken);
    for (a, b) in
        [(&ok, &CallOutcome::Timeout), (&broken(""), &ok), (&CallOutcome::Timeout, &broken(""))]
    {
        assert!(matches!(of(a, b), Expectation::Unstable { left_out } if left_out.len() == 1));
    }
}

#[test]
fn what_is_true_today_only_is_left_out() {
    let of = |content_type: &str, body: &str| {
        let headers = [("content-type", content_type), ("date", "Fri, 20 Nov 2026 23:41:46 GMT")];
        let answer = CallOutcome::Response(HttpResponse {
            status: 200,
            headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
            body: body.as_bytes().to_vec(),
            truncated: false,
        });
        agreed(&answer, &answer)
    };
    let json = of("application/json", r#"{"due":"2026-11-20","born":"1990-01-01"}"#);
    assert_eq!(json.left_out, ["/due holds the date of the run"]);
    let BodyExpectation::Json(JsonExpectation::Object { fields, whole: true }) = json.body else {
        panic!("{json:?}")
    };
    assert_eq!(fields[0].1, JsonExpectation::Kind(ValueKind::Text));
    assert_eq!(fields[1].1, value(json!("1990-01-01")));
    let text = of("text/plain", "Today is Fri Nov 20 2026");
    assert_eq!(text.left_out, ["the body holds the date of the run"]);
}

#[test]
fn what_follows_the_clock_or_the_place_is_left_out_and_said() {
    let at_home =
        answer(200, "application/json", r#"{"day":"a","home":"/a","fixed":1,"list":[1]}"#);
    let later = answer(200, "application/json", r#"{"day":"b","home":"/a","fixed":1,"list":[]}"#);
    let away = answer(200, "application/json", r#"{"day":"a","home":"/b","fixed":1,"list":[1]}"#);
    let of = |elsewhere: &[(&CallOutcome, &'static str)]| {
        let elsewhere = elsewhere.iter().map(|(outcome, follows)| Elsewhere { outcome, follows });
        let elsewhere: Vec<_> = elsewhere.collect();
        Expectation::from_runs_and_elsewhere(
            &[&at_home, &at_home],
            &elsewhere,
            &Hidden::default(),
            &[],
        )
    };
    let Expectation::Answer(both) = of(&[(&later, "the clock"), (&away, "the folder")]) else {
        panic!("it was answered everywhere")
    };
    assert_eq!(
        both.left_out,
        [
            "/day follows the clock",
            "/home follows the folder",
            "/list has a length that follows the clock"
        ]
    );
    assert!(both.left_out.iter().all(|why| is_of_runs(why)));
    let refused = CallOutcome::Broken("bad gzip".to_owned());
    let broken = of(&[(&refused, "the client of the tests")]);
    let left_out = vec!["whether the call is answered follows the client of the tests".to_owned()];
    assert_eq!(broken, Expectation::Unstable { left_out });
}

#[test]
fn what_was_handed_on_is_compared_with_where_it_comes_from() {
    let of = |id: &str| answer(200, "application/json", &format!(r#"{{"id":"{id}","n":1}}"#));
    let (first, second) = (of("a"), of("b"));
    let expected = |values: [&str; 2]| {
        let values = values.iter().map(|value| json!(value)).collect();
        let handed_on = [HandedOn { call: 0, pointer: "/made/0/id".to_owned(), values }];
        let runs = [&first, &second];
        let hidden = Hidden::default();
        match Expectation::from_runs_and_elsewhere(&runs, &[], &hidden, &handed_on) {
            Expectation::Answer(answer) => answer,
            other => panic!("{other:?}"),
        }
    };
    let same = expected(["a", "b"]);
    assert!(same.left_out.is_empty(), "{same:?}");
    let BodyExpectation::Json(JsonExpectation::Object { fields, whole: true }) = same.body else {
        panic!("{:?}", same.body)
    };
    let pointer = "/made/0/id".to_owned();
    assert_eq!(fields[0].1, JsonExpectation::SameAs { call: 0, pointer });
    assert_eq!(expected(["a", "a"]).left_out, ["/id differs between runs"]);
}

#[test]
fn paths_in_location_are_compared_and_addresses_are_not() {
    let of = |path: &str| {
        CallOutcome::Response(HttpResponse {
            status: 201,
            headers: vec![("location".to_owned(), path.to_owned())],
            ..HttpResponse::default()
        })
    };
    assert_eq!(agreed(&of("/a/1"), &of("/a/1")).location.as_deref(), Some("/a/1"));
    assert_eq!(agreed(&of("/a/1"), &of("/a/2")).location, None);
    let address = of("http://localhost:1/a");
    assert_eq!(agreed(&address, &address).location, None);
}

#[test]
fn cookies_are_compared_that_every_run_sets() {
    let of = |lines: &[&str]| {
        let headers = lines.iter().map(|line| ("set-cookie".to_owned(), (*line).to_owned()));
        let headers = headers.collect();
        CallOutcome::Response(HttpResponse { status: 201, headers, ..HttpResponse::default() })
    };
    let (remember, drawn) = ("remember=1; Path=/", "sid=8f3a; HttpOnly");
    let cookies = |a: &[&str], b: &[&str]| agreed(&of(a), &of(b)).cookies;
    assert_eq!(cookies(&[remember, drawn], &[remember, drawn]), [remember, drawn]);
    assert!(cookies(&[remember, drawn], &[remember, "sid=77c1; HttpOnly"]).is_empty());
    let ends = ["a=1; Expires=Sun, 29 Nov 2026 10:00:00 GMT"];
    assert!(cookies(&ends, &ends).is_empty(), "it is another time tomorrow");
}

#[test]
fn texts_of_the_engine_are_compared_up_to_them() {
    let said = |error: &str| {
        let body = json!({ "error": error });
        let (json, left_out) = agreed_json(&body, &body);
        let JsonExpectation::Object { fields, .. } = json else { panic!("{json:?}") };
        (fields[0].1.clone(), left_out.len())
    };
    let prefix = |text: &str| (JsonExpectation::Prefix(text.to_owned()), 1);
    let of_v8 = "no JSON: Expected ',' or '}' after property value in JSON at position 148";
    assert_eq!(said(of_v8), prefix("no JSON: "));
    assert_eq!(said("Unexpected end of JSON input"), prefix(""));
    assert_eq!(said("a title is expected"), (value(json!("a title is expected")), 0));
}
