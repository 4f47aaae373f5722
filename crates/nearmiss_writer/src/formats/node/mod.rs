//! `node:test`: the runner and the assertions of Node itself.

mod replay;

use super::superagent::{Assertions, Frame, Import, NodeAssert, Runner, test_files};
use super::test_runner::{TestRunner, TypeScript};
use crate::js_text::literal;
use crate::suite::{Language, TestSuite};

/// What is known of the test runner of Node.
pub(super) const TEST_RUNNER: TestRunner = TestRunner {
    name: "node",
    title: "node:test",
    package: None,
    oldest_major: None,
    since: 2022,
    words: &[&["node", "tsx"], &["--test"]],
    typescript: TypeScript::Loader("tsx"),
    marks: &["\"node:test\""],
    arguments: replay::arguments_of,
    option_for_modules: None,
    read: replay::read,
};

/// The format of `node:test`.
pub(crate) struct Node;

impl Runner for Node {
    fn test_runner(&self) -> &'static TestRunner {
        &TEST_RUNNER
    }

    fn packages(&self, language: Language) -> Vec<&'static str> {
        match language {
            Language::Js => Vec::new(),
            Language::Ts => vec!["@types/node"],
        }
    }

    fn program(&self, suite: &TestSuite) -> String {
        let in_band = if suite.is_in_band() { " --test-concurrency=1" } else { "" };
        match suite.language {
            Language::Js => format!("node --test{in_band}"),
            Language::Ts => format!("node --import tsx --test{in_band}"),
        }
    }

    // A folder is no argument from Node 22 on, and a glob none before; a shell knows both.
    fn glob(&self, suite: &TestSuite) -> &'static str {
        test_files(suite.language)
    }

    fn assertions(&self) -> &'static dyn Assertions {
        &NodeAssert
    }

    fn imports(&self, asserts: bool) -> Vec<Import> {
        let runner = Import::of(["after", "before", "beforeEach", "describe", "test"], "node:test");
        let assertions = asserts.then(|| Import::of(["strict as assert"], "node:assert"));
        assertions.into_iter().chain([runner]).collect()
    }

    // Hooks at the top of a file would be those of all files that share a process, and are called with
    // arguments of the runner's own.
    fn frame(&self, title: &str, limit: &str) -> Frame {
        Frame {
            open: format!(
                "const LIMIT = {{ timeout: {limit} }};\n\ndescribe({}, () => {{\n  \
                 before(() => sut.start(), LIMIT);\n  beforeEach(() => sut.reset(), LIMIT);\n  \
                 after(() => sut.stop(), LIMIT);\n",
                literal(title)
            ),
            close: "});\n",
            indent: 2,
            open_test: |name| format!("test({name}, LIMIT, async () => {{"),
            close_test: "});",
        }
    }

    fn forgets(&self) -> &'static str {
        "  // The test runner's own; the API is started as its users start it.\n  \
         delete env.NODE_TEST_CONTEXT;\n  delete env.NODE_TEST_WORKER_ID;\n"
    }
}
