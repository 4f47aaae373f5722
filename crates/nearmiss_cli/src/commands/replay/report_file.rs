//! What `report.json` says of a written suite: its tests and the faults that they show.

use std::path::{Path, PathBuf};

use nearmiss_problem::rest::fault_title;
use serde::Deserialize;

use crate::failure::Failure;

/// A written test.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WrittenCase {
    /// Its id in the report.
    pub id: String,
    /// Its file, absolute.
    pub file: PathBuf,
    /// Its name.
    pub name: String,
    /// The first line of its code.
    pub line: usize,
}

/// A fault that a written test shows.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct WrittenFault {
    /// `100-5f0c31d2`
    pub id: String,
    /// Code of the Web Fuzzing Commons list.
    pub code: u32,
    /// `GET:/books/{id}`
    pub operation: String,
    /// What it says of the answer.
    #[serde(default)]
    pub message: String,
    /// The test that shows it.
    pub test_case_id: Option<String>,
    /// The call as a line of curl.
    #[serde(default)]
    pub curl: Option<String>,
}

impl WrittenFault {
    /// Tells what people call its code.
    #[must_use]
    pub fn name(&self) -> &'static str {
        fault_title(self.code).unwrap_or("a fault of its own kind")
    }
}

/// A report.
#[derive(Clone, Debug, Default)]
pub struct ReportFile {
    /// The tests.
    pub tests: Vec<WrittenCase>,
    /// The faults.
    pub faults: Vec<WrittenFault>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    test_cases: Vec<Case>,
    nearmiss: Option<Own>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    id: String,
    file_path: PathBuf,
    name: String,
    start_line: usize,
}

#[derive(Deserialize)]
struct Own {
    #[serde(default)]
    faults: Vec<WrittenFault>,
}

impl ReportFile {
    /// Reads the report of the suite in `folder`: the one that is `given`, or that in the folder.
    ///
    /// # Errors
    /// When there is no such folder or report, or it is none of a suite, or the suite has no tests.
    pub fn read(folder: &Path, given: Option<&Path>) -> Result<Self, Failure> {
        if !folder.is_dir() {
            return Err(Failure::usage(format!(
                "there is no folder {}; give the folder of a suite that `nearmiss fuzz` has written",
                folder.display()
            )));
        }
        let path = given.map_or_else(|| folder.join("report.json"), Path::to_owned);
        let wrong = |why: String| Failure::usage(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(&path).map_err(|error| {
            wrong(format!(
                "{error}; the report that `nearmiss fuzz` writes with a suite is needed (--report, where it lies \
                 elsewhere)"
            ))
        })?;
        let report: Report = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("{error}; it is no report of nearmiss")))?;
        let beside = path.parent().unwrap_or(Path::new("."));
        let beside = beside.canonicalize().map_err(|error| wrong(error.to_string()))?;
        let tests = report.test_cases.into_iter().map(|case| WrittenCase {
            id: case.id,
            file: beside.join(case.file_path),
            name: case.name,
            line: case.start_line,
        });
        let tests: Vec<WrittenCase> = tests.collect();
        if let Some(gone) = tests.iter().find(|test| !test.file.is_file()) {
            return Err(wrong(format!(
                "its test file {} is not there any more; run `nearmiss fuzz` again, or restore it",
                gone.file.display()
            )));
        }
        if tests.is_empty() {
            return Err(wrong("it has no tests; there is nothing to run".to_owned()));
        }
        Ok(Self { tests, faults: report.nearmiss.map_or_else(Vec::new, |own| own.faults) })
    }

    /// The faults with these ids; all if none are given.
    ///
    /// # Errors
    /// When one is not in the report.
    pub fn faults(&self, ids: &[String]) -> Result<Vec<&WrittenFault>, Failure> {
        if ids.is_empty() {
            return Ok(self.faults.iter().collect());
        }
        let find = |id: &String| {
            self.faults.iter().find(|fault| fault.id == *id).ok_or_else(|| {
                let known: Vec<&str> = self.faults.iter().map(|fault| fault.id.as_str()).collect();
                let known = if known.is_empty() {
                    "it has no faults".to_owned()
                } else {
                    format!("known: {}", known.join(", "))
                };
                Failure::usage(format!(
                    "--fault {id}: there is no such fault in the report; {known}"
                ))
            })
        };
        ids.iter().map(find).collect()
    }

    /// The tests to run: those that show `faults`, and those whose name holds `part`; all if neither is asked for.
    ///
    /// # Errors
    /// When no test has such a name.
    pub fn tests(
        &self,
        faults: Option<&[&WrittenFault]>,
        part: Option<&str>,
    ) -> Result<Vec<&WrittenCase>, Failure> {
        let shows = |test: &WrittenCase| {
            faults.is_some_and(|faults| {
                faults.iter().any(|fault| fault.test_case_id.as_ref() == Some(&test.id))
            })
        };
        let named = |test: &WrittenCase| part.is_some_and(|part| test.name.contains(part));
        if let Some(part) = part
            && !self.tests.iter().any(named)
        {
            let first = self.tests.iter().take(5).map(|test| format!("\"{}\"", test.name));
            let first: Vec<String> = first.collect();
            return Err(Failure::usage(format!(
                "--test \"{part}\": no name of a test holds it; there are {} tests, such as {}",
                self.tests.len(),
                first.join(", ")
            )));
        }
        let all = faults.is_none() && part.is_none();
        Ok(self.tests.iter().filter(|test| all || shows(test) || named(test)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(report: &str) -> (tempfile::TempDir, Result<ReportFile, Failure>) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("report.json"), report).unwrap();
        std::fs::write(folder.path().join("a.test.js"), "").unwrap();
        let read = ReportFile::read(folder.path(), None);
        (folder, read)
    }

    const REPORT: &str = r#"{"testCases":[
        {"id":"a.test.js#1","filePath":"a.test.js","name":"GET /a 200","startLine":3,"endLine":5},
        {"id":"a.test.js#2","filePath":"a.test.js","name":"GET /b 500","startLine":7,"endLine":9}],
        "nearmiss":{"faults":[{"id":"100-1","code":100,"operation":"GET:/b","place":"x","message":"m",
        "testCaseId":"a.test.js#2","call":1,"curl":"curl x"}]}}"#;

    #[test]
    fn faults_are_found_by_their_id_and_tests_by_them_or_their_name() {
        let (_folder, report) = written(REPORT);
        let report = report.unwrap();
        let names = |faults: Option<&[&WrittenFault]>, part| {
            let tests = report.tests(faults, part).unwrap();
            tests.into_iter().map(|test| (test.name.clone(), test.line)).collect::<Vec<_>>()
        };
        let fault = report.faults(&["100-1".to_owned()]).unwrap();
        assert_eq!(names(Some(&fault), None), [("GET /b 500".to_owned(), 7)]);
        assert_eq!(names(None, Some("/a")), [("GET /a 200".to_owned(), 3)]);
        assert_eq!(names(None, None).len(), 2);
        let unknown = report.faults(&["101-2".to_owned()]).unwrap_err();
        assert!(unknown.code == 2 && unknown.to_string().contains("known: 100-1"));
        let unnamed = report.tests(None, Some("/c")).unwrap_err().to_string();
        assert!(unnamed.contains("\"GET /a 200\""), "{unnamed}");
    }

    #[test]
    fn what_is_no_suite_is_named() {
        let message = |folder: &Path| ReportFile::read(folder, None).unwrap_err().to_string();
        let empty = tempfile::tempdir().unwrap();
        assert!(message(&empty.path().join("nowhere")).contains("there is no folder"));
        assert!(message(empty.path()).contains("report.json"));
        let wrong = |report: &str| written(report).1.unwrap_err().to_string();
        assert!(wrong("{}").contains("no report of nearmiss"));
        assert!(wrong(r#"{"testCases":[]}"#).contains("no tests"));
        assert!(
            wrong(&REPORT.replace("a.test.js\",\"name", "b.test.js\",\"name"))
                .contains("b.test.js is not there")
        );
    }
}
