//! Several archives of one API become one, without running anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use nearmiss_problem::kind_named;
use serde_json::Value;

use super::document::{ArchiveDocument, StoredNear, StoredTest, read_archive};
use crate::failure::Failure;

/// Most tests that are kept for having come near to targets.
pub const MOST_NEAR: usize = 300;
/// Most constants that are kept (`knowledge.rs` of the search remembers as many).
const MOST_CONSTANTS: usize = 256;

/// Puts archives of one API together: by target the shortest test, of equals the one given first; of
/// what was learnt, all.
///
/// # Errors
/// When they are of other operations than the first.
pub fn merge(archives: &[(PathBuf, ArchiveDocument)]) -> Result<ArchiveDocument, Failure> {
    let Some(((first_path, first), rest)) = archives.split_first() else {
        return Ok(ArchiveDocument::empty());
    };
    for (path, other) in rest {
        if let Some(difference) = difference(first, other) {
            return Err(Failure::usage(format!(
                "{} and {} are archives of other APIs: {difference}; merge archives of one API with \
                 the same document",
                first_path.display(),
                path.display()
            )));
        }
    }
    let documents: Vec<&ArchiveDocument> = archives.iter().map(|(_, document)| document).collect();
    Ok(union(&documents))
}

/// The same for archives that are known to fit.
#[must_use]
pub fn union(archives: &[&ArchiveDocument]) -> ArchiveDocument {
    let mut merged = ArchiveDocument {
        api: archives.first().map_or_else(String::new, |first| first.api.clone()),
        seed: archives.first().map_or(0, |first| first.seed),
        ..ArchiveDocument::empty()
    };
    let mut best: BTreeMap<&str, &StoredTest> = BTreeMap::new();
    for archive in archives {
        for (key, index) in &archive.covered {
            let test = &archive.tests[*index];
            let known = best.entry(key).or_insert(test);
            if test.calls.len() < known.calls.len() {
                *known = test;
            }
        }
    }
    let mut tests = TestList::default();
    for (key, test) in &best {
        merged.covered.insert((*key).to_owned(), tests.index(test));
    }
    let mut near: Vec<(usize, &StoredTest)> = Vec::new();
    for archive in archives {
        near.extend(archive.near.iter().map(|near| (near.targets, &archive.tests[near.test])));
    }
    // Stable: of equals the one given first.
    near.sort_by_key(|(targets, _)| std::cmp::Reverse(*targets));
    let mut seen = BTreeSet::new();
    for (targets, test) in near {
        if merged.near.len() == MOST_NEAR {
            break;
        }
        let test = tests.index(test);
        if seen.insert(test) {
            merged.near.push(StoredNear { test, targets });
        }
    }
    merged.tests = tests.tests;
    for archive in archives {
        merged.calls += archive.calls;
        merged.draws += archive.draws;
        merged.operations.extend(archive.operations.iter().cloned());
        merged.faults.extend(archive.faults.iter().cloned());
        for constant in &archive.constants {
            if !merged.constants.contains(constant) && merged.constants.len() < MOST_CONSTANTS {
                merged.constants.push(constant.clone());
            }
        }
    }
    if let Some(first) = archives.first() {
        merged.problem.clone_from(&first.problem);
    }
    let learnt: Vec<&[Value]> = archives.iter().map(|archive| archive.learnt.as_slice()).collect();
    // What was read was looked at then.
    merged.learnt =
        kind_named(&merged.problem).and_then(|kind| (kind.join)(&learnt).ok()).unwrap_or_default();
    merged.operations.sort();
    merged.operations.dedup();
    merged.faults.sort();
    merged.faults.dedup();
    merged
}

/// Tests, each once.
#[derive(Debug, Default)]
pub struct TestList {
    /// The tests.
    pub tests: Vec<StoredTest>,
    by_text: BTreeMap<String, usize>,
}

impl TestList {
    /// The index of a test, which is added if it is not there.
    pub fn index(&mut self, test: &StoredTest) -> usize {
        let text = serde_json::to_string(test).unwrap_or_default();
        let next = self.tests.len();
        let index = *self.by_text.entry(text).or_insert(next);
        if index == next {
            self.tests.push(test.clone());
        }
        index
    }
}

/// In what operations two archives differ, if they do.
fn difference(first: &ArchiveDocument, other: &ArchiveDocument) -> Option<String> {
    let lacks = |of: &ArchiveDocument, by: &ArchiveDocument| {
        of.operations.iter().find(|name| !by.operations.contains(name)).cloned()
    };
    if let Some(name) = lacks(first, other) {
        return Some(format!("the first has {name}, the second has not"));
    }
    lacks(other, first).map(|name| format!("the second has {name}, the first has not"))
}

/// Reads archives and merges them.
///
/// # Errors
/// When one cannot be read, or they do not fit.
pub fn merge_files(paths: &[PathBuf]) -> Result<ArchiveDocument, Failure> {
    let read = |path: &PathBuf| Ok((path.clone(), read_archive(path)?));
    merge(&paths.iter().map(read).collect::<Result<Vec<_>, Failure>>()?)
}

/// Whether two paths are one file.
#[must_use]
pub fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::document::StoredCall;

    fn test(name: &str, calls: usize) -> StoredTest {
        let call = StoredCall { operation: name.to_owned(), ..StoredCall::default() };
        StoredTest { calls: vec![call; calls], ..StoredTest::default() }
    }

    fn archive(operations: &[&str], covered: &[(&str, StoredTest)]) -> ArchiveDocument {
        let mut tests = TestList::default();
        let covered = covered.iter().map(|(key, test)| ((*key).to_owned(), tests.index(test)));
        ArchiveDocument {
            covered: covered.collect(),
            tests: tests.tests,
            operations: operations.iter().map(|name| (*name).to_owned()).collect(),
            calls: 10,
            constants: vec!["a".to_owned()],
            ..ArchiveDocument::empty()
        }
    }

    fn named(archive: ArchiveDocument, name: &str) -> (PathBuf, ArchiveDocument) {
        (PathBuf::from(name), archive)
    }

    #[test]
    fn the_shortest_then_the_earliest_given_test_stays() {
        let one =
            archive(&["x"], &[("a", test("x1", 3)), ("b", test("x1", 3)), ("c", test("x2", 1))]);
        let two =
            archive(&["x"], &[("a", test("y1", 2)), ("b", test("y2", 3)), ("d", test("x2", 1))]);
        let merged = merge(&[named(one.clone(), "1"), named(two.clone(), "2")]).unwrap();
        let of = |key: &str| merged.tests[merged.covered[key]].clone();
        assert_eq!(of("a"), test("y1", 2));
        assert_eq!(of("b"), test("x1", 3), "of equals the first given");
        assert_eq!((of("c"), of("d")), (test("x2", 1), test("x2", 1)));
        assert_eq!(merged.tests.len(), 3, "each test once");
        assert_eq!((merged.calls, merged.constants.len()), (20, 1));
        let keys =
            |archives: &[&ArchiveDocument]| union(archives).covered.into_keys().collect::<Vec<_>>();
        assert_eq!(keys(&[&one, &two]), keys(&[&two, &one]));
    }

    #[test]
    fn archives_of_other_operations_are_refused() {
        let (one, two) = (archive(&["x", "y"], &[]), archive(&["x"], &[]));
        let refused = merge(&[named(one, "one.json"), named(two, "two.json")]).unwrap_err();
        assert_eq!(refused.code, 2);
        let message = refused.to_string();
        for part in ["one.json", "two.json", "first has y"] {
            assert!(message.contains(part), "{message}");
        }
    }
}
