//! Which of the results of a run is that of a test.

use std::path::Path;

use nearmiss_writer::formats::{Outcome, TestResult};

/// The result of a test; of its whole file where that could not be run.
#[must_use]
pub fn result_of<'r>(results: &'r [TestResult], file: &Path, name: &str) -> Option<&'r Outcome> {
    let of_file = |result: &&TestResult| {
        result.file == file || result.file.canonicalize().is_ok_and(|found| found == file)
    };
    let own = results.iter().find(|result| result.name == name && of_file(result));
    let whole = || {
        // A hook that failed has no test of ours as its name.
        let mut failed = results.iter().filter(of_file);
        failed.find(|result| matches!(result.outcome, Outcome::Failed(_)) && is_whole(&result.name))
    };
    own.or_else(whole).map(|result| &result.outcome)
}

/// Whether a name is that of a file or of a hook, not of a test.
fn is_whole(name: &str) -> bool {
    name.is_empty() || name.starts_with("\"before") || name.starts_with("\"after")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_or_hook_that_fails_is_that_of_all_its_tests() {
        let file = Path::new("/a.test.js");
        let outcome = Outcome::Failed("no API".to_owned());
        let name = "\"before all\" hook in \"t\"".to_owned();
        let results = [TestResult { file: file.to_owned(), name, outcome: outcome.clone() }];
        assert_eq!(result_of(&results, file, "one"), Some(&outcome));
        assert_eq!(result_of(&results, Path::new("/b.test.js"), "one"), None);
    }
}
