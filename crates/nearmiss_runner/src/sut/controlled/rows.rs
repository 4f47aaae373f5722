//! Rows that a controller puts into the database of its SUT.

use std::sync::atomic::{AtomicI32, AtomicU8, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use nearmiss_databases::RowRefusal;
use nearmiss_wire::{
    DatabaseCommandDto, DatabaseType, InsertionDto, InsertionEntryDto, InsertionResultsDto,
    SutInfoDto,
};
use serde_json::{Map, Value};

use super::{Controlled, LIMIT};
use crate::sql_words::{ToldTables, printed, tables_of};

/// Number of the row in its command.
const ROW: i64 = 1;
/// Times that a controller is asked again which tables there are: its SUT may connect with its first calls.
const MOST_ASKED: u8 = 3;

/// Database of the SUT, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Flag: rows are wanted.
    pub are_wanted: bool,
    tables: OnceLock<ToldTables>,
    /// Times that it was asked.
    asked: AtomicU8,
    /// Flag: statements were told since it was asked.
    saw_statements: Mutex<bool>,
    /// Number of the command before.
    command: AtomicI32,
}

impl Rows {
    /// Takes in what a controller says of its SUT.
    pub fn of(info: &SutInfoDto, are_wanted: bool) -> Self {
        let this = Self { are_wanted, ..Self::default() };
        this.take_in(info);
        this.command.store(first_command(), Ordering::Relaxed);
        this
    }

    fn take_in(&self, info: &SutInfoDto) {
        let told = info.sql_schema_dto.as_ref().map(tables_of);
        if let Some(told) = told.filter(|told| self.are_wanted && !told.tables.is_empty()) {
            // Who was first has told the same.
            let _ = self.tables.set(told);
        }
    }

    /// Answers the tables, as far as they are told.
    pub fn tables(&self) -> Option<&ToldTables> {
        self.tables.get()
    }

    /// Notes that the SUT has given statements to a database.
    pub fn note_statements(&self) {
        *self.saw_statements.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }

    /// Tells whether it is time to ask for tables again.
    fn is_to_ask(&self) -> bool {
        let mut saw = self.saw_statements.lock().unwrap_or_else(PoisonError::into_inner);
        let is_open = self.are_wanted && self.tables.get().is_none();
        std::mem::take(&mut *saw)
            && is_open
            && self.asked.fetch_add(1, Ordering::Relaxed) < MOST_ASKED
    }
}

/// Answers a number above those of commands before, whoever gave them: a driver does nothing that it has done already.
fn first_command() -> i32 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let tenths = since.unwrap_or(Duration::ZERO).as_millis() / 100;
    i32::try_from(tenths % (1 << 31)).unwrap_or(0)
}

impl Controlled {
    /// Answers the tables that the controller has told of, as homes tell them.
    pub fn tables(&self) -> Vec<Value> {
        if self.rows.is_to_ask()
            && let Ok(info) = self.client.get("/infoSUT", LIMIT)
        {
            self.rows.take_in(&info);
        }
        self.rows.tables().map(|told| told.tables.clone()).unwrap_or_default()
    }

    /// Tells whether rows are put in, as soon as tables are told.
    pub fn puts_rows(&self) -> bool {
        self.rows.are_wanted
    }

    /// Has a row inserted. Answers it with the key that the database gives: the protocol tells no more.
    pub fn insert_row(
        &self,
        (schema, name): (Option<&str>, &str),
        row: &Map<String, Value>,
    ) -> Result<Value, RowRefusal> {
        let told =
            self.rows.tables().ok_or_else(|| RowRefusal::said("no tables were told".to_owned()))?;
        let is_it = |table: &&Value| table["name"] == name && table["schema"].as_str() == schema;
        let table = told.tables.iter().find(is_it);
        let columns =
            table.and_then(|table| table["columns"].as_array()).map_or(&[][..], Vec::as_slice);
        let entry = |(name, value): (&String, &Value)| {
            let column = columns.iter().find(|column| column["name"] == **name);
            InsertionEntryDto {
                variable_name: name.clone(),
                printable_value: Some(printed(value, kinds_of(column, told.kind))),
                foreign_key_to_previously_generated_row: None,
            }
        };
        let insertion = InsertionDto {
            id: Some(ROW),
            target_table: schema
                .map_or_else(|| name.to_owned(), |schema| format!("{schema}.{name}")),
            data: row.iter().map(entry).collect(),
        };
        let command = DatabaseCommandDto {
            id_counter: self.rows.command.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
                & i32::MAX,
            command: None,
            insertions: vec![insertion],
        };
        let done: Result<Option<InsertionResultsDto>, (u16, String)> =
            self.client.tell("POST", "/databaseCommand", &command, LIMIT);
        let refused = || RowRefusal::said("the driver has not inserted it".to_owned());
        match done {
            Ok(Some(done)) if done.execution_results.first() != Some(&false) => {
                let mut made = row.clone();
                let counted = columns.iter().find(|column| column["filled"] == "serial");
                let name = counted.and_then(|column| column["name"].as_str());
                if let Some((name, key)) = name.zip(done.id_mapping.get(&ROW)) {
                    made.insert(name.to_owned(), Value::from(*key));
                }
                Ok(Value::Object(made))
            }
            Ok(_) => Err(refused()),
            Err((400, why)) => Err(RowRefusal::said(why)),
            Err((_, why)) => Err(RowRefusal::gone(why)),
        }
    }
}

/// Tells of a column whether it holds lists, and bytes that have letters of their own.
fn kinds_of(column: Option<&Value>, database: Option<DatabaseType>) -> (bool, bool) {
    let Some(column) = column else { return (false, false) };
    let has_letters =
        matches!(database, Some(DatabaseType::Mysql | DatabaseType::Mariadb | DatabaseType::H2));
    let kind = column["type"].as_str().unwrap_or_default();
    let is_bytes = kind == "bytea" || kind.contains("blob") || kind.contains("binary");
    (column["array"] == true, has_letters && is_bytes)
}
