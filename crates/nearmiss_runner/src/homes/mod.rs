//! Homes of databases, led to by the processes of an API.
//!
//! A process that is about to connect to a server asks where to (`home` of the control protocol). The first one to ask
//! has a home made, a server of our own with the same names; each process tree that runs at the same time has its own.
//! A tree that ends leaves its homes, put back, to the next one.
//!
//! Homes begin with names alone: roles and empty databases. The migrations of the start command fill them. Where that
//! does not give all tables of the original, or the API does not start so, they are made anew with the schema of the
//! original. No row of the user's is ever in them, so none can be in a test.

mod asked;
mod for_suites;
mod lease;
mod own;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nearmiss_databases::{
    At, Content, Home, HomeError, HomeOptions, Kind, NewDatabase, NewRole, Original,
};

use crate::outside::InPlace;

pub(crate) use self::asked::AskedHome;
pub use self::for_suites::ForSuites;
use self::for_suites::OfSuites;
pub(crate) use self::lease::Lease;
pub use self::own::OwnDatabases;

/// Homes of the databases of an API.
#[derive(Debug)]
pub struct Homes {
    temporary: PathBuf,
    in_place: InPlace,
    state: Mutex<State>,
    of_suites: Mutex<OfSuites>,
}

/// Servers as far as they are known, and homes that nobody uses now.
#[derive(Debug, Default)]
struct State {
    servers: BTreeMap<String, Server>,
    free: Vec<Set>,
    /// Why the first home that was asked for and not made was not.
    refused: Option<String>,
}

/// Homes of one process tree, by the server that each stands for.
#[derive(Debug, Default)]
struct Set {
    homes: BTreeMap<String, Home>,
    /// Their content is kept: it can be put back.
    is_kept: bool,
}

/// A server that the API is configured for.
#[derive(Clone, Debug)]
struct Server {
    original: Original,
    driver: String,
    databases: BTreeSet<String>,
    /// Databases that the API connects to and that the original has not: it makes them itself.
    absent: BTreeSet<String>,
    /// Homes have its schema; else names alone.
    has_schema: bool,
    /// That is decided.
    is_settled: bool,
    /// It was there to be asked.
    is_there: bool,
    notes: Vec<String>,
}

/// A home as people are told of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ToldHome {
    /// Product and place of the original.
    pub original: String,
    /// The package that connects.
    pub driver: String,
    /// Source of the tables of the home.
    pub from: Ground,
    /// Sentences to be said of it.
    pub notes: Vec<String>,
}

/// Source of what is in a home.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ground {
    /// The start command, on an empty database.
    Start,
    /// The schema of the original.
    Schema,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere does not make these records wrong.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Homes {
    /// Makes none yet: they will be in the folder `temporary`. `in_place`: servers that none are made for.
    #[must_use]
    pub fn new(temporary: PathBuf, in_place: InPlace) -> Self {
        Self { temporary, in_place, state: Mutex::default(), of_suites: Mutex::default() }
    }

    /// Takes homes for a process tree that starts.
    pub(crate) fn lease(self: &Arc<Self>) -> Lease {
        let set = locked(&self.state).free.pop().unwrap_or_default();
        Lease::new(Arc::clone(self), set)
    }

    /// Tells whether any were asked for.
    #[must_use]
    pub fn are_used(&self) -> bool {
        !locked(&self.state).servers.is_empty()
    }

    /// Answers why a home that was asked for could not be made, if one could not.
    #[must_use]
    pub fn refused(&self) -> Option<String> {
        locked(&self.state).refused.clone()
    }

    /// Answers what is to be said of them, in the order of their places.
    #[must_use]
    pub fn told(&self) -> Vec<ToldHome> {
        let state = locked(&self.state);
        let told = state.servers.values().map(|server| ToldHome {
            original: shown(&server.original),
            driver: server.driver.clone(),
            from: if server.has_schema { Ground::Schema } else { Ground::Start },
            notes: server.notes.clone(),
        });
        told.collect()
    }

    /// Takes away those that nobody uses now.
    pub fn close(&self) {
        drop(std::mem::take(&mut locked(&self.state).free));
        drop(std::mem::take(&mut *locked(&self.of_suites)));
    }

    fn server(&self, place: &str) -> Option<Server> {
        locked(&self.state).servers.get(place).cloned()
    }

    /// Makes a home of a server.
    fn make(&self, server: &mut Server) -> Result<Home, HomeError> {
        let content = if server.has_schema { Content::Schema } else { Content::Names };
        let temporary = self.temporary.clone();
        let mut options = HomeOptions { temporary, content, ..HomeOptions::default() };
        let made = loop {
            options.databases = server.databases.iter().cloned().collect();
            match Home::make(&server.original, &options) {
                Err(HomeError::NoDatabase { database, .. })
                    if database != server.original.database
                        && server.databases.remove(&database) =>
                {
                    server.absent.insert(database);
                }
                // What is not there cannot be changed either: the API gets what it asks for.
                Err(HomeError::ServerDown { .. } | HomeError::NoDatabase { .. }) => {
                    server.is_there = false;
                    break empty(server, &options);
                }
                other => break other,
            }
        };
        made.inspect(|home| server.notes = home.notes().to_vec())
    }
}

/// Makes a home without an original.
fn empty(server: &Server, options: &HomeOptions) -> Result<Home, HomeError> {
    let login = server.original.login.clone();
    let databases = server.databases.iter().filter(|name| !name.is_empty());
    let databases: Vec<NewDatabase> = databases
        .map(|name| NewDatabase { name: name.clone(), owner: login.user.clone() })
        .collect();
    let role = NewRole { login, is_administrator: true, makes_databases: true };
    Home::empty(server.original.kind, &[role], &databases, options)
}

fn shown(original: &Original) -> String {
    let kind = match original.kind {
        Kind::Postgres => "PostgreSQL",
        Kind::MySql => "MySQL or MariaDB",
        Kind::Sqlite => "SQLite",
    };
    format!("{kind} at {}", original.place())
}

/// Answers where a connection is led: by a socket if it was to go by one, or where nobody is asked for a password there,
/// which the original may not ask for either.
fn led(at: &At, by_socket: bool) -> serde_json::Value {
    match at {
        At::Server { port, socket, .. } if by_socket => {
            serde_json::json!({ "host": socket, "port": port })
        }
        At::Server { host, port, .. } => serde_json::json!({ "host": host, "port": port }),
        At::File(_) => serde_json::json!({}),
    }
}
