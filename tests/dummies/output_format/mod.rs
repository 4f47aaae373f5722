//! An output format that only tests know: tests that need no runner, each a line of a program of Node. It stands for any that is
//! added: a folder like this one, and a line in the registry of formats. What else had to know of it would fail the tests that use it.

use nearmiss_writer::formats::{Outcome, Rerun, TestResult, TestRunner};
use nearmiss_writer::{
    GeneratedFile, Language, OutputFormat, RunCommand, SuiteFile, TestSuite, TypeScript,
    WrittenSuite,
};

/// See the module.
pub struct Lines;

const FILE: &str = "all.lines.mjs";

static TEST_RUNNER: TestRunner = TestRunner {
    name: "lines",
    title: "Lines",
    package: None,
    oldest_major: None,
    since: 2026,
    words: &[&["node"], &["lines"]],
    typescript: TypeScript::ByItself,
    marks: &["// Lines of tests"],
    arguments: |rerun: &Rerun<'_>| {
        let results = format!("--results={}", rerun.results);
        rerun.files.iter().cloned().chain([results]).collect()
    },
    option_for_modules: None,
    read: |text| Ok(text.lines().map(of_line).collect()),
};

/// Reads `ok NAME` or `not ok NAME`.
fn of_line(line: &str) -> TestResult {
    let (name, outcome) = match line.strip_prefix("ok ") {
        Some(name) => (name, Outcome::Passed),
        None => (line.trim_start_matches("not ok "), Outcome::failed("not ok")),
    };
    TestResult { file: FILE.into(), name: name.to_owned(), outcome }
}

impl OutputFormat for Lines {
    fn test_runner(&self) -> &'static TestRunner {
        &TEST_RUNNER
    }

    fn dev_dependencies(&self, _language: Language) -> Vec<&'static str> {
        Vec::new()
    }

    fn files(&self, suite: &TestSuite) -> Vec<SuiteFile> {
        vec![SuiteFile { path: FILE.to_owned(), cases: (0..suite.cases.len()).collect() }]
    }

    fn support(&self, _suite: &TestSuite) -> Vec<GeneratedFile> {
        Vec::new()
    }

    fn write(&self, suite: &TestSuite) -> WrittenSuite {
        let tests = suite.cases.iter().map(|case| format!("await test({:?});\n", case.name));
        let content = format!("// Lines of tests of {}\n{}", suite.name, tests.collect::<String>());
        WrittenSuite {
            files: vec![GeneratedFile { path: FILE.to_owned(), content }],
            run_command: RunCommand { program: "node".to_owned(), files: "/all.lines.mjs" },
            ..WrittenSuite::default()
        }
    }
}
