//! What is peculiar to each runner and language.

use super::*;
use crate::formats;

/// The first file of a suite of one test.
fn first_file(format: &str, module: Module, language: Language, body: &str) -> String {
    let call = case(
        CaseKind::Success,
        vec![step("GET", text("/a"), None)],
        vec![{
            let changed = body.replace('1', "2");
            let run = |body: &str| {
                CallOutcome::Response(HttpResponse {
                    status: 200,
                    headers: vec![("content-type".to_owned(), "application/json".to_owned())],
                    body: body.as_bytes().to_vec(),
                    truncated: false,
                })
            };
            Expectation::from_runs(&run(body), &run(&changed))
        }],
    );
    let suite = TestSuite { module, language, ..suite(vec![call]) };
    let written = formats::by_name(format).unwrap().write(&suite);
    written.files[0].content.clone()
}

const PARTLY: &str = r#"{"id":1,"list":[{"n":1,"k":"x"}],"none":null}"#;

#[test]
fn node_test_needs_no_package() {
    assert_eq!(
        first_file("node", Module::Cjs, Language::Js, PARTLY),
        r#"// books: calls that succeed. Written by nearmiss; yours to change.
"use strict";

const { strict: assert } = require("node:assert");
const { after, before, beforeEach, describe, test } = require("node:test");
const { call, sut } = require("./support/api.cjs");
const { anyNumber, assertFits } = require("./support/matches.cjs");

const LIMIT = { timeout: 120_000 };

describe("books: calls that succeed", () => {
  before(() => sut.start(), LIMIT);
  beforeEach(() => sut.reset(), LIMIT);
  after(() => sut.stop(), LIMIT);

  test("GET /books 200", LIMIT, async () => {
    // left out: /id, /list/0/n differ between runs
    const answer = await call("GET", "/a");
    assert.equal(answer.status, 200);
    assert.equal(answer.type, "application/json");
    assertFits(answer.body, { id: anyNumber, list: [{ n: anyNumber, k: "x" }], none: null });
  });
});
"#
    );
}

#[test]
fn mocha_has_its_functions_from_nowhere() {
    assert_eq!(
        first_file("mocha", Module::Esm, Language::Js, "[]"),
        r#"// books: calls that succeed. Written by nearmiss; yours to change.

import { strict as assert } from "node:assert";
import { call, sut } from "./support/api.cjs";

describe("books: calls that succeed", function () {
  this.timeout(120_000);
  before(() => sut.start());
  beforeEach(() => sut.reset());
  after(() => sut.stop());

  it("GET /books 200", async () => {
    const answer = await call("GET", "/a");
    assert.equal(answer.status, 200);
    assert.equal(answer.type, "application/json");
    assert.deepEqual(answer.body, []);
  });
});
"#
    );
}

#[test]
fn vitest_imports_its_functions_whatever_the_package_is() {
    let printed = first_file("vitest", Module::Cjs, Language::Js, PARTLY);
    assert!(
        printed.starts_with(
            "// @vitest-environment node\n\
             // books: calls that succeed. Written by nearmiss; yours to change.\n\n\
             import { afterAll, beforeAll, beforeEach, expect, test } from \"vitest\";\n\
             import { call, sut } from \"./support/api.cjs\";\n\n\
             const LIMIT_MS = 120_000;\nbeforeAll(() => sut.start(), LIMIT_MS);\n"
        ),
        "{printed}"
    );
    for part in ["expect(answer.body).toEqual({", "id: expect.any(Number)", "n: expect.any(Number)"]
    {
        assert!(printed.contains(part), "{printed}");
    }
    assert_eq!(printed, first_file("vitest", Module::Esm, Language::Ts, PARTLY));
}

#[test]
fn jest_in_typescript_imports_its_functions() {
    let printed = first_file("jest", Module::Cjs, Language::Ts, "null");
    assert!(
        printed.starts_with(
            "/** @jest-environment node */\n\
             // books: calls that succeed. Written by nearmiss; yours to change.\n\n\
             import { afterAll, beforeAll, beforeEach, expect, test } from \"@jest/globals\";\n\
             import { call, sut } from \"./support/api.cjs\";\n"
        ),
        "{printed}"
    );
}

#[test]
fn a_call_without_an_answer_is_asserted_by_each() {
    let hangs = |format: &str| {
        let steps = vec![step("GET", text("/hang"), None)];
        let mut one = case(CaseKind::Fault, steps, vec![Expectation::Timeout]);
        one.ends_api = true;
        let written = formats::by_name(format).unwrap().write(&suite(vec![one]));
        written.files[0].content.clone()
    };
    let jest = hangs("jest");
    assert!(
        jest.contains(
            "expect(await sut.fate(call(\"GET\", \"/hang\").timeout(2000))).toBe(\"timeout\");"
        ),
        "{jest}"
    );
    let node = hangs("node");
    assert!(
        node.contains(
            "    assert.equal(await sut.fate(call(\"GET\", \"/hang\").timeout(2000)), \"timeout\");"
        ),
        "{node}"
    );
    assert!(node.contains("    assert.equal(await sut.ended(), true);\n  });\n});\n"), "{node}");
}

#[test]
fn lines_of_tests_are_true_in_every_format() {
    for format in formats::ALL {
        for language in [Language::Js, Language::Ts] {
            let cases = (0..3).map(|n| {
                let steps = vec![step("GET", text(&format!("/{n}")), None)];
                let mut one = case(CaseKind::Success, steps, vec![answers(200, "text/plain", "a")]);
                one.comments = vec!["one\ntwo".to_owned(); n];
                one
            });
            let suite = TestSuite { language, ..suite(cases.collect()) };
            let written = format.write(&suite);
            assert_eq!(written.files[0].path, format!("success.test.{}", language.extension()));
            let lines: Vec<&str> = written.files[0].content.lines().collect();
            for test in &written.tests {
                let first = lines[test.start_line - 1].trim_start();
                assert!(first.contains(&test.name), "{}: {first}", format.name());
                assert!(lines[test.end_line - 1].trim_start().starts_with('}'));
                let calls = lines[test.start_line..test.end_line].iter();
                assert_eq!(calls.filter(|line| line.contains("call(")).count(), 1);
            }
        }
    }
}

/// What says to a runner, in its configuration or command, that files run one after another.
const IN_BAND: [(&str, &str); 4] = [
    ("jest", "\"maxWorkers\": 1"),
    ("vitest", "fileParallelism: false"),
    ("node", "--test-concurrency=1"),
    ("mocha", ""),
];

#[test]
fn suites_of_an_api_with_a_database_run_one_file_after_another() {
    for (format, in_band) in IN_BAND.into_iter().filter(|(_, in_band)| !in_band.is_empty()) {
        for shares_state in [true, false] {
            let suite = TestSuite { shares_state, ..suite(Vec::new()) };
            let written = formats::by_name(format).unwrap().write(&suite);
            let all: String = written.files.iter().map(|file| file.content.as_str()).collect();
            let told = all + &written.run_command.line("tests");
            assert_eq!(told.contains(in_band), shares_state, "{format}");
            assert_eq!(told.contains("\"inBand\": true"), shares_state, "{format}");
        }
    }
}

#[test]
fn suites_of_a_controller_start_nothing_and_run_one_file_after_another() {
    let url = "http://localhost:40100".to_owned();
    for (format, in_band) in IN_BAND {
        let start = StartSpec::Controller { url: url.clone(), start_limit_ms: 180_000 };
        let suite = TestSuite { start, ..suite(Vec::new()) };
        let written = formats::by_name(format).unwrap().write(&suite);
        let content = |path: &str| {
            written.files.iter().find(|file| file.path == path).map(|file| file.content.clone())
        };
        let told: String =
            ["jest.config.json", "vitest.config.mjs"].into_iter().filter_map(content).collect();
        assert!((told + &written.run_command.line("tests")).contains(in_band), "{format}");
        assert_eq!(
            content("support/start.json").unwrap(),
            format!(
                "{{\n  \"controller\": \"{url}\",\n  \"startTimeoutMs\": 180000,\n  \"inBand\": true\n}}\n"
            )
        );
        // The verifying runs use the same files before there are tests.
        let support = formats::by_name(format).unwrap().support(&suite);
        assert!(!support.is_empty() && support.iter().all(|file| written.files.contains(file)));
        assert!(content("support/sut.cjs").unwrap().contains("/runSUT"));
        assert_eq!(content("support/preload.cjs"), None);
    }
}

#[test]
fn commands_and_packages_are_those_of_the_runner_and_the_language() {
    let of = |format: &str, module, language| {
        let suite = TestSuite { module, language, ..suite(Vec::new()) };
        let written = formats::by_name(format).unwrap().write(&suite);
        (written.run_command.line("tests"), written.dev_dependencies.join(" "))
    };
    for (format, module, language, command, packages) in [
        (
            "jest",
            Module::Cjs,
            Language::Ts,
            "npx jest --config tests/jest.config.json",
            "@jest/globals jest superagent",
        ),
        ("vitest", Module::Esm, Language::Ts, "npx vitest run --root tests", "superagent vitest"),
        (
            "mocha",
            Module::Cjs,
            Language::Js,
            "npx mocha --no-config --no-package tests/*.test.js",
            "mocha superagent",
        ),
        (
            "mocha",
            Module::Esm,
            Language::Ts,
            "npx mocha --no-config --no-package --node-option import=tsx tests/*.test.ts",
            "@types/mocha @types/node mocha superagent tsx",
        ),
        ("node", Module::Cjs, Language::Js, "node --test tests/*.test.js", "superagent"),
        (
            "node",
            Module::Esm,
            Language::Ts,
            "node --import tsx --test tests/*.test.ts",
            "@types/node superagent tsx",
        ),
    ] {
        assert_eq!(of(format, module, language), (command.to_owned(), packages.to_owned()));
    }
}

#[test]
fn typescript_has_types_beside_each_support_file_that_tests_import() {
    for format in formats::ALL {
        let suite = TestSuite { language: Language::Ts, ..suite(Vec::new()) };
        let written = format.write(&suite);
        let has = |path: &str| written.files.iter().any(|file| file.path == path);
        for file in ["api", "calls", "matches", "payloads", "users"] {
            assert_eq!(
                has(&format!("support/{file}.cjs")),
                has(&format!("support/{file}.d.cts")),
                "{} {file}",
                format.name()
            );
        }
        assert!(has("support/api.cjs"));
    }
}

#[test]
fn the_api_is_started_without_what_the_runner_has_put_into_the_environment() {
    for (format, variable) in [
        ("jest", "JEST_WORKER_ID"),
        ("mocha", "MOCHA_WORKER_ID"),
        ("node", "NODE_TEST_CONTEXT"),
        ("vitest", "VITEST"),
    ] {
        let written = formats::by_name(format).unwrap().write(&suite(Vec::new()));
        let sut = written.files.iter().find(|file| file.path == "support/sut.cjs").unwrap();
        assert!(sut.content.contains(variable), "{format}");
        assert!(!sut.content.contains("are taken out here"), "{format}");
    }
}

#[test]
fn jest_reads_typescript_of_babel_as_modules_where_the_package_has_those() {
    let configuration = |module, transformer: &str| {
        let transformer = Some(transformer.to_owned());
        let suite = TestSuite { module, language: Language::Ts, transformer, ..suite(Vec::new()) };
        let written = Jest.write(&suite);
        let file = written.files.iter().find(|file| file.path == "jest.config.json").unwrap();
        file.content.contains("extensionsToTreatAsEsm")
    };
    assert!(configuration(Module::Esm, "@babel/preset-typescript"));
    assert!(!configuration(Module::Cjs, "@babel/preset-typescript"));
    assert!(!configuration(Module::Esm, "ts-jest"));
}
