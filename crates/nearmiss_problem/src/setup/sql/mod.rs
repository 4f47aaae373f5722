//! Rows of databases of SQL: `await sql.insert("users", { name: "Ann" })`.

use super::{Place, SetupKind};

/// The kind, whose functions run where our own connections to the databases are.
pub(super) const KIND: SetupKind = SetupKind {
    name: "sql",
    program: include_str!("../../../../../npm/nearmiss/setup/sql.cjs"),
    place: Place::Beside,
    dialects: &[
        ("mysql", include_str!("../../../../../npm/nearmiss/setup/sql/mysql.cjs")),
        ("postgres", include_str!("../../../../../npm/nearmiss/setup/sql/postgres.cjs")),
        ("sqlite", include_str!("../../../../../npm/nearmiss/setup/sql/sqlite.cjs")),
    ],
    types: include_str!("../../../../../npm/nearmiss/setup/sql.d.cts"),
    gives_rows: true,
    stays: false,
};
