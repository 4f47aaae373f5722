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
