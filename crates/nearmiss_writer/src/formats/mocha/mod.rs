//! Mocha, with the assertions of Node.

mod replay;

use super::superagent::{Assertions, Frame, Import, NodeAssert, Runner, test_files};
use super::test_runner::{TestRunner, TypeScript};
use crate::js_text::literal;
use crate::suite::{Language, TestSuite};

/// What is known of Mocha.
pub(super) const TEST_RUNNER: TestRunner = TestRunner {
    name: "mocha",
    title: "Mocha",
    package: Some("mocha"),
    // `--no-config` and `--no-package`: before, each takes a file of tests for its value.
    oldest_major: Some(6),
    since: 2011,
    words: &[&["mocha"]],
    typescript: TypeScript::Loader("tsx"),
    marks: &["this.timeout("],
    arguments: replay::arguments_of,
    option_for_modules: None,
    read: replay::read,
};

/// The Mocha format.
pub(crate) struct Mocha;

impl Runner for Mocha {
    fn test_runner(&self) -> &'static TestRunner {
        &TEST_RUNNER
    }

    fn packages(&self, language: Language) -> Vec<&'static str> {
        match language {
            Language::Js => vec!["mocha"],
            Language::Ts => vec!["@types/mocha", "@types/node", "mocha"],
        }
    }

    // The package's configuration would add its own tests. NODE_OPTIONS would load tsx into the API, too.
    fn program(&self, suite: &TestSuite) -> String {
        match suite.language {
            Language::Js => "npx mocha --no-config --no-package".to_owned(),
            Language::Ts => {
                "npx mocha --no-config --no-package --node-option import=tsx".to_owned()
            }
        }
    }

    // Of a folder Mocha would take every file.
    fn glob(&self, suite: &TestSuite) -> &'static str {
        test_files(suite.language)
    }

    fn assertions(&self) -> &'static dyn Assertions {
        &NodeAssert
    }

    // Its own functions are global.
    fn imports(&self, asserts: bool) -> Vec<Import> {
        asserts.then(|| Import::of(["strict as assert"], "node:assert")).into_iter().collect()
    }

    // Hooks at the top of a file would be those of all files.
    fn frame(&self, title: &str, limit: &str) -> Frame {
        Frame {
            open: format!(
                "describe({}, function () {{\n  this.timeout({limit});\n  \
                 before(() => sut.start());\n  beforeEach(() => sut.reset());\n  \
                 after(() => sut.stop());\n",
                literal(title)
            ),
            close: "});\n",
            indent: 2,
            open_test: |name| format!("it({name}, async () => {{"),
            close_test: "});",
        }
    }

    fn forgets(&self) -> &'static str {
        "  // Mocha's own; the API is started as its users start it.\n  \
         delete env.MOCHA_WORKER_ID;\n"
    }
}
