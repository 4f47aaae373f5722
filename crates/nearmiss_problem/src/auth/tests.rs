use super::*;
use crate::{Call, HttpRequest, HttpResponse, Part, Request};

fn environment(name: &str) -> Option<String> {
    (name == "PW").then(|| "p\"w ü".to_owned())
}

fn read(text: &str) -> Result<Users, String> {
    Users::read(text, "auth.yaml", &environment).map_err(|error| error.to_string())
}

fn user(text: &str) -> User {
    let text = format!("auth:\n  - name: bob\n{text}");
    read(&text).unwrap().list.remove(0)
}

const LOGIN: &str = "    loginEndpointAuth:
      endpoint: /login
      verb: POST
      contentType: application/json
      payloadUserPwd: {username: bob, password: '${PW}', usernameField: u, passwordField: p}
      token: {extractFrom: body, extractSelector: /t, sendIn: header, sendName: authorization, sendTemplate: 'JWT {token}'}
";

fn body(user: &User) -> &Text {
    &user.login.as_ref().unwrap().request.body.as_ref().unwrap().1
}

fn answer(headers: &[(&str, &str)], body: &str) -> HttpResponse {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    HttpResponse { status: 200, headers: headers.collect(), body: body.into(), truncated: false }
}

#[test]
fn a_login_is_read_and_its_password_stays_outside() {
    let users = read(&format!("auth:\n  - name: bob\n{LOGIN}")).unwrap();
    let bob = &users.list[0];
    assert_eq!(body(bob).variables(), ["PW"]);
    assert_eq!(body(bob).resolve(&users.variables), "{\"u\":\"bob\",\"p\":\"p\\\"w ü\"}");
    let login = bob.login.as_ref().unwrap();
    assert_eq!(login.request.words(), "POST /login");
    let given = login.gives.take(&answer(&[], "{\"t\":\"x.y\"}")).ok();
    let credentials = bob.credentials(&users.variables, given.as_ref());
    let pair = |slot: &str, value: &str| (slot.to_owned(), value.to_owned());
    assert_eq!(credentials, [pair("Authorization", "JWT x.y"), pair("token", "x.y")]);
    assert_eq!(
        login.gives.take(&answer(&[], "{}")).err().unwrap(),
        "has no text at `/t` of its body"
    );
    assert!(!format!("{users:?}").contains("ü"), "values are not shown");
}

#[test]
fn secrets_of_the_file_become_variables() {
    let users = read(
        "auth:
  - name: the admin
    fixedHeaders: [{name: x-api-key, value: k-1}, {name: Cookie, value: a=1}]
    loginEndpointAuth:
      endpoint: /in?next=%2F
      verb: PUT
      payloadRaw: 'user=x&password=a%20b'
      expectCookies: true
  - name: raw
    loginEndpointAuth: {endpoint: /in, verb: POST, payloadRaw: hello, contentType: text/plain, expectCookies: true}
",
    )
    .unwrap();
    let admin = &users.list[0];
    assert_eq!(
        admin.variables(),
        [
            "NEARMISS_THE_ADMIN_COOKIE",
            "NEARMISS_THE_ADMIN_PASSWORD",
            "NEARMISS_THE_ADMIN_X_API_KEY"
        ]
    );
    assert_eq!(body(admin).resolve(&users.variables), "user=x&password=a%20b");
    assert_eq!(users.variables.get("NEARMISS_THE_ADMIN_PASSWORD"), Some("a b"));
    assert_eq!(users.list[1].variables(), ["NEARMISS_RAW_PAYLOAD"]);
    assert_eq!(admin.carried(), [Carried::Header("X-Api-Key".to_owned()), Carried::Cookies]);
    let gives = &admin.login.as_ref().unwrap().gives;
    let cookies = [("set-cookie", "s=1; Path=/"), ("set-cookie", "t=2"), ("set-cookie", "s=3")];
    let given = gives.take(&answer(&cookies, "")).ok();
    let credentials = admin.credentials(&users.variables, given.as_ref());
    assert_eq!(credentials[1], ("Cookie".to_owned(), "a=1; t=2; s=3".to_owned()));
    assert_eq!(gives.take(&answer(&[], "")).err().unwrap(), "sets no cookie");
}

#[test]
fn the_template_holds_where_a_user_says_nothing() {
    let users = read(
        "auth:
  - name: a
    loginEndpointAuth: {payloadRaw: '{\"p\": \"${PW}\"}'}
  - name: b
    loginEndpointAuth: {payloadRaw: '{\"p\": \"${PW}\"}', endpoint: /other}
authTemplate:
  loginEndpointAuth: {endpoint: /login, verb: POST, contentType: application/json, expectCookies: true}
",
    )
    .unwrap();
    let words: Vec<String> =
        users.list.iter().map(|user| user.login.as_ref().unwrap().request.words()).collect();
    assert_eq!(words, ["POST /login", "POST /other"]);
}

#[test]
fn oauth2_sends_the_client_by_header_or_in_the_form() {
    let by_header = user(
        "    oauth2: {grant: client_credentials, endpoint: /token, clientId: c, clientSecret: s/1, scope: a b}\n",
    );
    let request = &by_header.login.as_ref().unwrap().request;
    let mut variables = Variables::default();
    variables.set("NEARMISS_BOB_CLIENT_SECRET", "s/1");
    assert_eq!(request.headers[1].1.resolve(&variables), "Basic YzpzJTJGMQ==");
    assert_eq!(body(&by_header).resolve(&variables), "grant_type=client_credentials&scope=a%20b");
    let in_form = user(
        "    oauth2: {grant: password, endpoint: /token, clientId: c, username: u, password: '${PW}', clientAuthentication: body}\n",
    );
    variables.set("PW", "1&2");
    assert_eq!(
        body(&in_form).resolve(&variables),
        "grant_type=password&username=u&password=1%262&client_id=c"
    );
}

#[test]
fn users_are_made_with_texts_of_their_own() {
    let text = |name: &str| {
        let text = format!(
            "auth:
  - name: {name}
    createUsers: {{endpoint: /users, verb: POST, contentType: application/json, payloadRaw: '{{\"u\":\"{{$u}}\",\"password\":\"x12345\"}}', generators: [{{placeHolder: '{{$u}}', prefix: n_, maxLength: 8}}]}}
    loginEndpointAuth: {{endpoint: /in, verb: POST, payloadRaw: '{{\"u\":\"{{$u}}\",\"password\":\"x12345\"}}', expectCookies: true}}
"
        );
        let users = read(&text).unwrap();
        let bob = &users.list[0];
        let made =
            bob.registration.as_ref().unwrap().body.as_ref().unwrap().1.resolve(&users.variables);
        assert_eq!(body(bob).resolve(&users.variables), made);
        made
    };
    let made = text("bob");
    assert_eq!(made, text("bob"));
    assert_ne!(made, text("eve"));
    assert!(
        made.starts_with("{\"u\":\"n_")
            && made.len() == "{\"u\":\"n_abcdef\",\"password\":\"x12345\"}".len(),
        "{made}"
    );
}

#[test]
fn what_is_wrong_is_named() {
    let one = |text: &str| read(&format!("auth:\n  - name: bob\n{text}")).unwrap_err();
    let login = |from: &str, to: &str| one(&LOGIN.replace(from, to));
    for (message, wanted) in [
        (read("auth: [").unwrap_err(), "auth.yaml is not YAML"),
        (read("{\"auth\": 1").unwrap_err(), "auth.yaml is not JSON"),
        (read("users: []").unwrap_err(), "auth.yaml: users is no known key; allowed are"),
        (read("auth: 3").unwrap_err(), "auth.yaml: auth must be a list, not a number"),
        (read("auth: [{}]").unwrap_err(), "auth.yaml: auth[0].name is missing"),
        (
            one("    headers: {X-A: 1}\n  - name: bob\n    headers: {X-A: 1}\n"),
            "is that of two users",
        ),
        (one(""), "user `bob`: says nothing of how calls are made"),
        (
            login("verb: POST", "verb: post"),
            "auth.yaml: user `bob`: loginEndpointAuth.verb must be one of POST, GET",
        ),
        (login("/t,", "t,"), "token.extractSelector must be a JSON pointer"),
        (
            login("sendIn: header", "sendIn: body"),
            "token.sendIn must be one of header, query, cookie, not \"body\"",
        ),
        (login("JWT {token}", "JWT"), "token.sendTemplate must hold {token}"),
        (
            login("${PW}", "${NOPE}"),
            "payloadUserPwd.password needs the environment variable NOPE, which is not set",
        ),
        (login("${PW}", "${PW"), "has a `${` without its `}`"),
        (login("endpoint: /login", "endpoint: login"), "loginEndpointAuth.endpoint must be a path"),
        (login("endpoint: /login", "externalEndpointURL: https://a/b"), "must begin with http://"),
        (login("application/json", "text/plain"), "use payloadRaw for others"),
        (login("      token", "      tokens"), "loginEndpointAuth.tokens is no known key"),
        (
            one("    oauth2: {grant: implicit, endpoint: /t}"),
            "oauth2.grant must be one of client_credentials, password",
        ),
        (
            one("    oauth2: {grant: client_credentials, endpoint: /t}"),
            "oauth2.clientId is missing",
        ),
    ] {
        assert!(message.contains(wanted), "{message}\nwanted: {wanted}");
    }
}

#[test]
fn secrets_in_calls_become_expressions() {
    let secret = |user: &str, slot: &str, value: &str| Concealed {
        user: user.to_owned(),
        slot: slot.to_owned(),
        value: value.to_owned(),
    };
    let secrets =
        [secret("", "PW", "pass word"), secret("bob", "token", "t0k"), secret("", "X", "\"q\"")];
    let secrets = Concealer::new(secrets.to_vec());
    let text = |text: &str| vec![Part::Text(text.to_owned())];
    let step = |target: &str, body: &str| Call {
        operation: "POST:/a".into(),
        user: None,
        request: Request::Http(HttpRequest {
            method: "POST".to_owned(),
            target: text(target),
            headers: vec![("X-A".to_owned(), text("plain"))],
            body: Some(crate::Body { content_type: "text/plain".to_owned(), text: text(body) }),
        }),
    };
    let mut steps = [step("/a?p=pass%20word&t=t0k", "say pass word")];
    assert!(secrets.conceal(&mut steps));
    let call = &steps[0];
    let credential =
        |user: &str, slot: &str| Part::Credential { user: user.to_owned(), slot: slot.to_owned() };
    let part = |text: &str| Part::Text(text.to_owned());
    assert_eq!(
        call.http().target,
        [part("/a?p="), credential("", "PW"), part("&t="), credential("bob", "token")]
    );
    assert_eq!(call.http().body.as_ref().unwrap().text, [part("say "), credential("", "PW")]);
    let mut steps = [step("/", "{\"a\":\"\\\"q\\\"\"}")];
    assert!(secrets.conceal(&mut steps));
    let call = &steps[0];
    let escaped = Part::Written { form: Form::Json, parts: vec![credential("", "X")] };
    assert_eq!(call.http().body.as_ref().unwrap().text, [part("{\"a\":\""), escaped, part("\"}")]);
    assert!(secrets.is_in("see t0k") && !secrets.is_in("see t0"));
}
