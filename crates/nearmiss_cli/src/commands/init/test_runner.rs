//! Which test runner the project has, and so which format its new tests get.

use nearmiss_writer::formats::{self, TestRunner as Written};

use crate::installed::too_old;
use crate::project::Project;

/// Packages of test runners that no format is for, with what people call them.
const UNWRITTEN: [(&str, &str); 2] = [("ava", "AVA"), ("tap", "tap")];

/// A test runner.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TestRunner {
    /// What people call it.
    pub name: &'static str,
    /// Why it is this one.
    pub why: String,
    /// The format that tests for it have, if nearmiss writes one.
    pub format: Option<&'static str>,
}

/// The test runner of a project: the one of its script `test`, else one among its packages. For one that is too old for what is
/// written, tests are for node:test, which is always there.
pub fn test_runner(project: &Project) -> Option<TestRunner> {
    let runner = runner_of(project)?;
    let Some((version, oldest)) = runner.format.and_then(|format| too_old(format, &project.folder))
    else {
        return Some(runner);
    };
    let node = formats::of_node().test_runner();
    let why = format!(
        "{}; the new tests need version {oldest} and {version} is installed, so they are for {}",
        runner.why, node.title
    );
    Some(TestRunner { format: Some(node.name), why, ..runner })
}

fn runner_of(project: &Project) -> Option<TestRunner> {
    let script = project.script("test").unwrap_or_default();
    let words: Vec<&str> = script.split([' ', '=', '/']).collect();
    let by_script = || format!("script \"test\" of package.json: {script}");
    let written = |runner: &Written, why| {
        Some(TestRunner { name: runner.title, why, format: Some(runner.name) })
    };
    let unwritten = |name, why| Some(TestRunner { name, why, format: None });
    let (packaged, of_node): (Vec<&Written>, Vec<&Written>) =
        youngest_first().into_iter().partition(|runner| runner.package.is_some());
    if let Some(runner) = packaged.iter().find(|runner| runner.is_run_by(&words)) {
        return written(runner, by_script());
    }
    if let Some((_, name)) = UNWRITTEN.iter().find(|(package, _)| words.contains(package)) {
        return unwritten(name, by_script());
    }
    if let Some(runner) = of_node.iter().find(|runner| runner.is_run_by(&words)) {
        return written(runner, by_script());
    }
    let by_package = |package: &str| format!("package {package}");
    for runner in packaged {
        if let Some(package) = runner.package.filter(|package| project.uses(package)) {
            return written(runner, by_package(package));
        }
    }
    let (package, name) = UNWRITTEN.iter().find(|(package, _)| project.uses(package))?;
    unwritten(name, by_package(package))
}

/// The runners of all formats: a project that has several is on its way to the youngest.
fn youngest_first() -> Vec<&'static Written> {
    let mut all: Vec<&Written> = formats::ALL.iter().map(|format| format.test_runner()).collect();
    all.sort_by_key(|runner| std::cmp::Reverse(runner.since));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    fn of(manifest: &str) -> Option<TestRunner> {
        test_runner(&project(&[("package.json", manifest)]).0)
    }

    #[test]
    fn the_script_comes_before_the_packages() {
        let jest = of(r#"{"devDependencies":{"jest":"30"}}"#).unwrap();
        assert_eq!((jest.name, jest.format), ("Jest", Some("jest")));
        let both = r#"{"scripts":{"test":"NODE_ENV=test vitest run"},"devDependencies":{"jest":"30","vitest":"3"}}"#;
        assert_eq!(of(both).unwrap().name, "Vitest");
        assert_eq!(of(r#"{"scripts":{"test":"node --test"}}"#).unwrap().name, "node:test");
        assert_eq!(of(r#"{"scripts":{"test":"node_modules/.bin/mocha"}}"#).unwrap().name, "Mocha");
        assert_eq!(of(r#"{"scripts":{"test":"echo no"}}"#), None);
    }

    #[test]
    fn only_formats_that_are_written_are_named() {
        let of_package = |name: &str| {
            of(&r#"{"devDependencies":{"NAME":"1"}}"#.replace("NAME", name)).unwrap().format
        };
        for runner in youngest_first() {
            assert!(runner.package.is_none_or(|name| of_package(name) == Some(runner.name)));
        }
        for (package, _) in UNWRITTEN {
            assert_eq!(of_package(package), None);
            assert!(formats::by_name(package).is_none(), "{package} is written now");
        }
    }
}
