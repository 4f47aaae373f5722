//! Databases of an original in its home, as one snapshot of it was.

use super::client::{Client, literal};
use super::facts::Facts;
use super::users::quoted_name;
use super::{refused, schema};
use crate::error::{HomeError, tells_full_disk};
use crate::options::{Content, HomeOptions};
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
    /// Copies the part of databases that is wanted; answers what is to be said of them.
    pub fn copy(
        &self,
        databases: &[&str],
        options: &HomeOptions,
    ) -> Result<Vec<String>, HomeError> {
        // A client that has named none yet makes its own, or is asked again when it uses one.
        if databases.is_empty() {
            return Ok(Vec::new());
        }
        match options.content {
            Content::Names => self.copy_names(databases).map(|()| Vec::new()),
            Content::Schema => self.copy_schema(databases).map(|()| Vec::new()),
            Content::Rows => self.copy_rows(databases, options.most_bytes),
        }
    }

    /// Makes databases as the original's are, with nothing in them.
    fn copy_names(&self, databases: &[&str]) -> Result<(), HomeError> {
        let names: Vec<String> = databases.iter().map(|name| literal(name)).collect();
        let query = format!(
            "SELECT schema_name, default_character_set_name, default_collation_name \
             FROM information_schema.schemata WHERE schema_name IN ({})",
            names.join(", ")
        );
        let rows = self.reads.read(&query).map_err(|said| self.refused(databases[0], &said))?;
        let make = |row: &Vec<String>| match row.as_slice() {
            [name, letters, order] => {
                let name = quoted_name(name);
                format!("CREATE DATABASE {name} CHARACTER SET {letters} COLLATE {order};\n")
            }
            _ => String::new(),
        };
        self.tell(databases[0], &rows.iter().map(make).collect::<String>())
    }

    /// Copies databases without a row, but those in the books of tools for migrations; numbers of rows begin anew.
    fn copy_schema(&self, databases: &[&str]) -> Result<(), HomeError> {
        self.fill(databases, &["--no-data"])?;
        for database in databases {
            let name = literal(database);
            let anew = format!(
                "SELECT CONCAT('ALTER ', IF(table_type = 'SEQUENCE', 'SEQUENCE', 'TABLE'), ' `', \
                 REPLACE(table_schema, '`', '``'), '`.`', REPLACE(table_name, '`', '``'), \
                 IF(table_type = 'SEQUENCE', '` RESTART;', '` AUTO_INCREMENT = 1;')) FROM information_schema.tables \
                 WHERE table_schema = {name} AND (table_type = 'SEQUENCE' OR auto_increment > 1)"
            );
            let anew = self.home.read(&anew).map_err(|said| self.not_filled(database, &said))?;
            self.tell(database, &anew.into_iter().flatten().collect::<Vec<_>>().join("\n"))?;
            let books = schema::books(self.reads, database);
            let books = books.map_err(|said| self.refused(database, &said))?;
            if !books.is_empty() {
                let mut dump = self.reads.dump();
                dump.args(["--single-transaction", "--skip-lock-tables", "--no-tablespaces"]);
                dump.args(["--no-create-info", "--skip-triggers", "--hex-blob", database]);
                let mut sql = self.home.sql();
                self.pump(dump.args(books), sql.arg(database), database)?;
            }
        }
        Ok(())
    }

    /// Copies databases, those with too many bytes without a row.
    fn copy_rows(&self, databases: &[&str], most_bytes: u64) -> Result<Vec<String>, HomeError> {
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
        self.pump(&mut dump, &mut self.home.sql(), databases[0])?;
        self.drop_watchers(databases[0])
    }

    /// Drops the triggers by which a written suite watches the original's tables: what they write to is not copied.
    fn drop_watchers(&self, database: &str) -> Result<(), HomeError> {
        let query = "SELECT CONCAT('DROP TRIGGER `', REPLACE(trigger_schema, '`', '``'), '`.`', trigger_name, '`;') \
                     FROM information_schema.triggers WHERE trigger_name LIKE 'nearmiss\\_%' \
                     AND action_statement LIKE '%nearmiss\\_ground.%'";
        let drops = self.home.read(query).map_err(|said| self.not_filled(database, &said))?;
        self.tell(database, &drops.into_iter().flatten().collect::<Vec<_>>().join("\n"))
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
            return Err(self.refused(database, &dumped.said));
        }
        if filled.status.success() {
            return Ok(());
        }
        Err(self.not_filled(database, &filled.said))
    }

    fn tell(&self, database: &str, statements: &str) -> Result<(), HomeError> {
        let told = self.home.tell(statements);
        told.map(|_| ()).map_err(|said| self.not_filled(database, &said))
    }

    fn refused(&self, database: &str, said: &str) -> HomeError {
        refused::error(self.original, &self.reads.login.user, database, said)
    }

    fn not_filled(&self, database: &str, said: &str) -> HomeError {
        // What stands near an error, or is told of it, may be a row.
        let said = said.split(" near ").next().unwrap_or_default().to_owned();
        if tells_full_disk(&said) || said.contains("1114") {
            return HomeError::DiskFull { folder: self.folder.to_owned(), said };
        }
        let program = "mariadb".to_owned();
        HomeError::Fill { database: database.to_owned(), program, said }
    }
}
