//! The test runner of a format: what is known of it beside the text that is written for it. What finds a project's runner,
//! what `nearmiss replay` runs and what the command line offers come from here.

use serde_json::Result;

use super::rerun::{Rerun, TestResult};

/// What it takes to run tests in TypeScript.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TypeScript {
    /// Nothing.
    ByItself,
    /// This package; the command that runs the suite names it.
    Loader(&'static str),
    /// One of these packages, and that it is configured.
    Transformer(&'static [&'static str]),
}

/// A test runner.
#[derive(Clone, Copy, Debug)]
pub struct TestRunner {
    /// What users call it: `jest`.
    pub name: &'static str,
    /// What people call it: `Jest`.
    pub title: &'static str,
    /// The package that it comes in; none: it is part of Node.
    pub package: Option<&'static str>,
    /// The first major version that runs what is written; none: every one does.
    pub oldest_major: Option<u32>,
    /// The year of its first release: a project that has several is on its way to the youngest.
    pub since: u16,
    /// The words of a script that runs it: one of each list.
    pub words: &'static [&'static [&'static str]],
    /// What it takes to run tests in TypeScript.
    pub typescript: TypeScript,
    /// Texts one of which stands at the top of each test file that is written for it, and of none for another.
    pub marks: &'static [&'static str],
    /// What it is given to run a suite again and to write down what came of it.
    pub arguments: fn(&Rerun<'_>) -> Vec<String>,
    /// The option of Node that it takes to run test files that are ES modules.
    pub option_for_modules: Option<&'static str>,
    /// Reads what it has written down.
    pub read: fn(&str) -> Result<Vec<TestResult>>,
}

impl TestRunner {
    /// Whether a script of these words runs it.
    #[must_use]
    pub fn is_run_by(&self, script: &[&str]) -> bool {
        self.words.iter().all(|any| any.iter().any(|word| script.contains(word)))
    }

    /// Where the text of a test file shows that it is written for this runner: the mark that stands first in it.
    #[must_use]
    pub fn marked_at(&self, text: &str) -> Option<usize> {
        self.marks.iter().filter_map(|mark| text.find(mark)).min()
    }
}
