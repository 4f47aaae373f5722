//! SQL in the words of EvoMaster's protocol, both ways: tables, values of rows, and what statements have done.

mod executions;
mod printed;
mod reports;
mod schema;
mod tables;
mod types;

use nearmiss_sql::{Dialect, Schema, Table};
use serde_json::Value;

pub(crate) use self::executions::{Wants, heuristics_of};
pub(crate) use self::printed::{printed, read};
pub(crate) use self::reports::note_reports;
pub(crate) use self::schema::{info_of, is_counted};
pub(crate) use self::tables::{ToldTables, tables_of};

/// Schema that needs no name.
const USUAL: &str = "public";

/// A database with its tables, as the protocol has one.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    /// Name of it.
    pub name: String,
    /// Language of its server.
    pub dialect: Dialect,
    /// Tables of it.
    pub schema: Schema,
}

impl Database {
    /// Answers the database that most of the tables are of, each of which is told as homes tell it, with its `dialect`.
    pub fn of(tables: &[Value]) -> Option<Self> {
        let key = |table: &Value| (table["dialect"].clone(), table["database"].clone());
        let count = |one: &Value| tables.iter().filter(|table| key(table) == key(one)).count();
        // Of several with as many it is the first one.
        let largest = tables.iter().rev().max_by_key(|table| count(table))?;
        let own = tables.iter().filter(|table| key(table) == key(largest));
        let read = own.filter_map(|table| serde_json::from_value::<Table>(table.clone()).ok());
        Some(Self {
            name: largest["database"].as_str()?.to_owned(),
            dialect: Dialect::named(largest["dialect"].as_str()?)?,
            schema: Schema { tables: read.collect() },
        })
    }

    /// Finds a table by the name that a core gives it.
    pub fn table(&self, name: &str) -> Option<&Table> {
        let names: Vec<&str> = name.split('.').collect();
        let whole = self.schema.find(&[name]).or_else(|| self.schema.find(&names));
        whole.map(|index| &self.schema.tables[index])
    }
}

/// Answers the name of a table where it is a text: with its schema, unless that is the usual one.
fn name_of(table: &Table) -> String {
    match table.schema.as_deref() {
        None | Some(USUAL) => table.name.clone(),
        Some(schema) => format!("{schema}.{}", table.name),
    }
}

#[cfg(test)]
mod tests;
