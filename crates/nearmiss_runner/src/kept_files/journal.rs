//! What the processes of the API have noted of the files that they write (`npm/nearmiss/sut/kept_files/journal.js`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::at::At;

/// Bytes of a record.
const RECORD: usize = 96;
const NAMES: &str = ".names";
const STATES: &str = ".states";
const LISTENS: &str = ".listens";

/// What is known of a path that the API has written to.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Written {
    /// What was there after the last write.
    pub at: At,
    /// Writes were under way when that was noted, in milliseconds.
    pub open_since: Option<u64>,
    /// When it was noted, in milliseconds.
    pub noted: u64,
    /// The process that listens has written it, or a child of it.
    pub serves: bool,
    /// Something was there before the first write.
    pub was_there: bool,
}

/// What was written, by path relative to the project.
pub(super) type AllWritten = BTreeMap<PathBuf, Written>;

#[derive(Deserialize)]
struct Name {
    path: PathBuf,
    there: bool,
}

/// Reads the journals in a folder whose names begin with `start`; all of them for "". Where what a process wrote before it listened is
/// what an earlier one had made as well (`again`), that is as what it wrote later.
pub(super) fn read(folder: &Path, start: &str, again: bool) -> AllWritten {
    let mut all = AllWritten::new();
    for path in files(folder, start).into_iter().filter(|path| has_end(path, NAMES)) {
        let serves = again && listened(&path);
        let names = std::fs::read_to_string(&path).unwrap_or_default();
        let states = std::fs::read(path.with_extension(&STATES[1..])).unwrap_or_default();
        let records = states.chunks_exact(RECORD);
        for (line, record) in names.lines().zip(records) {
            let Ok(Name { path, there }) = serde_json::from_str(line) else { continue };
            let Some(written) =
                std::str::from_utf8(record).ok().and_then(|text| record_of(text, there))
            else {
                continue;
            };
            merge(&mut all, path, Written { serves: serves || written.serves, ..written });
        }
    }
    all
}

/// Tells whether the process of a journal (`1-4711-0.names`) has listened.
fn listened(journal: &Path) -> bool {
    let name = journal.file_name().unwrap_or_default().to_string_lossy();
    name.rsplit_once('-')
        .is_some_and(|(process, _)| journal.with_file_name(format!("{process}{LISTENS}")).exists())
}

/// Adds what is known of a path from somewhere else.
pub(super) fn merge(all: &mut AllWritten, path: PathBuf, other: Written) {
    let Some(known) = all.get_mut(&path) else {
        all.insert(path, other);
        return;
    };
    let (serves, was_there) = (known.serves || other.serves, known.was_there && other.was_there);
    // One process may be about to write what another one has just found done.
    let open_since = known.open_since.max(other.open_since);
    if other.noted >= known.noted {
        *known = other;
    }
    *known = Written { serves, was_there, open_since, ..*known };
}

/// `wa 1732730000000 123 1732730000000000000 4711`
fn record_of(text: &str, was_there: bool) -> Option<Written> {
    let mut words = text.split_ascii_whitespace();
    let word = words.next()?.as_bytes();
    let noted = words.next()?.parse().ok()?;
    let (size, time, number) =
        (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let at = match size {
        "-1" => At::Nothing,
        "-2" => At::Folder,
        "-3" => At::Other,
        size => At::File { size: size.parse().ok()?, time, number },
    };
    let open_since = (word.first() == Some(&b'w')).then_some(noted);
    Some(Written { at, open_since, noted, serves: word.get(1) == Some(&b'a'), was_there })
}

/// Takes the journals of a start away.
pub(super) fn remove(folder: &Path, start: &str) {
    for path in files(folder, start) {
        let _ = std::fs::remove_file(path);
    }
}

fn files(folder: &Path, start: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_journal = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(start) && [NAMES, STATES, LISTENS].iter().any(|end| name.ends_with(end))
    };
    let mut found: Vec<_> = entries.map(|entry| entry.path()).filter(is_journal).collect();
    found.sort();
    found
}

fn has_end(path: &Path, end: &str) -> bool {
    path.as_os_str().to_string_lossy().ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_say_what_was_there_and_who_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let record = |text: &str| format!("{text:<95}\n");
        std::fs::write(
            at("1-7-0.names"),
            "{\"path\":\"a\",\"there\":true}\n{\"path\":\"b\",\"there\":false}\n",
        )
        .unwrap();
        std::fs::write(at("1-7-0.states"), record("db 5 3 7 9") + &record("wa 6 -1 0 0")).unwrap();
        std::fs::write(at("1-8-0.names"), "{\"path\":\"a\",\"there\":true}\n{\"path\":\"cut")
            .unwrap();
        std::fs::write(at("1-8-0.states"), record("da 4 1 1 1")).unwrap();
        let all = read(folder.path(), "1-", false);
        let a = all[Path::new("a")];
        assert_eq!(a.at, At::File { size: 3, time: 7, number: 9 }, "the later note counts");
        assert!(a.serves && a.was_there && a.open_since.is_none());
        let b = all[Path::new("b")];
        assert_eq!((b.at, b.open_since, b.was_there), (At::Nothing, Some(6), false));
        assert_eq!(all.len(), 2);
        std::fs::write(at("1-7.listens"), "").unwrap();
        std::fs::write(at("1-7-0.states"), record("db 5 3 7 9") + &record("db 6 -1 0 0")).unwrap();
        let serves = |again| read(folder.path(), "1-", again)[Path::new("b")].serves;
        assert_eq!((serves(false), serves(true)), (false, true));
        remove(folder.path(), "1-");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
