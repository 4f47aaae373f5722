//! Folders of written suites, which another search of the project may write meanwhile.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde_json::Value;

/// File that says how a suite starts its API.
const START: &str = "support/start.json";
/// Program beside it that does so.
const PROGRAM: &str = "support/sut.cjs";
/// One of these stands in each [`START`].
const STARTED_BY: [&str; 3] = ["command", "driver", "controller"];

/// Tells whether a file (relative to the project) stands in a folder with a suite that nearmiss has written.
pub(super) fn is_of_suite(project: &Path, file: &Path) -> bool {
    let folders = file.ancestors().skip(1).filter(|folder| *folder != Path::new(""));
    folders.into_iter().any(|folder| is_suite(&project.join(folder)))
}

fn is_suite(folder: &Path) -> bool {
    if !folder.join(PROGRAM).is_file() {
        return false;
    }
    let Ok(start) = File::open(folder.join(START)) else { return false };
    let start: Option<Value> = serde_json::from_reader(BufReader::new(start)).ok();
    start.is_some_and(|start| STARTED_BY.iter().any(|by| start[by].is_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_is_known_by_what_it_starts_its_api_by() {
        let project = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = project.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        for (folder, start) in [
            ("ours/a", r#"{"command":"node a.js","reset":"none"}"#),
            ("theirs", r#"{"steps":[]}"#),
            ("cut", r#"{"command":"#),
        ] {
            write(&format!("{folder}/support/start.json"), start);
            write(&format!("{folder}/support/sut.cjs"), "");
        }
        write("alone/support/start.json", r#"{"command":"node a.js"}"#);
        let is_of_suite = |path: &str| is_of_suite(project.path(), Path::new(path));
        assert!(is_of_suite("ours/a/faults.test.js") && is_of_suite("ours/a/support/x/y.cjs"));
        for path in ["ours/b.js", "theirs/a.test.js", "cut/a.test.js", "alone/a.test.js", "a.js"] {
            assert!(!is_of_suite(path), "{path}");
        }
    }
}
