//! One test file.

use std::collections::BTreeSet;

use nearmiss_problem::{HttpCall, Step};

use super::{answer_names, assertion, call, users};
use crate::Expectation;
use crate::js_text::{comment, literal};
use crate::suite::{CaseKind, Module, SuiteFile, TestCase, TestSuite};

/// Columns for the places that one comment names.
const PLACES_WIDTH: usize = 60;

/// A printed file.
pub(super) struct PrintedFile {
    pub content: String,
    /// First and last line of each test.
    pub lines: Vec<(usize, usize)>,
}

pub(super) fn print(suite: &TestSuite, file: &SuiteFile, names: &[String]) -> PrintedFile {
    let cases: Vec<&TestCase> = file.cases.iter().map(|case| &suite.cases[*case]).collect();
    let mut content = header(suite, &cases);
    let mut lines = Vec::with_capacity(cases.len());
    for (index, case) in file.cases.iter().zip(cases) {
        content.push('\n');
        for text in &case.comments {
            content.push_str(&comment(text, ""));
        }
        let first = content.lines().count() + 1;
        test(&mut content, suite, case, &names[*index]);
        lines.push((first, content.lines().count()));
    }
    PrintedFile { content, lines }
}

fn header(suite: &TestSuite, cases: &[&TestCase]) -> String {
    let what = match cases.first().map(|case| case.kind) {
        Some(CaseKind::Success) | None => "calls that succeed",
        Some(CaseKind::ClientError) => "calls that are refused",
        Some(CaseKind::Fault) => {
            "faults. Each test states what the API does now, not what is right"
        }
    };
    let mut helpers: BTreeSet<&str> = BTreeSet::from(["exactly"]);
    for case in cases {
        for Step::Http(step) in &case.steps {
            helpers.extend(call::helpers(step, &case.expectations));
        }
    }
    let helpers = helpers.into_iter().collect::<Vec<_>>().join(", ");
    let of_users = users::helpers(suite, cases).into_iter().collect::<Vec<_>>().join(", ");
    let mut text = "/** @jest-environment node */\n".to_owned();
    text.push_str(&comment(
        &format!("{}: {what}. Written by nearmiss; yours to change.", suite.name),
        "",
    ));
    match suite.module {
        Module::Cjs => text.push_str(&format!(
            "\"use strict\";\n\nconst request = require(\"superagent\");\n\
             const {{ {helpers} }} = require(\"./support/calls.cjs\");\n\
             const sut = require(\"./support/sut.cjs\");\n{}",
            match of_users.as_str() {
                "" => String::new(),
                names => format!("const {{ {names} }} = require(\"./support/users.cjs\");\n"),
            }
        )),
        Module::Esm => text.push_str(&format!(
            "// Jest reads ES modules when NODE_OPTIONS=--experimental-vm-modules is set.\n\n\
             import request from \"superagent\";\nimport calls from \"./support/calls.cjs\";\n\
             import sut from \"./support/sut.cjs\";\n{}\nconst {{ {helpers} }} = calls;\n{}",
            if of_users.is_empty() { "" } else { "import users from \"./support/users.cjs\";\n" },
            match of_users.as_str() {
                "" => String::new(),
                names => format!("const {{ {names} }} = users;\n"),
            }
        )),
    }
    text.push_str(
        "\n// Redirects are not followed, and every status is an answer.\n\
         const call = (method, target) =>\n  request(method, sut.url + target)\n    \
         .use(exactly(target))\n    .redirects(0)\n    .ok(() => true);\n\n\
         const LIMIT_MS = 120_000;\nbeforeAll(sut.start, LIMIT_MS);\n\
         beforeEach(sut.reset, LIMIT_MS);\nafterAll(sut.stop, LIMIT_MS);\n",
    );
    text
}

fn test(content: &mut String, suite: &TestSuite, case: &TestCase, name: &str) {
    content.push_str(&format!("test({}, async () => {{\n", literal(name)));
    let answers = answer_names(&case.steps);
    let calls: Vec<&HttpCall> = case.steps.iter().map(|Step::Http(call)| call).collect();
    let context =
        call::CallContext { answers: &answers, expectations: &case.expectations, indent: 2 };
    content.extend(users::log_in(suite, &calls));
    for (index, step) in calls.iter().enumerate() {
        if index > 0 {
            content.push('\n');
        }
        // A call without an answer is followed by a new process, which knows nobody.
        if index > 0 && matches!(case.expectations.get(index - 1), Some(Expectation::Timeout)) {
            content.extend(users::log_in(suite, &calls[index..]));
        }
        let answer = &answers[index];
        let expected = case.expectations.get(index);
        for reason in grouped(left_out(expected)) {
            content.push_str(&comment(&format!("left out: {reason}"), "  "));
        }
        let no_answer = |word: &str| {
            let prefix = "expect(await sut.fate(";
            let suffix = format!(".timeout({}))).toBe(\"{word}\");", suite.call_timeout_ms);
            call::print(step, &context, prefix, &suffix)
        };
        match expected {
            Some(Expectation::Timeout) => content.push_str(&no_answer("timeout")),
            Some(Expectation::Broken) => content.push_str(&no_answer("broken")),
            Some(Expectation::Answer(expected)) => {
                let used = assertion::says_anything(expected)
                    || call::is_used_later(index, &calls[index + 1..]);
                let prefix =
                    if used { format!("const {answer} = await ") } else { "await ".to_owned() };
                content.push_str(&call::print(step, &context, &prefix, ";"));
                content.push_str(&assertion::print(expected, answer, 2));
            }
            Some(Expectation::Unstable { .. }) | None => {
                let used = call::is_used_later(index, &calls[index + 1..]);
                let prefix =
                    if used { format!("const {answer} = await ") } else { "await ".to_owned() };
                let suffix = format!(".timeout({}).catch(() => undefined);", suite.call_timeout_ms);
                content.push_str(&call::print(step, &context, &prefix, &suffix));
            }
        }
    }
    if case.ends_api {
        content.push_str("\n  // These calls end the process of the API.\n");
        content.push_str("  expect(await sut.ended()).toBe(true);\n");
    }
    content.push_str("}, LIMIT_MS);\n");
}

fn left_out(expectation: Option<&Expectation>) -> &[String] {
    match expectation {
        Some(Expectation::Answer(answer)) => &answer.left_out,
        Some(Expectation::Unstable { left_out }) => left_out,
        Some(Expectation::Timeout | Expectation::Broken) | None => &[],
    }
}

/// Places that differ between runs in one line, since there are often many.
fn grouped(reasons: &[String]) -> Vec<String> {
    const DIFFERS: &str = " differs between runs";
    let places: Vec<&str> =
        reasons.iter().filter_map(|reason| reason.strip_suffix(DIFFERS)).collect();
    if places.len() < 2 {
        return reasons.to_vec();
    }
    let mut lines = Vec::new();
    let mut line = String::new();
    for place in places {
        if !line.is_empty() && line.len() + place.len() > PLACES_WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        line.push_str(if line.is_empty() { "" } else { ", " });
        line.push_str(place);
    }
    lines.push(line);
    for line in &mut lines {
        line.push_str(if line.contains(", ") { " differ between runs" } else { DIFFERS });
    }
    lines.extend(reasons.iter().filter(|reason| !reason.ends_with(DIFFERS)).cloned());
    lines
}
