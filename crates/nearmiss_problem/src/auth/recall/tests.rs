use super::*;
use crate::{Body, Call, CallOutcome, HttpRequest, HttpResponse, Known, Request, text_of_parts};

/// A call with a body; its target, a header and the body are these texts.
fn call(operation: &str, target: &str, header: &str, body: (&str, &str)) -> Call {
    let text = |text: &str| vec![Part::Text(text.to_owned())];
    Call {
        operation: operation.into(),
        user: None,
        request: Request::Http(HttpRequest {
            method: "POST".to_owned(),
            target: text(target),
            headers: vec![("X-A".to_owned(), text(header))],
            body: Some(Body { content_type: body.0.to_owned(), text: text(body.1) }),
        }),
    }
}

fn answer(headers: &[(&str, &str)], body: &str) -> HttpResponse {
    let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    HttpResponse {
        status: 200,
        headers: headers.iter().map(pair).collect(),
        body: body.as_bytes().to_vec(),
        truncated: false,
    }
}

/// Secrets that earlier tests were given by these answers, each to the operation beside it.
fn known(told: &[(&str, HttpResponse)]) -> Concealer {
    let mut given = crate::auth::GivenSecrets::default();
    for (operation, answer) in told {
        let outcome = CallOutcome::Response(answer.clone());
        assert!(given.note(&[call(operation, "/", "", ("text/plain", ""))], &[outcome]));
    }
    let secrets = given.values().map(Concealed::given).collect();
    Concealer::recalling(secrets, given)
}

/// The answers of another run, and users who are logged in there.
struct Run(Vec<HttpResponse>);

impl Known for Run {
    fn answer(&self, step: usize) -> Option<&HttpResponse> {
        self.0.get(step)
    }

    fn set_up(&self, _setup: usize) -> Option<&serde_json::Value> {
        None
    }

    fn credential(&self, user: &str, slot: &str) -> Option<&str> {
        (user == "bob" && slot == "token").then_some("t0k-of-now")
    }
}

/// Answers what a call sends in another run: its target, its header, its body.
fn sent(call: &Call, run: &Run) -> [String; 3] {
    let body = &call.http().body.as_ref().unwrap().text;
    let text = |parts: &[Part], in_target| text_of_parts(parts, run, in_target);
    [text(&call.http().target, true), text(&call.http().headers[0].1, false), text(body, false)]
}

const JSON: &str = "application/json";

#[test]
fn a_secret_is_taken_from_an_earlier_answer_in_whichever_form_it_is_sent() {
    let (then, now) = ("key/a1b2c3+d4==", "key/n0w9+8==");
    let told = |key: &str| answer(&[], &format!("{{\"made\":{{\"apiKey\":\"{key}\"}}}}"));
    let known = known(&[("POST:/keys", told(then))]);
    type Write = fn(&str) -> String;
    let ways: [(&str, Write); 12] = [
        ("plain", str::to_owned),
        ("prefix", |key| format!("Bearer {key}")),
        ("suffix", |key| format!("session={key}; a=1")),
        ("upper case", str::to_uppercase),
        ("URL", |key| Form::Component.of(key)),
        ("base64", |key| Form::Base64.of(key)),
        ("Basic", |key| format!("Basic {}", Form::Base64.of(&format!("clerk:{key}")))),
        ("base64url", |key| format!("a {}", Form::Base64Url.of(&format!("?>{key}")))),
        ("hex", |key| Form::Hex.of(key)),
        ("HEX", |key| Form::Hex.of(key).to_uppercase()),
        ("escapes", |key| Form::Escapes.of(key)),
        ("base64 for a URL", |key| Form::Component.of(&Form::Base64.of(&format!("a{key}")))),
    ];
    for (name, write) in ways {
        let fields = |key: &str| format!("a=1&b={}", Form::Component.of(&write(key)));
        let json = |key: &str| serde_json::json!({ "key": write(key), "n": 1 }).to_string();
        for (content_type, body) in [
            ("application/x-www-form-urlencoded", &fields as &dyn Fn(&str) -> String),
            (JSON, &json),
            ("text/plain", &write),
        ] {
            let target = |key: &str| format!("/keys/{}?x=1", Form::Component.of(&write(key)));
            let used = call("GET:/me", &target(then), &write(then), (content_type, &body(then)));
            let mut steps = [call("POST:/keys", "/keys", "", (JSON, "{}")), used];
            assert!(known.conceal(&mut steps), "{name} in {content_type}: {steps:#?}");
            let sent = sent(&steps[1], &Run(vec![told(now)]));
            assert_eq!(sent, [target(now), write(now), body(now)], "{name} in {content_type}");
        }
    }
}

#[test]
fn cookies_headers_and_links_of_texts_are_taken_apart() {
    let mail =
        |token: &str| format!("[{{\"text\":\"Open http://h:1/links/{token}?x=1 to come in.\"}}]");
    let told = |n: u32| {
        [
            (
                "POST:/session",
                answer(&[("set-cookie", &format!("sid=s%3A11aa22bb{n}; Path=/"))], ""),
            ),
            ("POST:/token", answer(&[("x-auth-token", &format!("Bearer tok-11aa22{n}"))], "")),
            ("GET:/mails", answer(&[], &mail(&format!("1a2b3c4d-5e6f7a8b-9c0d{n}")))),
            ("GET:/page", answer(&[], &format!("see https://h/in?code=c0de-1234{n}&b=1"))),
            ("GET:/front", answer(&[], &format!("{{\"csrfToken\":\"\\\"abc123de{n}\\\"\"}}"))),
        ]
    };
    let known = known(&told(1));
    let used = |n: u32| {
        let all = format!("tok-11aa22{n} 1a2b3c4d-5e6f7a8b-9c0d{n} c0de-1234{n} abc123de{n}");
        call("GET:/me", &format!("/me?s=s%3A11aa22bb{n}"), &format!("s:11aa22bb{n}"), (JSON, &all))
    };
    let makers = told(1).map(|(operation, _)| call(operation, "/", "", (JSON, "{}")));
    let mut steps: Vec<Call> = makers.into_iter().chain([used(1)]).collect();
    assert!(known.conceal(&mut steps), "{steps:#?}");
    let run = Run(told(2).map(|(_, answer)| answer).to_vec());
    assert_eq!(sent(&steps[5], &run), sent(&used(2), &run));
}

#[test]
fn a_secret_without_a_call_that_gave_it_is_left() {
    let known = known(&[("POST:/keys", answer(&[], "{\"apiKey\":\"key-1a2b3c\"}"))]);
    let used = || call("GET:/me", "/me", "key-1a2b3c", (JSON, "{}"));
    let made = || call("POST:/keys", "/keys", "", (JSON, "{}"));
    assert!(!known.conceal(&mut [used()]));
    assert!(!known.conceal(&mut [used(), made()]), "what comes later gives nothing");
    assert!(known.conceal(&mut [made(), used()]));
    assert!(known.conceal(&mut [made()]));
}

#[test]
fn two_values_come_from_two_calls_and_those_of_one_answer_from_one() {
    let told = |n: u32| {
        answer(&[], &format!("{{\"token\":\"tok-1a2b3c{n}\",\"refreshToken\":\"ref-1a2b3c{n}\"}}"))
    };
    let known = known(&[("POST:/login", told(1)), ("POST:/login", told(2))]);
    let login = || call("POST:/login", "/login", "", (JSON, "{}"));
    let used = call("GET:/me", "/tok-1a2b3c1/ref-1a2b3c1", "tok-1a2b3c2", (JSON, "{}"));
    let mut steps = [login(), login(), used];
    assert!(known.conceal(&mut steps));
    let sent = sent(&steps[2], &Run(vec![told(7), told(8)]));
    assert_eq!(sent[..2], ["/tok-1a2b3c8/ref-1a2b3c8".to_owned(), "tok-1a2b3c7".to_owned()]);
}

#[test]
fn what_logins_gave_is_taken_from_them_in_each_form() {
    let token = Concealed {
        user: "bob".to_owned(),
        slot: "token".to_owned(),
        value: "t0k-of-then".to_owned(),
    };
    let known = Concealer::new(vec![token]);
    let basic = |token: &str| Form::Base64.of(&format!("bob:{token}"));
    let mut steps = [call("GET:/me", "/me", &basic("t0k-of-then"), (JSON, "\"T0K-OF-THEN\""))];
    assert!(known.conceal(&mut steps));
    let sent = sent(&steps[0], &Run(Vec::new()));
    assert_eq!(sent[1..], [basic("t0k-of-now"), "\"T0K-OF-NOW\"".to_owned()]);
}

#[test]
fn what_stands_in_for_an_answer_holds_no_secret() {
    let known = known(&[("POST:/keys", answer(&[], "{\"apiKey\":\"key-1a2b3c\"}"))]);
    let link =
        |source| Part::FromResponse { call: 0, source, fallback: "\"key-1a2b3c\"".to_owned() };
    let mut used = call("GET:/me", "/me", "", (JSON, "{}"));
    let http = &mut used;
    http.http_mut().body.as_mut().unwrap().text = vec![link(Source::Json("/a".to_owned()))];
    http.http_mut().headers[0].1 = vec![link(Source::Body("/a".to_owned()))];
    let mut steps = [used];
    assert!(known.conceal(&mut steps));
    assert_eq!(
        sent(&steps[0], &Run(Vec::new()))[1..],
        ["missing".to_owned(), "\"missing\"".to_owned()]
    );
}
