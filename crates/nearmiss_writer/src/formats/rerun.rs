//! A written suite run again: what a runner is asked for, and what it says of the tests.

use std::path::PathBuf;

/// What a run is asked for. Paths are absolute.
#[derive(Clone, Copy)]
pub struct Rerun<'a> {
    /// Folder of the suite.
    pub folder: &'a str,
    /// The test files.
    pub files: &'a [String],
    /// Names of the tests to run; all if there are none.
    pub names: &'a [&'a str],
    /// Where the results go.
    pub results: &'a str,
    /// Folder of the npm package of nearmiss.
    pub package: &'a str,
    /// The files are run one after another.
    pub in_band: bool,
    /// Answers the path of a file of the suite, if it has it.
    pub own: &'a dyn Fn(&str) -> Option<String>,
}

impl Rerun<'_> {
    /// A regular expression that names fit, with the names of what stands round them before them.
    #[must_use]
    pub fn pattern(&self) -> Option<String> {
        let names: Vec<String> = self.names.iter().map(|name| escaped(name)).collect();
        (!names.is_empty()).then(|| format!("(^| )({})$", names.join("|")))
    }

    /// Whether the files are TypeScript.
    #[must_use]
    pub fn is_typescript(&self) -> bool {
        self.files.iter().any(|file| file.ends_with(".ts"))
    }

    /// The option that has a runner run files one after another, if this suite is to be run so.
    #[must_use]
    pub fn in_band(&self, option: &str) -> Option<String> {
        self.in_band.then(|| option.to_owned())
    }
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

/// How a test ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed; the first line of what the runner says.
    Failed(String),
}

impl Outcome {
    /// That of a test that failed with this text.
    #[must_use]
    pub fn failed(text: &str) -> Self {
        Self::Failed(first_line(text))
    }
}

/// A test that was run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TestResult {
    /// Its file, as the runner names it.
    pub file: PathBuf,
    /// Its name, without those of what stands round it; empty: the whole file failed.
    pub name: String,
    /// How it ended.
    pub outcome: Outcome,
}

/// The first line that says something, without the codes of colours.
fn first_line(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            // An escape sequence ends with a letter.
            let _ = rest.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(c);
        }
    }
    let line = plain.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    line.chars().take(200).collect()
}

/// Texts as arguments.
pub(super) fn arguments(parts: &[&str]) -> Vec<String> {
    parts.iter().map(|part| (*part).to_owned()).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A run of tests of these names.
    pub(in crate::formats) fn rerun<'a>(files: &'a [String], names: &'a [&'a str]) -> Rerun<'a> {
        let own = &|name: &str| Some(format!("/s/{name}"));
        let (folder, results, package) = ("/s", "/r.json", "/p");
        Rerun { folder, files, names, results, package, in_band: false, own }
    }

    #[test]
    fn names_are_patterns_and_nothing_in_them_means_more() {
        let one = rerun(&[], &["GET /a?b=(1) 200 (2)"]);
        assert_eq!(one.pattern().unwrap(), "(^| )(GET /a\\?b=\\(1\\) 200 \\(2\\))$");
        assert_eq!(rerun(&[], &[]).pattern(), None);
    }
}
