use serde_json::json;

use super::*;
use crate::{Body, HttpRequest, Request, Source};

fn call(headers: &[(&str, Part)], body: Option<&str>) -> Call {
    Call {
        operation: "POST:/a".into(),
        user: None,
        request: Request::Http(HttpRequest {
            method: "POST".to_owned(),
            target: vec![Part::Text("/a".to_owned())],
            headers: headers
                .iter()
                .map(|(name, part)| ((*name).to_owned(), vec![part.clone()]))
                .collect(),
            body: body.map(|text| Body {
                content_type: "application/json".to_owned(),
                text: vec![Part::Text(text.to_owned())],
            }),
        }),
    }
}

fn answer(headers: &[(&str, &str)], body: &str) -> CallOutcome {
    let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    CallOutcome::Response(HttpResponse {
        status: 200,
        headers: headers.iter().map(pair).collect(),
        body: body.as_bytes().to_vec(),
        truncated: false,
    })
}

/// What is a secret of one answer.
fn of(headers: &[(&str, &str)], body: &str) -> Vec<String> {
    let (steps, outcomes) = ([call(&[], None)], [answer(headers, body)]);
    let mut given = GivenSecrets::default();
    given.note(&steps, &outcomes);
    assert!(given.count() == 0 || may_give_secrets(&steps, &outcomes), "{body}");
    given.values().map(str::to_owned).collect()
}

#[test]
fn fields_headers_and_cookies_are_known_by_their_names() {
    let body = json!({
        "data": {"refreshToken": "ref-11aa22", "n": 7, "name": "ann-1234567890abc"},
        "apiKeys": [], "api_key": ["key-11aa22", "Bearer key-33bb44"],
        "csrfToken": "\"abc123de\"", "password": "hunter", "token": "a word",
    });
    assert_eq!(of(&[], &body.to_string()), ["abc123de", "key-11aa22", "key-33bb44", "ref-11aa22"]);
    let headers = [
        ("set-cookie", "theme=dark-mode-9; Path=/"),
        ("set-cookie", "sid=s%3A11aa22bb; HttpOnly"),
        ("set-cookie", "x=0123456789abcdef0; Path=/"),
        ("x-auth-token", "tok-11aa22"),
        ("etag", "W/0123456789abcdef0"),
    ];
    assert_eq!(of(&headers, ""), ["0123456789abcdef0", "s%3A11aa22bb", "s:11aa22bb", "tok-11aa22"]);
}

#[test]
fn links_of_mails_and_logins_are_known_by_where_they_stand() {
    let token = "1a2b3c4d-5e6f7a8b-9c0d";
    for body in [
        json!({"text": format!("Open http://localhost:1/in/{token}. Bye")}),
        json!({"preview": format!("http://localhost:1/magic-links/{token}")}),
        json!({"url": format!("https://a.example/in?x=1&code={token}")}),
    ] {
        assert_eq!(of(&[], &body.to_string()), [token], "{body}");
    }
    assert_eq!(of(&[("location", &format!("/verify/{token}"))], ""), [token]);
    for body in [
        json!({"self": format!("http://localhost:1/items/{token}")}).to_string(),
        format!("<script src=\"http://localhost/app.{token}.js\">"),
        json!({"text": "see http://localhost:1/items/7"}).to_string(),
    ] {
        assert!(of(&[], &body).is_empty(), "{body}");
    }
    let jwt = "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.x";
    assert_eq!(of(&[], &json!({ "a": format!("<{jwt}>") }).to_string()), [jwt]);
}

#[test]
fn what_a_test_sent_is_no_secret_then_or_later() {
    let mut given = GivenSecrets::default();
    let sent = [call(&[], Some("{\"password\":\"chosen\\\"123\"}"))];
    let body = json!({ "password": "chosen\"123" }).to_string();
    assert!(!given.note(&sent, &[answer(&[], &body)]));
    assert!(!given.note(&[call(&[], None)], &[answer(&[], &body)]));
    assert!(given.note(&[call(&[], None)], &[answer(&[], "{\"password\":\"given-123\"}")]));
    assert_eq!(given.values().collect::<Vec<_>>(), ["given-123"]);
}

#[test]
fn what_opens_something_is_a_secret_whatever_it_is_called() {
    let part = Part::FromResponse {
        call: 0,
        source: Source::Body("/id".to_owned()),
        fallback: String::new(),
    };
    let body = "{\"id\":\"opens-123\",\"other\":\"stays-123\"}";
    for (header, secrets) in [("X-Api-Key", vec!["opens-123"]), ("X-Other", vec![])] {
        let steps = [call(&[], None), call(&[(header, part.clone())], None)];
        let outcomes = [answer(&[], body), answer(&[], "{}")];
        let mut given = GivenSecrets::default();
        if may_give_secrets(&steps, &outcomes) {
            given.note(&steps, &outcomes);
        }
        assert_eq!(given.values().collect::<Vec<_>>(), secrets, "{header}");
    }
}

#[test]
fn who_says_a_value_again_has_not_given_it() {
    let body = "{\"token\":\"tok-11aa22\"}";
    let link = Part::FromResponse {
        call: 0,
        source: Source::Body("/token".to_owned()),
        fallback: String::new(),
    };
    let named = |name: &str, step: Call| {
        let mut call = step;
        call.operation = name.into();
        call
    };
    let mut given = GivenSecrets::default();
    let steps = [
        named("POST:/login", call(&[], None)),
        named("GET:/linked", call(&[("X-A", link)], None)),
        named("GET:/sent", call(&[("X-A", Part::Text("a tok-11aa22".to_owned()))], None)),
    ];
    let outcomes = [answer(&[], body), answer(&[], body), answer(&[], body)];
    given.note(&steps, &outcomes);
    let (_, origins) = given.origins("tok-11aa22").unwrap();
    let operations: Vec<&str> = origins.iter().map(|origin| &*origin.operation).collect();
    assert_eq!(operations, ["POST:/login"]);
}

#[test]
fn what_a_login_gave_has_a_slot_for_each_place() {
    let headers = [("set-cookie", "sid=s-11aa22bb"), ("set-cookie", "theme=dark")];
    let CallOutcome::Response(answer) = answer(
        &[headers[0], headers[1], ("x-csrf-token", "csrf-11aa22")],
        "{\"data\":{\"refreshToken\":\"ref-11aa22\"},\"link\":\"http://h/verify/0123456789abcdef0\"}",
    ) else {
        return;
    };
    let slots = |given: &Given| {
        let slots = login_slots(&answer, given).into_iter();
        slots.map(|(slot, value)| format!("{slot}: {value}")).collect::<Vec<_>>()
    };
    let usual = [
        "/data/refreshToken: ref-11aa22",
        "cookie sid: s-11aa22bb",
        "header x-csrf-token: csrf-11aa22",
    ];
    assert_eq!(slots(&Given::Token("t".to_owned())), usual);
    let cookies = Given::Cookies("sid=s-11aa22bb; theme=dark".to_owned());
    assert_eq!(slots(&cookies), [usual[0], usual[1], "cookie theme: dark", usual[2]]);
}
