//! Rows that are put into the databases of a home, and queries that these are asked, on sessions of their own: for
//! them foreign keys, triggers and checks act as for anybody.

use std::collections::BTreeMap;

use serde_json::Value;

use super::client::{Client, literal, name};
use super::told;
use crate::error::HomeError;
use crate::rows::{Row, RowRefusal};
use crate::session::Session;

/// Query for all that has to be known of tables, as JSON.
const TABLES: &str = include_str!("../../../../npm/nearmiss/setup/sql/tables/postgres.sql");
/// Names of the databases, but templates.
const DATABASES: &str = "SELECT json_agg(datname ORDER BY datname) FROM pg_catalog.pg_database \
                         WHERE datallowconn AND NOT datistemplate";
/// Statement of `psql` that prints a line.
const END: &str = "\\echo {}";
/// Settings of a session. Locks that the API has left are not waited for for long.
const SETTINGS: &str = "SET client_encoding = 'UTF8'; SET client_min_messages = error; \
                        SET standard_conforming_strings = on; SET bytea_output = hex; \
                        SET lock_timeout = 1000; SET statement_timeout = 5000;";
/// Milliseconds that a query may take.
const QUERY_LIMIT: u32 = 1_000;

/// Sessions by which rows go into the databases of a home.
#[derive(Debug)]
pub(super) struct Rows {
    home: Client,
    sessions: BTreeMap<String, Session>,
}

impl Rows {
    pub fn new(home: Client) -> Self {
        Self { home, sessions: BTreeMap::new() }
    }

    /// Lets go of all sessions.
    pub fn reconnect(&mut self) {
        self.sessions.clear();
    }

    /// Answers what has to be known of the tables of all databases.
    pub fn tables(&self) -> Result<Vec<Value>, HomeError> {
        let answer = |said| HomeError::Answer {
            program: "psql".to_owned(),
            said: format!("tables: {said}"),
        };
        let databases = self.home.read("template1", DATABASES).map_err(answer)?;
        let mut tables = Vec::new();
        for database in databases.as_array().into_iter().flatten().filter_map(Value::as_str) {
            let query = format!("SET LOCAL client_encoding = 'UTF8';\n{TABLES}");
            match self.home.read(database, &query).map_err(answer)? {
                Value::Array(found) => tables.extend(found),
                other => return Err(answer(other.to_string())),
            }
        }
        Ok(tables)
    }

    /// Inserts a row, and answers what the database made of it.
    pub fn insert(
        &mut self,
        database: &str,
        table: (Option<&str>, &str),
        row: &Row,
    ) -> Result<Value, RowRefusal> {
        let json = literal(&Value::Object(row.clone()).to_string());
        let table_name = target(table);
        let source = format!("pg_catalog.json_populate_record(NULL::{table_name}, {json})");
        let lines = match self.ask_session(database, &insertion(&table_name, row, &source)) {
            // It asks for a value of each column whose domain does, given or not.
            Err(refusal) if refusal.is_of_domain => {
                let typed = self.typed(database, &table_name, row)?;
                let source =
                    format!("pg_catalog.json_to_record({json}) AS nearmiss_given ({typed})");
                self.ask_session(database, &insertion(&table_name, row, &source))
            }
            other => other,
        };
        let lines = lines.map_err(|said| said.refusal)?;
        let unkept = || {
            RowRefusal::said("the database kept no row: a trigger or rule left it out".to_owned())
        };
        if lines.iter().all(String::is_empty) {
            return Err(unkept());
        }
        self.move_sequences(database, &table_name, row)?;
        json_of(&lines)
    }

    /// Moves sequences behind keys that were given, as whoever imports rows does: else the API would be given one of
    /// them for a row of its own. Not to their ends, behind which there are no keys for anybody.
    fn move_sequences(&mut self, database: &str, table: &str, row: &Row) -> Result<(), RowRefusal> {
        let whole = row.iter().filter_map(|(column, value)| Some((column, value.as_i64()?)));
        let given = whole.filter(|(_, value)| *value > 0).map(|(column, value)| {
            let (table, column) = (literal(table), literal(column));
            format!("(pg_catalog.pg_get_serial_sequence({table}, {column})::pg_catalog.regclass, {value}::bigint)")
        });
        let given: Vec<String> = given.collect();
        if given.is_empty() {
            return Ok(());
        }
        let moved = format!(
            "SELECT pg_catalog.setval(s, v) FROM (VALUES {}) AS given(s, v) \
             JOIN pg_catalog.pg_sequence AS q ON q.seqrelid = s \
             WHERE v > COALESCE(pg_catalog.pg_sequence_last_value(s), 0) AND v < q.seqmax - 1000;",
            given.join(", ")
        );
        self.ask_session(database, &moved).map(drop).map_err(|said| said.refusal)
    }

    /// Answers the columns of a row with their types.
    fn typed(&mut self, database: &str, table: &str, row: &Row) -> Result<String, RowRefusal> {
        let columns: Vec<String> = row.keys().map(|column| literal(column)).collect();
        let query = format!(
            "SELECT pg_catalog.string_agg(pg_catalog.format('%I %s', attname, \
               pg_catalog.format_type(atttypid, atttypmod)), ', ') \
             FROM pg_catalog.pg_attribute WHERE attrelid = {}::pg_catalog.regclass AND attnum > 0 \
             AND NOT attisdropped AND attname IN ({});",
            literal(table),
            columns.join(", ")
        );
        let lines = self.ask_session(database, &query).map_err(|said| said.refusal)?;
        Ok(lines.concat())
    }

    /// Answers the rows of a query, which can change nothing.
    pub fn ask(&mut self, database: &str, query: &str) -> Result<Vec<Value>, RowRefusal> {
        // The text of the query is no text of `psql`, which would obey what begins with `\` in it.
        let query = query.trim().trim_end_matches(';');
        let whole = literal(&format!("SELECT pg_catalog.to_json(q) FROM ({query}\n) q"));
        let open = literal(&format!(
            "DECLARE asked refcursor := 'nearmiss_asked'; BEGIN OPEN asked FOR EXECUTE {whole}; END"
        ));
        let lines = self.ask_session(
            database,
            &format!(
                "BEGIN TRANSACTION READ ONLY; SET LOCAL statement_timeout = {QUERY_LIMIT}; DO {open};\n\
                 FETCH ALL FROM nearmiss_asked; ROLLBACK;"
            ),
        );
        let lines = lines.map_err(|said| said.refusal)?;
        // A document of the type `json` is given as it was written, in several lines.
        let text = lines.join("\n");
        let rows = serde_json::Deserializer::from_str(&text).into_iter();
        rows.collect::<Result<Vec<Value>, _>>().map_err(|error| unreadable(&text, &error))
    }

    /// Gives statements to the session of a database; once more where that was lost.
    fn ask_session(&mut self, database: &str, statements: &str) -> Result<Vec<String>, told::Said> {
        let had_one = self.sessions.contains_key(database);
        match self.try_session(database, statements) {
            Err(said) if said.refusal.is_gone && had_one => self.try_session(database, statements),
            other => other,
        }
    }

    fn try_session(&mut self, database: &str, statements: &str) -> Result<Vec<String>, told::Said> {
        let lines = self.session(database).and_then(|session| {
            session.give(statements).map_err(|error| error.to_string())?;
            session.read_all()
        });
        match lines {
            Ok(lines) => told::taken(lines),
            Err(said) => {
                self.sessions.remove(database);
                Err(told::Said::gone(said))
            }
        }
    }

    fn session(&mut self, database: &str) -> Result<&mut Session, String> {
        if self.sessions.get_mut(database).is_none_or(Session::is_over) {
            let mut command = self.home.psql(database);
            command.args(["--set=ON_ERROR_STOP=0", "--set=VERBOSITY=verbose"]);
            command.args(["--set=SHOW_CONTEXT=never"]).env("PGCLIENTENCODING", "UTF8");
            let session = Session::start(command, END).map_err(|error| error.to_string());
            let mut session = session?;
            session.give(SETTINGS).map_err(|error| error.to_string())?;
            session.read()?;
            self.sessions.insert(database.to_owned(), session);
        }
        self.sessions.get_mut(database).ok_or_else(|| "the client has gone".to_owned())
    }
}

/// Answers the name of a table as SQL writes it.
fn target((schema, table): (Option<&str>, &str)) -> String {
    match schema {
        Some(schema) => format!("{}.{}", name(schema), name(table)),
        None => name(table),
    }
}

/// Answers the statement that takes a row from `source`; the server reads texts as the columns' types.
fn insertion(table: &str, row: &Row, source: &str) -> String {
    let columns: Vec<String> = row.keys().map(|column| name(column)).collect();
    let columns = columns.join(", ");
    let values = match row.is_empty() {
        true => "DEFAULT VALUES".to_owned(),
        false => format!("({columns}) OVERRIDING SYSTEM VALUE SELECT {columns} FROM {source}"),
    };
    format!(
        "INSERT INTO {table} AS nearmiss_row {values} RETURNING pg_catalog.to_json(nearmiss_row.*);"
    )
}

fn json_of(lines: &[String]) -> Result<Value, RowRefusal> {
    let text = lines.join("\n");
    serde_json::from_str(&text).map_err(|error| unreadable(&text, &error))
}

fn unreadable(text: &str, error: &serde_json::Error) -> RowRefusal {
    RowRefusal::said(format!("psql answered what nearmiss does not understand: {error}: {text}"))
}
