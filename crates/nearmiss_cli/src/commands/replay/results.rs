//! What runners write of the tests that they ran.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// How a test ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed; the first line of what the runner says.
    Failed(String),
}

/// A test that was run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TestResult {
    /// Its file, as the runner names it.
    pub file: PathBuf,
    /// Its name, without those of what stands round it; empty: the whole file failed.
    pub name: String,
    /// How it ended.
    pub outcome: Outcome,
}

/// The form of a runner's results.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// The JSON of Jest, which Vitest writes, too.
    Jest,
    /// The JSON of Mocha.
    Mocha,
    /// Lines of JSON of our own reporter for `node:test` (`npm/nearmiss/replay/node_reporter.mjs`).
    Lines,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JestResults {
    test_results: Vec<JestFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JestFile {
    name: PathBuf,
    status: String,
    #[serde(default)]
    message: Option<String>,
    assertion_results: Vec<JestTest>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JestTest {
    title: String,
    status: String,
    #[serde(default)]
    failure_messages: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct MochaResults {
    passes: Vec<MochaTest>,
    failures: Vec<MochaTest>,
}

#[derive(Deserialize)]
struct MochaTest {
    title: String,
    file: Option<PathBuf>,
    #[serde(default)]
    err: MochaError,
}

#[derive(Default, Deserialize)]
struct MochaError {
    #[serde(default)]
    message: String,
}

#[derive(Deserialize)]
struct Line {
    file: PathBuf,
    name: String,
    passed: bool,
    #[serde(default)]
    message: String,
}

/// Reads the results that a runner has written.
///
/// # Errors
/// When they are not in that form.
pub fn read(form: Form, text: &str) -> Result<Vec<TestResult>, String> {
    let wrong = |error: serde_json::Error| error.to_string();
    match form {
        Form::Jest => Ok(of_jest(serde_json::from_str(text).map_err(wrong)?)),
        Form::Mocha => Ok(of_mocha(serde_json::from_str(text).map_err(wrong)?)),
        Form::Lines => text.lines().map(|line| of_line(line).map_err(wrong)).collect(),
    }
}

fn of_jest(results: JestResults) -> Vec<TestResult> {
    let mut all = Vec::new();
    for file in results.test_results {
        if file.assertion_results.is_empty() && file.status == "failed" {
            let message = first_line(file.message.as_deref().unwrap_or("the file cannot be run"));
            let outcome = Outcome::Failed(message);
            all.push(TestResult { file: file.name.clone(), name: String::new(), outcome });
        }
        for test in file.assertion_results {
            let outcome = match test.status.as_str() {
                "passed" => Outcome::Passed,
                "failed" => {
                    let messages = test.failure_messages.unwrap_or_default();
                    Outcome::Failed(first_line(messages.first().map_or("", String::as_str)))
                }
                // Left out by the name.
                _ => continue,
            };
            all.push(TestResult { file: file.name.clone(), name: test.title, outcome });
        }
    }
    all
}

fn of_mocha(results: MochaResults) -> Vec<TestResult> {
    let passed = results.passes.into_iter().map(|test| (test, true));
    let failed = results.failures.into_iter().map(|test| (test, false));
    let all = passed.chain(failed).map(|(test, passed)| TestResult {
        file: test.file.unwrap_or_default(),
        name: test.title,
        outcome: if passed {
            Outcome::Passed
        } else {
            Outcome::Failed(first_line(&test.err.message))
        },
    });
    all.collect()
}

fn of_line(line: &str) -> serde_json::Result<TestResult> {
    let Line { file, name, passed, message } = serde_json::from_str(line)?;
    let outcome = if passed { Outcome::Passed } else { Outcome::Failed(first_line(&message)) };
    Ok(TestResult { file, name, outcome })
}

/// The first line that says something, without the codes of colours.
fn first_line(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            // An escape sequence ends with a letter.
            let _ = rest.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(c);
        }
    }
    let line = plain.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    line.chars().take(200).collect()
}

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

    fn shown(form: Form, text: &str) -> Vec<(String, Outcome)> {
        let results = read(form, text).unwrap();
        results.into_iter().map(|result| (result.name, result.outcome)).collect()
    }

    #[test]
    fn each_form_tells_names_and_first_lines() {
        let failed = |text: &str| Outcome::Failed(text.to_owned());
        let jest = r#"{"testResults":[{"name":"/a.test.js","status":"failed","message":"","assertionResults":[
            {"title":"one","status":"passed","failureMessages":[]},
            {"title":"two","status":"failed","failureMessages":["\u001b[31mError: expect(received)\u001b[39m\n  at x"]},
            {"title":"three","status":"pending","failureMessages":[]}]},
            {"name":"/b.test.js","status":"failed","message":"\n  Cannot find module 'x'\n","assertionResults":[]}]}"#;
        let expected = [
            ("one".to_owned(), Outcome::Passed),
            ("two".to_owned(), failed("Error: expect(received)")),
            (String::new(), failed("Cannot find module 'x'")),
        ];
        assert_eq!(shown(Form::Jest, jest), expected);
        let mocha = r#"{"passes":[{"title":"one","fullTitle":"t one","file":"/a.test.js","err":{}}],
            "failures":[{"title":"two","file":"/a.test.js","err":{"message":"500 == 200\nmore"}}],"pending":[]}"#;
        let expected =
            [("one".to_owned(), Outcome::Passed), ("two".to_owned(), failed("500 == 200"))];
        assert_eq!(shown(Form::Mocha, mocha), expected);
        let lines = "{\"file\":\"/a.test.js\",\"name\":\"one\",\"passed\":true}\n{\"file\":\"/a.test.js\",\"name\":\"two\",\"passed\":false,\"message\":\"500 == 200\"}";
        assert_eq!(shown(Form::Lines, lines), expected);
        assert!(read(Form::Jest, "{}").is_err());
    }

    #[test]
    fn a_file_or_hook_that_fails_is_that_of_all_its_tests() {
        let results = read(
            Form::Mocha,
            r#"{"passes":[],"failures":[{"title":"\"before all\" hook in \"t\"","file":"/a.test.js","err":{"message":"no API"}}]}"#,
        )
        .unwrap();
        let file = Path::new("/a.test.js");
        assert_eq!(result_of(&results, file, "one"), Some(&Outcome::Failed("no API".to_owned())));
        assert_eq!(result_of(&results, Path::new("/b.test.js"), "one"), None);
    }
}
