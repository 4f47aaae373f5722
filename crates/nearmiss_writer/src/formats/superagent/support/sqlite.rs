//! The files by which the API of a suite opens others in place of databases of SQLite.

use crate::suite::{GeneratedFile, TestSuite};

/// Files that lead the API; those below lead and keep the databases of a search, too.
const FILES: [(&str, &str); 12] = [
    ("sqlite.cjs", include_str!("sqlite.cjs")),
    ("sqlite/attach.cjs", include_str!("../../../../../../npm/nearmiss/sut/sqlite/attach.cjs")),
    ("sqlite/beside.cjs", include_str!("sqlite/beside.cjs")),
    ("sqlite/books.cjs", include_str!("../../../../../../npm/nearmiss/sut/sqlite/books.cjs")),
    (
        "sqlite/connection.cjs",
        include_str!("../../../../../../npm/nearmiss/sut/sqlite/connection.cjs"),
    ),
    ("sqlite/copy.cjs", include_str!("../../../../../../npm/nearmiss/sut/sqlite/copy.cjs")),
    ("sqlite/drivers.cjs", include_str!("../../../../../../npm/nearmiss/sut/sqlite/drivers.cjs")),
    ("sqlite/fill.cjs", include_str!("sqlite/fill.cjs")),
    ("sqlite/ground.cjs", include_str!("../../../../../../npm/nearmiss/sut/sqlite/ground.cjs")),
    ("sqlite/keeper.cjs", include_str!("../../../../../../npm/nearmiss/sut/sqlite/keeper.cjs")),
    ("sqlite/paths.cjs", include_str!("../../../../../../npm/nearmiss/sut/sqlite/paths.cjs")),
    ("sqlite/plan.cjs", include_str!("../../../../../../npm/nearmiss/sut/sqlite/plan.cjs")),
];

/// Tells whether a suite leads its API to others: it has to start it itself.
pub(super) fn is_led(suite: &TestSuite) -> bool {
    suite.copies_databases && !suite.is_controlled()
}

/// Answers `support/sqlite.cjs`, with what it needs, and texts of tables; none where a suite needs none.
pub(super) fn files(suite: &TestSuite) -> Vec<GeneratedFile> {
    if !is_led(suite) {
        return Vec::new();
    }
    let file = |name: &str, content: &str| GeneratedFile {
        path: format!("support/{name}"),
        content: content.to_owned(),
    };
    let files = FILES.iter().map(|(name, text)| file(name, text));
    let schemas = suite.file_schemas.iter();
    files
        .chain(schemas.map(|one| file(&format!("sqlite/schemas/{}.sql", one.path), &one.text)))
        .collect()
}
