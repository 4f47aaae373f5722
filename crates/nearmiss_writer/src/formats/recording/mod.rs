//! A suite that notes what comes of its calls and expects nothing: sent as written tests send, on the API as they
//! start it, by Node alone.

use super::OutputFormat;
use super::node::Node;
use crate::expectation::Expectation;
use crate::suite::{GeneratedFile, Language, Module, SuiteFile, TestSuite};

const API: &str = include_str!("api.cjs");
const CLOCK: &str = include_str!("../superagent/support/clock.cjs");
/// The lines of `support/clock.cjs` that say when the clock begins.
const BEGIN: &str = "const begin = Date.parse(process.env.SUT_CLOCK);\n";

/// A suite to run by `node FILE`, one file after another or at the same time.
#[derive(Clone, Debug)]
pub struct RecordingSuite {
    /// Which tests stand in which file. What came of the calls of `a.test.js` stands in `a.test.js.jsonl`, one JSON
    /// object a line: `test` (its place in the file), `call`, and `status`, `headers`, `text` or `timeout`, `broken`.
    pub tests: Vec<SuiteFile>,
    /// The files.
    pub files: Vec<GeneratedFile>,
}

/// The suite as one that notes what comes of its calls. Calls that are expected to have no answer are still followed
/// by what the written suite does then.
#[must_use]
pub fn recording(suite: &TestSuite) -> RecordingSuite {
    let mut suite = suite.clone();
    suite.module = Module::Cjs;
    suite.language = Language::Js;
    for expectation in suite.cases.iter_mut().flat_map(|case| &mut case.expectations) {
        if matches!(expectation, Expectation::Answer(_)) {
            *expectation = Expectation::Unstable { left_out: Vec::new() };
        }
    }
    let mut files = Node.write(&suite).files;
    for file in &mut files {
        if file.path == "support/api.cjs" {
            API.clone_into(&mut file.content);
        }
    }
    let content = "{ \"type\": \"commonjs\" }\n".to_owned();
    files.push(GeneratedFile { path: "package.json".to_owned(), content });
    RecordingSuite { tests: recording_files(&suite), files }
}

/// Answers which tests of a suite stand in which file of the one that notes.
#[must_use]
pub fn recording_files(suite: &TestSuite) -> Vec<SuiteFile> {
    Node.files(suite)
}

/// A file to load into an API (`--require`) whose clock is to be ahead.
#[must_use]
pub fn clock_ahead(milliseconds: i64) -> String {
    CLOCK.replace(BEGIN, &format!("const begin = Date.now() + {milliseconds};\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_ahead_begins_then() {
        assert!(CLOCK.contains(BEGIN));
        assert!(clock_ahead(5).contains("const begin = Date.now() + 5;"));
    }
}
