//! How `node:test` runs a suite again, and what our own reporter for it writes: a line of JSON a test
//! (`npm/nearmiss/replay/node_reporter.mjs`).

use std::path::PathBuf;

use serde::Deserialize;

use crate::formats::rerun::{Outcome, Rerun, TestResult, arguments};

pub(super) fn arguments_of(rerun: &Rerun<'_>) -> Vec<String> {
    let mut all = Vec::new();
    if rerun.is_typescript() {
        all.extend(arguments(&["--import", "tsx"]));
    }
    all.push("--test".to_owned());
    all.extend(rerun.in_band("--test-concurrency=1"));
    all.push(format!("--test-reporter={}/replay/node_reporter.mjs", rerun.package));
    all.push(format!("--test-reporter-destination={}", rerun.results));
    // Which names stand before that of a test depends on the version of Node.
    let pattern = rerun.pattern().map(|pattern| pattern.replace('/', "\\/"));
    all.extend(pattern.map(|pattern| format!("--test-name-pattern=/{pattern}/")));
    all.extend_from_slice(rerun.files);
    all
}

#[derive(Deserialize)]
struct Line {
    file: PathBuf,
    name: String,
    passed: bool,
    #[serde(default)]
    message: String,
}

pub(super) fn read(text: &str) -> serde_json::Result<Vec<TestResult>> {
    text.lines().map(of_line).collect()
}

fn of_line(line: &str) -> serde_json::Result<TestResult> {
    let Line { file, name, passed, message } = serde_json::from_str(line)?;
    let outcome = if passed { Outcome::Passed } else { Outcome::failed(&message) };
    Ok(TestResult { file, name, outcome })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::rerun::tests::rerun;

    #[test]
    fn names_are_a_pattern_between_slashes() {
        let files = ["/s/a.test.ts".to_owned()];
        let all = arguments_of(&rerun(&files, &["GET /a?b=(1) 200 (2)"])).join(" ");
        assert!(all.starts_with("--import tsx --test --test-reporter=/p/replay/node_reporter.mjs"));
        assert!(
            all.contains("--test-name-pattern=/(^| )(GET \\/a\\?b=\\(1\\) 200 \\(2\\))$/"),
            "{all}"
        );
    }

    #[test]
    fn results_tell_names_and_first_lines() {
        let lines = "{\"file\":\"/a.test.js\",\"name\":\"one\",\"passed\":true}\n\
                     {\"file\":\"/a.test.js\",\"name\":\"two\",\"passed\":false,\"message\":\"500 == 200\"}";
        let results = read(lines).unwrap();
        assert_eq!(results[0].outcome, Outcome::Passed);
        assert_eq!(results[1].outcome, Outcome::Failed("500 == 200".to_owned()));
    }
}
