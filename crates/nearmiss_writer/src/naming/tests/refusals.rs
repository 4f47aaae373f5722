use super::*;

#[test]
fn a_refusal_is_named_by_what_no_success_has() {
    let post = |body: &str, status: u16| case("POST:/bells", "/bells", body, status, "{}");
    let good = || post(r#"{"mark":"A","weight":883,"tone":"c4"}"#, 200);
    let name = |refused: TestCase| names(&[good(), refused]).remove(1);
    for (body, reason) in [
        (r#"{"mark":"A","weight":883}"#, "without tone"),
        (r#"{"mark":"B","weight":"x","tone":"c4"}"#, "weight is a text"),
        (r#"{"mark":"A","weight":0,"tone":"c4"}"#, "weight=0"),
        (r#"{"mark":"A","weight":884,"tone":"c4"}"#, "weight=884"),
        (r#"{"mark":"A","weight":883,"tone":"c4","ring":1}"#, "ring=1"),
        (r#"{"mark":"A","weight":[1,2],"tone":"c4"}"#, "weight is a list"),
        ("{}", "with an empty body"),
        ("", "without a body"),
    ] {
        assert_eq!(name(post(body, 400)), format!("POST /bells 400: {reason}"));
    }
    assert_eq!(name(post(r#"{"mark":"A"}"#, 413)), "POST /bells 413: body is too large");
    // Three values are others: nobody knows which one counts.
    let cases =
        [post(r#"{"a":1,"b":2,"c":3,"d":4}"#, 200), post(r#"{"a":5,"b":6,"c":7,"d":8}"#, 404)];
    assert_eq!(names(&cases)[1], "POST /bells 404");
    assert_eq!(
        name(post(r#"{"mark":"A","weight":883,"tone":"c4"}"#, 409)),
        "POST /bells 409: when it exists already"
    );
}

#[test]
fn a_message_of_one_word_says_little() {
    let get = |target: &str, status: u16, said: &str| case("GET:/a", target, "", status, said);
    let good = get("/a?q=harbour&size=3", 200, "[]");
    let cases = [
        good,
        get("/a?q=&size=3", 400, r#"{"error":"q"}"#),
        get("/a?size=3", 400, r#"{"error":"BSONError"}"#),
        get("/a?q=b&size=9", 400, r#"{"error":"size"}"#),
    ];
    assert_eq!(
        names(&cases)[1..],
        ["GET /a 400: q=\"\"", "GET /a 400: BSONError, without q", "GET /a 400: size=9"]
    );
}

#[test]
fn who_calls_is_why_nobody_is_let_in() {
    let mut good = case("GET:/a", "/a?x=1", "", 200, "[]");
    good.test.calls[0].user = Some("ann".to_owned());
    let mut other = case("GET:/a", "/a?x=2", "", 403, "{}");
    let nobody = other.clone();
    other.test.calls[0].user = Some("ben".to_owned());
    assert_eq!(
        names(&[good, nobody, other]),
        ["GET /a 200 as ann", "GET /a 403: as nobody", "GET /a 403 as ben"]
    );
}

#[test]
fn the_part_of_a_path_that_no_success_has_is_unknown() {
    let get = |target: &str, status| case("GET:/a/{shop}/b/{item}", target, "", status, "{}");
    let cases = [get("/a/1/b/2", 200), get("/a/9/b/2", 404), get("/a/1/b/9", 404)];
    let path = "GET /a/{shop}/b/{item}";
    assert_eq!(
        names(&cases)[1..],
        [format!("{path} 404: unknown shop"), format!("{path} 404: unknown item")]
    );
}

#[test]
fn a_fault_is_named_by_what_leads_to_it_and_not_by_a_line() {
    let good = case("POST:/a", "/a", r#"{"on":"2024-05-17"}"#, 201, "{}");
    let mut bad = case("POST:/a", "/a", r#"{"on":5}"#, 500, "null");
    bad.faults = vec![ShownFault { call: 0, words: "thrown at src/a.js:7".to_owned() }];
    assert_eq!(names(&[good, bad])[1], "POST /a 500: on is a number");
}

#[test]
fn the_reason_that_was_found_out_is_told_in_place_of_a_guess() {
    let post = |body: &str, status: u16| case("POST:/bells", "/bells", body, status, "{}");
    let good = || post(r#"{"mark":"A","weight":883,"tone":"c4"}"#, 200);
    let input = |name: &str, is_of_other_type| ShownCause::Input {
        place: "body".to_owned(),
        name: name.to_owned(),
        is_of_other_type,
    };
    let name = |refused: TestCase, cause| {
        names(&[good(), TestCase { cause: Some(cause), ..refused }]).remove(1)
    };
    let odd = r#"{"mark":["x"],"weight":0}"#;
    for (cause, reason) in [
        (input("weight", false), ": weight=0"),
        (input("weight", true), ": weight is a number"),
        (input("mark", false), ": mark=[\"x\"]"),
        (input("tone", false), ": without tone"),
        (ShownCause::Caller, ": as nobody"),
        (ShownCause::Before, ""),
        (ShownCause::Unknown, ""),
    ] {
        assert_eq!(name(post(odd, 400), cause), format!("POST /bells 400{reason}"));
    }
    let (exists, unknown) = (ShownCause::Before, ShownCause::Unknown);
    assert_eq!(name(post(odd, 409), exists), "POST /bells 409: when it exists already");
    assert_eq!(name(post(odd, 413), unknown.clone()), "POST /bells 413: body is too large");
    let other_type = "POST /bells 415: body is application/json";
    assert_eq!(name(post(odd, 415), unknown.clone()), other_type);
    assert_eq!(name(post("{", 400), unknown), "POST /bells 400: body is no JSON");
}

#[test]
fn only_an_id_that_could_be_there_is_unknown() {
    let refused = |operation: &str, target: &str, name: &str| {
        let place = "path".to_owned();
        let name = name.to_owned();
        let cause = Some(ShownCause::Input { place, name, is_of_other_type: false });
        names(&[TestCase { cause, ..case(operation, target, "", 404, "{}") }]).remove(0)
    };
    assert_eq!(refused("GET:/a/{id}", "/a/999999", "id"), "GET /a/{id} 404: unknown id");
    assert_eq!(refused("GET:/a/{id}", "/a/abc", "id"), "GET /a/{id} 404: id=abc");
    assert_eq!(refused("GET:/a/{slug}", "/a/abc", "slug"), "GET /a/{slug} 404: unknown slug");
}

#[test]
fn refusals_in_the_same_words_are_told_apart_by_their_reasons() {
    let refused = |body: &str, name: &str| {
        let cause = Some(ShownCause::Input {
            place: "body".to_owned(),
            name: name.to_owned(),
            is_of_other_type: false,
        });
        let said = r#"{"error":"it is not valid"}"#;
        TestCase { cause, ..case("POST:/a", "/a", body, 422, said) }
    };
    let cases = [refused(r#"{"a":1,"b":5}"#, "b"), refused(r#"{"a":2}"#, "b")];
    let name = "POST /a 422: it is not valid";
    assert_eq!(names(&cases), [format!("{name}, b=5"), format!("{name}, without b")]);
}

#[test]
fn what_an_answer_names_is_not_gainsaid() {
    let good = case("GET:/a", "/a?fields=short", "", 200, "[]");
    let cause = |name: &str| {
        let (place, name) = ("query".to_owned(), name.to_owned());
        Some(ShownCause::Input { place, name, is_of_other_type: false })
    };
    let refused = case("GET:/a", "/a?currency=x", "", 400, r#"{"error":"currency"}"#);
    let name = |name: &str| {
        names(&[good.clone(), TestCase { cause: cause(name), ..refused.clone() }]).remove(1)
    };
    assert_eq!(name("fields"), "GET /a 400: currency");
    assert_eq!(name("currency"), "GET /a 400: currency=x");
}

#[test]
fn what_an_api_says_of_everything_gives_way_to_what_was_found_out() {
    let refused = |operation: &str, body: &str, status: u16, name: Option<&str>| {
        let cause = name.map(|name| ShownCause::Input {
            place: "body".to_owned(),
            name: name.to_owned(),
            is_of_other_type: false,
        });
        let said = r#"{"message":"An error has occurred"}"#;
        TestCase {
            cause,
            ..case(operation, operation.split_once(':').unwrap().1, body, status, said)
        }
    };
    let of_all = [
        refused("POST:/a", r#"{"b":5}"#, 422, Some("b")),
        refused("PUT:/a", r#"{"b":5}"#, 422, Some("c")),
        refused("DELETE:/a", "", 422, None),
    ];
    assert_eq!(
        names(&of_all),
        ["POST /a 422: b=5", "PUT /a 422: without c", "DELETE /a 422: An error has occurred"]
    );
    // Said once, it is all that the API says.
    assert_eq!(names(&of_all[..1]), ["POST /a 422: An error has occurred"]);
}

#[test]
fn a_cookie_that_is_sent_is_not_missing() {
    let mut refused = case("GET:/a", "/a", "", 400, "{}");
    let Request::Http(sent) = &mut refused.test.calls[0].request;
    sent.headers.push(("cookie".to_owned(), text("session=candle; theme=dark")));
    let name = |name: &str| {
        let (place, name) = ("cookie".to_owned(), name.to_owned());
        let cause = Some(ShownCause::Input { place, name, is_of_other_type: false });
        names(&[TestCase { cause, ..refused.clone() }]).remove(0)
    };
    assert_eq!(name("theme"), "GET /a 400: theme=dark");
    assert_eq!(name("other"), "GET /a 400: without other");
}

#[test]
fn an_empty_body_is_told_as_one() {
    let mut refused = case("POST:/a", "/a", "x", 400, "{}");
    let Request::Http(sent) = &mut refused.test.calls[0].request;
    sent.body.as_mut().unwrap().text = text("");
    refused.cause = Some(ShownCause::Malformed);
    assert_eq!(names(&[refused]), ["POST /a 400: with an empty body"]);
}
