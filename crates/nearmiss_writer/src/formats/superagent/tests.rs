use nearmiss_problem::CallOutcome;
use nearmiss_problem::{
    Body, Call, HttpRequest, HttpResponse, OperationName, Part, Request, Source, Test,
};

use super::*;
use crate::formats::jest::Jest;
use crate::suite::{Module, PLACEHOLDER_BASE, ResetSpec, TestCase};
use crate::{Expectation, ShownFault};

mod accept;
mod answers;
mod callers;
mod databases;
mod led;
mod payloads;
mod rows;
mod runners;
mod tables;

fn text(text: &str) -> Vec<Part> {
    vec![Part::Text(text.to_owned())]
}

fn step(method: &str, target: Vec<Part>, body: Option<(&str, &str)>) -> Call {
    Call {
        operation: OperationName::new(method, "/books"),
        user: None,
        request: Request::Http(HttpRequest {
            method: method.to_owned(),
            target,
            headers: Vec::new(),
            body: body.map(|(content_type, body)| Body {
                content_type: content_type.to_owned(),
                text: text(body),
            }),
        }),
    }
}

fn answers(status: u16, content_type: &str, body: &str) -> Expectation {
    let answer = CallOutcome::Response(HttpResponse {
        status,
        headers: vec![("content-type".to_owned(), content_type.to_owned())],
        body: body.as_bytes().to_vec(),
        truncated: false,
    });
    Expectation::from_runs(&answer, &answer)
}

fn case(kind: CaseKind, steps: Vec<Call>, expectations: Vec<Expectation>) -> TestCase {
    TestCase {
        name: String::new(),
        kind,
        test: Test::of_calls(steps),
        expectations,
        ends_api: false,
        comments: Vec::new(),
        faults: Vec::new(),
        cause: None,
    }
}

fn suite(cases: Vec<TestCase>) -> TestSuite {
    TestSuite {
        name: "books".to_owned(),
        start: StartSpec::Command {
            command: "node server.js".to_owned(),
            cwd: "..".to_owned(),
            env: vec![("MODE".to_owned(), "test".to_owned())],
        },
        reset: ResetSpec::Restart,
        module: Module::Cjs,
        language: Language::Js,
        transformer: None,
        base: PLACEHOLDER_BASE.to_owned(),
        call_timeout_ms: 2000,
        shares_state: false,
        copies_databases: false,
        file_schemas: Vec::new(),
        shipped_files: Vec::new(),
        reaches: Some(Vec::new()),
        clock: None,
        needs: Vec::new(),
        keeps_files: false,
        limits_rates: false,
        calls_services: false,
        in_any_order: false,
        databases: None,
        setup: Vec::new(),
        users: None,
        cases,
    }
}

/// The first test of the first file, without its first and last line.
fn body_of(case: TestCase) -> String {
    let written = Jest.write(&suite(vec![case]));
    let lines: Vec<&str> = written.files[0].content.lines().collect();
    let test = &written.tests[0];
    lines[test.start_line..test.end_line - 1].join("\n")
}

fn single(step: Call, expectation: Expectation) -> String {
    body_of(case(CaseKind::Success, vec![step], vec![expectation]))
}

#[test]
fn a_call_with_its_answer_reads_well() {
    let post = step("POST", text("/books"), Some(("application/json", r#"{"title":"a","n":[1]}"#)));
    assert_eq!(
        single(post, answers(201, "application/json", r#"{"id":1,"tags":[]}"#)),
        r#"  const answer = await call("POST", "/books").send({ title: "a", n: [1] });
  expect(answer.status).toBe(201);
  expect(answer.type).toBe("application/json");
  expect(answer.body).toEqual({ id: 1, tags: [] });"#
    );
}

#[test]
fn many_equal_calls_in_a_row_are_a_loop_but_for_the_last_one() {
    let calls = |count: usize| vec![step("GET", text("/books"), None); count];
    let refused = || answers(429, "", "");
    let mut expectations = vec![answers(200, "", ""); 20];
    expectations.push(refused());
    assert_eq!(
        body_of(case(CaseKind::ClientError, calls(21), expectations)),
        r#"  for (let n = 1; n <= 20; n += 1) {
    const again = await call("GET", "/books");
    expect(again.status).toBe(200);
  }

  const answer21 = await call("GET", "/books");
  expect(answer21.status).toBe(429);
  expect(answer21.text).toBe("");"#
    );
    let few = body_of(case(CaseKind::ClientError, calls(3), vec![refused(); 3]));
    assert!(!few.contains("for (let"), "{few}");
    let mut differ = vec![answers(201, "", "")];
    differ.extend(vec![refused(); 20]);
    let printed = body_of(case(CaseKind::ClientError, calls(21), differ));
    assert!(!printed.contains("again.status"), "{printed}");
}

#[test]
fn values_of_earlier_answers_are_read_from_them() {
    let from = |source, fallback: &str| Part::FromResponse {
        call: 0,
        source,
        fallback: fallback.to_owned(),
    };
    let mut last =
        step("PUT", vec![Part::Text("/`${/".to_owned()), from(Source::Location, "1%20")], None);
    let call = &mut last;
    call.http_mut()
        .headers
        .push(("X-Id".to_owned(), vec![from(Source::Body("/a~1\"".to_owned()), "none")]));
    let steps = vec![
        step("POST", text("/books"), None),
        step(
            "GET",
            vec![Part::Text("/books/".to_owned()), from(Source::Body("/id".to_owned()), "7")],
            None,
        ),
        last,
    ];
    let expectations = vec![answers(204, "", ""); 3];
    let printed = body_of(case(CaseKind::Success, steps, expectations));
    assert!(
        printed.contains("await call(\"GET\", `/books/${encodedFrom(first, \"/id\", \"7\")}`);"),
        "{printed}"
    );
    assert!(
        printed.contains("call(\"PUT\", `/\\`\\${/${fromLocation(first, \"1%20\")}`)"),
        "{printed}"
    );
    assert!(
        printed.contains(".set(\"X-Id\", headerValue(`${from(first, '/a~1\"', \"none\")}`))"),
        "{printed}"
    );
}

#[test]
fn secrets_are_taken_from_where_they_were_given_in_the_form_in_which_they_are_sent() {
    use nearmiss_problem::auth::Form;
    let from = |source| Part::FromResponse { call: 0, source, fallback: "missing".to_owned() };
    let words = |text: &str| Part::Text(text.to_owned());
    let credential = Part::Credential { user: "bob".to_owned(), slot: "/refreshToken".to_owned() };
    let written = |form, parts: &[Part]| Part::Written { form, parts: parts.to_vec() };
    let between = |of| Source::Between {
        of: Box::new(of),
        before: "/links/".to_owned(),
        after: " ".to_owned(),
    };
    let sid = from(Source::Cookie("sid".to_owned()));
    let target = vec![words("/links/"), from(between(Source::Body("/text".to_owned())))];
    let mut last = step("GET", target, None);
    let call = &mut last;
    let basic = written(
        Form::Base64,
        &[words("bob:`"), written(Form::Decoded, std::slice::from_ref(&sid))],
    );
    for (name, value) in [
        ("Authorization", vec![words("Basic "), basic]),
        ("X-Loud", vec![written(Form::Upper, &[from(Source::Header("x-token".to_owned()))])]),
        ("X-Refresh", vec![written(Form::Hex, &[credential])]),
        ("X-Sid", vec![sid]),
    ] {
        call.http_mut().headers.push((name.to_owned(), value));
    }
    let steps = vec![step("POST", text("/session"), None), last];
    let printed = body_of(case(CaseKind::Success, steps, vec![answers(204, "", ""); 2]));
    for wanted in [
        r#"`/links/${encodeURIComponent(between(from(first, "/text"), "/links/", " ", "missing"))}`"#,
        r#"headerValue(`Basic ${written("base64", `bob:\`${written("decoded", cookieFrom(first, "sid", "missing"))}`)}`)"#,
        r#"headerValue(written("upper", headerFrom(first, "x-token", "missing")))"#,
        r#"headerValue(written("hex", credential("bob", "/refreshToken")))"#,
        r#"headerValue(`${cookieFrom(first, "sid", "missing")}`)"#,
    ] {
        assert!(printed.contains(wanted), "{wanted}\n{printed}");
    }
}

#[test]
fn what_is_written_of_no_answer_is_a_text() {
    use nearmiss_problem::auth::Form;
    let link = Part::FromResponse { call: 0, source: Source::Text, fallback: "a".to_owned() };
    let hex = Part::Written { form: Form::Hex, parts: vec![link] };
    let steps = vec![
        step("GET", text("/hang"), None),
        step("GET", vec![Part::Text("/".to_owned()), hex], None),
    ];
    let printed =
        body_of(case(CaseKind::Fault, steps, vec![Expectation::Timeout, answers(200, "", "")]));
    assert!(printed.contains(r#"call("GET", `/61`)"#), "{printed}");
}

#[test]
fn a_test_that_ends_the_api_waits_for_its_end() {
    let steps = vec![step("GET", text("/later"), None)];
    let ending = case(CaseKind::Fault, steps, vec![answers(202, "", "")]);
    let printed = body_of(TestCase { ends_api: true, ..ending });
    assert!(printed.ends_with("\n  expect(await sut.ended()).toBe(true);"), "{printed}");
}

#[test]
fn nothing_is_read_from_an_answer_that_does_not_come() {
    let link = Part::FromResponse { call: 0, source: Source::Location, fallback: "1".to_owned() };
    let steps = vec![
        step("GET", text("/hang"), None),
        step("GET", vec![Part::Text("/".to_owned()), link], None),
    ];
    let printed =
        body_of(case(CaseKind::Fault, steps, vec![Expectation::Timeout, answers(200, "", "")]));
    assert_eq!(
        printed,
        r#"  expect(await sut.fate(call("GET", "/hang").timeout(2000))).toBe("timeout");

  const second = await call("GET", `/1`);
  expect(second.status).toBe(200);
  expect(second.text).toBe("");"#
    );
}

#[test]
fn what_differs_is_said_above_the_call() {
    let (a, b) = (r#"{"id":1,"at":"x"}"#, r#"{"id":1,"at":"y"}"#);
    let run = |body: &str| {
        CallOutcome::Response(HttpResponse {
            status: 200,
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            body: body.as_bytes().to_vec(),
            truncated: false,
        })
    };
    assert_eq!(
        single(step("GET", text("/"), None), Expectation::from_runs(&run(a), &run(b))),
        r#"  // left out: /at differs between runs
  const answer = await call("GET", "/");
  expect(answer.status).toBe(200);
  expect(answer.type).toBe("application/json");
  expect(answer.body).toEqual({ id: 1, at: expect.any(String) });"#
    );
}

#[test]
fn long_lists_within_lists_become_statements_of_their_own() {
    let inner: Vec<usize> = (0..13).collect();
    let body = serde_json::json!([[1], inner, { "k": inner }]).to_string();
    let printed = single(step("GET", text("/"), None), answers(200, "application/json", &body));
    let statements: Vec<&str> = printed.lines().filter(|line| line.contains(".body")).collect();
    assert_eq!(
        statements,
        [
            "  expect(answer.body).toHaveLength(3);",
            "  expect(answer.body[0]).toEqual([1]);",
            "  expect(answer.body[1]).toHaveLength(13);",
            "  expect(answer.body[1].slice(0, 5)).toMatchObject([0, 1, 2, 3, 4]);",
            "  expect(answer.body[1][12]).toBe(12);",
            "  expect(answer.body[2].k).toHaveLength(13);",
            "  expect(answer.body[2].k.slice(0, 5)).toMatchObject([0, 1, 2, 3, 4]);",
            "  expect(answer.body[2].k[12]).toBe(12);",
        ]
    );
}

#[test]
fn scalars_and_null_are_whole_bodies_too() {
    let of =
        |body: &str| single(step("GET", text("/"), None), answers(200, "application/json", body));
    assert!(of("null").ends_with("expect(answer.body).toBeNull();"));
    assert!(of("\"a\"").ends_with("expect(answer.body).toBe(\"a\");"));
    assert!(of("-0.0").ends_with("expect(answer.body).toBe(-0);"));
    assert!(of("{}").ends_with("expect(answer.body).toEqual({});"));
}

#[test]
fn bodies_that_no_literal_gives_are_sent_as_text() {
    let of = |content_type: &str, body: &str| {
        single(step("POST", text("/"), Some((content_type, body))), answers(200, "", ""))
    };
    assert!(of("application/json", "{\"a\": 1}").contains(".send('{\"a\": 1}')"));
    assert!(of("text/plain", "{\"a\":1}").contains(".send('{\"a\":1}')"));
    let lines = of("text/plain", "a\r\nb\r\n\"c\"");
    assert!(
        lines.contains(".send(\n      \"a\\r\\n\" +\n      \"b\\r\\n\" +\n      '\"c\"'\n    )"),
        "{lines}"
    );
}

#[test]
fn headers_of_one_name_are_set_once_and_the_connections_never() {
    let mut call = step("GET", text("/"), None);
    let http = &mut call;
    for (name, value) in
        [("x-a", "1"), ("X-B", "€"), ("X-A", "2"), ("Connection", "close"), ("Host", "h")]
    {
        http.http_mut().headers.push((name.to_owned(), text(value)));
    }
    assert_eq!(
        single(call, answers(200, "", "")).lines().next().unwrap(),
        r#"  const answer = await call("GET", "/").set("X-A", ["1", "2"]).set("X-B", "?");"#
    );
}

#[test]
fn each_kind_has_files_of_its_own_in_the_order_of_the_cases() {
    let kinds = [CaseKind::Fault, CaseKind::Success, CaseKind::ClientError, CaseKind::Success];
    let mut cases: Vec<TestCase> = kinds.map(|kind| case(kind, vec![], vec![])).to_vec();
    cases.extend(vec![case(CaseKind::Fault, vec![], vec![]); TESTS_A_FILE]);
    let files = Jest.files(&suite(cases.clone()));
    let listed: Vec<(&str, usize, usize)> =
        files.iter().map(|file| (file.path.as_str(), file.cases[0], file.cases.len())).collect();
    assert_eq!(
        listed,
        [
            ("success.test.js", 1, 2),
            ("client-errors.test.js", 2, 1),
            ("faults.test.js", 0, TESTS_A_FILE),
            ("faults-2.test.js", TESTS_A_FILE + 3, 1),
        ]
    );
    let written = Jest.write(&suite(cases));
    assert!(written.tests.iter().enumerate().all(|(index, test)| test.case == index));
}

#[test]
fn faults_stand_above_their_test_with_a_line_for_a_shell() {
    let mut fault =
        case(CaseKind::Fault, vec![step("GET", text("/"), None)], vec![answers(500, "", "")]);
    fault.comments = vec!["Fault 100: a.js\n*/ process.exit()\u{2029}".to_owned()];
    fault.faults = vec![ShownFault { call: 0, words: "at a.js:1".to_owned() }];
    let written = Jest.write(&suite(vec![fault]));
    let test = &written.tests[0];
    let lines: Vec<&str> = written.files[0].content.lines().collect();
    assert_eq!(
        lines[test.start_line - 4..test.start_line],
        [
            "// Fault 100: a.js",
            "// */ process.exit()\\u2029",
            "// curl -i --path-as-is 'http://localhost:PORT/'",
            "test(\"GET /books 500: at a.js:1\", async () => {"
        ]
    );
    assert_eq!(test.file, "faults.test.js");
}

#[test]
fn the_suite_needs_nothing_but_its_packages() {
    let mut suite =
        suite(vec![case(CaseKind::Success, vec![step("GET", text("/"), None)], vec![])]);
    let written = Jest.write(&suite);
    assert_eq!(written, Jest.write(&suite));
    assert_eq!(written.dev_dependencies, ["jest", "superagent"]);
    assert_eq!(written.run_command.line("tests"), "npx jest --config tests/jest.config.json");
    let paths: Vec<&str> = written.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "success.test.js",
            "jest.config.json",
            "support/calls.cjs",
            "support/preload.cjs",
            "support/self-calls.cjs",
            "support/strangers/call_sites.cjs",
            "support/strangers/clients.cjs",
            "support/strangers/datagrams.cjs",
            "support/strangers/drivers.cjs",
            "support/strangers/guard.cjs",
            "support/strangers/names.cjs",
            "support/strangers/own.cjs",
            "support/strangers/sockets.cjs",
            "support/strangers/stand_ins.cjs",
            "support/start.json",
            "support/sut.cjs",
            "support/unanswered.cjs"
        ]
    );
    for file in &written.files {
        for line in file
            .content
            .lines()
            .filter(|line| line.contains("require(") || line.contains("from \""))
        {
            assert!(!line.contains("nearmiss"), "{}: {line}", file.path);
        }
    }

    suite.reaches = None;
    let written = Jest.write(&suite);
    assert!(written.files.iter().all(|file| !file.path.contains("strangers")));

    suite.start = StartSpec::Driver {
        path: "../driver.mts".to_owned(),
        cwd: "..".to_owned(),
        env: Vec::new(),
    };
    suite.module = Module::Esm;
    let written = Jest.write(&suite);
    assert_eq!(written.dev_dependencies, ["jest", "superagent", "tsx"]);
    assert!(written.run_command.program.starts_with("NODE_OPTIONS=--experimental-vm-modules "));
    assert!(written.files.iter().any(|file| file.path == "support/driver-host.mjs"));
    assert!(written.files[0].content.contains("import request from \"superagent\";"));
}

#[test]
fn long_calls_take_several_lines() {
    let target = format!("/{}", "x".repeat(90));
    let printed = single(step("GET", text(&target), None), answers(200, "", ""));
    let lines: Vec<&str> = printed.lines().take(4).collect();
    assert_eq!(
        lines,
        ["  const answer = await call(", "    \"GET\",", &format!("    \"{target}\","), "  );"]
    );
    let printed =
        single(step("PUT", text(&target), Some(("text/plain", "a"))), answers(200, "", ""));
    assert!(
        printed.contains("\n  )\n    .set(\"Content-Type\", \"text/plain\")\n    .send(\"a\");\n"),
        "{printed}"
    );
}
