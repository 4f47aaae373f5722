//! Databases of an original in its home, as one snapshot of it was.

use super::client::Client;
use super::facts::Facts;
use super::refused;
use crate::error::{HomeError, tells_full_disk};
use crate::original::Original;
use crate::program;
use crate::programs::Engine;

/// Options of a dump. No table is locked: the snapshot of a transaction is read.
const DUMP: &[&str] = &[
    "--single-transaction",
    "--quick",
    "--skip-lock-tables",
    "--no-tablespaces",
    "--routines",
    "--triggers",
    "--events",
    "--hex-blob",
    "--no-autocommit",
];
/// Tables of the names of time zones.
const ZONES: &[&str] = &[
    "time_zone",
    "time_zone_leap_second",
    "time_zone_name",
    "time_zone_transition",
    "time_zone_transition_type",
];

/// Copies databases of one original into one home.
pub(super) struct Copier<'a> {
    pub original: &'a Original,
    pub reads: &'a Client,
    pub home: &'a Client,
    pub facts: &'a Facts,
    /// The folder of the home, for messages.
    pub folder: &'a std::path::Path,
}

impl Copier<'_> {
    /// Copies databases, those with too many bytes without a row; answers what is to be said of them.
    pub fn copy(&self, databases: &[&str], most_bytes: u64) -> Result<Vec<String>, HomeError> {
        let size = |name: &str| self.facts.sizes.get(name).copied().unwrap_or(0);
        let (large, whole): (Vec<&str>, Vec<&str>) =
            databases.iter().partition(|name| size(name) > most_bytes);
        let mut notes: Vec<String> = large
            .iter()
            .map(|name| {
                let (has, limit) = (size(name) / 1_000_000, most_bytes / 1_000_000);
                format!("{name}: only its schema is copied, without a row: it has {has} MB, above the limit of {limit} MB")
            })
            .collect();
        if !whole.is_empty() {
            self.fill(&whole, &[])?;
        }
        if !large.is_empty() {
            self.fill(&large, &["--no-data"])?;
        }
        let in_them = |table: &&String| {
            databases
                .iter()
                .any(|name| table.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
        };
        let foreign: Vec<&str> =
            self.facts.foreign.iter().filter(in_them).map(String::as_str).collect();
        if !foreign.is_empty() {
            notes.push(format!(
                "tables that are on other servers are not copied: {}",
                foreign.join(", ")
            ));
        }
        Ok(notes)
    }

    fn fill(&self, databases: &[&str], more: &[&str]) -> Result<(), HomeError> {
        let mut dump = self.reads.dump();
        dump.args(DUMP).args(more);
        if self.facts.engine == Engine::MySql {
            dump.args(["--set-gtid-purged=OFF", "--column-statistics=0"]);
        }
        dump.args(self.facts.foreign.iter().map(|table| format!("--ignore-table={table}")));
        dump.arg("--databases").args(databases);
        self.pump(&mut dump, &mut self.home.sql(), databases[0])
    }

    /// Copies the names of time zones; an original that does not show them has none.
    pub fn copy_zones(&self) -> Result<(), HomeError> {
        let mut dump = self.reads.dump();
        dump.args([
            "--single-transaction",
            "--skip-lock-tables",
            "--no-tablespaces",
            "--no-create-info",
        ]);
        dump.arg("--replace").arg("mysql").args(ZONES);
        let mut sql = self.home.sql();
        sql.arg("mysql");
        self.pump(&mut dump, &mut sql, "mysql")
    }

    fn pump(
        &self,
        dump: &mut std::process::Command,
        sql: &mut std::process::Command,
        database: &str,
    ) -> Result<(), HomeError> {
        let ran = program::run_into(dump, sql, &mut |_| None);
        let (dumped, filled) = ran.map_err(|source| HomeError::program("the dump", source))?;
        // Who reads no more ends who prints: then the reader says why.
        let by_reader = dumped.said.is_empty()
            || dumped.said.contains("Broken pipe")
            || dumped.said.contains("Errcode: 32")
            || dumped.said.contains("errno 32");
        if !dumped.status.success() && (filled.status.success() || !by_reader) {
            let user = &self.reads.login.user;
            return Err(refused::error(self.original, user, database, &dumped.said));
        }
        if filled.status.success() {
            return Ok(());
        }
        // What stands near an error, or is told of it, may be a row.
        let said = filled.said.split(" near ").next().unwrap_or_default().to_owned();
        if tells_full_disk(&said) || said.contains("1114") {
            return Err(HomeError::DiskFull { folder: self.folder.to_owned(), said });
        }
        let program = "mariadb".to_owned();
        Err(HomeError::Fill { database: database.to_owned(), program, said })
    }
}
