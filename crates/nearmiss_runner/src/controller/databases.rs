//! The SQL database of the SUT: its tables, rows that a core puts in, and queries that it asks.

use std::collections::BTreeMap;

use nearmiss_sql::Table;
use nearmiss_wire::{
    DataRowDto, DatabaseCommandDto, DbInfoDto, InsertionDto, InsertionResultsDto, QueryResultDto,
};
use serde_json::{Map, Value};

use super::{Controller, Refusal};
use crate::reset::Reset;
use crate::sql_words::{Database, Wants, info_of, is_counted, read};

/// Stands for nothing in rows that a query has found.
const NOTHING: &str = "NULL";

/// Database that a core puts rows into, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct Served {
    /// The database, once its tables were told.
    database: Option<Database>,
    /// Things that the core wants to know of statements.
    pub wants: Wants,
    /// The state is kept that rows are put back to.
    is_kept: bool,
    /// Rows were put in since it was last put back.
    has_rows: bool,
    /// Number of the command that put rows in last.
    last: Option<i32>,
}

impl Served {
    /// Forgets what was of a process that has ended.
    pub fn forget(&mut self) {
        *self = Self { wants: self.wants, last: self.last, ..Self::default() };
    }
}

/// Outcome of a command.
#[derive(Debug)]
pub(crate) enum Commanded {
    /// It was done before.
    Nothing,
    /// It has put rows in.
    Inserted(InsertionResultsDto),
    /// It has found rows.
    Found(QueryResultDto),
}

impl Controller {
    /// Finds the database of the SUT, if it has one with tables.
    pub(super) fn database(&mut self) -> Option<&Database> {
        if self.served_sql.database.is_none() {
            let sut = self.sut.as_ref().filter(|sut| sut.has_databases())?;
            self.served_sql.database = Database::of(sut.known_tables());
        }
        self.served_sql.database.as_ref()
    }

    /// Answers its tables as a core is told of them.
    pub(super) fn database_info(&mut self) -> Option<DbInfoDto> {
        self.database().map(info_of)
    }

    /// Takes rows out again that a core has put in, where the reset does not do that anyway.
    pub(super) fn take_rows_out(&mut self) -> Result<(), String> {
        match &self.sut {
            Some(sut) if self.served_sql.has_rows => sut.put_databases_back()?,
            _ => {}
        }
        self.served_sql.has_rows = false;
        Ok(())
    }

    /// Notes that databases were put back.
    pub(super) fn note_put_back(&mut self) {
        self.served_sql.is_kept = true;
        self.served_sql.has_rows = false;
    }

    /// `POST /databaseCommand`.
    pub(crate) fn database_command(
        &mut self,
        asked: &DatabaseCommandDto,
    ) -> Result<Commanded, Refusal> {
        let Some(database) = self.database().cloned() else {
            return Err((400, "this driver has no SQL database".to_owned()));
        };
        match (&asked.command, &asked.insertions[..]) {
            (Some(command), []) => self.ask(&database, command).map(Commanded::Found),
            (None, [_, ..]) if self.served_sql.last == Some(asked.id_counter) => {
                Ok(Commanded::Nothing)
            }
            (None, [_, ..]) => {
                self.served_sql.last = Some(asked.id_counter);
                self.insert(&database, &asked.insertions).map(Commanded::Inserted)
            }
            (None, []) => Err((400, "there is neither a command nor an insertion".to_owned())),
            (Some(_), _) => Err((400, "there are a command and insertions".to_owned())),
        }
    }

    fn ask(&mut self, database: &Database, command: &str) -> Result<QueryResultDto, Refusal> {
        let sut = self.sut.as_ref().ok_or_else(no_sut)?;
        let rows = sut.ask_database(&database.name, command);
        let rows = rows.map_err(|refusal| (400, refusal.message.into()))?;
        let text = |value: &Value| match value {
            Value::Null => NOTHING.to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let row = |row: Value| DataRowDto {
            column_data: row.as_object().into_iter().flat_map(Map::values).map(text).collect(),
        };
        Ok(QueryResultDto { rows: rows.into_iter().map(row).collect() })
    }

    /// Inserts rows, each by itself: one that the database refuses is told, and others follow.
    fn insert(
        &mut self,
        database: &Database,
        insertions: &[InsertionDto],
    ) -> Result<InsertionResultsDto, Refusal> {
        let is_restarted = matches!(self.options.reset, Reset::Restart);
        let sut = self.sut.as_ref().ok_or_else(no_sut)?;
        if !self.served_sql.is_kept {
            sut.put_databases_back().map_err(|why| (500, why))?;
            self.served_sql.is_kept = true;
        }
        // A fresh process begins with what was kept.
        self.served_sql.has_rows = !is_restarted;
        let mut done = InsertionResultsDto::default();
        for insertion in insertions {
            let key = insert_one(sut, database, insertion, &done.id_mapping)?;
            if let (Some(Some(key)), Some(id)) = (key, insertion.id) {
                done.id_mapping.insert(id, key);
            }
            done.execution_results.push(key.is_some());
        }
        Ok(done)
    }
}

fn no_sut() -> Refusal {
    (500, "the SUT does not run: PUT runSUT comes first".to_owned())
}

/// Inserts a row. Answers the number that the database has given it, if it does that, or the one that the row points to;
/// nothing where the row is refused.
fn insert_one(
    sut: &crate::sut::SutProcess,
    database: &Database,
    insertion: &InsertionDto,
    keys: &BTreeMap<i64, i64>,
) -> Result<Option<Option<i64>>, Refusal> {
    let Some(table) = database.table(&insertion.target_table) else {
        return Err((400, format!("there is no table {}", insertion.target_table)));
    };
    let mut row = Map::new();
    let mut above = None;
    for entry in &insertion.data {
        let Some(column) = table.column(&entry.variable_name) else {
            let (table, column) = (&insertion.target_table, &entry.variable_name);
            return Err((400, format!("the table {table} has no column {column}")));
        };
        let value = match (&entry.printable_value, entry.foreign_key_to_previously_generated_row) {
            (Some(text), _) => read(text),
            (None, Some(id)) => {
                // The row that it points to was refused.
                let Some(key) = keys.get(&id) else { return Ok(None) };
                above = above.or(Some(*key));
                Value::from(*key)
            }
            (None, None) => Value::Null,
        };
        row.insert(table.columns[column].name.clone(), value);
    }
    match sut.insert_row(&database.name, (table.schema.as_deref(), &table.name), &row) {
        Ok(made) => Ok(Some(number_of(table, &made).or(above))),
        Err(refusal) if refusal.is_gone => Err((500, refusal.message.into())),
        Err(refusal) => {
            tracing::warn!("a row for {} was refused: {}", insertion.target_table, refusal.message);
            Ok(None)
        }
    }
}

/// Answers the number that the database has given a row.
fn number_of(table: &Table, made: &Value) -> Option<i64> {
    let counted = table.columns.iter().find(|column| is_counted(column))?;
    made[&counted.name].as_i64()
}
