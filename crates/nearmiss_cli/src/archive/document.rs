//! The file of an archive: its form, read with care and written at once.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use nearmiss_problem::OperationName;
use nearmiss_problem::kind_named;
use nearmiss_problem::rest::REST;
use nearmiss_report::renumbered;
use nearmiss_runner::fault_key;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::private;

/// The form that this program writes.
pub const VERSION: u64 = 2;
/// The form before it, which is read, too: some faults have other numbers there.
const OLD_NUMBERS: u64 = 1;
/// What `nearmiss` holds at the start of every archive.
const MARK: &str = "archive";

/// An archive.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArchiveDocument {
    /// Always `archive`.
    pub nearmiss: String,
    /// [`VERSION`].
    pub version: u64,
    /// Version of nearmiss that wrote it.
    pub tool: String,
    /// What people call the API.
    pub api: String,
    /// Seed of the search; of a merged one, that of the first.
    pub seed: u64,
    /// Calls made, those of all searches that it stands on included.
    pub calls: u64,
    /// Generators given out (`nearmiss_search::Resumed::draws`).
    pub draws: u64,
    /// Names of the operations that were listed, sorted.
    pub operations: Vec<String>,
    /// The kind of problem that `learnt` is of.
    #[serde(default = "first_problem")]
    pub problem: String,
    /// What was learnt of operations while the API ran, in that kind's own words.
    #[serde(default)]
    pub learnt: Vec<Value>,
    /// Constants that inputs were compared with; those that are no whole text are left out.
    #[serde(default)]
    pub constants: Vec<String>,
    /// Faults that repeated.
    #[serde(default)]
    pub faults: Vec<StoredFault>,
    /// Tests, each once.
    pub tests: Vec<StoredTest>,
    /// The shortest test of each covered target, by the target's key: an index into `tests`.
    pub covered: BTreeMap<String, usize>,
    /// Tests that came nearest to targets that are not covered.
    #[serde(default)]
    pub near: Vec<StoredNear>,
}

/// A fault.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct StoredFault {
    /// Code of the Web Fuzzing Commons list.
    pub code: u32,
    /// Its operation.
    pub operation: String,
    /// What tells it from others.
    pub place: String,
}

/// A test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StoredTest {
    /// What is set up before it: actions like calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<StoredCall>,
    /// Its calls.
    pub calls: Vec<StoredCall>,
    /// The last one is made many times more, and memory measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub soaks: bool,
}

/// A call of a test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StoredCall {
    /// Name of the operation.
    pub operation: String,
    /// Values by key of the input (`value.rs`); what is not sent is left out.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub inputs: Map<String, Value>,
    /// Inputs taken from earlier answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<StoredLink>,
    /// Name of the user who calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// Way in which the call is malformed on purpose (`nearmiss_search::Malformed`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub malformed: Option<String>,
}

/// An input that is taken from an earlier answer.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct StoredLink {
    /// Key of the input.
    pub input: String,
    /// The place inside of its value (`nearmiss_search::Link::path`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// Whose answer.
    pub from: StoredFrom,
    /// What is taken (`nearmiss_search::Link::source`).
    pub source: String,
}

/// Whose answer an input is taken from.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StoredFrom {
    /// That of an earlier call, by index.
    Call(usize),
    /// That of something that was set up, by index.
    Setup {
        /// The index.
        setup: usize,
    },
}

/// A test that came near to targets.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct StoredNear {
    /// Index into the tests.
    pub test: usize,
    /// How many targets it is the nearest of.
    pub targets: usize,
}

impl ArchiveDocument {
    /// An archive of nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            nearmiss: MARK.to_owned(),
            version: VERSION,
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            problem: first_problem(),
            ..Self::default()
        }
    }

    /// The same in today's numbers of faults. One that may be one of two is taken for the first.
    fn with_today_numbers(mut self) -> Self {
        let mut moved = Vec::new();
        for fault in &mut self.faults {
            let StoredFault { code, operation, place } = fault;
            let Some(today) =
                renumbered(*code, OperationName::parts_of(operation).0, place).into_iter().next()
            else {
                continue;
            };
            let old = std::mem::replace(code, today);
            // Of two faults one may have had the number that the other has today.
            if let Some(test) = self.covered.remove(&fault_key(old, operation, place)) {
                moved.push((fault_key(today, operation, place), test));
            }
        }
        self.covered.extend(moved);
        self.faults.sort();
        self.version = VERSION;
        self
    }
}

/// The only kind of problem when archives did not name it.
fn first_problem() -> String {
    REST.name.to_owned()
}

/// What is looked at before anything else.
#[derive(Deserialize)]
struct Mark {
    nearmiss: String,
    version: u64,
    #[serde(default)]
    tool: String,
}

/// Reads an archive.
///
/// # Errors
/// When the file is missing, no JSON, cut, no archive, of another version or inconsistent. The message
/// names the file, the place and what to do.
pub fn read_archive(path: &Path) -> Result<ArchiveDocument, Failure> {
    let wrong = |why: String| Failure::usage(format!("the archive {}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| {
        wrong(format!(
            "{error}; give a file that `nearmiss fuzz --archive` or `nearmiss merge` wrote"
        ))
    })?;
    let broken = |error: serde_json::Error| {
        wrong(if error.is_eof() {
            format!(
                "it ends too early (line {} column {}): only a part of it was copied; copy it again \
                 or leave it out",
                error.line(),
                error.column()
            )
        } else {
            format!("{error}; it is no archive of nearmiss: give another one or leave it out")
        })
    };
    // Whether it is whole is told first.
    serde_json::from_str::<serde::de::IgnoredAny>(&text).map_err(broken)?;
    let mark: Mark = serde_json::from_str(&text).map_err(broken)?;
    if mark.nearmiss != MARK {
        return Err(wrong(format!(
            "`nearmiss` is {:?}, not \"{MARK}\": it is no archive; give another file",
            mark.nearmiss
        )));
    }
    if mark.version != VERSION && mark.version != OLD_NUMBERS {
        return Err(wrong(format!(
            "`version` is {}, and this nearmiss ({}) reads {VERSION}; use the nearmiss that wrote it ({}), \
             or search anew",
            mark.version,
            env!("CARGO_PKG_VERSION"),
            mark.tool
        )));
    }
    let document: ArchiveDocument = serde_json::from_str(&text).map_err(broken)?;
    let count = document.tests.len();
    let outside = document.covered.iter().find(|(_, test)| **test >= count);
    if let Some((key, test)) = outside {
        return Err(wrong(format!(
            "`covered` / {key:?} names test {test} of {count}: it was changed by hand or damaged; take \
             a copy that is whole"
        )));
    }
    if let Some(near) = document.near.iter().find(|near| near.test >= count) {
        let test = near.test;
        return Err(wrong(format!(
            "`near` names test {test} of {count}: it was changed by hand or damaged; take a copy that is whole"
        )));
    }
    let Some(kind) = kind_named(&document.problem) else {
        return Err(wrong(format!(
            "`problem` is {:?}, which this nearmiss ({}) does not know; use the nearmiss that wrote it ({})",
            document.problem,
            env!("CARGO_PKG_VERSION"),
            mark.tool
        )));
    };
    if let Err(why) = (kind.join)(&[&document.learnt]) {
        return Err(wrong(format!(
            "`learnt`: {why}; it is no archive of nearmiss: give another one or leave it out"
        )));
    }
    Ok(if mark.version == OLD_NUMBERS { document.with_today_numbers() } else { document })
}

/// The file that is written before it takes the place of `path`.
#[must_use]
pub fn part_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// Writes a file so that at every moment there is the old or the new one, whole: beside it first, to
/// the disk, then in its place.
///
/// # Errors
/// What the system says.
pub fn write_atomically(path: &Path, text: &str) -> std::io::Result<()> {
    let part = part_of(path);
    let mut file = private::create(&part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(&part, path)?;
    // The name is on the disk, too, where folders can be synced.
    if let Some(folder) = path.parent()
        && let Ok(folder) =
            File::open(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        std::fs::write(&path, text).unwrap();
        let failure = read_archive(&path).unwrap_err();
        assert_eq!(failure.code, 2);
        let message = failure.to_string();
        assert!(message.contains("a.json"), "{message}");
        message
    }

    #[test]
    fn faults_with_old_numbers_are_taken_up_under_todays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let fault =
            |code| StoredFault { code, operation: "PUT:/a".to_owned(), place: String::new() };
        let of = |version, codes: [u32; 3], tests: [usize; 3]| ArchiveDocument {
            version,
            faults: codes.map(fault).to_vec(),
            covered: codes
                .map(|code| fault_key(code, "PUT:/a", ""))
                .into_iter()
                .zip(tests)
                .collect(),
            tests: vec![StoredTest::default(); 3],
            ..ArchiveDocument::empty()
        };
        let old = of(OLD_NUMBERS, [100, 901, 905], [0, 1, 2]);
        std::fs::write(&path, serde_json::to_string(&old).unwrap()).unwrap();
        let today = of(VERSION, [100, 904, 905], [0, 2, 1]);
        assert_eq!(read_archive(&path).unwrap(), today);
        // What has today's numbers stays as it is.
        std::fs::write(&path, serde_json::to_string(&today).unwrap()).unwrap();
        assert_eq!(read_archive(&path).unwrap(), today);
    }

    #[test]
    fn what_is_no_archive_is_named_with_its_place() {
        assert!(refused("").contains("ends too early"));
        assert!(refused("{\n\"nearmiss\": oops}").contains("line 2"));
        assert!(refused(r#"{"nearmiss":"report","version":1}"#).contains("no archive"));
        assert!(refused("[1]").contains("no archive"));
        assert!(refused(r#"{"nearmiss":"archive","version":9}"#).contains("`version` is 9"));
        let whole = ArchiveDocument {
            covered: BTreeMap::from([("Line_a".to_owned(), 3)]),
            ..ArchiveDocument::empty()
        };
        let text = serde_json::to_string(&whole).unwrap();
        assert!(refused(&text).contains("Line_a"));
        assert!(refused(&text[..text.len() - 5]).contains("ends too early"));
        let missing = read_archive(Path::new("/nowhere/b.json")).unwrap_err();
        assert!(missing.code == 2 && missing.to_string().contains("/nowhere/b.json"));
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write_atomically(&path, "one").unwrap();
        write_atomically(&path, "two").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert!(!part_of(&path).exists());
    }
}
