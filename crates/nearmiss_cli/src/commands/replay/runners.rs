//! The runners that suites are written for. A runner is one row of [`RUNNERS`].

use std::path::{Path, PathBuf};

use super::report_file::WrittenCase;
use super::results::Form;
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
    /// A regular expression that names fit, with the names of what stands round them before them.
    fn pattern(&self) -> Option<String> {
        let names: Vec<String> = self.names.iter().map(|name| escaped(name)).collect();
        (!names.is_empty()).then(|| format!("(^| )({})$", names.join("|")))
    }

    fn files(&self) -> impl Iterator<Item = String> + '_ {
        self.files.iter().map(|file| file.display().to_string())
    }

    fn results(&self) -> String {
        self.results.display().to_string()
    }

    /// The files are TypeScript.
    fn is_typescript(&self) -> bool {
        self.files.iter().any(|file| file.extension().is_some_and(|end| end == "ts"))
    }

    /// A file of the suite, if it has it.
    fn own(&self, name: &str) -> Option<String> {
        let file = self.folder.join(name);
        file.is_file().then(|| file.display().to_string())
    }

    /// What says to a runner that the files are run one after another, if the suite is to be run so.
    fn in_band(&self, option: &str) -> Option<String> {
        let start = std::fs::read_to_string(self.folder.join("support/start.json"));
        let start: serde_json::Value =
            serde_json::from_str(&start.unwrap_or_default()).unwrap_or_default();
        (start["inBand"] == true).then(|| option.to_owned())
    }
}

/// A runner.
pub struct Runner {
    /// What users call it, and the name of its package, if it has one.
    pub name: &'static str,
    package: Option<&'static str>,
    /// One of these in a test file tells that it is written for it.
    marks: &'static [&'static str],
    arguments: fn(&Wanted<'_>) -> Vec<String>,
    /// The form of its results.
    pub form: Form,
}

/// All runners, the one that is told by the fewest marks last.
const RUNNERS: &[Runner] = &[
    Runner {
        name: "jest",
        package: Some("jest"),
        marks: &["@jest-environment"],
        arguments: jest,
        form: Form::Jest,
    },
    Runner {
        name: "vitest",
        package: Some("vitest"),
        marks: &["@vitest-environment", "\"vitest\""],
        arguments: vitest,
        form: Form::Jest,
    },
    Runner {
        name: "node",
        package: None,
        marks: &["\"node:test\""],
        arguments: node,
        form: Form::Lines,
    },
    Runner {
        name: "mocha",
        package: Some("mocha"),
        marks: &["this.timeout("],
        arguments: mocha,
        form: Form::Mocha,
    },
];

/// Their names.
pub const RUNNER_NAMES: &str = "jest, vitest, node, mocha";

fn list(parts: &[&str]) -> Vec<String> {
    parts.iter().map(|part| (*part).to_owned()).collect()
}

fn jest(wanted: &Wanted<'_>) -> Vec<String> {
    let mut arguments = list(&["--json", "--outputFile"]);
    arguments.push(wanted.results());
    // That of the API's package is for other tests.
    arguments.extend(
        wanted.own("jest.config.json").into_iter().flat_map(|own| ["--config".to_owned(), own]),
    );
    arguments.extend(wanted.in_band("--runInBand"));
    arguments.extend(
        wanted.pattern().into_iter().flat_map(|pattern| ["--testNamePattern".to_owned(), pattern]),
    );
    arguments.push("--runTestsByPath".to_owned());
    arguments.extend(wanted.files());
    arguments
}

fn vitest(wanted: &Wanted<'_>) -> Vec<String> {
    let mut arguments = list(&["run", "--reporter=json"]);
    arguments.push(format!("--outputFile={}", wanted.results()));
    if wanted.own("vitest.config.mjs").is_some() {
        arguments.extend(["--root".to_owned(), wanted.folder.display().to_string()]);
    }
    arguments.extend(wanted.in_band("--no-file-parallelism"));
    arguments.extend(
        wanted.pattern().into_iter().flat_map(|pattern| ["--testNamePattern".to_owned(), pattern]),
    );
    arguments.extend(wanted.files());
    arguments
}

fn node(wanted: &Wanted<'_>) -> Vec<String> {
    let mut arguments = Vec::new();
    if wanted.is_typescript() {
        arguments.extend(list(&["--import", "tsx"]));
    }
    let reporter = wanted.package.join("replay/node_reporter.mjs");
    arguments.push("--test".to_owned());
    arguments.extend(wanted.in_band("--test-concurrency=1"));
    arguments.push(format!("--test-reporter={}", reporter.display()));
    arguments.push(format!("--test-reporter-destination={}", wanted.results()));
    // Which names stand before that of a test depends on the version of Node.
    let pattern = wanted.pattern().map(|pattern| pattern.replace('/', "\\/"));
    arguments.extend(pattern.map(|pattern| format!("--test-name-pattern=/{pattern}/")));
    arguments.extend(wanted.files());
    arguments
}

fn mocha(wanted: &Wanted<'_>) -> Vec<String> {
    let mut arguments = list(&["--reporter", "json", "--reporter-option"]);
    arguments.push(format!("output={}", wanted.results()));
    if wanted.is_typescript() {
        arguments.extend(list(&["--node-option", "import=tsx"]));
    }
    arguments
        .extend(wanted.pattern().into_iter().flat_map(|pattern| ["--grep".to_owned(), pattern]));
    arguments.extend(wanted.files());
    arguments
}

/// A name as a regular expression of JavaScript.
fn escaped(name: &str) -> String {
    let mut all = String::with_capacity(name.len());
    for c in name.chars() {
        if "\\^$.|?*+()[]{}".contains(c) {
            all.push('\\');
        }
        all.push(c);
    }
    all
}

/// The runner of that name, else the one that the files of tests are written for.
///
/// # Errors
/// When there is no such runner, or a file is written for none that is known.
pub fn runner_of(named: Option<&str>, tests: &[&WrittenCase]) -> Result<&'static Runner, Failure> {
    if let Some(named) = named {
        return RUNNERS.iter().find(|runner| runner.name == named).ok_or_else(|| {
            Failure::usage(format!("--runner {named}: known runners are {RUNNER_NAMES}"))
        });
    }
    let Some(first) = tests.first() else {
        return Err(Failure::usage("there is no test to run".to_owned()));
    };
    let shown = first.file.display();
    let text = std::fs::read_to_string(&first.file)
        .map_err(|error| Failure::usage(format!("{shown} cannot be read: {error}")))?;
    let fits = |runner: &&Runner| runner.marks.iter().any(|mark| text.contains(mark));
    RUNNERS.iter().find(fits).ok_or_else(|| {
        Failure::usage(format!(
            "{shown} does not show which runner it is for; name one with --runner ({RUNNER_NAMES})"
        ))
    })
}

/// The first folder from `folder` upwards in which packages of this name are installed.
fn installed(folder: &Path, package: &str) -> Option<PathBuf> {
    folder.ancestors().map(|at| at.join("node_modules")).find(|at| at.join(package).is_dir())
}

impl Runner {
    /// The program and its arguments.
    ///
    /// # Errors
    /// When a package is missing; the message says how to install it.
    pub fn command(
        &self,
        folder: &Path,
        wanted: &Wanted<'_>,
    ) -> Result<(PathBuf, Vec<String>), Failure> {
        let own = self.package.into_iter().map(str::to_owned);
        let needed: Vec<String> = own.chain(["superagent".to_owned()]).collect();
        let missing: Vec<String> =
            needed.into_iter().filter(|name| installed(folder, name).is_none()).collect();
        if !missing.is_empty() {
            return Err(Failure::usage(format!(
                "the suite needs packages that are not installed: {0}; install them with: npm install \
                 --save-dev {1}",
                missing.join(", "),
                missing.join(" ")
            )));
        }
        let node = || {
            // The command line runs inside Node.
            std::env::current_exe().map_err(|error| Failure::system("no Node", &error))
        };
        let program = match self.package.and_then(|package| installed(folder, package)) {
            Some(modules) => modules.join(".bin").join(self.name),
            None => node()?,
        };
        Ok((program, (self.arguments)(wanted)))
    }

    /// What is added to the environment: Jest reads ES modules only when it is told so.
    #[must_use]
    pub fn environment(&self, files: &[PathBuf]) -> Vec<(String, String)> {
        let is_module = |file: &PathBuf| {
            std::fs::read_to_string(file)
                .is_ok_and(|text| text.lines().any(|line| line.starts_with("import ")))
        };
        if self.name != "jest" || !files.iter().any(is_module) {
            return Vec::new();
        }
        let before = std::env::var("NODE_OPTIONS").unwrap_or_default();
        vec![(
            "NODE_OPTIONS".to_owned(),
            format!("{before} --experimental-vm-modules").trim().to_owned(),
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told_by(text: &str) -> Result<&'static str, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.test.js");
        std::fs::write(&file, text).unwrap();
        let test = WrittenCase { id: String::new(), file, name: "a".to_owned(), line: 1 };
        runner_of(None, &[&test]).map(|runner| runner.name).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_tells_its_runner() {
        assert_eq!(told_by("/** @jest-environment node */\n"), Ok("jest"));
        assert_eq!(
            told_by("// @vitest-environment node\nimport { test } from \"vitest\";"),
            Ok("vitest")
        );
        assert_eq!(told_by("const { test } = require(\"node:test\");"), Ok("node"));
        assert_eq!(told_by("describe(\"x\", function () {\n  this.timeout(120_000);"), Ok("mocha"));
        assert!(told_by("test()").unwrap_err().contains("--runner (jest, vitest, node, mocha)"));
        let known: Vec<&str> = RUNNERS.iter().map(|runner| runner.name).collect();
        assert_eq!(known.join(", "), RUNNER_NAMES);
        assert!(runner_of(Some("ava"), &[]).is_err_and(|error| error.code == 2));
    }

    #[test]
    fn names_are_patterns_and_nothing_in_them_means_more() {
        let wanted = Wanted {
            folder: Path::new("/s"),
            files: &[PathBuf::from("/s/a.test.ts")],
            names: &["GET /a?b=(1) 200 (2)"],
            results: Path::new("/r.json"),
            package: Path::new("/p"),
        };
        assert_eq!(wanted.pattern().unwrap(), "(^| )(GET /a\\?b=\\(1\\) 200 \\(2\\))$");
        let arguments = node(&wanted).join(" ");
        assert!(
            arguments
                .starts_with("--import tsx --test --test-reporter=/p/replay/node_reporter.mjs")
        );
        assert!(
            arguments.contains("--test-name-pattern=/(^| )(GET \\/a\\?b=\\(1\\) 200 \\(2\\))$/"),
            "{arguments}"
        );
        let all = Wanted { names: &[], ..wanted };
        assert!(!jest(&all).join(" ").contains("testNamePattern"));
    }

    #[test]
    fn packages_that_are_missing_are_named_with_the_command_that_installs_them() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = Wanted {
            folder: Path::new("/s"),
            files: &[],
            names: &[],
            results: Path::new("r"),
            package: Path::new("p"),
        };
        let jest = &RUNNERS[0];
        let missing = jest.command(folder.path(), &wanted).unwrap_err();
        assert!(
            missing.code == 2
                && missing.to_string().contains("npm install --save-dev jest superagent")
        );
        for package in ["jest", "superagent"] {
            std::fs::create_dir_all(folder.path().join("node_modules").join(package)).unwrap();
        }
        let inner = folder.path().join("tests");
        let (program, _) = jest.command(&inner, &wanted).unwrap();
        assert_eq!(program, folder.path().join("node_modules/.bin/jest"));
    }
}
