//! A copy of the project's folder, of bounded size.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nearmiss_runner::KeptFiles;

/// Files that are copied at most.
const MOST_FILES: usize = 20_000;
/// Bytes that are copied at most.
const MOST_BYTES: u64 = 256 << 20;
/// What is not copied: `node_modules` is linked.
const LEFT_OUT: [&str; 5] = [".git", ".nearmiss", "coverage", "nearmiss-tests", "node_modules"];

/// A copy of a project that is to be made.
pub struct ProjectCopy<'a> {
    /// Folder of its files.
    pub from: &'a Path,
    /// Folder where it stands in truth: its packages and its name are those of this one.
    pub home: &'a Path,
    /// Path that is left out.
    pub except: &'a Path,
    /// Copies of its files that are there already, as they were: where they are on the same disk they are linked, so
    /// nothing may write to this copy.
    pub kept: Option<&'a KeptFiles>,
}

impl ProjectCopy<'_> {
    /// Makes the copy in the new folder `into`, under the project's own name. Answers its folder.
    ///
    /// # Errors
    /// When there is too much of it, or the system refuses.
    pub fn make(&self, into: &Path) -> Result<PathBuf, String> {
        self.made(into).map_err(|error| format!("the project cannot be copied: {error}"))
    }

    fn made(&self, into: &Path) -> io::Result<PathBuf> {
        let folder = into.join(self.home.file_name().unwrap_or("project".as_ref()));
        fs::create_dir_all(into)?;
        let mut left = (MOST_FILES, MOST_BYTES);
        self.copy_folder(self.from, &folder, &mut left)?;
        // What is installed further up, as in workspaces.
        let above = self.home.ancestors().skip(1).map(|folder| folder.join("node_modules"));
        if let Some(above) = above.into_iter().find(|folder| folder.is_dir()) {
            symlink(above, into.join("node_modules"))?;
        }
        Ok(folder)
    }

    fn copy_folder(&self, from: &Path, to: &Path, left: &mut (usize, u64)) -> io::Result<()> {
        fs::create_dir(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (path, target) = (entry.path(), to.join(entry.file_name()));
            let below = path.strip_prefix(self.from).unwrap_or(&path);
            let kind = entry.file_type()?;
            if entry.file_name() == "node_modules" {
                symlink(self.home.join(below), target)?;
            } else if path == self.except || LEFT_OUT.iter().any(|name| entry.file_name() == *name)
            {
                continue;
            } else if kind.is_symlink() {
                symlink(fs::read_link(&path)?, target)?;
            } else if kind.is_dir() {
                self.copy_folder(&path, &target, left)?;
            } else if kind.is_file() {
                let size = entry.metadata()?.len();
                if left.0 == 0 || left.1 < size {
                    let most = MOST_BYTES >> 20;
                    return Err(io::Error::other(format!(
                        "more than {MOST_FILES} files or {most} MiB"
                    )));
                }
                *left = (left.0 - 1, left.1 - size);
                let copy = self.kept.and_then(|kept| kept.copy_of(below));
                let is_linked = copy.is_some_and(|copy| fs::hard_link(copy, &target).is_ok());
                if !is_linked {
                    fs::copy(&path, &target)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

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
            let except = &project.join("tests");
            ProjectCopy { from, home: &project, except, kept: None }.make(&into).unwrap()
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

    #[test]
    fn what_is_kept_already_is_copied_once() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().canonicalize().unwrap().join("api");
        for path in ["data", "dist"] {
            fs::create_dir_all(project.join(path)).unwrap();
        }
        fs::write(project.join("data/a.json"), "[1]").unwrap();
        fs::write(project.join("dist/a.js"), "built").unwrap();
        let kept = KeptFiles::keep(&project, &[]).unwrap();
        let except = &project.join("tests");
        let copying = ProjectCopy { from: &project, home: &project, except, kept: Some(&kept) };
        let copy = copying.make(&kept.folder().join("before")).unwrap();
        fs::write(project.join("data/a.json"), "[1,2]").unwrap();
        let links = |path: &str| fs::metadata(copy.join(path)).unwrap().nlink();
        assert_eq!(fs::read_to_string(copy.join("data/a.json")).unwrap(), "[1]");
        assert_eq!(fs::read_to_string(copy.join("dist/a.js")).unwrap(), "built");
        assert_eq!((links("data/a.json"), links("dist/a.js")), (2, 1));
        let folder = kept.folder().to_owned();
        drop(kept.finish());
        assert!(!folder.exists());
    }
}
