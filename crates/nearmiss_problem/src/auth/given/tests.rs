use serde_json::json;

use super::*;
use crate::{Body, Source};

fn call(headers: &[(&str, Part)], body: Option<&str>) -> Step {
    Step::Http(HttpCall {
        operation: "POST:/a".to_owned(),
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
        user: None,
    })
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
        step: 0,
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
