//! What is peculiar to a test runner.

use super::{Assertions, Head, Import};
use crate::formats::TestRunner;
use crate::suite::{GeneratedFile, Language, Module, TestSuite};

/// A test runner for which suites are written.
pub(crate) trait Runner: Sync {
    /// What is known of it.
    fn test_runner(&self) -> &'static TestRunner;

    /// Packages that it and its types come from.
    fn packages(&self, language: Language) -> Vec<&'static str>;

    /// The command that runs a suite, up to its folder.
    fn program(&self, suite: &TestSuite) -> String;

    /// The files of the folder, where the command takes files: `/*.test.js`.
    fn glob(&self, _suite: &TestSuite) -> &'static str {
        ""
    }

    /// The runner's configuration in the folder of the suite: that of the package may look for tests
    /// elsewhere, under other names.
    fn configuration(&self, _suite: &TestSuite) -> Option<GeneratedFile> {
        None
    }

    /// How test files get at others.
    fn module(&self, suite: &TestSuite) -> Module {
        match suite.language {
            Language::Js => suite.module,
            // It is compiled to what the package has.
            Language::Ts => Module::Esm,
        }
    }

    /// How it asserts.
    fn assertions(&self) -> &'static dyn Assertions;

    /// A first line of each file, for the runner to read.
    fn first_line(&self) -> &'static str {
        ""
    }

    /// What a file takes from the runner and its assertions. `asserts`: it asserts anything.
    fn imports(&self, asserts: bool) -> Vec<Import>;

    /// What stands above the tests, down to its imports.
    fn head(&self, head: &Head<'_>) -> String {
        head.print(self.first_line(), self.module(head.suite), &self.imports(head.uses.asserts))
    }

    /// Whether its test files have `support/api.cjs`.
    fn has_api_file(&self, _suite: &TestSuite) -> bool {
        true
    }

    /// What stands around the tests. `title`: whose tests they are and what they show; `limit`: milliseconds that a
    /// hook or a test may take.
    fn frame(&self, title: &str, limit: &str) -> Frame;

    /// Statements of `support/sut.cjs` that take out of `env` what the runner has put there.
    fn forgets(&self) -> &'static str;
}

/// The test files of a folder, for runners that take files.
pub(crate) fn test_files(language: Language) -> &'static str {
    match language {
        Language::Js => "/*.test.js",
        Language::Ts => "/*.test.ts",
    }
}

/// What stands around the tests of a file.
pub(crate) struct Frame {
    /// Lines before them: the time allowed, and the hooks that start, reset and stop the API.
    pub open: String,
    /// Lines after them.
    pub close: &'static str,
    /// Blanks before the first line of a test.
    pub indent: usize,
    /// First line of a test, given its name as a literal.
    pub open_test: fn(&str) -> String,
    /// Last line of a test.
    pub close_test: &'static str,
}
