//! Variables of the environment without which the tests of a suite do not show what they show here.

use std::collections::BTreeSet;
use std::path::Path;

/// Names that everybody has, or that are of the terminal, of Node, of npm or of a suite.
const EVERYBODYS: [&str; 24] = [
    "_",
    "CI",
    "COLORTERM",
    "COLUMNS",
    "DEBUG",
    "EDITOR",
    "FORCE_COLOR",
    "HOME",
    "HOSTNAME",
    "INIT_CWD",
    "LANG",
    "LANGUAGE",
    "LINES",
    "LOGNAME",
    "NO_COLOR",
    "NODE",
    "OLDPWD",
    "PATH",
    "PWD",
    "SHELL",
    "SHLVL",
    "TERM",
    "TZ",
    "USER",
];
const BEGINNINGS: [&str; 9] =
    ["LC_", "NEARMISS_", "NODE_", "SSH_", "SUT_", "TEMP", "TMP", "XDG_", "npm_"];
/// Variables that are looked at.
const MOST: usize = 64;

/// A file to load into the API that writes the names of the variables that it reads into `names`.
pub(super) fn noting(names: &Path) -> String {
    let text = include_str!("noting.cjs");
    let name = serde_json::Value::from(names.display().to_string());
    text.replace("process.env.NAMES_OF_VARIABLES", &name.to_string())
}

/// The variables that were read, are set here and are not everybody's.
pub(super) fn candidates(names: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(names).unwrap_or_default();
    let is_own = |name: &&str| {
        !EVERYBODYS.contains(name)
            && !BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
            && std::env::var_os(name).is_some()
    };
    let own: BTreeSet<&str> = text.lines().filter(is_own).collect();
    own.into_iter().take(MOST).map(str::to_owned).collect()
}

/// Those of `names` that are needed; `does_without`: whether everything is the same without these. None where it is not
/// with all of them either: then it is something else that is missing.
pub(super) fn needed(
    names: &[String],
    does_without: &mut dyn FnMut(&[String]) -> bool,
) -> Vec<String> {
    if names.is_empty() || does_without(names) || !does_without(&[]) {
        return Vec::new();
    }
    needed_among(names, does_without)
}

/// Those of `names`, not all of which can be done without.
fn needed_among(names: &[String], does_without: &mut dyn FnMut(&[String]) -> bool) -> Vec<String> {
    if names.len() == 1 {
        return names.to_vec();
    }
    let (first, second) = names.split_at(names.len() / 2);
    let mut found = Vec::new();
    for half in [first, second] {
        if !does_without(half) {
            found.extend(needed_among(half, does_without));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_found_among_many() {
        let names: Vec<String> = (0..20).map(|number| format!("V{number}")).collect();
        let wanted = ["V3", "V17"];
        let mut without =
            |removed: &[String]| !removed.iter().any(|name| wanted.contains(&name.as_str()));
        assert_eq!(needed(&names, &mut without), wanted);
        assert!(needed(&names, &mut |_| true).is_empty());
        assert!(needed(&names, &mut |_| false).is_empty(), "nothing runs any more");
    }
}
