//! How Jest runs a suite again, and the JSON that it writes of it, which Vitest writes, too.

use std::path::PathBuf;

use serde::Deserialize;

use crate::formats::rerun::{Outcome, Rerun, TestResult, arguments};

pub(super) fn arguments_of(rerun: &Rerun<'_>) -> Vec<String> {
    let mut all = arguments(&["--json", "--outputFile", rerun.results]);
    // That of the API's package is for other tests.
    all.extend(
        (rerun.own)("jest.config.json").into_iter().flat_map(|own| ["--config".to_owned(), own]),
    );
    all.extend(rerun.in_band("--runInBand"));
    all.extend(
        rerun.pattern().into_iter().flat_map(|pattern| ["--testNamePattern".to_owned(), pattern]),
    );
    all.push("--runTestsByPath".to_owned());
    all.extend_from_slice(rerun.files);
    all
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Results {
    test_results: Vec<File>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    name: PathBuf,
    status: String,
    #[serde(default)]
    message: Option<String>,
    assertion_results: Vec<Test>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    title: String,
    status: String,
    #[serde(default)]
    failure_messages: Option<Vec<String>>,
}

pub(in crate::formats) fn read(text: &str) -> serde_json::Result<Vec<TestResult>> {
    let results: Results = serde_json::from_str(text)?;
    Ok(results.test_results.into_iter().flat_map(of_file).collect())
}

fn of_file(file: File) -> Vec<TestResult> {
    let mut all = Vec::new();
    if file.assertion_results.is_empty() && file.status == "failed" {
        let outcome = Outcome::failed(file.message.as_deref().unwrap_or("the file cannot be run"));
        all.push(TestResult { file: file.name.clone(), name: String::new(), outcome });
    }
    for test in file.assertion_results {
        let outcome = match test.status.as_str() {
            "passed" => Outcome::Passed,
            "failed" => {
                let messages = test.failure_messages.unwrap_or_default();
                Outcome::failed(messages.first().map_or("", String::as_str))
            }
            // Left out by the name.
            _ => continue,
        };
        all.push(TestResult { file: file.name.clone(), name: test.title, outcome });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::rerun::tests::rerun;

    #[test]
    fn all_tests_are_run_where_none_is_named() {
        let all = arguments_of(&rerun(&["/s/a.test.js".to_owned()], &[])).join(" ");
        assert_eq!(
            all,
            "--json --outputFile /r.json --config /s/jest.config.json --runTestsByPath /s/a.test.js"
        );
    }

    #[test]
    fn results_tell_names_and_first_lines() {
        let text = r#"{"testResults":[{"name":"/a.test.js","status":"failed","message":"","assertionResults":[
            {"title":"one","status":"passed","failureMessages":[]},
            {"title":"two","status":"failed","failureMessages":["\u001b[31mError: expect(received)\u001b[39m\n  at x"]},
            {"title":"three","status":"pending","failureMessages":[]}]},
            {"name":"/b.test.js","status":"failed","message":"\n  Cannot find module 'x'\n","assertionResults":[]}]}"#;
        let results = read(text).unwrap();
        let shown: Vec<_> =
            results.into_iter().map(|result| (result.name, result.outcome)).collect();
        let failed = |text: &str| Outcome::Failed(text.to_owned());
        assert_eq!(
            shown,
            [
                ("one".to_owned(), Outcome::Passed),
                ("two".to_owned(), failed("Error: expect(received)")),
                (String::new(), failed("Cannot find module 'x'")),
            ]
        );
        assert!(read("{}").is_err());
    }
}
