//! A copy of the project's folder, of bounded size.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Files that are copied at most.
const MOST_FILES: usize = 20_000;
/// Bytes that are copied at most.
const MOST_BYTES: u64 = 256 << 20;
/// What is not copied: `node_modules` is linked.
const LEFT_OUT: [&str; 5] = [".git", ".nearmiss", "coverage", "nearmiss-tests", "node_modules"];

/// Copies `project` into the new folder `into`, under its own name, but not what stands in `except`; packages are those of
/// `home`, where the project stands in truth. Answers the folder of the copy.
///
/// # Errors
/// When there is too much of it, or the system refuses.
pub fn copy_project(
    project: &Path,
    into: &Path,
    except: &Path,
    home: &Path,
) -> Result<PathBuf, String> {
    copied(project, into, except, home)
        .map_err(|error| format!("the project cannot be copied: {error}"))
}

fn copied(project: &Path, into: &Path, except: &Path, home: &Path) -> io::Result<PathBuf> {
    let folder = into.join(home.file_name().unwrap_or("project".as_ref()));
    fs::create_dir_all(into)?;
    let mut left = (MOST_FILES, MOST_BYTES);
    copy_folder(project, &folder, (except, project, home), &mut left)?;
    // What is installed further up, as in workspaces.
    let above = home.ancestors().skip(1).map(|folder| folder.join("node_modules"));
    if let Some(above) = above.into_iter().find(|folder| folder.is_dir()) {
        symlink(above, into.join("node_modules"))?;
    }
    Ok(folder)
}

fn copy_folder(
    from: &Path,
    to: &Path,
    of: (&Path, &Path, &Path),
    left: &mut (usize, u64),
) -> io::Result<()> {
    let (except, project, home) = of;
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if entry.file_name() == "node_modules" {
            let at_home = home.join(path.strip_prefix(project).unwrap_or(&path));
            symlink(at_home, target)?;
        } else if path == except || LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
            continue;
        } else if kind.is_symlink() {
            symlink(fs::read_link(&path)?, target)?;
        } else if kind.is_dir() {
            copy_folder(&path, &target, of, left)?;
        } else if kind.is_file() {
            let size = entry.metadata()?.len();
            if left.0 == 0 || left.1 < size {
                let most = MOST_BYTES >> 20;
                return Err(io::Error::other(format!(
                    "more than {MOST_FILES} files or {most} MiB"
                )));
            }
            *left = (left.0 - 1, left.1 - size);
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_the_files_and_the_packages_of_the_project() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("work/api");
        for path in ["data", "tests", ".git", "node_modules/a", "../node_modules/b"] {
            fs::create_dir_all(project.join(path)).unwrap();
        }
        for (path, text) in [
            ("data/a.json", "[1]"),
            ("tests/a.test.js", ""),
            (".git/HEAD", ""),
            ("node_modules/a/index.js", "a"),
            ("../node_modules/b/index.js", "b"),
        ] {
            fs::write(project.join(path), text).unwrap();
        }
        let make = |from: &Path, into: &str| {
            let into = folder.path().join(into);
            copy_project(from, &into, &project.join("tests"), &project).unwrap()
        };
        let before = make(&project, "before");
        fs::write(project.join("data/a.json"), "[1,2]").unwrap();
        // A copy of a copy has the packages of the project, too.
        for (copy, data) in [(make(&before, "again"), "[1]"), (make(&project, "now"), "[1,2]")] {
            assert_eq!(fs::read_to_string(copy.join("data/a.json")).unwrap(), data);
            assert_eq!(fs::read_to_string(copy.join("node_modules/a/index.js")).unwrap(), "a");
            let above = copy.join("../node_modules/b/index.js");
            assert_eq!(fs::read_to_string(above).unwrap(), "b");
            assert!(!copy.join(".git").exists() && !copy.join("tests").exists());
        }
    }
}
