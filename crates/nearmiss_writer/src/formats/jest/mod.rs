//! Jest: one file for each kind of test, each with an API process of its own.

mod assertion;
mod call;
mod file;
mod support;
mod users;

use nearmiss_problem::Step;

use super::OutputFormat;
use crate::naming::{test_name, unique_names};
use crate::suite::{
    CaseKind, GeneratedFile, Module, StartSpec, SuiteFile, TestSuite, WrittenSuite, WrittenTest,
};

/// Tests of one file: files run in parallel, and a reader must find his way.
const TESTS_A_FILE: usize = 100;

/// The Jest format.
pub struct Jest;

impl OutputFormat for Jest {
    fn name(&self) -> &'static str {
        "jest"
    }

    fn files(&self, suite: &TestSuite) -> Vec<SuiteFile> {
        let kinds = [
            (CaseKind::Success, "success"),
            (CaseKind::ClientError, "client-errors"),
            (CaseKind::Fault, "faults"),
        ];
        let mut files = Vec::new();
        for (kind, stem) in kinds {
            let cases: Vec<usize> =
                (0..suite.cases.len()).filter(|case| suite.cases[*case].kind == kind).collect();
            for (index, cases) in cases.chunks(TESTS_A_FILE).enumerate() {
                let number = if index == 0 { String::new() } else { format!("-{}", index + 1) };
                files.push(SuiteFile {
                    path: format!("{stem}{number}.test.js"),
                    cases: cases.to_vec(),
                });
            }
        }
        files
    }

    fn write(&self, suite: &TestSuite) -> WrittenSuite {
        let names = names(suite);
        let mut written = WrittenSuite {
            dev_dependencies: dev_dependencies(suite),
            run_command: run_command(suite.module).to_owned(),
            ..WrittenSuite::default()
        };
        for file in self.files(suite) {
            let printed = file::print(suite, &file, &names);
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
        written.tests.sort_by_key(|test| test.case);
        written.files.extend(support::files(suite));
        written
    }
}

fn names(suite: &TestSuite) -> Vec<String> {
    let names = suite.cases.iter().map(|case| {
        if case.name.is_empty() {
            test_name(&case.steps, &case.expectations)
        } else {
            case.name.clone()
        }
    });
    unique_names(names.collect())
}

fn dev_dependencies(suite: &TestSuite) -> Vec<String> {
    let mut packages = vec!["jest".to_owned(), "superagent".to_owned()];
    if let StartSpec::Driver { path, .. } = &suite.start
        && [".ts", ".mts", ".cts", ".tsx"].iter().any(|end| path.ends_with(end))
    {
        packages.push("tsx".to_owned());
    }
    packages
}

/// Without the folder of the suite, which comes last.
fn run_command(module: Module) -> &'static str {
    match module {
        Module::Cjs => "npx jest",
        Module::Esm => "NODE_OPTIONS=--experimental-vm-modules npx jest",
    }
}

/// Names of the constants that hold answers.
fn answer_names(steps: &[Step]) -> Vec<String> {
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
