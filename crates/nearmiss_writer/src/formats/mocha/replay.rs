//! How Mocha runs a suite again, and the JSON that it writes of it.

use std::path::PathBuf;

use serde::Deserialize;

use crate::formats::rerun::{Outcome, Rerun, TestResult, arguments};

pub(super) fn arguments_of(rerun: &Rerun<'_>) -> Vec<String> {
    let mut all = arguments(&["--reporter", "json", "--reporter-option"]);
    all.push(format!("output={}", rerun.results));
    if rerun.is_typescript() {
        all.extend(arguments(&["--node-option", "import=tsx"]));
    }
    all.extend(rerun.pattern().into_iter().flat_map(|pattern| ["--grep".to_owned(), pattern]));
    all.extend_from_slice(rerun.files);
    all
}

#[derive(Deserialize)]
struct Results {
    passes: Vec<Test>,
    failures: Vec<Test>,
}

#[derive(Deserialize)]
struct Test {
    title: String,
    file: Option<PathBuf>,
    #[serde(default)]
    err: TestError,
}

#[derive(Default, Deserialize)]
struct TestError {
    #[serde(default)]
    message: String,
}

pub(super) fn read(text: &str) -> serde_json::Result<Vec<TestResult>> {
    let results: Results = serde_json::from_str(text)?;
    let passed = results.passes.into_iter().map(|test| (test, true));
    let failed = results.failures.into_iter().map(|test| (test, false));
    let all = passed.chain(failed).map(|(test, passed)| TestResult {
        file: test.file.unwrap_or_default(),
        name: test.title,
        outcome: if passed { Outcome::Passed } else { Outcome::failed(&test.err.message) },
    });
    Ok(all.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_tell_names_and_first_lines() {
        let text = r#"{"passes":[{"title":"one","fullTitle":"t one","file":"/a.test.js","err":{}}],
            "failures":[{"title":"two","file":"/a.test.js","err":{"message":"500 == 200\nmore"}}],"pending":[]}"#;
        let results = read(text).unwrap();
        let shown: Vec<_> =
            results.into_iter().map(|result| (result.name, result.outcome)).collect();
        let failed = Outcome::Failed("500 == 200".to_owned());
        assert_eq!(shown, [("one".to_owned(), Outcome::Passed), ("two".to_owned(), failed)]);
    }
}
