//! What all formats share whose tests send their calls by SuperAgent: which tests stand in which
//! file, how calls, users and large bodies are printed, what is asserted, and the files that a suite
//! brings along. What is peculiar to a test runner is behind [`Runner`].

mod accept;
mod assertion;
mod call;
mod callers;
mod expect;
mod file;
mod head;
mod led;
mod linked_body;
mod made;
mod node_assert;
mod parts;
mod payload_name;
mod payloads;
mod repeated;
mod runner;
mod setup;
mod support;
mod tables;
mod users;
mod varied;
mod words;

use nearmiss_problem::Call;

use super::{OutputFormat, TestRunner, TypeScript};
use crate::naming::names;
use crate::suite::{
    CaseKind, GeneratedFile, Language, RunCommand, StartSpec, SuiteFile, TestSuite, WrittenSuite,
    WrittenTest,
};

pub(super) use accept::{usual_accept, with_usual_accept};
pub(super) use assertion::Assertions;
pub(super) use expect::Expect;
pub(super) use head::{Head, Import};
pub(super) use node_assert::NodeAssert;
pub(super) use runner::{Frame, Runner, test_files};

/// Tests of one file: files run in parallel, and a reader must find his way.
const TESTS_A_FILE: usize = 100;

impl<R: Runner> OutputFormat for R {
    fn test_runner(&self) -> &'static TestRunner {
        Runner::test_runner(self)
    }

    fn dev_dependencies(&self, language: Language) -> Vec<&'static str> {
        let mut packages = vec!["superagent"];
        packages.extend(Runner::packages(self, language));
        if let (Language::Ts, TypeScript::Loader(loader)) = (language, self.typescript()) {
            packages.push(loader);
        }
        packages.sort_unstable();
        packages
    }

    fn files(&self, suite: &TestSuite) -> Vec<SuiteFile> {
        let kinds = [
            (CaseKind::Success, "success"),
            (CaseKind::ClientError, "client-errors"),
            (CaseKind::Fault, "faults"),
        ];
        let extension = suite.language.extension();
        let mut files = Vec::new();
        for (kind, stem) in kinds {
            let cases: Vec<usize> =
                (0..suite.cases.len()).filter(|case| suite.cases[*case].kind == kind).collect();
            for (index, cases) in cases.chunks(TESTS_A_FILE).enumerate() {
                let number = if index == 0 { String::new() } else { format!("-{}", index + 1) };
                files.push(SuiteFile {
                    path: format!("{stem}{number}.test.{extension}"),
                    cases: cases.to_vec(),
                });
            }
        }
        files
    }

    fn support(&self, suite: &TestSuite) -> Vec<GeneratedFile> {
        let suite = TestSuite { cases: Vec::new(), users: None, ..suite.clone() };
        support::files(self, &suite, &payloads::Payloads::of(&suite))
    }

    fn write(&self, suite: &TestSuite) -> WrittenSuite {
        let names = names(&suite.cases);
        let (payloads, led) = (payloads::Payloads::of(suite), led::Led::of(suite));
        let accept = usual_accept(suite);
        let (accept, callers) = (accept.as_deref(), callers::Callers::of(suite));
        let usual = call::Usual { accept, callers: callers.as_ref() };
        let of_suite = file::OfSuite { names: &names, payloads: &payloads, led: &led, usual };
        let mut written = WrittenSuite {
            dev_dependencies: dev_dependencies(self, suite),
            variables: users::variables(suite).into_iter().chain(suite.needs.clone()).collect(),
            run_command: RunCommand { program: self.program(suite), files: self.glob(suite) },
            ..WrittenSuite::default()
        };
        for file in self.files(suite) {
            let printed = file::print(self, suite, &file, &of_suite);
            for (case, lines) in file.cases.iter().zip(printed.lines) {
                written.tests.push(WrittenTest {
                    case: *case,
                    file: file.path.clone(),
                    name: names[*case].clone(),
                    start_line: lines.0,
                    end_line: lines.1,
                });
            }
            written.files.push(GeneratedFile { path: file.path, content: printed.content });
        }
        written.variables.sort_unstable();
        written.variables.dedup();
        written.tests.sort_by_key(|test| test.case);
        written.files.extend(self.configuration(suite));
        written.files.extend(support::files(self, suite, &payloads));
        written
    }
}

fn dev_dependencies(format: &dyn OutputFormat, suite: &TestSuite) -> Vec<String> {
    let mut packages = format.dev_dependencies(suite.language);
    if let StartSpec::Driver { path, .. } = &suite.start
        && [".ts", ".mts", ".cts", ".tsx"].iter().any(|end| path.ends_with(end))
    {
        packages.push("tsx");
    }
    packages.sort_unstable();
    packages.dedup();
    packages.into_iter().map(str::to_owned).collect()
}

/// Names of the constants that hold answers.
fn answer_names(steps: &[Call]) -> Vec<String> {
    const ORDINALS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    if steps.len() == 1 {
        return vec!["answer".to_owned()];
    }
    let name = |index: usize| match ORDINALS.get(index) {
        Some(ordinal) => (*ordinal).to_owned(),
        None => format!("answer{}", index + 1),
    };
    (0..steps.len()).map(name).collect()
}

#[cfg(test)]
mod tests;
