use std::collections::BTreeMap;

use quick_xml::events::BytesStart;
use quick_xml::{Reader, XmlVersion};

use super::*;
use crate::formats::trial::{NASTY, run, run_with};
use crate::visible::is_invisible;

/// An element with what is in it.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    children: Vec<Element>,
    text: String,
}

impl Element {
    fn of(start: &BytesStart<'_>) -> Self {
        let attributes = start.attributes().map(|attribute| {
            let attribute = attribute.unwrap();
            let value = attribute.normalized_value(XmlVersion::Explicit1_0).unwrap().into_owned();
            (attribute.key.as_ref().to_owned(), value)
        });
        let name = start.name().as_ref().to_owned();
        Self { name, attributes: attributes.collect(), ..Self::default() }
    }

    fn number(&self, name: &str) -> usize {
        self.attributes[name].parse().unwrap()
    }
}

/// Reads a document strictly, and holds it against the schema of Jenkins (and `file` and `line`).
fn read(document: &str) -> Element {
    assert!(document.chars().all(|c| matches!(c, '\n' | '\t') || !is_invisible(c)));
    assert!(!document.contains(['\u{fffe}', '\u{ffff}']));
    let mut reader = Reader::from_str(document);
    reader.config_mut().check_comments = true;
    let mut open = vec![Element::default()];
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => open.push(Element::of(&start)),
            Event::Empty(start) => open.last_mut().unwrap().children.push(Element::of(&start)),
            Event::End(_) => {
                let closed = open.pop().unwrap();
                open.last_mut().unwrap().children.push(closed);
            }
            Event::Text(text) => {
                open.last_mut().unwrap().text.push_str(&text);
            }
            Event::GeneralRef(reference) => {
                let text = format!("&{};", &*reference);
                let text = quick_xml::escape::unescape(&text).unwrap().into_owned();
                open.last_mut().unwrap().text.push_str(&text);
            }
            Event::Decl(_) => assert!(open.len() == 1 && open[0].children.is_empty()),
            Event::Eof => break,
            other => panic!("{other:?}"),
        }
    }
    let mut document = open.pop().unwrap();
    assert_eq!((open.len(), document.children.len()), (0, 1));
    let root = document.children.pop().unwrap();
    hold_against_schema(&root);
    root
}

fn hold_against_schema(root: &Element) {
    let has = |element: &Element, name: &str, needed: &[&str], known: &[&str]| {
        assert_eq!(element.name, name);
        for attribute in needed {
            assert!(element.attributes.contains_key(*attribute), "{name} lacks {attribute}");
        }
        for attribute in element.attributes.keys().map(String::as_str) {
            assert!(
                needed.contains(&attribute) || known.contains(&attribute),
                "{name} {attribute}"
            );
        }
    };
    let cases = |suite: &Element| suite.children.len();
    let failures =
        |suite: &Element| suite.children.iter().filter(|case| !case.children.is_empty()).count();
    has(root, "testsuites", &[], &["name", "time", "tests", "failures", "errors"]);
    assert_eq!(root.number("tests"), root.children.iter().map(cases).sum::<usize>());
    assert_eq!(root.number("failures"), root.children.iter().map(failures).sum::<usize>());
    for suite in &root.children {
        has(suite, "testsuite", &["name", "tests", "failures", "errors"], &["skipped", "file"]);
        assert_eq!(
            (suite.number("tests"), suite.number("failures")),
            (cases(suite), failures(suite))
        );
        for case in &suite.children {
            has(case, "testcase", &["name"], &["classname", "file", "line"]);
            for failure in &case.children {
                has(failure, "failure", &[], &["type", "message"]);
            }
        }
    }
}

#[test]
fn faults_fail_and_other_tests_pass() {
    let root = read(&Junit.write(&run()));
    let ids: Vec<String> = run().distinct_faults().iter().map(|fault| fault.id()).collect();
    let names = |suite: &Element| -> Vec<(String, bool)> {
        let cases = suite.children.iter();
        cases.map(|case| (case.attributes["name"].clone(), case.children.is_empty())).collect()
    };
    assert_eq!(root.children[0].attributes["name"], "api.faults");
    assert_eq!(
        names(&root.children[0]),
        [
            (format!("{} POST:/a", ids[1]), false),
            (format!("{} POST:/a", ids[2]), false),
            (format!("{} POST:/a", ids[0]), false),
        ]
    );
    assert_eq!(
        names(&root.children[1]),
        [("POST /a 201, GET /a 200, GET /a 200, GET /a 404".to_owned(), true)]
    );
}

#[test]
fn a_failure_says_what_where_and_how() {
    let root = read(&Junit.write(&run()));
    let case = &root.children[0].children[1];
    assert_eq!((case.attributes["file"].as_str(), case.number("line")), ("faults.test.js", 20));
    let failure = &case.children[0];
    assert_eq!(failure.attributes["type"], "100 HTTP Status 500");
    assert_eq!(failure.attributes["message"], "POST:/a: answers 500, thrown at src/a.js:10");
    let id = run().distinct_faults()[2].id();
    assert_eq!(
        failure.text,
        format!(
            "fault {id}: 100 HTTP Status 500\n\
             POST:/a: answers 500, thrown at src/a.js:10\n\
             faults.test.js:20 POST /a 500, call 1\n\
             \n\
             curl -X POST http://localhost:3000/a\n"
        )
    );
}

#[test]
fn whatever_the_api_says_the_document_is_well_formed() {
    for text in NASTY {
        let root = read(&Junit.write(&run_with(text)));
        let failure = &root.children[0].children[0].children[0];
        let shown = allowed(text).replace("\r\n", "\n");
        assert!(failure.text.replace("\r\n", "\n").contains(&shown), "{text:?} {failure:?}");
    }
    let long = "\u{1f9ea}".repeat(100_000);
    assert!(Junit.write(&run_with(&long)).len() > 1_000_000);
}

#[test]
fn a_fault_without_a_test_is_there_and_no_curl_line_leaves_no_gap() {
    let mut run = run();
    run.tests.clear();
    let root = read(&Junit.write(&run));
    assert_eq!((root.number("tests"), root.number("failures")), (3, 3));
    assert!(!root.children[0].children[0].children[0].text.contains("\n\n"));
    assert_eq!(read(&Junit.write(&RunSummary::default())).number("tests"), 0);
}

#[test]
fn classes_are_named_after_api_and_file() {
    assert_eq!(class_of("shop", "../tests/faults_2.test.ts"), "shop.../tests/faults_2");
    assert_eq!(class_of("", "success.test.js"), "success");
}
