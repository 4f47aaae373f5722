//! Large bodies stand in functions of their own.

use super::*;
use crate::formats;

fn book(title: &str, price: i64) -> String {
    let pages: Vec<i64> = (0..120).collect();
    serde_json::json!({ "title": title, "price": price, "pages": pages }).to_string()
}

fn post(body: &str) -> Call {
    step("POST", text("/books"), Some(("application/json", body)))
}

fn written(steps: Vec<Call>, module: Module, language: Language) -> WrittenSuite {
    let expectations = vec![answers(201, "", ""); steps.len()];
    let cases = steps
        .into_iter()
        .zip(expectations)
        .map(|(step, expected)| case(CaseKind::Success, vec![step], vec![expected]));
    let suite = TestSuite { module, language, ..suite(cases.collect()) };
    formats::by_name("jest").unwrap().write(&suite)
}

fn file<'a>(suite: &'a WrittenSuite, path: &str) -> &'a str {
    let found = suite.files.iter().find(|file| file.path == path);
    found.map_or("", |file| file.content.as_str())
}

#[test]
fn the_first_function_of_an_operation_makes_what_most_calls_send() {
    let steps = [("a", 1), ("b", 2), ("b", 2)].map(|(title, price)| post(&book(title, price)));
    let suite = written(steps.to_vec(), Module::Cjs, Language::Js);
    let tests = file(&suite, "success.test.js");
    assert!(tests.contains(".send(newBook({ title: \"a\", price: 1 }));\n"), "{tests}");
    assert_eq!(tests.matches(".send(newBook());").count(), 2, "{tests}");
}

#[test]
fn equal_bodies_share_a_function_and_few_changes_are_arguments() {
    let reordered = book("a", 1).replace(r#""title":"a","price":1"#, r#""price":1,"title":"a""#);
    let steps = vec![
        post(&book("a", 1)),
        post(&book("a", 1)),
        post(&book("b", -1)),
        post(&reordered),
        post(r#"{"title":"small"}"#),
    ];
    let suite = written(steps, Module::Cjs, Language::Js);
    let tests = file(&suite, "success.test.js");
    let sent: Vec<&str> = tests
        .lines()
        .filter_map(|line| Some(line.split_once(".send(")?.1.trim_end_matches(");")))
        .collect();
    assert_eq!(
        sent,
        [
            "newBook()",
            "newBook()",
            "newBook({ title: \"b\", price: -1 })",
            "newBook2()",
            "{ title: \"small\" }"
        ]
    );
    assert!(
        tests.contains("const { newBook, newBook2 } = require(\"./support/payloads.cjs\");\n"),
        "{tests}"
    );
    let payloads = file(&suite, "support/payloads.cjs");
    assert!(
        payloads.contains(
            "// A body of POST /books.\nfunction newBook(changes) {\n  return {\n    title: \"a\",\n    price: 1,\n"
        ),
        "{payloads}"
    );
    assert!(payloads.contains("    ],\n    ...changes,\n  };\n}\n"), "{payloads}");
    assert!(payloads.contains("function newBook2() {\n"), "{payloads}");
    assert!(payloads.ends_with("module.exports = {\n  newBook,\n  newBook2,\n};\n"), "{payloads}");
}

#[test]
fn a_function_makes_what_is_taken_and_others_are_changes() {
    let test = |title: &str, kind, status| {
        case(kind, vec![post(&book(title, 1))], vec![answers(status, "", "")])
    };
    let refused = test("", CaseKind::ClientError, 400);
    let cases = vec![refused, test("a", CaseKind::Success, 201)];
    let suite = formats::by_name("jest").unwrap().write(&suite(cases));
    assert!(file(&suite, "client-errors.test.js").contains(".send(newBook({ title: \"\" }))"));
    assert!(file(&suite, "success.test.js").contains(".send(newBook())"));
}

#[test]
fn what_many_calls_send_is_made_by_a_function_and_so_is_what_differs_little() {
    let title = "The ferry leaves the harbour at noon and comes back before it is dark";
    let small = |pages: i64| format!(r#"{{"title":"{title}","author":"Ada","pages":{pages}}}"#);
    let test =
        |body: &str, kind, status| case(kind, vec![post(body)], vec![answers(status, "", "")]);
    let taken = || test(&small(3), CaseKind::Success, 201);
    let refused = || test(&small(0), CaseKind::ClientError, 400);
    let other = test(&small(3).replace("author", "editor"), CaseKind::ClientError, 400);
    let cases = vec![taken(), taken(), taken(), refused(), other];
    let written = |cases| formats::by_name("jest").unwrap().write(&suite(cases));
    let many = written(cases.clone());
    assert_eq!(file(&many, "success.test.js").matches(".send(newBook())").count(), 3);
    let errors = file(&many, "client-errors.test.js");
    assert!(errors.contains(".send(newBook({ pages: 0 }))"), "{errors}");
    assert!(errors.contains("editor: \"Ada\""), "a body of other fields is no change: {errors}");
    // Few do not, nor what is refused, however often.
    let few = [&cases[1..], &[refused(), refused()]].concat();
    assert_eq!(file(&written(few), "support/payloads.cjs"), "");
}

#[test]
fn a_function_is_called_by_the_field_that_its_body_alone_has() {
    let with = book("a", 1).replacen("\"price\"", "\"sku\":\"A100\",\"price\"", 1);
    let suite = written(vec![post(&book("a", 1)), post(&with)], Module::Cjs, Language::Js);
    let tests = file(&suite, "success.test.js");
    assert!(tests.contains(".send(newBookWithSku())"), "{tests}");
}

#[test]
fn large_texts_are_made_by_functions_too() {
    let lines = "line\n".repeat(20);
    let steps = vec![
        step("PUT", text("/books"), Some(("text/plain", &lines))),
        step("PUT", text("/books"), Some(("text/plain", &"x".repeat(500)))),
    ];
    let suite = written(steps, Module::Esm, Language::Ts);
    let payloads = file(&suite, "support/payloads.cjs");
    assert!(
        payloads.contains(
            "function updatedBook() {\n  return (\n    \"line\\n\" +\n    \"line\\n\" +\n"
        ),
        "{payloads}"
    );
    assert!(payloads.contains("    \"line\\n\"\n  );\n}\n"), "{payloads}");
    assert!(payloads.contains("function updatedBook2() {\n  return \"xxx"), "{payloads}");
    assert_eq!(
        file(&suite, "support/payloads.d.cts"),
        "// A body of PUT /books.\nexport function updatedBook(): string;\n\
         // A body of PUT /books.\nexport function updatedBook2(): string;\n"
    );
}

#[test]
fn a_suite_of_small_bodies_has_no_such_file() {
    let suite = written(vec![post("{}")], Module::Cjs, Language::Js);
    assert_eq!(file(&suite, "support/payloads.cjs"), "");
}
