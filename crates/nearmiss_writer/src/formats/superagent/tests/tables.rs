use super::*;

/// Characters of a body that stands in no row.
const LONGEST: usize = 90;

/// Tests of calls that are refused alike, and one of another call between them.
fn refused() -> Vec<TestCase> {
    let refused = |path: &str| {
        let expected = answers(401, "application/json", r#"{"error":"log in first"}"#);
        case(CaseKind::ClientError, vec![step("GET", text(path), None)], vec![expected])
    };
    let mut cases = ["/a", "/b", "/c/\"d\"", "/e"].map(refused).to_vec();
    let other = answers(404, "application/json", "{}");
    cases.insert(1, case(CaseKind::ClientError, vec![step("GET", text("/x"), None)], vec![other]));
    cases
}

#[test]
fn tests_that_differ_in_their_path_alone_are_a_table() {
    let cases = refused();
    let written = Jest.write(&suite(cases));
    let lines: Vec<&str> = written.files[0].content.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("for (const")).unwrap();
    let name = "\"GET /books 401: log in first\"";
    let row = |n: usize| format!("  [\"GET /books 401: log in first ({n})\", \"GET\", ");
    assert_eq!(lines[first + 1], format!("  [{name}, \"GET\", \"/a\"],"));
    assert_eq!(lines[first + 3], format!("{}'/c/\"d\"'],", row(3)));
    let test = [
        "]) {",
        "  test(name, async () => {",
        "    const answer = await call(method, path);",
        "    expect(answer.status).toBe(401);",
        "    expect(answer.type).toBe(\"application/json\");",
        "    expect(answer.body).toEqual({ error: \"log in first\" });",
        "  }, LIMIT_MS);",
        "}",
    ];
    assert_eq!(lines[first + 5..first + 5 + test.len()], test);
    // Each test stands in its row, the other one behind the table.
    for (test, place) in written.tests.iter().zip([0, 13, 1, 2, 3]) {
        let first_line = lines[test.start_line - 1];
        assert_eq!(test.case == 1, first_line.starts_with("test("), "{first_line}");
        assert_eq!(test.start_line, first + 2 + place, "{first_line}");
    }
}

#[test]
fn what_stands_on_the_tests_before_it_is_no_table() {
    let mut without_reset = suite(refused());
    without_reset.reset = ResetSpec::None;
    let mut in_a_row = without_reset.clone();
    in_a_row.cases.rotate_left(2);
    // Nor does it stand on them where none needs the others.
    let alone = TestSuite { in_any_order: true, ..without_reset.clone() };
    for suite in [in_a_row, alone] {
        assert!(Jest.write(&suite).files[0].content.contains("for (const"));
    }
    let few = suite(refused().drain(..4).collect());
    for suite in [without_reset, few] {
        let written = Jest.write(&suite);
        assert!(!written.files[0].content.contains("for (const"));
    }
}

#[test]
fn tables_in_typescript_have_rows_of_three_texts() {
    let mut suite = suite(refused());
    suite.language = Language::Ts;
    assert!(Jest.write(&suite).files[0].content.contains("\n] as const) {\n"));
}

#[test]
fn who_calls_is_a_column_where_several_do() {
    let mut cases = refused();
    for (case, name) in cases.iter_mut().zip(["ann", "ann", "bob", "ann", "bob"]) {
        let call = &mut case.test.calls[0];
        call.user = Some(name.to_owned());
        let slot = "Authorization".to_owned();
        let credential = Part::Credential { user: name.to_owned(), slot: slot.clone() };
        call.http_mut().headers.push((slot, vec![credential]));
    }
    let text = Jest.write(&suite(cases)).files[0].content.clone();
    for line in [
        "for (const [name, user, method, path] of [",
        "  [\"GET /books 401 as bob: log in first\", \"bob\", \"GET\", \"/b\"],",
        ".use(asUser(user));",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn short_bodies_are_a_column_where_they_differ() {
    let post = |body: &str| {
        let expected = answers(400, "application/json", "{}");
        let call = step("POST", text("/a"), Some(("application/json", body)));
        case(CaseKind::ClientError, vec![call], vec![expected])
    };
    let cases = [r#"{"a":1}"#, r#"{"a":null}"#, "[]", "{}"].map(post).to_vec();
    let written = Jest.write(&suite(cases)).files[0].content.clone();
    for line in [
        "for (const [name, method, path, body] of [",
        "\"POST\", \"/a\", { a: null }],",
        ".send(body);",
    ] {
        assert!(written.contains(line), "{line}\n{written}");
    }
    assert!(!written.contains("Content-Type"), "{written}");
    let any = ["{}", "1", "[]", "null"].map(post).to_vec();
    assert!(Jest.write(&suite(any)).files[0].content.contains("Content-Type"));
    let long = format!(r#"{{"a":"{}"}}"#, "x".repeat(LONGEST));
    let written = Jest.write(&suite([&long; 4].map(|body| post(body)).to_vec()));
    assert!(!written.files[0].content.contains("for (const"));
}

/// Tests of calls that are refused with a status and a message: operation, path, body, message.
fn messages(told: &[(&str, &str, Option<&str>, &str)]) -> Vec<TestCase> {
    let refused = told.iter().map(|(operation, path, body, message)| {
        let expected = answers(400, "application/json", &format!(r#"{{"error":"{message}"}}"#));
        let body = body.map(|body| ("application/json", body));
        let mut call = step("POST", text(path), body);
        call.operation = (*operation).into();
        case(CaseKind::ClientError, vec![call], vec![expected])
    });
    refused.collect()
}

#[test]
fn refusals_that_differ_in_their_words_are_a_table() {
    let cases = messages(&[
        ("POST:/a/{id}", "/a/x", None, "a is no number"),
        ("POST:/b/{id}", "/b/x", None, "b is no number"),
        ("POST:/c/{id}", "/c/x", None, "c is no number"),
        ("POST:/d/{id}", "/d/x", None, "a is no number"),
    ]);
    let content = Jest.write(&suite(cases)).files[0].content.clone();
    assert!(content.contains("for (const [name, method, path, error] of [\n"), "{content}");
    assert!(content.contains("\"POST\", \"/c/x\", \"c is no number\"],\n"), "{content}");
    assert!(content.contains("expect(answer.body).toEqual({ error });\n"), "{content}");
}

#[test]
fn why_bodies_are_refused_stands_together_by_operation() {
    let told = |first: &'static str, second: &'static str| {
        [
            (first, "/a", Some(r#"{"a":1}"#), "one"),
            (first, "/a", Some(r#"{"a":2}"#), "two"),
            (second, "/a", Some(r#"{"a":3}"#), "three"),
            (second, "/a", Some(r#"{"a":4}"#), "four"),
        ]
    };
    let same = messages(&told("POST:/a", "POST:/a"));
    let content = Jest.write(&suite(same)).files[0].content.clone();
    assert!(content.contains("for (const [name, method, path, body, error] of [\n"), "{content}");
    let split = messages(&told("POST:/a", "POST:/b"));
    let content = Jest.write(&suite(split)).files[0].content.clone();
    assert!(!content.contains("for (const"), "{content}");
}

#[test]
fn what_succeeds_says_what_it_answers() {
    let mut cases = messages(&[
        ("POST:/a/{id}", "/a/x", None, "a"),
        ("POST:/b/{id}", "/b/x", None, "b"),
        ("POST:/c/{id}", "/c/x", None, "c"),
        ("POST:/d/{id}", "/d/x", None, "d"),
    ]);
    cases.iter_mut().for_each(|case| case.kind = CaseKind::Success);
    assert!(!Jest.write(&suite(cases)).files[0].content.contains("for (const"));
}
