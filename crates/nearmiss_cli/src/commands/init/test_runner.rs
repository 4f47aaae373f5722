//! Which test runner the project has, and so which format its new tests get.

use nearmiss_writer::FORMAT_NAMES;

use crate::installed::too_old;
use crate::project::Project;

/// Test runners by their package, with the names that a format for them may have.
const KNOWN: [(&str, &str, &[&str]); 5] = [
    ("vitest", "Vitest", &["vitest"]),
    ("jest", "Jest", &["jest"]),
    ("mocha", "Mocha", &["mocha"]),
    ("ava", "AVA", &["ava"]),
    ("tap", "tap", &["tap"]),
];
const NODE: &[&str] = &["node", "node-test", "nodetest", "node:test"];

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
    let why = format!(
        "{}; the new tests need version {oldest} and {version} is installed, so they are for node:test",
        runner.why
    );
    Some(TestRunner { format: known_format(NODE), why, ..runner })
}

fn runner_of(project: &Project) -> Option<TestRunner> {
    let script = project.script("test").unwrap_or_default();
    let words: Vec<&str> = script.split([' ', '=', '/']).collect();
    let by_script = || format!("script \"test\" of package.json: {script}");
    let found = |name, names, why| Some(TestRunner { name, why, format: known_format(names) });
    if let Some((_, name, names)) = KNOWN.iter().find(|(package, ..)| words.contains(package)) {
        return found(name, names, by_script());
    }
    let runs_node = words.contains(&"node") || words.contains(&"tsx");
    if runs_node && words.contains(&"--test") {
        return found("node:test", NODE, by_script());
    }
    let (package, name, names) = KNOWN.iter().find(|(package, ..)| project.uses(package))?;
    found(name, names, format!("package {package}"))
}

/// The format of one of these names that this nearmiss writes.
fn known_format(names: &[&str]) -> Option<&'static str> {
    FORMAT_NAMES.into_iter().find(|known| names.contains(known))
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
        let all = r#"{"devDependencies":{"NAME":"1"}}"#;
        for (package, ..) in KNOWN {
            let runner = of(&all.replace("NAME", package)).unwrap();
            assert!(runner.format.is_none_or(|format| FORMAT_NAMES.contains(&format)));
        }
        assert_eq!(of(r#"{"devDependencies":{"ava":"1"}}"#).unwrap().format, None);
    }
}
