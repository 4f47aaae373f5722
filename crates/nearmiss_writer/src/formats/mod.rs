//! Output formats: one folder and one line of [`ALL`] each. What formats have in common that send
//! their calls by SuperAgent stands in `superagent`.

mod jest;
mod mocha;
mod node;
pub(crate) mod recording;
mod rerun;
mod superagent;
mod test_runner;
mod vitest;

use std::fmt;

pub use self::rerun::{Outcome, Rerun, TestResult};
pub use self::test_runner::{TestRunner, TypeScript};

use crate::suite::{GeneratedFile, Language, SuiteFile, TestSuite, WrittenSuite};

/// A kind of test suite that can be written.
pub trait OutputFormat: Sync {
    /// What runs its suites, and all that is said of it.
    fn test_runner(&self) -> &'static TestRunner;

    /// What users call it: `jest`.
    fn name(&self) -> &'static str {
        self.test_runner().name
    }

    /// What it takes to run tests in TypeScript.
    fn typescript(&self) -> TypeScript {
        self.test_runner().typescript
    }

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

/// Makes the lists of formats out of their folders and types.
macro_rules! formats {
    ($($folder:ident::$format:ident,)*) => {
        /// All formats in alphabetical order.
        pub const ALL: &[&dyn OutputFormat] = &[$(&$folder::$format),*];

        /// Names of [`ALL`].
        pub const FORMAT_NAMES: [&str; ALL.len()] = [$($folder::TEST_RUNNER.name),*];
    };
}

formats! {
    jest::Jest,
    mocha::Mocha,
    node::Node,
    vitest::Vitest,
}

/// The format of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn OutputFormat> {
    ALL.iter().find(|format| format.name() == name).copied()
}

/// The format whose runner is part of Node, and so is always there.
#[must_use]
pub fn of_node() -> &'static dyn OutputFormat {
    &node::Node
}

/// The format that the text of a test file is written in: that whose mark stands first in it, for what tests send and expect
/// may be any text.
#[must_use]
pub fn written_for(text: &str) -> Option<&'static dyn OutputFormat> {
    let marked =
        ALL.iter().filter_map(|format| Some((format.test_runner().marked_at(text)?, format)));
    marked.min_by_key(|(at, _)| *at).map(|(_, format)| *format)
}

/// The first major version of a runner's package that runs what is written; none: every one does.
#[must_use]
pub fn oldest_major(package: &str) -> Option<u32> {
    let mut runners = ALL.iter().map(|format| format.test_runner());
    runners.find(|runner| runner.package == Some(package))?.oldest_major
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_found_by_name() {
        assert!(FORMAT_NAMES.is_sorted());
        assert!(by_name("jest").is_some() && by_name("ava").is_none());
        assert_eq!(of_node().test_runner().package, None);
        assert_eq!((oldest_major("jest"), oldest_major("superagent")), (Some(27), None));
    }

    #[test]
    fn a_file_tells_its_format() {
        let told_by = |text| written_for(text).map(OutputFormat::name);
        assert_eq!(told_by("/** @jest-environment node */\n"), Some("jest"));
        let vitest = "// @vitest-environment node\nimport { test } from \"vitest\";";
        assert_eq!(told_by(vitest), Some("vitest"));
        assert_eq!(told_by("const { test } = require(\"node:test\");"), Some("node"));
        let mocha = "describe(\"x\", function () {\n  this.timeout(120_000);";
        assert_eq!(told_by(mocha), Some("mocha"));
        let sends_a_mark = "/** @jest-environment node */\n\"vitest\"";
        assert_eq!(told_by(sends_a_mark), Some("jest"));
        assert_eq!(told_by("test()"), None);
    }
}
