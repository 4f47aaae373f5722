//! The database that the API is configured for, as its URL or its variables name it.

mod url;
mod variables;

use std::path::PathBuf;

use crate::password::Password;

/// Language of a database.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A server of PostgreSQL.
    Postgres,
    /// A server of MariaDB or MySQL: which of them it is, it says itself.
    MySql,
    /// A file of SQLite.
    Sqlite,
}

/// User with his password.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Login {
    /// The name of the role or user.
    pub user: String,
    /// Its password; none where the server asks for none, or a file of passwords (`.pgpass`) has it.
    pub password: Option<Password>,
}

/// The database that the API is configured for. It is read, and never written to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Original {
    /// Language that it speaks.
    pub kind: Kind,
    /// Name or address of the server's host.
    pub host: String,
    /// Its port; 0 for a file.
    pub port: u16,
    /// Path of a server's Unix socket: of PostgreSQL the folder, of MySQL and MariaDB the socket itself.
    pub socket: Option<PathBuf>,
    /// Login of the API.
    pub login: Login,
    /// The database on the server; empty where none is named.
    pub database: String,
    /// The word of `sslmode` that a URL of PostgreSQL carries.
    pub ssl_mode: Option<String>,
    /// The file of SQLite.
    pub file: Option<PathBuf>,
}

/// Why a text names no database that can be led elsewhere.
#[derive(Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadOriginalError {
    /// It is no URL of a database that is known here.
    #[error(
        "`{scheme}` is no database that nearmiss copies: it knows postgres://, postgresql://, mysql://, mariadb:// and file:"
    )]
    Scheme {
        /// Scheme that it begins with.
        scheme: String,
    },
    /// It names several hosts.
    #[error("the URL names several hosts ({hosts}): name the one whose database is to be copied")]
    Hosts {
        /// Name that stands in it.
        hosts: String,
    },
    /// Its port is no number of a port.
    #[error("`{port}` is no port: it is a number from 1 to 65535")]
    Port {
        /// Text that stands there.
        port: String,
    },
    /// A part of it is not encoded as parts of URLs are.
    #[error(
        "the {part} in the URL of the database is not UTF-8 once its %-codes are read: write it as %XX codes of UTF-8"
    )]
    Encoding {
        /// Which part.
        part: &'static str,
    },
    /// It is a database in memory.
    #[error("the database is in memory only: the API makes it itself, there is nothing to copy")]
    InMemory,
    /// Variables do not name a host.
    #[error("none of the variables {wanted} is set: they name no database")]
    NotSet {
        /// Those that were looked at.
        wanted: &'static str,
    },
}

impl Original {
    /// Answers where it is, for people: without user and password.
    #[must_use]
    pub fn place(&self) -> String {
        if let Some(file) = &self.file {
            return file.display().to_string();
        }
        let host = match &self.socket {
            Some(socket) => socket.display().to_string(),
            None if self.host.contains(':') => format!("[{}]:{}", self.host, self.port),
            None => format!("{}:{}", self.host, self.port),
        };
        if self.database.is_empty() { host } else { format!("{host}/{}", self.database) }
    }
}
