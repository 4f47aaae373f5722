//! Changes of a call to tables that stand when its test has ended, as the runtime tells them
//! (`npm/nearmiss/sut/incidents/changes.js`).

use super::JudgedTest;

/// The kind of incident.
const KIND: &str = "changes";

/// A change.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Change {
    /// Name of the table.
    pub table: String,
    /// Verb of the change: `INSERT`, `UPDATE`, `DELETE`, `MERGE`.
    pub verb: String,
    /// Flag: the call had failed by then.
    pub is_late: bool,
}

/// Answers the changes of a call, in order, each once.
pub(super) fn changes(test: &JudgedTest<'_>, call: usize) -> Vec<Change> {
    let told = test.incidents.iter().find(|one| one.action == call && one.kind == KIND);
    let read = |told: &str| serde_json::from_str::<Vec<(String, String, bool)>>(told).ok();
    let all = told.and_then(|one| read(&one.detail)).unwrap_or_default();
    all.into_iter().map(|(table, verb, is_late)| Change { table, verb, is_late }).collect()
}

/// Answers where the first of them was asked for, `src/a.js:12`; nothing where that is not known.
pub(super) fn place_of<'a>(test: &JudgedTest<'a>, call: usize) -> &'a str {
    let told = test.incidents.iter().find(|one| one.action == call && one.kind == KIND);
    told.map_or("", |one| &one.place)
}
