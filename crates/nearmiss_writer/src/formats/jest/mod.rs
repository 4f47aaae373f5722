//! Jest: hooks and tests at the top of a file, `expect` for assertions.

mod replay;

pub(super) use self::replay::read;

use serde_json::json;

use super::superagent::{
    Assertions, Expect, Frame, Head, Import, Runner, usual_accept, with_usual_accept,
};
use super::test_runner::{TestRunner, TypeScript};
use crate::suite::{GeneratedFile, Language, Module, TestSuite};

/// What keeps the project's own run of Jest, whose patterns find the files of the suite, too, from running it: the global
/// stands in the suite's own configuration.
const PASSED_BY: &str = "\n\
    // Run by jest.config.json beside this file; the other tests of the project are run without these.\n\
    const test = globalThis.SUT_SUITE ? globalThis.test : globalThis.test.skip;\n";

/// Package that compiles TypeScript in projects that have Babel.
const BABEL: &str = "@babel/preset-typescript";

/// What is known of Jest.
pub(super) const TEST_RUNNER: TestRunner = TestRunner {
    name: "jest",
    title: "Jest",
    package: Some("jest"),
    // `node:` modules, which superagent loads.
    oldest_major: Some(27),
    since: 2014,
    words: &[&["jest"]],
    typescript: TypeScript::Transformer(&["ts-jest", "@swc/jest", BABEL]),
    marks: &["@jest-environment"],
    arguments: replay::arguments_of,
    option_for_modules: Some("--experimental-vm-modules"),
    read: replay::read,
};

/// The Jest format.
pub(crate) struct Jest;

impl Runner for Jest {
    fn test_runner(&self) -> &'static TestRunner {
        &TEST_RUNNER
    }

    fn packages(&self, language: Language) -> Vec<&'static str> {
        match language {
            Language::Js => vec!["jest"],
            Language::Ts => vec!["@jest/globals", "jest"],
        }
    }

    fn program(&self, suite: &TestSuite) -> String {
        match suite.module {
            Module::Cjs => "npx jest --config".to_owned(),
            Module::Esm => "NODE_OPTIONS=--experimental-vm-modules npx jest --config".to_owned(),
        }
    }

    fn glob(&self, _suite: &TestSuite) -> &'static str {
        "/jest.config.json"
    }

    fn configuration(&self, suite: &TestSuite) -> Option<GeneratedFile> {
        let extension = suite.language.extension();
        let transform = match (suite.language, suite.transformer.as_deref()) {
            (Language::Js, _) => json!({}),
            (Language::Ts, Some(BABEL) | None) => {
                // Babel's own configuration is the package's.
                json!({ "\\.ts$": ["babel-jest", { "rootMode": "upward-optional" }] })
            }
            (Language::Ts, Some(transformer)) => json!({ "\\.ts$": transformer }),
        };
        let mut configuration = json!({
            "testMatch": [format!("<rootDir>/*.test.{extension}")],
            "transform": transform,
        });
        if suite.language == Language::Js {
            configuration["globals"] = json!({ "SUT_SUITE": true });
        }
        let is_babel = matches!(suite.transformer.as_deref(), Some(BABEL) | None);
        if suite.language == Language::Ts && suite.module == Module::Esm && is_babel {
            // Babel leaves `import` as it is where nobody has asked for anything else: Jest must not take it for CommonJS.
            configuration["extensionsToTreatAsEsm"] = json!([".ts"]);
        }
        if suite.is_in_band() {
            configuration["maxWorkers"] = 1.into();
        }
        let content = format!("{configuration:#}\n");
        Some(GeneratedFile { path: "jest.config.json".to_owned(), content })
    }

    fn assertions(&self) -> &'static dyn Assertions {
        &Expect
    }

    fn first_line(&self) -> &'static str {
        "/** @jest-environment node */\n"
    }

    fn imports(&self, asserts: bool) -> Vec<Import> {
        Expect::imports("@jest/globals", asserts)
    }

    fn head(&self, head: &Head<'_>) -> String {
        match head.suite.language {
            Language::Js => javascript_head(self.first_line(), head) + PASSED_BY,
            Language::Ts => {
                head.print(self.first_line(), Module::Esm, &self.imports(head.uses.asserts))
            }
        }
    }

    fn has_api_file(&self, suite: &TestSuite) -> bool {
        suite.language == Language::Ts
    }

    fn frame(&self, _title: &str, limit: &str) -> Frame {
        Frame {
            open: format!(
                "const LIMIT_MS = {limit};\nbeforeAll(sut.start, LIMIT_MS);\n\
                 beforeEach(sut.reset, LIMIT_MS);\nafterAll(sut.stop, LIMIT_MS);\n"
            ),
            close: "",
            indent: 0,
            open_test: |name| format!("test({name}, async () => {{"),
            close_test: "}, LIMIT_MS);",
        }
    }

    fn forgets(&self) -> &'static str {
        "  // Jest's own; the API is started as its users start it.\n  \
         if (env.NODE_ENV === \"test\") delete env.NODE_ENV;\n  delete env.JEST_WORKER_ID;\n"
    }
}

/// The function of each file that makes calls.
const CALL: &str = "
// Redirects are not followed, and every status is an answer.
const call = (method, target) =>
  request(method, sut.url + target)
    .use(exactly(target))
    .redirects(0)
    .ok(() => true);
";

/// Jest's functions are global, and `call` stands where it is used. Jest gives ES modules only the
/// default export of a CommonJS file for sure.
fn javascript_head(first_line: &str, head: &Head<'_>) -> String {
    let uses = head.uses;
    let calls = uses.calls.iter().copied().collect::<Vec<_>>().join(", ");
    let payloads = uses.payloads.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let users = uses.users.iter().copied().collect::<Vec<_>>().join(", ");
    let setup = uses.setup.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let of_files = [("calls", calls), ("payloads", payloads), ("setup", setup), ("users", users)];
    let of_files = of_files.iter().filter(|(_, names)| !names.is_empty());
    let mut text = format!("{first_line}{}", head.says());
    match head.suite.module {
        Module::Cjs => {
            text.push_str("\"use strict\";\n\nconst request = require(\"superagent\");\n");
            let mut imports: Vec<String> = of_files
                .map(|(file, names)| {
                    format!("const {{ {names} }} = require(\"./support/{file}.cjs\");\n")
                })
                .collect();
            let sut = "const sut = require(\"./support/sut.cjs\");\n".to_owned();
            imports.insert(1, sut);
            text.push_str(&imports.concat());
        }
        Module::Esm => {
            text.push_str(
                "// Jest reads ES modules when NODE_OPTIONS=--experimental-vm-modules is set.\n\n\
                 import request from \"superagent\";\n",
            );
            let mut imports: Vec<String> = of_files
                .clone()
                .map(|(file, _)| format!("import {file} from \"./support/{file}.cjs\";\n"))
                .collect();
            imports.insert(1, "import sut from \"./support/sut.cjs\";\n".to_owned());
            text.push_str(&format!("{}\n", imports.concat()));
            text.extend(of_files.map(|(file, names)| format!("const {{ {names} }} = {file};\n")));
        }
    }
    text.push_str(&with_usual_accept(CALL, usual_accept(head.suite).as_deref()));
    text
}
