//! Tests that set up rows.

use nearmiss_problem::auth::Form;
use nearmiss_problem::{Place, Setup};

use super::*;
use crate::formats::mocha::Mocha;
use crate::formats::node::Node;
use crate::formats::vitest::Vitest;
use crate::suite::{DatabaseSupport, SuiteSetup};

/// A row for a table; `@` stands for the place of `link`.
fn row(table: &str, json: &str, link: Option<Part>) -> Setup {
    let mut parts: Vec<Part> = Vec::new();
    for (index, piece) in json.split('@').enumerate() {
        parts.extend(link.clone().filter(|_| index > 0));
        parts.extend(text(piece));
    }
    Setup {
        kind: "sql".to_owned(),
        function: "insert".to_owned(),
        arguments: vec![text(&serde_json::Value::from(table).to_string()), parts],
    }
}

fn from(setup: usize, source: Source, fallback: &str) -> Part {
    Part::FromSetup { setup, source, fallback: fallback.to_owned() }
}

fn json(setup: usize, pointer: &str) -> Part {
    from(setup, Source::Json(pointer.to_owned()), "1")
}

fn in_path(setup: usize, pointer: &str, fallback: &str) -> Part {
    from(setup, Source::Body(pointer.to_owned()), fallback)
}

/// A suite of one test that sets up rows and makes calls.
fn with_rows(rows: Vec<Setup>, calls: Vec<Call>) -> TestSuite {
    let expectations = vec![answers(200, "", ""); calls.len()];
    let mut case = case(CaseKind::Success, calls, expectations);
    case.test.setup = rows;
    let mut suite = suite(vec![case]);
    suite.setup = SuiteSetup::all_of(suite.cases.iter().map(|case| &case.test));
    suite.databases =
        Some(DatabaseSupport { drivers: vec!["pg".to_owned()], ..DatabaseSupport::default() });
    suite
}

/// The statements of its test.
fn statements(suite: &TestSuite) -> String {
    let written = Jest.write(suite);
    let lines: Vec<&str> = written.files[0].content.lines().collect();
    let test = &written.tests[0];
    lines[test.start_line..test.end_line - 1].join("\n")
}

/// The first statements of a test that links two rows of each table.
fn named(tables: &[&str]) -> String {
    let rows: Vec<Setup> = tables.iter().map(|table| row(table, "{}", None)).collect();
    let parts =
        (0..rows.len()).flat_map(|index| [Part::Text("/".to_owned()), in_path(index, "/id", "1")]);
    statements(&with_rows(rows, vec![step("GET", parts.collect(), None)]))
}

fn linked() -> TestSuite {
    let user = row("users", r#"{"name":"Ann"}"#, None);
    let order =
        row("sales.order_items", r#"{"user_id":@,"total":5,"tags":[]}"#, Some(json(0, "/id")));
    let target = vec![Part::Text("/orders/".to_owned()), in_path(1, "/id", "1")];
    let mut post = step("POST", text("/orders"), Some(("application/json", "")));
    let body =
        vec![Part::Text("{\"of\":".to_owned()), json(0, "/some-name"), Part::Text("}".to_owned())];
    post.http_mut().body.as_mut().unwrap().text = body;
    with_rows(vec![user, order], vec![step("GET", target, None), post])
}

#[test]
fn linked_rows_read_as_people_write_them() {
    assert_eq!(
        statements(&linked()),
        r#"  const user = await sql.insert("users", { name: "Ann" });
  const orderItem = await sql.insert("sales.order_items", { user_id: user.id, total: 5, tags: [] });

  const first = await call("GET", `/orders/${orderItem.id}`);
  expect(first.status).toBe(200);
  expect(first.text).toBe("");

  const second = await call("POST", "/orders").send({ of: user["some-name"] });
  expect(second.status).toBe(200);
  expect(second.text).toBe("");"#
    );
}

#[test]
fn rows_are_named_after_their_tables() {
    for (tables, names) in [
        (&["users", "users", "people"][..], &["user", "user2", "people"][..]),
        (&["OrderItems", "ORDERS", "app.categories"], &["orderItem", "order", "category"]),
        (&["classes", "calls", "sql", "answers"], &["classRow", "callRow", "sqlRow", "answerRow"]),
        (
            &["été", "2fa_codes", "данные", "calls", "calls"],
            &["t", "faCode", "row", "callRow", "callRow2"],
        ),
    ] {
        let printed = named(tables);
        for name in names {
            assert!(printed.contains(&format!("const {name} = await sql")), "{name}: {printed}");
            assert!(printed.contains(&format!("/${{{name}.id}}")), "{name}: {printed}");
        }
    }
}

#[test]
fn a_row_that_nothing_is_taken_from_has_no_name() {
    let suite = with_rows(vec![row("users", "{}", None)], vec![step("GET", text("/"), None)]);
    assert!(statements(&suite).starts_with("  await sql.insert(\"users\", {});\n\n"));
}

#[test]
fn a_value_that_a_path_cannot_hold_is_encoded() {
    let path = |columns: &str, fallback: &str| {
        let target = vec![Part::Text("/".to_owned()), in_path(0, "/slug", fallback)];
        let printed = statements(&with_rows(
            vec![row("users", columns, None)],
            vec![step("GET", target, None)],
        ));
        printed.contains("`/${user.slug}`")
    };
    assert!(path("{}", "1"));
    assert!(path(r#"{"slug":"a-b"}"#, "apple"));
    assert!(!path("{}", "a%20b"));
    assert!(!path(r#"{"slug":"a/b"}"#, "apple"));
}

#[test]
fn pieces_elsewhere_are_texts() {
    let mut call = step("POST", text("/"), Some(("text/plain", "")));
    call.http_mut().body.as_mut().unwrap().text =
        vec![Part::Text("id=".to_owned()), in_path(0, "/id", "1"), json(0, "/name")];
    let written = Part::Written { form: Form::Hex, parts: vec![in_path(0, "/id", "1")] };
    call.http_mut().headers = vec![
        ("X-Id".to_owned(), vec![in_path(0, "/id", "1")]),
        ("X-Hex".to_owned(), vec![written]),
    ];
    let printed = statements(&with_rows(vec![row("users", "{}", None)], vec![call]));
    assert!(printed.contains("`id=${user.id}${JSON.stringify(user.name)}`"), "{printed}");
    assert!(printed.contains(".set(\"X-Id\", headerValue(`${user.id}`))"), "{printed}");
    assert!(printed.contains("headerValue(written(\"hex\", `${user.id}`))"), "{printed}");
}

#[test]
fn rows_that_no_literal_gives_back_are_read_from_json() {
    let of = |columns: &str, link: Option<Part>| {
        let rows = vec![row("users", "{}", None), row("books", columns, link)];
        statements(&with_rows(rows, vec![step("GET", text("/"), None)]))
    };
    let own = of(r#"{"__proto__":1}"#, None);
    assert!(own.contains("sql.insert(\"books\", JSON.parse('{\"__proto__\":1}'));"), "{own}");
    let within = of(r#"{"name":"of @"}"#, Some(in_path(0, "/id", "1")));
    assert!(within.contains("JSON.parse(`{\"name\":\"of ${user.id}\"}`)"), "{within}");
    let spaced = of(r#"{ "a": 1.50 }"#, None);
    assert!(spaced.contains("sql.insert(\"books\", { a: 1.5 });"), "{spaced}");
}

#[test]
fn long_rows_take_several_lines() {
    let long = format!(r#"{{"name":"{}","text":"{}"}}"#, "x".repeat(40), "y".repeat(40));
    let printed =
        statements(&with_rows(vec![row("users", &long, None)], vec![step("GET", text("/"), None)]));
    assert!(printed.starts_with("  await sql.insert(\"users\", {\n    name: \"x"), "{printed}");
    assert!(printed.contains("\n  });\n"), "{printed}");
}

#[test]
fn each_format_takes_what_sets_up_from_its_file() {
    let mut suite = linked();
    let formats: [&dyn OutputFormat; 4] = [&Jest, &Mocha, &Node, &Vitest];
    for module in [Module::Cjs, Module::Esm] {
        for language in [Language::Js, Language::Ts] {
            (suite.module, suite.language) = (module, language);
            for format in formats {
                let content = format.write(&suite).files[0].content.clone();
                assert!(content.contains("/setup.cjs\""), "{content}");
                assert!(content.contains("sql }") || content.contains(" sql,"), "{content}");
            }
        }
    }
}

#[test]
fn a_suite_brings_what_inserts_rows_into_its_databases() {
    let files = |suite: &TestSuite| Jest.write(suite).files;
    let has = |suite: &TestSuite, path: &str| files(suite).iter().any(|file| file.path == path);
    let text = |suite: &TestSuite, path: &str| {
        files(suite).into_iter().find(|file| file.path == path).expect(path).content
    };
    let mut suite = linked();
    assert_eq!(suite.setup[0].place, Place::Beside);
    assert!(has(&suite, "support/setup/sql/postgres.cjs"));
    for path in ["setup/sql/mysql.cjs", "setup/sql/sqlite.cjs", "setup/channel.cjs", "setup.d.cts"]
    {
        assert!(!has(&suite, &format!("support/{path}")), "{path}");
    }
    suite.language = Language::Ts;
    let types = text(&suite, "support/setup.d.cts");
    assert!(types.starts_with("export const sql: {"), "{types}");
    assert!(types.contains("insert(table: string, row?: object): Promise<any>;"), "{types}");
    suite.databases = None;
    suite.copies_databases = true;
    assert!(has(&suite, "support/setup/sql/sqlite.cjs"));
    assert!(!has(&suite, "support/setup/sql/postgres.cjs"));
    for file in files(&suite) {
        assert!(!file.content.contains("//@"), "{}", file.path);
    }
    suite.setup.clear();
    assert!(!text(&suite, "support/sqlite/beside.cjs").contains("setUp"));
}
