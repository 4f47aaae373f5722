//! Rows that are put into the databases of a home, and queries that these are asked, on a session of their own: for
//! them foreign keys, triggers and checks act as for anybody.

use std::collections::HashMap;

use serde_json::Value;

use super::client::{Client, literal};
use super::users::quoted_name;
use super::values::Column;
use super::{tables, told};
use crate::error::HomeError;
use crate::rows::{Row, RowRefusal};
use crate::session::Session;

/// Statement that prints a line.
const END: &str = "SELECT '{}';";
/// Settings of a session. Locks that the API has left are not waited for for long.
const SETTINGS: &str =
    "SET SESSION innodb_lock_wait_timeout = 1, lock_wait_timeout = 1, max_statement_time = 5;";
/// A temporary table that has the columns of a query, for a moment.
const ASKED: &str = "nearmiss_asked";
/// Number of the refusal of a column that is not there.
const NO_COLUMN: &str = "1054";

/// Session by which rows go into the databases of a home.
#[derive(Debug)]
pub(super) struct Rows {
    home: Client,
    session: Option<Session>,
    /// Columns of the tables that rows went into, by database and name.
    columns: HashMap<(String, String), Vec<Column>>,
}

impl Rows {
    pub fn new(home: Client) -> Self {
        Self { home, session: None, columns: HashMap::new() }
    }

    /// Lets go of the session.
    pub fn reconnect(&mut self) {
        self.session = None;
    }

    /// Answers what has to be known of the tables of all databases.
    pub fn tables(&mut self) -> Result<Vec<Value>, HomeError> {
        self.columns.clear();
        let said = |said| HomeError::Answer {
            program: "mariadb".to_owned(),
            said: format!("tables: {said}"),
        };
        tables::tables(&self.home).map_err(said)
    }

    /// Inserts a row, and answers what the database made of it.
    pub fn insert(
        &mut self,
        database: &str,
        (_, table): (Option<&str>, &str),
        row: &Row,
    ) -> Result<Value, RowRefusal> {
        let key = (database.to_owned(), table.to_owned());
        let is_known = self.columns.contains_key(&key);
        if !is_known {
            let columns = self.columns_of(&key)?;
            self.columns.insert(key.clone(), columns);
        }
        let columns = self.columns.get(&key).map(Vec::as_slice).unwrap_or_default();
        let statement = insertion(&key, columns, row);
        let lines = match self.ask_session(&statement) {
            // The table may have changed.
            Err(refusal) if is_known && refusal.code.as_deref() == Some(NO_COLUMN) => {
                self.columns.remove(&key);
                return self.insert(database, (None, table), row);
            }
            other => other?,
        };
        // A document of a column is given as it was written, in several lines.
        let text = lines.join("\n");
        serde_json::from_str(&text).map_err(|error| unreadable(&text, &error))
    }

    fn columns_of(
        &mut self,
        (database, table): &(String, String),
    ) -> Result<Vec<Column>, RowRefusal> {
        let lines = self.ask_session(&format!(
            "SELECT JSON_ARRAY(COLUMN_NAME, DATA_TYPE) FROM information_schema.COLUMNS \
             WHERE TABLE_SCHEMA = {} AND TABLE_NAME = {} ORDER BY ORDINAL_POSITION;",
            literal(database),
            literal(table)
        ))?;
        let read = lines.iter().map(|line| {
            let (name, kind) =
                serde_json::from_str(line).map_err(|error| unreadable(line, &error))?;
            Ok(Column { name, kind })
        });
        read.collect()
    }

    /// Answers the rows of a query, which can change nothing. Values of binary columns are texts of digits.
    pub fn ask(&mut self, database: &str, query: &str) -> Result<Vec<Value>, RowRefusal> {
        let query = query.trim().trim_end_matches(';');
        let (database, from) = (quoted_name(database), format!("FROM ({query}\n) q"));
        // The query itself is no text of the client, which would divide it.
        let asked =
            format!("CREATE TEMPORARY TABLE {ASKED} ENGINE = MyISAM AS SELECT q.* {from} LIMIT 0");
        let lines = self.ask_session(&format!(
            "USE {database};\nSET max_statement_time = 1; {}\nSHOW COLUMNS FROM {ASKED};\n\
             DROP TEMPORARY TABLE {ASKED};\nSET max_statement_time = 5;",
            immediate(&asked)
        ))?;
        let columns: Vec<Column> = lines.iter().filter_map(|line| shown(line)).collect();
        let values = format!("SELECT {} {from}", object(&columns, "q."));
        let lines = self.ask_session(&format!(
            "SET max_statement_time = 1; START TRANSACTION READ ONLY; {}\nROLLBACK;\n\
             SET max_statement_time = 5;",
            immediate(&values)
        ))?;
        let text = lines.join("\n");
        let rows = serde_json::Deserializer::from_str(&text).into_iter();
        rows.collect::<Result<Vec<Value>, _>>().map_err(|error| unreadable(&text, &error))
    }

    /// Gives statements to the session; once more where that was lost.
    fn ask_session(&mut self, statements: &str) -> Result<Vec<String>, RowRefusal> {
        let had_one = self.session.is_some();
        match self.try_session(statements) {
            Err(refusal) if refusal.is_gone && had_one => self.try_session(statements),
            other => other,
        }
    }

    fn try_session(&mut self, statements: &str) -> Result<Vec<String>, RowRefusal> {
        let lines = self.running().and_then(|session| {
            session.give(statements).map_err(|error| error.to_string())?;
            session.read_all()
        });
        match lines {
            Ok(lines) => told::taken(lines),
            Err(said) => {
                self.session = None;
                Err(RowRefusal::gone(said))
            }
        }
    }

    fn running(&mut self) -> Result<&mut Session, String> {
        if self.session.as_mut().is_none_or(Session::is_over) {
            let mut command = self.home.sql();
            // It goes on behind an error, prints what it has at once, and obeys nothing that stands in values.
            command.args(["--force", "--unbuffered", "--binary-mode"]);
            let session = Session::start(command, END).map_err(|error| error.to_string());
            let mut session = session?;
            session.give(SETTINGS).map_err(|error| error.to_string())?;
            session.read()?;
            self.session = Some(session);
        }
        self.session.as_mut().ok_or_else(|| "the client has gone".to_owned())
    }
}

/// Answers the statement that inserts a row into a table with these columns; names that it has not are for the server
/// to refuse.
fn insertion((database, table): &(String, String), columns: &[Column], row: &Row) -> String {
    let unknown = Column { name: String::new(), kind: String::new() };
    let same = |column: &&Column, name: &str| column.name.to_lowercase() == name.to_lowercase();
    let values = row.iter().map(|(name, value)| {
        columns.iter().find(|column| same(column, name)).unwrap_or(&unknown).given(value)
    });
    let (names, values): (Vec<String>, Vec<String>) =
        row.keys().map(|name| quoted_name(name)).zip(values).unzip();
    format!(
        "INSERT INTO {}.{} ({}) VALUES ({}) RETURNING {};",
        quoted_name(database),
        quoted_name(table),
        names.join(", "),
        values.join(", "),
        object(columns, "")
    )
}

/// Answers an expression of a row, which is called `of`, as JSON.
fn object(columns: &[Column], of: &str) -> String {
    let pairs =
        columns.iter().map(|column| format!("{}, {}", literal(&column.name), column.told(of)));
    format!("JSON_OBJECT({})", pairs.collect::<Vec<String>>().join(", "))
}

/// Answers what runs one statement, which may hold anything.
fn immediate(statement: &str) -> String {
    let digits: String = statement.bytes().map(|byte| format!("{byte:02X}")).collect();
    format!("EXECUTE IMMEDIATE CONVERT(X'{digits}' USING utf8mb4);")
}

/// Reads a line of `SHOW COLUMNS`: its name, its whole type, and more.
fn shown(line: &str) -> Option<Column> {
    let mut fields = line.split('\t');
    let (name, whole) = (fields.next()?.to_owned(), fields.next()?);
    let kind = whole.split(['(', ' ']).next().unwrap_or_default().to_owned();
    Some(Column { name, kind })
}

fn unreadable(text: &str, error: &serde_json::Error) -> RowRefusal {
    RowRefusal::said(format!("mariadb answered what nearmiss does not understand: {error}: {text}"))
}
