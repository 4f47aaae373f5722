//! The ground that tests begin from, in all databases of a server.

use std::collections::BTreeMap;

use super::client::{Client, name};
use crate::error::HomeError;
use crate::put_back::{Kept, PutBack};
use crate::session::Session;

/// The program that does it in a database. Written suites have it, too.
const PROGRAM: &str = concat!(
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/1-ground.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/2-watch.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/3-keep.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/4-put-back.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/5-ordered.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/postgres/6-changes.sql"),
);
/// Statement of `psql` that prints a line.
const END: &str = "\\echo {}";
/// Milliseconds for which locks of others are waited for.
const PATIENCE: u32 = 200;
/// Tables that are taken in by one transaction: each holds locks.
const AT_ONCE: u32 = 100;
/// Names of the databases, but templates: who is connected to one of those keeps others from using it.
const DATABASES: &str = "SELECT json_agg(datname ORDER BY datname) FROM pg_catalog.pg_database \
                         WHERE datallowconn AND NOT datistemplate;";

/// Sessions on the databases of the ground.
#[derive(Debug)]
pub(super) struct Keeper {
    home: Client,
    sessions: BTreeMap<String, Session>,
    /// Numbers of the tables of each database of the ground.
    ground: BTreeMap<String, usize>,
}

impl Keeper {
    pub fn new(home: Client) -> Self {
        Self { home, sessions: BTreeMap::new(), ground: BTreeMap::new() }
    }

    /// Lets go of all sessions.
    pub fn reconnect(&mut self) {
        self.sessions.clear();
    }

    /// Takes in what is there now.
    pub fn keep(&mut self) -> Result<Kept, HomeError> {
        let databases = self.databases()?;
        self.ground.retain(|database, _| databases.contains(database));
        self.sessions.retain(|database, _| databases.contains(database));
        for database in &databases {
            if !self.ground.contains_key(database) {
                self.ask(database, PROGRAM)?;
            }
            let keep = format!("SELECT nearmiss.keep({AT_ONCE});");
            while self.ask(database, &keep)?.iter().any(|left| left != "0") {}
            let count = self.ask(database, "SELECT count(*) FROM nearmiss.tables;")?;
            let tables = count.first().and_then(|count| count.parse().ok()).unwrap_or(0);
            self.ground.insert(database.clone(), tables);
        }
        Ok(Kept { databases: databases.len(), tables: self.ground.values().sum() })
    }

    /// Puts back what was touched. All databases work at the same time, one of which tells what others there are.
    pub fn put_back(&mut self) -> Result<PutBack, HomeError> {
        let ground: Vec<String> = self.ground.keys().cloned().collect();
        let Some(first) = ground.first() else {
            return Err(reset("of the home", "nothing was kept".to_owned()));
        };
        let work = format!("SELECT * FROM nearmiss.put_back({PATIENCE});");
        let given: Vec<Result<(), HomeError>> = ground
            .iter()
            .map(|database| {
                let and = if database == first { DATABASES } else { "" };
                self.give(database, &format!("{work}{and}"))
            })
            .collect();
        let answers = ground.iter().zip(given);
        let answers = answers.map(|(database, given)| given.and_then(|()| self.read(database)));
        let answers: Vec<Result<Vec<String>, HomeError>> = answers.collect();
        let there = match answers.first() {
            Some(Ok(lines)) => names(lines.last().map_or("", String::as_str))?,
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
        let databases = self.home.tell("template1", DATABASES);
        names(&databases.map_err(|said| reset("template1", said))?)
    }

    fn ask(&mut self, database: &str, statements: &str) -> Result<Vec<String>, HomeError> {
        self.give(database, statements)?;
        self.read(database)
    }

    fn give(&mut self, database: &str, statements: &str) -> Result<(), HomeError> {
        if self.sessions.get_mut(database).is_none_or(Session::is_over) {
            let mut command = self.home.psql(database);
            command.arg("--set=ON_ERROR_STOP=0");
            let session = Session::start(command, END);
            let mut session = session.map_err(|source| HomeError::program("psql", source))?;
            // What is said within a transaction each time has the server forget all plans.
            let begun = session.give("SET session_replication_role = replica;");
            begun.map_err(|error| reset(database, error.to_string()))?;
            session.read().map_err(|said| reset(database, said))?;
            self.sessions.insert(database.to_owned(), session);
        }
        let session = self.sessions.get_mut(database).ok_or_else(|| lost(database))?;
        session.give(statements).map_err(|error| reset(database, error.to_string()))
    }

    fn read(&mut self, database: &str) -> Result<Vec<String>, HomeError> {
        let session = self.sessions.get_mut(database).ok_or_else(|| lost(database))?;
        session.read().map_err(|said| reset(database, said))
    }
}

/// Adds what one database answered: `tables|rows|ended sessions|is altered`.
fn add(sum: &mut PutBack, database: &str, lines: &[String]) -> Result<(), HomeError> {
    let line = lines.first().map_or("", String::as_str);
    let [tables, rows, ended, is_altered] = line.split('|').collect::<Vec<&str>>()[..] else {
        return Err(reset(database, format!("it answered {line:?}")));
    };
    let number = |text: &str| text.parse::<usize>().map_err(|_| reset(database, line.to_owned()));
    sum.tables += number(tables)?;
    sum.rows += number(rows)?;
    sum.ended_sessions += number(ended)?;
    sum.is_altered |= is_altered == "t";
    Ok(())
}

fn names(printed: &str) -> Result<Vec<String>, HomeError> {
    serde_json::from_str(printed.trim()).map_err(|error| HomeError::Answer {
        program: "psql".to_owned(),
        said: format!("{error}: {printed}"),
    })
}

fn reset(database: &str, said: String) -> HomeError {
    HomeError::Reset { database: database.to_owned(), said }
}

fn lost(database: &str) -> HomeError {
    reset(database, "the client has gone".to_owned())
}
