//! Databases in files of SQLite that a SUT opens: each process tree gets others in their place, which hold no row of
//! the user's, but for files that are part of the project, or that the user has named.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use serde::Deserialize;

use crate::homes::Ground;

/// The text that a database was made of, beside it.
const SCHEMA: &str = "schema.sql";

/// A database that a process has opened, as it tells of it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Opened {
    /// Its name among the copies.
    #[serde(default)]
    pub name: String,
    /// The file of the driver.
    pub module: String,
    /// The command of the Node that opened it.
    pub node: Vec<String>,
    /// The file that it stands for.
    pub original: PathBuf,
    /// Content that it began with.
    pub from: From,
}

/// Content that a copy began with.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum From {
    /// Nothing, where there is an original.
    Empty,
    /// Nothing: there is no original.
    Absent,
    /// The tables of the original.
    Schema,
    /// All that the original has: it is part of the project, as git says, or the user has named it.
    Shipped,
}

/// Endings of files that are taken for databases, where they begin as such.
const ENDINGS: [&str; 7] = ["db", "db3", "s3db", "sl3", "sqlite", "sqlite3", "dat"];
/// The first bytes of a database.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Finds databases that are part of a project: git has them, so whoever has the project has their rows.
fn shipped_in(folder: &Path) -> Vec<PathBuf> {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["ls-files", "-z"]).stderr(Stdio::null());
    let listed = git.output().map(|output| output.stdout).unwrap_or_default();
    let names = listed.split(|byte| *byte == 0).map(|name| Path::new(OsStr::from_bytes(name)));
    let named = names.filter(|name| {
        name.extension().is_some_and(|end| ENDINGS.iter().any(|known| end == *known))
    });
    named
        .filter_map(|name| folder.join(name).canonicalize().ok())
        .filter(|file| begins_so(file))
        .collect()
}

fn begins_so(file: &Path) -> bool {
    let mut first = [0; MAGIC.len()];
    let read = std::fs::File::open(file).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == MAGIC
}

/// Databases in files that a SUT has opened.
#[derive(Debug, Default)]
pub struct Files {
    known: Mutex<BTreeMap<String, Known>>,
    /// Those whose rows the user wants, by their real paths.
    named: OnceLock<Vec<PathBuf>>,
    shipped: OnceLock<Vec<PathBuf>>,
}

#[derive(Debug)]
struct Known {
    original: PathBuf,
    driver: String,
    /// The file of the driver, and the command of the Node that opened it.
    module: String,
    node: Vec<String>,
    from: From,
    /// A decision was made what it begins with.
    is_settled: bool,
    schema: Option<String>,
}

/// A database in a file as people are told of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ToldFile {
    /// The file that is left alone.
    pub original: PathBuf,
    /// The package that opens it.
    pub driver: String,
    /// Source of what is in its place; none: it is a copy with all rows, since git has it or the user has named it.
    pub from: Option<Ground>,
    /// The tables of the original, as text, where they fill it.
    pub schema: Option<String>,
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere does not make these records wrong.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Files {
    /// Takes those of these files (real paths) with their rows that the API opens. It is told once, before a start.
    pub fn take_rows_of(&self, named: &[PathBuf]) {
        self.named.get_or_init(|| named.to_vec());
    }

    /// Answers databases that are taken with their rows: those that are part of the project in a folder, found out once,
    /// and those that the user has named.
    pub(crate) fn shipped(&self, folder: &Path) -> &[PathBuf] {
        let named = || self.named.get().cloned().unwrap_or_default();
        self.shipped.get_or_init(|| [shipped_in(folder), named()].concat())
    }

    /// Takes in what was opened; the tables of those that have those of their originals are below `grounds`.
    pub(crate) fn note(&self, opened: &[Opened], grounds: &Path) {
        let mut known = locked(&self.known);
        for one in opened {
            let driver = driver_of(&one.module);
            let new = || Known {
                original: one.original.clone(),
                driver,
                module: one.module.clone(),
                node: one.node.clone(),
                from: one.from,
                is_settled: false,
                schema: None,
            };
            let entry = known.entry(one.name.clone()).or_insert_with(new);
            entry.from = one.from;
            if one.from == From::Schema && entry.schema.is_none() {
                entry.schema = schema_in(grounds, &one.name);
            }
        }
    }

    /// Tells whether one began empty of which nothing is decided.
    pub(crate) fn has_undecided(&self) -> bool {
        locked(&self.known).values().any(|one| one.from == From::Empty && !one.is_settled)
    }

    /// Answers names of those of which it is decided.
    pub(crate) fn settled(&self) -> Vec<String> {
        let known = locked(&self.known);
        let settled = known.iter().filter(|(_, one)| one.is_settled);
        settled.map(|(name, _)| name.clone()).collect()
    }

    /// Decides what they begin with: those that `lacks` names with the tables of their originals, below `grounds`.
    pub(crate) fn settle(&self, settled: &[String], lacks: &[String], grounds: &Path) {
        let mut known = locked(&self.known);
        for name in settled {
            if let Some(one) = known.get_mut(name) {
                one.is_settled = true;
                if lacks.contains(name) {
                    one.from = From::Schema;
                    one.schema = schema_in(grounds, name);
                }
            }
        }
    }

    /// Answers those that another start has opened, whose content is known without the start command: the tables of their
    /// originals, or all that these have. `opened` are names of those that this start has.
    pub(crate) fn others(&self, opened: &[Opened]) -> Vec<Opened> {
        let known = locked(&self.known);
        let others = known.iter().filter(|(name, one)| {
            (one.from == From::Shipped || one.schema.is_some())
                && !opened.iter().any(|own| own.name == **name)
        });
        let others = others.map(|(name, one)| Opened {
            name: name.clone(),
            module: one.module.clone(),
            node: one.node.clone(),
            original: one.original.clone(),
            from: one.from,
        });
        others.collect()
    }

    /// Tells whether any was opened that is put back between tests.
    #[must_use]
    pub fn are_used(&self) -> bool {
        !locked(&self.known).is_empty()
    }

    /// Tells whether any was opened in whose place is one without the rows of the original.
    #[must_use]
    pub fn lack_rows(&self) -> bool {
        let has_rows = |one: &Known| matches!(one.from, From::Shipped | From::Absent);
        locked(&self.known).values().any(|one| !has_rows(one))
    }

    /// Answers what is to be said of them.
    #[must_use]
    pub fn told(&self) -> Vec<ToldFile> {
        let known = locked(&self.known);
        let told = known.values().map(|one| ToldFile {
            original: one.original.clone(),
            driver: one.driver.clone(),
            from: match one.from {
                From::Shipped => None,
                From::Schema => Some(Ground::Schema),
                From::Empty | From::Absent => Some(Ground::Start),
            },
            schema: one.schema.clone(),
        });
        told.collect()
    }
}

/// Reads the text that a database below `grounds` was made of.
fn schema_in(grounds: &Path, name: &str) -> Option<String> {
    std::fs::read_to_string(grounds.join(name).join(SCHEMA)).ok()
}

/// Answers the package that a file of it is in, or the name of a module of Node's.
fn driver_of(module: &str) -> String {
    let inside = module.rsplit_once("node_modules/").map_or(module, |(_, inside)| inside);
    let words = if inside.starts_with('@') { 2 } else { 1 };
    inside.split('/').take(words).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_driver_is_named_by_its_package() {
        assert_eq!(driver_of("/a/node_modules/better-sqlite3/lib/database.js"), "better-sqlite3");
        assert_eq!(driver_of("/a/node_modules/b/node_modules/@c/d/index.js"), "@c/d");
        assert_eq!(driver_of("node:sqlite"), "node:sqlite");
    }

    #[test]
    fn databases_that_git_has_are_part_of_the_project() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        let git =
            |words: &[&str]| Command::new("git").arg("-C").arg(&top).args(words).output().unwrap();
        git(&["init", "-q"]);
        for (name, text) in [("a.db", MAGIC), ("b.db", b"text"), ("mine.sqlite", MAGIC)] {
            std::fs::write(top.join(name), text).unwrap();
        }
        git(&["add", "a.db", "b.db"]);
        assert_eq!(shipped_in(&top), [top.join("a.db")]);
        let elsewhere = tempfile::tempdir().unwrap();
        assert!(shipped_in(elsewhere.path()).is_empty());
    }

    #[test]
    fn what_began_empty_is_decided_once() {
        let files = Files::default();
        assert!(!files.has_undecided() && !files.are_used());
        let opened = |from: &str| -> Opened {
            let text = format!(
                r#"{{"name": "1", "module": "node:sqlite", "node": ["node"], "original": "/a.db", "from": "{from}"}}"#
            );
            serde_json::from_str(&text).unwrap()
        };
        let grounds = tempfile::tempdir().unwrap();
        files.note(&[opened("shipped")], grounds.path());
        assert!(files.are_used() && !files.lack_rows());
        files.note(&[opened("empty")], grounds.path());
        assert!(files.has_undecided() && files.are_used() && files.lack_rows());
        std::fs::create_dir(grounds.path().join("1")).unwrap();
        std::fs::write(grounds.path().join("1/schema.sql"), "CREATE TABLE a (b);").unwrap();
        files.settle(&["1".to_owned()], &["1".to_owned()], grounds.path());
        assert!(!files.has_undecided());
        assert_eq!(files.settled(), ["1"]);
        let told = &files.told()[0];
        assert_eq!(told.from, Some(Ground::Schema));
        assert_eq!(told.schema.as_deref(), Some("CREATE TABLE a (b);"));
        // One that was opened only after the start has them at once.
        let late = Files::default();
        late.note(&[opened("schema")], grounds.path());
        assert!(!late.has_undecided());
        assert_eq!(late.told()[0].schema.as_deref(), Some("CREATE TABLE a (b);"));
        // A start that has not opened it yet can have it all the same.
        assert_eq!(late.others(&[])[0].module, "node:sqlite");
        assert!(late.others(&[opened("schema")]).is_empty());
    }
}
