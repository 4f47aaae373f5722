//! The runner of a written suite as it is installed: its program, its arguments, its environment. What is known of a runner
//! stands with the format that is written for it.

use std::path::{Path, PathBuf};

use nearmiss_writer::FORMAT_NAMES;
use nearmiss_writer::formats::{self, Rerun, TestRunner};

use super::report_file::WrittenCase;
use crate::failure::Failure;

/// What a run is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Folder of the suite.
    pub folder: &'a Path,
    /// The test files, absolute.
    pub files: &'a [PathBuf],
    /// Names of the tests to run; all if there are none.
    pub names: &'a [&'a str],
    /// Where the results go.
    pub results: &'a Path,
    /// Folder of the npm package of nearmiss.
    pub package: &'a Path,
}

impl Wanted<'_> {
    /// What a runner is given for it.
    fn arguments(&self, runner: &TestRunner) -> Vec<String> {
        let text = |path: &Path| path.display().to_string();
        let files: Vec<String> = self.files.iter().map(|file| text(file)).collect();
        let own = |name: &str| {
            let file = self.folder.join(name);
            file.is_file().then(|| text(&file))
        };
        (runner.arguments)(&Rerun {
            folder: &text(self.folder),
            files: &files,
            names: self.names,
            results: &text(self.results),
            package: &text(self.package),
            in_band: self.is_in_band(),
            own: &own,
        })
    }

    /// Whether the suite says that its files are run one after another.
    fn is_in_band(&self) -> bool {
        let start = std::fs::read_to_string(self.folder.join("support/start.json"));
        let start: serde_json::Value =
            serde_json::from_str(&start.unwrap_or_default()).unwrap_or_default();
        start["inBand"] == true
    }
}

/// The runner of that name, else the one that the files of tests are written for.
///
/// # Errors
/// When there is no such runner, or a file is written for none that is known.
pub fn runner_of(
    named: Option<&str>,
    tests: &[&WrittenCase],
) -> Result<&'static TestRunner, Failure> {
    let known = || FORMAT_NAMES.join(", ");
    if let Some(named) = named {
        let format = formats::by_name(named).ok_or_else(|| {
            Failure::usage(format!("--runner {named}: known runners are {}", known()))
        })?;
        return Ok(format.test_runner());
    }
    let Some(first) = tests.first() else {
        return Err(Failure::usage("there is no test to run".to_owned()));
    };
    let shown = first.file.display();
    let text = std::fs::read_to_string(&first.file)
        .map_err(|error| Failure::usage(format!("{shown} cannot be read: {error}")))?;
    let format = formats::written_for(&text).ok_or_else(|| {
        Failure::usage(format!(
            "{shown} does not show which runner it is for; name one with --runner ({})",
            known()
        ))
    })?;
    Ok(format.test_runner())
}

/// The first folder from `folder` upwards in which packages of this name are installed.
fn installed(folder: &Path, package: &str) -> Option<PathBuf> {
    folder.ancestors().map(|at| at.join("node_modules")).find(|at| at.join(package).is_dir())
}

/// The program that runs a suite, and its arguments.
///
/// # Errors
/// When a package is missing; the message says how to install it.
pub fn command(
    runner: &TestRunner,
    wanted: &Wanted<'_>,
) -> Result<(PathBuf, Vec<String>), Failure> {
    let own = runner.package.into_iter().map(str::to_owned);
    let needed: Vec<String> = own.chain(["superagent".to_owned()]).collect();
    let missing: Vec<String> =
        needed.into_iter().filter(|name| installed(wanted.folder, name).is_none()).collect();
    if !missing.is_empty() {
        return Err(Failure::usage(format!(
            "the suite needs packages that are not installed: {0}; install them with: npm install \
             --save-dev {1}",
            missing.join(", "),
            missing.join(" ")
        )));
    }
    let program = match runner.package.and_then(|package| installed(wanted.folder, package)) {
        Some(modules) => modules.join(".bin").join(runner.name),
        // The command line runs inside Node.
        None => std::env::current_exe().map_err(|error| Failure::system("no Node", &error))?,
    };
    Ok((program, wanted.arguments(runner)))
}

/// What is added to the environment: a runner may need to be told that test files are ES modules.
#[must_use]
pub fn environment(runner: &TestRunner, files: &[PathBuf]) -> Vec<(String, String)> {
    let is_module = |file: &PathBuf| {
        std::fs::read_to_string(file)
            .is_ok_and(|text| text.lines().any(|line| line.starts_with("import ")))
    };
    let Some(option) = runner.option_for_modules.filter(|_| files.iter().any(is_module)) else {
        return Vec::new();
    };
    let before = std::env::var("NODE_OPTIONS").unwrap_or_default();
    vec![("NODE_OPTIONS".to_owned(), format!("{before} {option}").trim().to_owned())]
}

#[cfg(test)]
#[path = "../../../../../tests/dummies/output_format/mod.rs"]
mod dummy;

#[cfg(test)]
mod tests {
    use nearmiss_writer::OutputFormat as _;
    use nearmiss_writer::formats::{ALL, Outcome};

    use super::*;

    #[test]
    fn an_output_format_brings_all_that_runs_it_again() {
        let suite = serde_json::json!({
            "name": "shop", "start": { "Command": { "command": "node .", "cwd": ".", "env": [] } },
            "reset": "None", "module": "Cjs", "call_timeout_ms": 1000,
            "cases": [{ "name": "GET / 200", "kind": "Success", "calls": [], "expectations": [], "ends_api": false, "comments": [] }],
        });
        let written = dummy::Lines.write(&serde_json::from_value(suite).unwrap());
        let [file] = &written.files[..] else { panic!("one file: {:?}", written.files) };
        let runner = dummy::Lines.test_runner();
        assert!(file.content.contains("GET / 200") && runner.marked_at(&file.content) == Some(0));
        assert!(formats::written_for(&file.content).is_none());
        assert!(ALL.iter().all(|format| format.name() != runner.name));
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("node_modules/superagent")).unwrap();
        let wanted = Wanted {
            folder: folder.path(),
            files: &[folder.path().join(&file.path)],
            names: &[],
            results: Path::new("r"),
            package: Path::new("p"),
        };
        let (_, arguments) = command(runner, &wanted).unwrap();
        assert!(arguments[0].ends_with(&file.path) && arguments[1] == "--results=r");
        let results = (runner.read)("ok GET / 200\nnot ok other").unwrap();
        assert_eq!(results[0].outcome, Outcome::Passed);
        assert_eq!(results[1].outcome, Outcome::Failed("not ok".to_owned()));
    }

    #[test]
    fn a_runner_is_told_by_its_name_or_by_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.test.js");
        let told_by = |text: &str| {
            std::fs::write(&file, text).unwrap();
            let name = "a".to_owned();
            let test = WrittenCase { id: String::new(), file: file.clone(), name, line: 1 };
            runner_of(None, &[&test]).map(|runner| runner.name).map_err(|error| error.to_string())
        };
        assert_eq!(told_by("/** @jest-environment node */\n"), Ok("jest"));
        assert!(told_by("test()").unwrap_err().contains("--runner (jest, mocha, node, vitest)"));
        assert_eq!(runner_of(Some("vitest"), &[]).map(|runner| runner.name).ok(), Some("vitest"));
        assert!(runner_of(Some("ava"), &[]).is_err_and(|error| error.code == 2));
    }

    #[test]
    fn packages_that_are_missing_are_named_with_the_command_that_installs_them() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("tests");
        let wanted = Wanted {
            folder: &inner,
            files: &[],
            names: &[],
            results: Path::new("r"),
            package: Path::new("p"),
        };
        let jest = runner_of(Some("jest"), &[]).ok().unwrap();
        let missing = command(jest, &wanted).unwrap_err();
        assert!(
            missing.code == 2
                && missing.to_string().contains("npm install --save-dev jest superagent")
        );
        for package in ["jest", "superagent"] {
            std::fs::create_dir_all(folder.path().join("node_modules").join(package)).unwrap();
        }
        let (program, _) = command(jest, &wanted).unwrap();
        assert_eq!(program, folder.path().join("node_modules/.bin/jest"));
    }
}
