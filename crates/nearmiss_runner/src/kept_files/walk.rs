//! Which files of a project are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::at::At;

/// Folders that are never anybody's data, whoever tracks them.
const NEVER: [&str; 3] = ["node_modules", ".git", ".nearmiss"];
/// Folders that programs fill anew, unless version control has what is in them.
const BUILT: [&str; 16] = [
    "dist",
    "build",
    "out",
    "target",
    "coverage",
    ".nyc_output",
    ".next",
    ".nuxt",
    ".turbo",
    ".cache",
    "cache",
    ".vite",
    ".parcel-cache",
    ".svelte-kit",
    ".swc",
    ".pnpm-store",
];
/// Ends of names of what belongs to a process and not to a project.
const PASSING: [&str; 5] = [".pid", ".log", ".sock", ".lock", ".tsbuildinfo"];

/// What is below a project, by paths relative to it.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// Files that are kept, and whether version control has them.
    pub files: BTreeMap<PathBuf, (At, bool)>,
    /// Their folders, and empty ones.
    pub folders: BTreeSet<PathBuf>,
}

/// What decides which files are kept.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    project: PathBuf,
    /// What nearmiss writes itself, below the project.
    own: Vec<PathBuf>,
    tracked: BTreeSet<PathBuf>,
}

impl Rules {
    /// The rules of a project; `own`: absolute paths of what nearmiss writes itself.
    pub fn of(project: &Path, own: &[PathBuf]) -> Self {
        let own = own.iter().filter_map(|path| path.strip_prefix(project).ok());
        let own = own.filter(|path| *path != Path::new("")).map(Path::to_owned).collect();
        Self { project: project.to_owned(), own, tracked: tracked(project) }
    }

    /// Whether a file is left as it is found: caches, build outputs, logs and the like, and what is ours.
    pub fn leaves(&self, file: &Path) -> bool {
        if self.is_never(file) {
            return true;
        }
        if self.tracked.contains(file) {
            return false;
        }
        let name = file.as_os_str().as_bytes();
        PASSING.iter().any(|end| name.ends_with(end.as_bytes())) || has_part(file, &BUILT)
    }

    fn is_never(&self, path: &Path) -> bool {
        has_part(path, &NEVER) || self.own.iter().any(|own| path.starts_with(own))
    }

    /// Looks at everything below the project.
    pub fn walk(&self) -> Walked {
        let mut walked = Walked::default();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            // A folder that cannot be read cannot be kept, and hardly be written to.
            let Ok(entries) = std::fs::read_dir(self.project.join(&folder)) else { continue };
            for entry in entries.flatten() {
                let path = folder.join(entry.file_name());
                let Ok(found) = entry.metadata() else { continue };
                match At::told(&found) {
                    At::Folder if !self.skips(&path) => {
                        walked.folders.insert(path.clone());
                        folders.push(path);
                    }
                    at @ At::File { .. } if !self.leaves(&path) => {
                        let is_tracked = self.tracked.contains(&path);
                        walked.files.insert(path, (at, is_tracked));
                    }
                    _ => {}
                }
            }
        }
        walked
    }

    /// Whether nothing in a folder is kept.
    fn skips(&self, folder: &Path) -> bool {
        let has_tracked = || {
            self.tracked
                .range(folder.to_owned()..)
                .next()
                .is_some_and(|path| path.starts_with(folder))
        };
        self.is_never(folder) || (has_part(folder, &BUILT) && !has_tracked())
    }
}

fn has_part(path: &Path, names: &[&str]) -> bool {
    path.iter().any(|part| names.iter().any(|name| part == OsStr::new(name)))
}

/// The files that version control has, relative to the folder; none where there is none.
fn tracked(folder: &Path) -> BTreeSet<PathBuf> {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["ls-files", "-z"]).stdin(Stdio::null()).stderr(Stdio::null());
    let Ok(printed) = git.output() else { return BTreeSet::new() };
    let names = printed.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| PathBuf::from(OsStr::from_bytes(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_kept_and_what_programs_fill_anew_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        for path in [
            "data/a.json",
            "uploads/x",
            "dist/a.js",
            "node_modules/a/index.js",
            "server.pid",
            "out-of-us/t.js",
            "app.log",
        ] {
            std::fs::create_dir_all(at(path).parent().unwrap()).unwrap();
            std::fs::write(at(path), "").unwrap();
        }
        std::fs::create_dir(at("empty")).unwrap();
        std::os::unix::fs::symlink("/etc", at("link")).unwrap();
        let walked = Rules::of(folder.path(), &[at("out-of-us")]).walk();
        let names: Vec<_> = walked.files.keys().map(|path| path.to_str().unwrap()).collect();
        assert_eq!(names, ["data/a.json", "uploads/x"]);
        assert!(
            walked.folders.contains(Path::new("empty"))
                && !walked.folders.contains(Path::new("dist"))
        );
    }

    #[test]
    fn what_version_control_has_is_kept_wherever_it_lies() {
        let folder = tempfile::tempdir().unwrap();
        let git = |arguments: &[&str]| {
            let done =
                Command::new("git").arg("-C").arg(folder.path()).args(arguments).output().unwrap();
            assert!(done.status.success(), "{done:?}");
        };
        git(&["init", "-q"]);
        std::fs::create_dir(folder.path().join("dist")).unwrap();
        for name in ["dist/kept.json", "dist/built.js", "kept.log"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        git(&["add", "-f", "dist/kept.json", "kept.log"]);
        let walked = Rules::of(folder.path(), &[]).walk();
        let names: Vec<_> =
            walked.files.into_iter().map(|(path, (_, tracked))| (path, tracked)).collect();
        assert_eq!(names, [("dist/kept.json".into(), true), ("kept.log".into(), true)]);
    }
}
