//! Wishes of a home.

use std::path::PathBuf;
use std::time::Duration;

use crate::original::Login;

/// Part of an original that its home gets.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Content {
    /// Roles with passwords, settings, and databases with their owner, encoding, locale and grants: nothing in them.
    Names,
    /// The schema as well, without a row but those in the books of tools for migrations; sequences at their start.
    Schema,
    /// All of it.
    #[default]
    Rows,
}

/// Wishes of a home.
#[derive(Clone, Debug)]
pub struct HomeOptions {
    /// The folder that homes are made in.
    pub temporary: PathBuf,
    /// Part of the original that the home gets.
    pub content: Content,
    /// Bytes of a database above which only its schema is copied, without a row.
    pub most_bytes: u64,
    /// Databases of the same server that are copied beside the one that the original names.
    pub databases: Vec<String>,
    /// Others whom the API logs in as, where that is known: their passwords are set where the server does not show
    /// them.
    pub logins: Vec<Login>,
    /// Login that reads the original, where the API's own user may not read all of it.
    pub reads_as: Option<Login>,
    /// Time that a server of ours may take to start.
    pub start_limit: Duration,
}

impl Default for HomeOptions {
    fn default() -> Self {
        Self {
            temporary: std::env::temp_dir(),
            content: Content::default(),
            most_bytes: 512 * 1024 * 1024,
            databases: Vec::new(),
            logins: Vec::new(),
            reads_as: None,
            start_limit: Duration::from_secs(120),
        }
    }
}

/// A role or user of an empty home.
#[derive(Clone, Debug)]
pub struct NewRole {
    /// Its name and password.
    pub login: Login,
    /// Right to do everything, as the user of many a developer's database.
    pub is_administrator: bool,
    /// Right to make databases.
    pub makes_databases: bool,
}

/// A database of an empty home.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewDatabase {
    /// Its name.
    pub name: String,
    /// The role that it belongs to; of MariaDB and MySQL the user who may do everything in it.
    pub owner: String,
}
