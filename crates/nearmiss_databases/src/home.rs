//! A home of our own for a database.

use std::path::Path;

use serde_json::Value;

use crate::error::HomeError;
use crate::ground::{At, Ground};
use crate::made::{Inside, Made};
use crate::options::{HomeOptions, NewDatabase, NewRole};
use crate::original::{Kind, Login, Original};
use crate::put_back::{Kept, PutBack};
use crate::rows::RowRefusal;
use crate::{mariadb, postgres, sqlite};

/// A home of our own for a database: a server of this machine with the same names, or a copy of a file. It goes with
/// this value, its server first; what a process leaves that is killed, [`crate::left_by_dead`] finds.
#[derive(Debug)]
pub struct Home {
    at: At,
    admin: Option<Login>,
    notes: Vec<String>,
    stands: Stands,
}

/// Ground of a home.
#[derive(Debug)]
enum Stands {
    Server { ground: Box<Ground>, inside: Box<dyn Inside> },
    File(sqlite::Copy),
}

impl Home {
    /// Makes the home of an original, with what that has at one moment. Nothing but reads is sent to the original.
    ///
    /// # Errors
    /// See [`HomeError`]; nothing is left behind then.
    pub fn make(original: &Original, options: &HomeOptions) -> Result<Self, HomeError> {
        match original.kind {
            Kind::Postgres => postgres::make(original, options).map(Self::of_server),
            Kind::MySql => mariadb::make(original, options).map(Self::of_server),
            Kind::Sqlite => {
                let copy = sqlite::make(original, options)?;
                let at = At::File(copy.file().to_owned());
                Ok(Self { at, admin: None, notes: Vec::new(), stands: Stands::File(copy) })
            }
        }
    }

    /// Makes a home without an original: roles, and databases with nothing in them. Of SQLite a folder for files that
    /// are made.
    ///
    /// # Errors
    /// See [`HomeError`].
    pub fn empty(
        kind: Kind,
        roles: &[NewRole],
        databases: &[NewDatabase],
        options: &HomeOptions,
    ) -> Result<Self, HomeError> {
        match kind {
            Kind::Postgres => postgres::empty(roles, databases, options).map(Self::of_server),
            Kind::MySql => mariadb::empty(roles, databases, options).map(Self::of_server),
            Kind::Sqlite => {
                let copy = sqlite::empty(databases, options)?;
                let at = At::File(copy.file().to_owned());
                Ok(Self { at, admin: None, notes: Vec::new(), stands: Stands::File(copy) })
            }
        }
    }

    fn of_server(made: Made) -> Self {
        let Made { ground, at, admin, notes, inside } = made;
        let stands = Stands::Server { ground: Box::new(ground), inside };
        Self { at, admin: Some(admin), notes, stands }
    }

    /// Answers where it is.
    #[must_use]
    pub fn at(&self) -> &At {
        &self.at
    }

    /// Answers who may do everything in it: of PostgreSQL by the socket, without a password. None of a file.
    #[must_use]
    pub fn admin(&self) -> Option<&Login> {
        self.admin.as_ref()
    }

    /// Answers what is to be said of it, a sentence each: what is not as in the original.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Answers its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        match &self.stands {
            Stands::Server { ground, .. } => ground.folder(),
            Stands::File(copy) => copy.folder(),
        }
    }

    /// Answers the number of its server's process; none of a file.
    #[must_use]
    pub fn server(&self) -> Option<u32> {
        match &self.stands {
            Stands::Server { ground, .. } => Some(ground.pid()),
            Stands::File(_) => None,
        }
    }

    /// Answers how its server has ended, with the end of its log, if it has.
    pub fn ended(&mut self) -> Option<String> {
        match &mut self.stands {
            Stands::Server { ground, .. } => ground.ended(),
            Stands::File(_) => None,
        }
    }

    /// Starts its server again where it was, after it has ended: with all that was committed before.
    ///
    /// # Errors
    /// When it does not start.
    pub fn restart(&mut self) -> Result<(), HomeError> {
        match &mut self.stands {
            Stands::Server { ground, inside } => {
                inside.reconnect();
                ground.restart(&|| inside.answers())
            }
            Stands::File(_) => Ok(()),
        }
    }

    /// Answers the tables of an original that the home does not have, as `schema.table`. The original is only read.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub fn lacks(&self, original: &Original) -> Result<Vec<String>, HomeError> {
        self.inside("lacks")?.lacks(original)
    }

    /// Answers the schema of a database of the home, with the books of tools for migrations: a text of many statements
    /// that a driver gives at once to an empty database, whatever its name is.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn schema(&self, database: &str) -> Result<String, HomeError> {
        self.inside("schema")?.schema(database)
    }

    /// Takes what is in all databases now as the ground that tests begin from. The first time it installs what that
    /// needs; then it takes in only what has changed.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn keep(&mut self) -> Result<Kept, HomeError> {
        self.inside_mut("keep")?.keep()
    }

    /// Puts back what was changed since the ground was kept, whoever changed it. Sessions that hold locks for too long
    /// are ended. Databases that were made since are dropped. A session of ours stays in each database of PostgreSQL:
    /// nobody drops one of them, or takes it as a template, unless by force.
    ///
    /// # Errors
    /// When that cannot be done, or nothing was kept.
    pub fn put_back(&mut self) -> Result<PutBack, HomeError> {
        self.inside_mut("put_back")?.put_back()
    }

    /// Answers what has to be known of the tables of all its databases to put rows into them, an object each.
    ///
    /// It has `database`, `schema` (none in MariaDB), `name`, `columns`, `primaryKey`, `uniques`, `foreignKeys`,
    /// `checks`, and `names`: those of constraints, which refusals tell, with their columns. A column has `name`,
    /// `type` (its name alone: what is beneath a domain, what an array is of), `length`, `precision`, `scale`,
    /// `unsigned`, `array`, `nullable`, `default` (an expression), `filled` (who gives a value that nobody gives:
    /// `identity`, `always`, `serial`, or `generated`, which cannot be given), `values` of an enumeration, and
    /// `checks` of its domain.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn tables(&mut self) -> Result<Vec<Value>, HomeError> {
        self.inside_mut("tables")?.tables()
    }

    /// Inserts a row into a table (with its schema, if it has one), and answers it as the database made it. Foreign
    /// keys, triggers and checks act as for anybody, and [`Home::put_back`] takes it away.
    ///
    /// Texts are read as the types of their columns, so a text may stand for any value (`\x00ff` for bytes); objects
    /// and lists are documents, lists also arrays. Numbers of an answer have at most the digits of [`f64`] where they
    /// are not whole. It is done by the administrator: rights, policies and settings of the API's role do not act.
    ///
    /// # Errors
    /// When the database refuses it, or is not there.
    pub fn insert(
        &mut self,
        database: &str,
        table: (Option<&str>, &str),
        row: &serde_json::Map<String, Value>,
    ) -> Result<Value, RowRefusal> {
        self.inside_mut("insert")?.insert(database, table, row)
    }

    /// Asks a query of a database in a transaction that can change nothing, for a second at most. Answers its rows as
    /// objects: of columns with the same name the last.
    ///
    /// # Errors
    /// When the database refuses it, or is not there.
    pub fn ask(&mut self, database: &str, query: &str) -> Result<Vec<Value>, RowRefusal> {
        self.inside_mut("ask")?.ask(database, query)
    }

    fn inside(&self, wanted: &'static str) -> Result<&dyn Inside, HomeError> {
        match &self.stands {
            Stands::Server { inside, .. } => Ok(inside.as_ref()),
            Stands::File(_) => Err(HomeError::NotOfFiles { wanted }),
        }
    }

    fn inside_mut(&mut self, wanted: &'static str) -> Result<&mut dyn Inside, HomeError> {
        match &mut self.stands {
            Stands::Server { inside, .. } => Ok(inside.as_mut()),
            Stands::File(_) => Err(HomeError::NotOfFiles { wanted }),
        }
    }
}
