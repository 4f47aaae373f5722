//! Output formats: one folder and one line of [`ALL`] each.

mod jest;

use crate::suite::{SuiteFile, TestSuite, WrittenSuite};

pub use jest::Jest;

/// A kind of test suite that can be written.
pub trait OutputFormat: Sync {
    /// What users call it: `jest`.
    fn name(&self) -> &'static str;

    /// Which tests stand in which file, in the order in which they run. Each file has a process of
    /// the API to itself. Names and expectations have no influence, so that the runs from which the
    /// expectations come follow the same order.
    fn files(&self, suite: &TestSuite) -> Vec<SuiteFile>;

    /// Prints the suite: the same suite gives the same bytes.
    fn write(&self, suite: &TestSuite) -> WrittenSuite;
}

/// All formats in alphabetical order.
pub const ALL: &[&dyn OutputFormat] = &[&Jest];

/// Names of [`ALL`].
pub const FORMAT_NAMES: [&str; ALL.len()] = ["jest"];

/// The format of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn OutputFormat> {
    ALL.iter().find(|format| format.name() == name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_names_is_that_of_the_formats() {
        let names: Vec<_> = ALL.iter().map(|format| format.name()).collect();
        assert_eq!(names, FORMAT_NAMES);
        assert!(names.is_sorted());
        assert!(by_name("jest").is_some() && by_name("mocha").is_none());
    }
}
