//! The databases of a SUT, as a search puts rows into them.

use nearmiss_databases::RowRefusal;
use serde_json::{Map, Value};

use super::SutProcess;
use super::controlled::Controlled;
use super::copies::Copies;
use super::here::Here;
use crate::homes::Lease;

/// Databases of one start of a SUT: homes on servers of our own, and copies of files.
#[derive(Debug)]
pub(super) struct Databases<'a> {
    pub lease: Option<&'a Lease>,
    pub copies: &'a Copies,
}

impl SutProcess {
    /// Answers what has to be known of the tables of its databases, an object each: see
    /// [`nearmiss_databases::Home::tables`]; and the `dialect` of each. The database of a file has the file's name.
    #[must_use]
    pub fn tables(&self) -> Vec<Value> {
        if let Some(controlled) = self.controlled() {
            return controlled.tables();
        }
        let Some(databases) = self.databases() else { return Vec::new() };
        let mut tables = databases.lease.map(Lease::tables).unwrap_or_default();
        match databases.copies.tables() {
            Ok(of_files) => tables.extend(of_files.into_iter().map(|mut table| {
                table["dialect"] = "sqlite".into();
                table
            })),
            Err(why) => tracing::warn!("tables of databases in files: {why}"),
        }
        tables
    }

    /// Answers the same as it was the first time: tables hardly change while an API runs.
    #[must_use]
    pub fn known_tables(&self) -> &[Value] {
        if let Some(known) = self.tables.get() {
            return known;
        }
        let tables = self.tables();
        // An API that has not connected yet has none.
        if tables.is_empty() { &[] } else { self.tables.get_or_init(|| tables) }
    }

    /// Inserts a row into a table (with its schema, if it has one) of one of its databases, and answers it as the
    /// database made it. It is gone once [`SutProcess::put_databases_back`] was called.
    ///
    /// # Errors
    /// When the database refuses it, or there is none of the name.
    pub fn insert_row(
        &self,
        database: &str,
        table: (Option<&str>, &str),
        row: &Map<String, Value>,
    ) -> Result<Value, RowRefusal> {
        if let Some(controlled) = self.controlled() {
            return controlled.insert_row(table, row);
        }
        let databases = self.databases().ok_or_else(|| unknown(database))?;
        let of_home = databases.lease.and_then(|lease| lease.insert(database, table, row));
        let of_any = of_home.or_else(|| databases.copies.insert(database, table.1, row));
        of_any.unwrap_or_else(|| Err(unknown(database)))
    }

    /// Asks a query of one of its databases, which can change nothing. Answers its rows as objects.
    ///
    /// # Errors
    /// When the database refuses it, or there is none of the name.
    pub fn ask_database(&self, database: &str, query: &str) -> Result<Vec<Value>, RowRefusal> {
        let databases = self.databases().ok_or_else(|| unknown(database))?;
        let of_home = databases.lease.and_then(|lease| lease.ask(database, query));
        let of_any = of_home.or_else(|| databases.copies.ask_database(database, query));
        of_any.unwrap_or_else(|| Err(unknown(database)))
    }

    /// Tells whether rows that are put in are gone whenever whoever runs it has reset it.
    #[must_use]
    pub fn gives_rows(&self) -> bool {
        self.controlled().is_some_and(Controlled::puts_rows)
    }

    fn databases(&self) -> Option<Databases<'_>> {
        self.here().map(Here::databases)
    }
}

fn unknown(database: &str) -> RowRefusal {
    RowRefusal::said(format!("the API has no database {database:?} with tables"))
}
