//! The ground that tests begin from, in all databases of a server.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::client::{Client, name};
use super::connection::{Connection, Row};
use crate::error::HomeError;
use crate::put_back::{Kept, PutBack};

/// The program that does it in a database. Written suites have it, too.
const PROGRAM: &str = concat!(
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/1-ground.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/2-watch.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/3-keep.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/4-put-back.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/5-ordered.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/6-changes.sql"),
);
/// Milliseconds for which locks of others are waited for.
const PATIENCE: u32 = 200;
/// Tables that are taken in by one transaction: each holds locks.
const AT_ONCE: u32 = 100;
/// Query of the names of databases, but templates: who is connected to one of those keeps others from using it.
const DATABASES: &str =
    "SELECT datname FROM pg_catalog.pg_database WHERE datallowconn AND NOT datistemplate";
/// Statement that answers [`DATABASES`], planned once in each connection.
const LIST: &str = "EXECUTE nearmiss_databases";
/// Statement that a connection begins with: said within a transaction each time, it has the server forget all plans.
const REPLICA: &str = "SET session_replication_role = replica";

/// Connections to the databases of the ground.
#[derive(Debug)]
pub(super) struct Keeper {
    home: Client,
    connections: BTreeMap<String, Connection>,
    /// Numbers of the tables of each database of the ground.
    ground: BTreeMap<String, usize>,
}

impl Keeper {
    pub fn new(home: Client) -> Self {
        Self { home, connections: BTreeMap::new(), ground: BTreeMap::new() }
    }

    /// Lets go of all connections.
    pub fn reconnect(&mut self) {
        self.connections.clear();
    }

    /// Takes in what is there now.
    pub fn keep(&mut self) -> Result<Kept, HomeError> {
        let databases = self.databases()?;
        self.ground.retain(|database, _| databases.contains(database));
        self.connections.retain(|database, _| databases.contains(database));
        for database in &databases {
            if !self.ground.contains_key(database) {
                self.ask(database, PROGRAM)?;
            }
            let keep = format!("SELECT nearmiss.keep({AT_ONCE});");
            while self.ask(database, &keep)?.iter().flatten().any(|left| left != "0") {}
            let count = self.ask(database, "SELECT count(*) FROM nearmiss.tables;")?;
            let count = count.iter().flatten().next().and_then(|count| count.parse().ok());
            let tables = count.unwrap_or(0);
            self.ground.insert(database.clone(), tables);
        }
        Ok(Kept { databases: databases.len(), tables: self.ground.values().sum() })
    }

    /// Puts back what was touched. All databases work at the same time, that with the most to do first; the last one
    /// tells what others there are.
    pub fn put_back(&mut self) -> Result<PutBack, HomeError> {
        let mut ground: Vec<(String, usize)> = self.ground.clone().into_iter().collect();
        ground.sort_by_key(|(_, tables)| Reverse(*tables));
        let ground: Vec<String> = ground.into_iter().map(|(database, _)| database).collect();
        if ground.is_empty() {
            return Err(reset("of the home", "nothing was kept".to_owned()));
        }
        let work = format!("SELECT * FROM nearmiss.put_back({PATIENCE})");
        let mut given: Vec<Result<(), HomeError>> = Vec::new();
        for (index, database) in ground.iter().enumerate() {
            let queries = [work.as_str(), LIST];
            let is_last = index + 1 == ground.len();
            given.push(self.give(database, if is_last { &queries } else { &queries[..1] }));
        }
        let answers = ground.iter().zip(given);
        let answers = answers.map(|(database, given)| given.and_then(|()| self.read(database)));
        let answers: Vec<Result<Vec<Row>, HomeError>> = answers.collect();
        let there: Vec<String> = match answers.last() {
            Some(Ok(rows)) => rows.iter().skip(1).flatten().cloned().collect(),
            // Somebody has dropped it, or ended our session.
            _ => self.databases()?,
        };
        let mut sum = PutBack::default();
        for (database, answer) in ground.iter().zip(answers) {
            if there.contains(database) {
                add(&mut sum, database, &answer?)?;
            } else {
                sum.is_altered = true;
            }
        }
        for made in there.iter().filter(|made| !ground.contains(made)) {
            let drop = format!("DROP DATABASE IF EXISTS {} WITH (FORCE);", name(made));
            self.home.tell("template1", &drop).map_err(|said| reset(made, said))?;
        }
        Ok(sum)
    }

    /// Answers the databases that are there.
    fn databases(&self) -> Result<Vec<String>, HomeError> {
        let wrong = |said| reset("template1", said);
        let mut connection = self.home.connect("template1").map_err(wrong)?;
        connection.give(&[DATABASES]).map_err(|error| wrong(error.to_string()))?;
        Ok(connection.read().map_err(wrong)?.concat())
    }

    fn ask(&mut self, database: &str, query: &str) -> Result<Vec<Row>, HomeError> {
        self.give(database, &[query])?;
        self.read(database)
    }

    fn give(&mut self, database: &str, queries: &[&str]) -> Result<(), HomeError> {
        let wrong = |said| reset(database, said);
        if self.connections.get_mut(database).is_none_or(Connection::is_over) {
            let mut connection = self.home.connect(database).map_err(wrong)?;
            let begun =
                connection.give(&[REPLICA, &format!("PREPARE nearmiss_databases AS {DATABASES}")]);
            begun.map_err(|error| wrong(error.to_string()))?;
            connection.read().map_err(wrong)?;
            self.connections.insert(database.to_owned(), connection);
        }
        let connection = self.connections.get_mut(database).ok_or_else(|| lost(database))?;
        connection.give(queries).map_err(|error| wrong(error.to_string()))
    }

    fn read(&mut self, database: &str) -> Result<Vec<Row>, HomeError> {
        let connection = self.connections.get_mut(database).ok_or_else(|| lost(database))?;
        connection.read().map_err(|said| reset(database, said))
    }
}

/// Adds what one database answered: tables, rows, ended sessions, whether something is altered.
fn add(sum: &mut PutBack, database: &str, rows: &[Row]) -> Result<(), HomeError> {
    let Some([tables, rows, ended, is_altered]) = rows.first().map(Vec::as_slice) else {
        return Err(reset(database, format!("it answered {rows:?}")));
    };
    let number = |text: &str| text.parse::<usize>().map_err(|_| reset(database, text.to_owned()));
    sum.tables += number(tables)?;
    sum.rows += number(rows)?;
    sum.ended_sessions += number(ended)?;
    sum.is_altered |= is_altered == "t";
    Ok(())
}

fn reset(database: &str, said: String) -> HomeError {
    HomeError::Reset { database: database.to_owned(), said }
}

fn lost(database: &str) -> HomeError {
    reset(database, "the connection has gone".to_owned())
}
