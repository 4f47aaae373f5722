//! Vitest: like Jest, with its functions imported, so that `globals` need not be set. Test files are
//! ES modules whatever the package is.

mod replay;

use super::superagent::{Assertions, Expect, Frame, Import, Runner};
use super::test_runner::{TestRunner, TypeScript};
use crate::suite::{GeneratedFile, Language, Module, TestSuite};

/// What is known of Vitest.
pub(super) const TEST_RUNNER: TestRunner = TestRunner {
    name: "vitest",
    title: "Vitest",
    package: Some("vitest"),
    oldest_major: None,
    since: 2021,
    words: &[&["vitest"]],
    typescript: TypeScript::ByItself,
    marks: &["@vitest-environment", "\"vitest\""],
    arguments: replay::arguments_of,
    option_for_modules: None,
    read: super::jest::read,
};

/// The Vitest format.
pub(crate) struct Vitest;

impl Runner for Vitest {
    fn test_runner(&self) -> &'static TestRunner {
        &TEST_RUNNER
    }

    fn packages(&self, _language: Language) -> Vec<&'static str> {
        vec!["vitest"]
    }

    fn program(&self, _suite: &TestSuite) -> String {
        "npx vitest run --root".to_owned()
    }

    fn configuration(&self, suite: &TestSuite) -> Option<GeneratedFile> {
        let extension = suite.language.extension();
        let in_band = if suite.is_in_band() { ", fileParallelism: false" } else { "" };
        let content = format!(
            "export default {{ test: {{ include: [\"*.test.{extension}\"]{in_band} }} }};\n"
        );
        Some(GeneratedFile { path: "vitest.config.mjs".to_owned(), content })
    }

    fn module(&self, _suite: &TestSuite) -> Module {
        Module::Esm
    }

    fn assertions(&self) -> &'static dyn Assertions {
        &Expect
    }

    fn first_line(&self) -> &'static str {
        "// @vitest-environment node\n"
    }

    fn imports(&self, asserts: bool) -> Vec<Import> {
        Expect::imports("vitest", asserts)
    }

    // Vitest calls hooks with arguments of its own.
    fn frame(&self, _title: &str, limit: &str) -> Frame {
        Frame {
            open: format!(
                "const LIMIT_MS = {limit};\nbeforeAll(() => sut.start(), LIMIT_MS);\n\
                 beforeEach(() => sut.reset(), LIMIT_MS);\nafterAll(() => sut.stop(), LIMIT_MS);\n"
            ),
            close: "",
            indent: 0,
            open_test: |name| format!("test({name}, async () => {{"),
            close_test: "}, LIMIT_MS);",
        }
    }

    fn forgets(&self) -> &'static str {
        "  // Vitest's own; the API is started as its users start it.\n  \
         const set = { BASE_URL: \"/\", MODE: \"test\", NODE_ENV: \"test\" };\n  \
         for (const [name, value] of Object.entries(set)) if (env[name] === value) delete env[name];\n  \
         const own = /^(DEV|FORCE_TTY|PROD|SSR|TEST|TINYPOOL_WORKER_ID|VITEST(_.*)?)$/;\n  \
         for (const name of Object.keys(env)) if (own.test(name)) delete env[name];\n"
    }
}
