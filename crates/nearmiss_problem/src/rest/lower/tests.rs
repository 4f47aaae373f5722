use std::collections::BTreeSet;

use nearmiss_search::{ActionAt, GeneValue, Sampler, UserId, json_text};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::action::lower_values;
use super::header_value::header_value;
use super::written::{Linked, Written};
use crate::auth::Carried;
use crate::encode_component::encode_units;
use crate::rest::RestProblem;
use crate::{Call, Part, Source};
use crate::{Problem, ProblemOptions};

fn fixture(name: &str) -> RestProblem {
    let path = format!("{}/../../fixtures/schemas/openapi/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    RestProblem::parse(&text, &ProblemOptions::default()).unwrap().0
}

fn call(problem: &RestProblem, operation: &str, values: &[GeneValue]) -> Call {
    let model = problem.model();
    let operation = model.operations.iter().find(|known| *known.name == *operation).unwrap();
    assert_eq!(operation.parameters.len(), values.len(), "{:?}", operation.parameters);
    lower_values(operation, values, |_| None, &[])
}

fn target(call: &Call) -> &str {
    match call.http().target.as_slice() {
        [Part::Text(text)] => text,
        other => panic!("{other:?}"),
    }
}

fn header<'a>(call: &'a Call, name: &str) -> Option<&'a [Part]> {
    call.http().headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_slice())
}

fn body(call: &Call) -> (&str, &str) {
    let body = call.http().body.as_ref().unwrap();
    match body.text.as_slice() {
        [Part::Text(text)] => (&body.content_type, text),
        other => panic!("{other:?}"),
    }
}

fn text(text: &str) -> GeneValue {
    GeneValue::text(text)
}

fn list(items: &[&str]) -> GeneValue {
    GeneValue::List(items.iter().map(|item| text(item)).collect())
}

fn record(fields: &[(&str, GeneValue)]) -> GeneValue {
    GeneValue::Record(
        fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
    )
}

#[test]
fn no_parameter_of_a_path_is_sent_empty() {
    let problem = fixture("styles-3.0.yaml");
    let empty = [GeneValue::List(Vec::new()), record(&[]), text("")];
    let sent = call(&problem, "GET:/simple/{a}/{b}/{c}", &empty);
    assert_eq!(target(&sent), "/simple/-/-/-");
    let source = Source::Body("/id".to_owned());
    let linked = |fallback: &str| {
        let mut written = Written::default();
        written.linked(
            &Linked { from: ActionAt::Call(0), source: source.clone() },
            fallback.to_owned(),
        );
        written.or("-").into_parts()
    };
    let part = |fallback: &str| Part::FromResponse {
        call: 0,
        source: source.clone(),
        fallback: fallback.to_owned(),
    };
    assert_eq!((linked(""), linked("7")), (vec![part("-")], vec![part("7")]));
}

#[test]
fn path_styles_are_those_of_the_table_of_openapi() {
    let problem = fixture("styles-3.0.yaml");
    let (items, fields) = (list(&["x,y", "z"]), record(&[("R", text("100")), ("G", text("a b"))]));
    let simple = [items.clone(), fields.clone(), fields.clone()];
    assert_eq!(
        target(&call(&problem, "GET:/simple/{a}/{b}/{c}", &simple)),
        "/simple/x%2Cy,z/R,100,G,a%20b/R=100,G=a%20b"
    );
    let label = [items.clone(), items.clone(), fields.clone(), fields.clone()];
    assert_eq!(
        target(&call(&problem, "GET:/label/{a}/{b}/{c}/{d}", &label)),
        "/label/.x%2Cy,z/.x%2Cy.z/.R,100,G,a%20b/.R=100.G=a%20b"
    );
    let matrix = [items.clone(), items, fields.clone(), fields, text("e/f")];
    assert_eq!(
        target(&call(&problem, "GET:/matrix/{a}/{b}/{c}/{d}/{e}", &matrix)),
        "/matrix/;a=x%2Cy,z/;b=x%2Cy;b=z/;c=R,100,G,a%20b/;R=100;G=a%20b/;e=e%2Ff"
    );
}

#[test]
fn query_header_and_cookie_styles() {
    let problem = fixture("styles-3.0.yaml");
    let items = list(&["1", "2&3"]);
    let fields = record(&[("k", text("v=")), ("l", GeneValue::Absent)]);
    let deep = record(&[("k", record(&[("m", list(&["1", "2"]))]))]);
    let values = [
        items.clone(),
        items.clone(),
        items.clone(),
        items.clone(),
        fields.clone(),
        fields.clone(),
        deep,
        fields,
        list(&["a", "b\nc\u{20ac}"]),
        text("x;y"),
        GeneValue::Integer(7),
    ];
    let call = call(&problem, "GET:/query", &values);
    assert_eq!(
        target(&call),
        "/query?a=1&a=2%263&b=1,2%263&c=1%202%263&d=1%7C2%263&k=v%3D&f=k,v%3D\
         &g%5Bk%5D%5Bm%5D=1&g%5Bk%5D%5Bm%5D=2&h=%7B%22k%22%3A%22v%3D%22%7D"
    );
    assert_eq!(header(&call, "X-List").unwrap(), [Part::Text("a,b?c?".to_owned())]);
    assert_eq!(header(&call, "Cookie").unwrap(), [Part::Text("c1=x%3By; c2=7".to_owned())]);
    assert_eq!(header(&call, "Accept").unwrap(), [Part::Text("*/*".to_owned())]);
    assert_eq!(call.http().body, None);
}

#[test]
fn absent_parameters_are_not_sent() {
    let problem = fixture("styles-3.0.yaml");
    let values = vec![GeneValue::Absent; 11];
    let call = call(&problem, "GET:/query", &values);
    assert_eq!(target(&call), "/query");
    assert_eq!(call.http().headers.len(), 1, "only Accept: {:?}", call.http().headers);
}

#[test]
fn collection_formats_of_2_0() {
    let problem = fixture("shop-2.0.yaml");
    let values = [
        text("no"),
        GeneValue::Absent,
        GeneValue::List(vec![GeneValue::Integer(1), GeneValue::Integer(-2)]),
        GeneValue::List(vec![GeneValue::Boolean(true), GeneValue::Boolean(false)]),
        list(&["a", "b"]),
        GeneValue::Boolean(true),
    ];
    assert_eq!(
        target(&call(&problem, "GET:/orders", &values)),
        "/api/orders?status=no&ids=1%7C-2&flags=true&flags=false&words=a%09b&strict=true"
    );
}

#[test]
fn forms_of_2_0() {
    let problem = fixture("shop-2.0.yaml");
    let form = record(&[("text", text("a b&c")), ("sizes", list(&["1", "2"]))]);
    let sent = call(&problem, "POST:/orders/{id}/label", &[GeneValue::Integer(5), form]);
    assert_eq!(target(&sent), "/api/orders/5/label");
    assert_eq!(body(&sent), ("application/x-www-form-urlencoded", "text=a%20b%26c&sizes=1,2"));

    let form = record(&[("photo", text("nearmiss-boundary")), ("note", GeneValue::Absent)]);
    let sent = call(&problem, "PUT:/orders/{id}/photo", &[GeneValue::Integer(5), form]);
    assert_eq!(
        body(&sent),
        (
            "multipart/form-data; boundary=nearmiss-boundaryx",
            "--nearmiss-boundaryx\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo.bin\"\r\n\
             Content-Type: application/octet-stream\r\n\r\nnearmiss-boundary\r\n--nearmiss-boundaryx--\r\n"
        )
    );
}

#[test]
fn bodies_of_3_x() {
    let problem = fixture("features-3.1.yaml");
    let thing = record(&[
        ("name", GeneValue::Null),
        ("shape", record(&[("radius", GeneValue::Double(1e21))])),
        ("count", GeneValue::Absent),
    ]);
    let values = |media: &str| {
        let (media, absent) = (text(media), GeneValue::Absent);
        [text("round"), absent.clone(), absent.clone(), absent, media, thing.clone()]
    };
    let sent = call(&problem, "POST:/things/{kind}", &values("application/vnd.thing+json"));
    assert_eq!(
        body(&sent),
        ("application/vnd.thing+json", r#"{"name":null,"shape":{"radius":1e+21}}"#)
    );
    let sent = call(&problem, "POST:/things/{kind}", &values("application/x-www-form-urlencoded"));
    assert_eq!(
        body(&sent),
        ("application/x-www-form-urlencoded", "name=null&shape=%7B%22radius%22%3A1e%2B21%7D")
    );
    let form = record(&[
        ("file", text("\u{1}png")),
        ("meta", record(&[("size", GeneValue::Integer(3))])),
        ("names", list(&["a", "b"])),
    ]);
    let sent = call(&problem, "POST:/upload", &[form]);
    let expected = [
        ("file\"; filename=\"file.bin\"\r\nContent-Type: image/png", "\u{1}png"),
        ("meta\"\r\nContent-Type: application/json", r#"{"size":3}"#),
        ("names\"", "a"),
        ("names\"", "b"),
    ];
    let mut parts: String = expected
        .iter()
        .map(|(head, text)| {
            format!("--nearmiss-boundary\r\nContent-Disposition: form-data; name=\"{head}\r\n\r\n{text}\r\n")
        })
        .collect();
    parts.push_str("--nearmiss-boundary--\r\n");
    assert_eq!(body(&sent), ("multipart/form-data; boundary=nearmiss-boundary", parts.as_str()));
    let sent = call(&problem, "POST:/note", &[text("a\r\nb\u{e9}")]);
    assert_eq!(body(&sent), ("text/plain", "a\r\nb\u{e9}"));
    assert_eq!(header(&sent, "Accept").unwrap(), [Part::Text("text/plain".to_owned())]);
    assert_eq!(call(&problem, "POST:/upload", &[GeneValue::Absent]).http().body, None);
}

#[test]
fn linked_parameters_are_taken_from_the_answer() {
    let problem = fixture("library-3.0.json");
    let name = "GET:/users/{userId}/books/{bookId}";
    let model = problem.model();
    let operation = model.operations.iter().find(|known| *known.name == *name).unwrap();
    let link = |index| match index {
        0 => Some(Linked { from: ActionAt::Call(3), source: Source::Body("/id".to_owned()) }),
        _ => None,
    };
    let values = [GeneValue::Integer(-5), text("a b"), GeneValue::Absent, GeneValue::Absent];
    let call = lower_values(operation, &values, link, &[]);
    assert_eq!(
        call.http().target,
        [
            Part::Text("/v1/users/".to_owned()),
            Part::FromResponse {
                call: 3,
                source: Source::Body("/id".to_owned()),
                fallback: "-5".to_owned()
            },
            Part::Text("/books/a%20b".to_owned()),
        ]
    );
}

#[test]
fn headers_of_the_user_are_sent_and_win() {
    let path =
        format!("{}/../../fixtures/schemas/openapi/library-3.0.json", env!("CARGO_MANIFEST_DIR"));
    let document = std::fs::read_to_string(path).unwrap();
    let options = ProblemOptions {
        headers: vec![
            ("authorization".to_owned(), "Bearer a\r\nb".to_owned()),
            ("x-trace-id".to_owned(), "mine".to_owned()),
            ("COOKIE".to_owned(), "login=1".to_owned()),
            ("bad name".to_owned(), "x".to_owned()),
            ("host".to_owned(), "elsewhere".to_owned()),
        ],
        base_path: Some("other/".to_owned()),
        ..ProblemOptions::default()
    };
    let (problem, warnings) = RestProblem::parse(&document, &options).unwrap();
    let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|line| line.starts_with("options: header `bad name`")), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("options: header `host`")), "{told:?}");
    let name = "GET:/users/{userId}/books/{bookId}";
    let model = problem.model();
    let operation = model.operations.iter().find(|known| *known.name == *name).unwrap();
    let values = [GeneValue::Integer(1), text("b"), text("s")];
    let call = lower_values(operation, &values, |_| None, problem.headers());
    assert_eq!(target(&call), "/other/users/1/books/b");
    let flat: Vec<(&str, &[Part])> =
        call.http().headers.iter().map(|(name, value)| (name.as_str(), value.as_slice())).collect();
    let part = |text: &str| Part::Text(text.to_owned());
    // Credentials come from the environment.
    let secret = |slot: &str| Part::Credential { user: String::new(), slot: slot.to_owned() };
    assert_eq!(
        flat,
        [
            ("Accept", &[part("application/json")][..]),
            ("Cookie", &[secret("NEARMISS_COOKIE"), part("; session=s")]),
            ("Authorization", &[secret("NEARMISS_AUTHORIZATION")]),
            ("X-Trace-Id", &[part("mine")]),
        ]
    );
}

#[test]
fn calls_of_a_user_carry_his_credentials_in_place_of_inputs_of_that_name() {
    let document = r#"{"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{
        "parameters":[{"name":"key","in":"query","schema":{"type":"string"}},
            {"name":"b","in":"query","required":true,"schema":{"type":"string","enum":["1"]}},
            {"name":"x-who","in":"header","required":true,"schema":{"type":"string"}},
            {"name":"c","in":"cookie","required":true,"schema":{"type":"string","enum":["2"]}}],
        "responses":{"200":{"description":"ok"}}}}}}"#;
    let carried = ["X-Who".to_owned()].map(Carried::Header).to_vec();
    let carried = [carried, vec![Carried::Query("key".to_owned()), Carried::Cookies]].concat();
    let options = ProblemOptions {
        users: vec!["eve".to_owned(), "bob".to_owned()],
        carried: vec![Vec::new(), carried],
        ..ProblemOptions::default()
    };
    let (problem, _) = RestProblem::parse(document, &options).unwrap();
    let mut individual = problem.sample(&mut Pcg64Mcg::seed_from_u64(1), 1);
    individual.calls[0].user = Some(UserId(1));
    let part = |text: &str| Part::Text(text.to_owned());
    let slot = |slot: &str| Part::Credential { user: "bob".to_owned(), slot: slot.to_owned() };
    let call = &problem.lower(&individual).calls[0];
    assert_eq!(call.user.as_deref(), Some("bob"));
    assert_eq!(call.http().target, [part("/a?b=1&key="), slot("?key")]);
    let of = |name: &str| -> Vec<&[Part]> {
        let named =
            call.http().headers.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_slice()).collect()
    };
    assert_eq!(of("X-Who"), [&[slot("X-Who")]]);
    assert_eq!(of("Cookie"), [&[slot("Cookie"), part("; "), part("c=2")]]);
    // Who was left out calls as nobody.
    assert!(problem.may_call("bob") && !problem.may_call("zoe"));
    problem.leave_out_user("bob");
    assert!(!problem.may_call("bob"));
    let call = &problem.lower(&individual).calls[0];
    assert_eq!((call.user.as_deref(), call.http().headers.len()), (None, 3));
    // Users share the calls of samples; nobody has some, too.
    problem.leave_out_user("nobody of that name");
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    let users: BTreeSet<Option<UserId>> = (0..200)
        .flat_map(|_| problem.sample(&mut rng, 3).calls)
        .map(|action| action.user)
        .collect();
    assert_eq!(users, BTreeSet::from([None, Some(UserId(0))]));
}

#[test]
fn json_escapes_what_json_stringify_escapes() {
    let units = [0x61, 0xd800, 0x22, 0x5c, 0x0a, 0x01, 0x7f, 0xd83d, 0xde00, 0xdc00];
    let value = GeneValue::Record(vec![
        ("k\"".to_owned(), GeneValue::Text(units.to_vec())),
        ("n".to_owned(), GeneValue::Double(f64::NAN)),
        ("i".to_owned(), GeneValue::Integer(i64::MIN)),
        ("l".to_owned(), GeneValue::List(vec![GeneValue::Absent, GeneValue::Boolean(true)])),
    ]);
    assert_eq!(
        json_text(&value),
        "{\"k\\\"\":\"a\\ud800\\\"\\\\\\n\\u0001\u{7f}\u{1f600}\\udc00\",\"n\":null,\
         \"i\":-9223372036854775808,\"l\":[true]}"
    );
}

#[test]
fn lone_surrogates_are_replaced_where_they_cannot_be_written() {
    assert_eq!(encode_units(&[0xd800, 0x41]), "%EF%BF%BDA");
    assert_eq!(encode_units(&"-_.!~*'()".encode_utf16().collect::<Vec<_>>()), "-_.!~*'()");
    assert_eq!(header_value(&[0x20, 0x41, 0xd800, 0x7f, 0xe9, 0x85, 0x09]), "A??\u{e9}?");
}
