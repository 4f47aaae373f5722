//! Output formats: one folder and one line of [`ALL`] each. What formats have in common that send
//! their calls by SuperAgent stands in `superagent`.

mod jest;
mod mocha;
mod node;
pub(crate) mod recording;
mod superagent;
mod vitest;

use std::fmt;

use crate::suite::{GeneratedFile, Language, SuiteFile, TestSuite, WrittenSuite};

/// A kind of test suite that can be written.
pub trait OutputFormat: Sync {
    /// What users call it: `jest`.
    fn name(&self) -> &'static str;

    /// What it takes to run tests in TypeScript.
    fn typescript(&self) -> TypeScript;

    /// The packages that every suite in that language needs, by name.
    fn dev_dependencies(&self, language: Language) -> Vec<&'static str>;

    /// Which tests stand in which file, in the order in which they run. Each file has a process of
    /// the API to itself. Names and expectations have no influence, so that the runs from which the
    /// expectations come follow the same order.
    fn files(&self, suite: &TestSuite) -> Vec<SuiteFile>;

    /// The files that all suites have with this start and this reset, tests or not: what starts, resets and stops the
    /// API.
    fn support(&self, suite: &TestSuite) -> Vec<GeneratedFile>;

    /// Prints the suite: the same suite gives the same bytes.
    fn write(&self, suite: &TestSuite) -> WrittenSuite;
}

impl fmt::Debug for dyn OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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

/// All formats in alphabetical order.
pub const ALL: &[&dyn OutputFormat] = &[&jest::Jest, &mocha::Mocha, &node::Node, &vitest::Vitest];

/// Names of [`ALL`].
pub const FORMAT_NAMES: [&str; ALL.len()] = ["jest", "mocha", "node", "vitest"];

/// The format of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn OutputFormat> {
    ALL.iter().find(|format| format.name() == name).copied()
}

/// The first major version of a package that runs what is written; none: every one does.
#[must_use]
pub fn oldest_major(package: &str) -> Option<u32> {
    match package {
        // `node:` modules, which superagent loads.
        "jest" => Some(27),
        // `--no-config` and `--no-package`: before, each takes a file of tests for its value.
        "mocha" => Some(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_names_is_that_of_the_formats() {
        let names: Vec<_> = ALL.iter().map(|format| format.name()).collect();
        assert_eq!(names, FORMAT_NAMES);
        assert!(names.is_sorted());
        assert!(by_name("jest").is_some() && by_name("ava").is_none());
    }
}
