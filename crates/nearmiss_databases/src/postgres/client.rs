//! Programs of PostgreSQL as clients of a server.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::connection::Connection;
use crate::original::{Login, Original};
use crate::program;
use crate::programs::Programs;

/// Seconds within which a server must take a connection.
const CONNECT_LIMIT: &str = "10";
/// Name that our sessions go by.
const APPLICATION: &str = "nearmiss";
/// Settings: sessions of ours on a home are not kept from anything by settings of its roles and databases.
const FREE: &str = "-c default_transaction_read_only=off -c statement_timeout=0 -c lock_timeout=0 \
                    -c default_transaction_isolation=read\\ committed";

/// Client of a server, with its programs and its login.
#[derive(Clone, Debug)]
pub(super) struct Client {
    pub programs: Programs,
    host: String,
    port: u16,
    pub login: Login,
    ssl_mode: Option<String>,
    options: Option<&'static str>,
}

impl Client {
    /// Makes one of an original. It is read only: nothing but dumps and [`Client::read`] is done by it.
    pub fn of_original(original: &Original, login: &Login, programs: &Programs) -> Self {
        let socket = original.socket.as_ref().map(|socket| socket.display().to_string());
        Self {
            programs: programs.clone(),
            host: socket.unwrap_or_else(|| original.host.clone()),
            port: original.port,
            login: login.clone(),
            ssl_mode: original.ssl_mode.clone(),
            options: None,
        }
    }

    /// Makes one of a home whose socket is in `folder`.
    pub fn of_home(folder: &Path, port: u16, user: &str, programs: &Programs) -> Self {
        Self {
            programs: programs.clone(),
            host: folder.display().to_string(),
            port,
            login: Login { user: user.to_owned(), password: None },
            ssl_mode: None,
            options: Some(FREE),
        }
    }

    /// Makes the command of a program that connects to a database.
    pub fn command(&self, program: &str, database: &str) -> Command {
        let mut command = self.programs.command(program);
        command
            .arg("--no-password")
            .env("PGHOST", &self.host)
            .env("PGPORT", self.port.to_string())
            .env("PGUSER", &self.login.user)
            .env("PGDATABASE", database)
            .env("PGAPPNAME", APPLICATION)
            .env("PGCONNECT_TIMEOUT", CONNECT_LIMIT);
        if let Some(password) = &self.login.password {
            command.env("PGPASSWORD", password.reveal());
        }
        if let Some(mode) = &self.ssl_mode {
            command.env("PGSSLMODE", mode);
        }
        if let Some(options) = self.options {
            command.env("PGOPTIONS", options);
        }
        command
    }

    /// Makes the command of `psql` that reads its statements and stops at the first error. Errors are told without the
    /// rows that they are about.
    pub fn psql(&self, database: &str) -> Command {
        let mut command = self.command("psql", database);
        command.args(["--no-psqlrc", "--quiet", "--no-align", "--tuples-only"]);
        command.args(["--set=VERBOSITY=terse", "--set=ON_ERROR_STOP=1"]);
        command
    }

    /// Connects to a database of a home.
    pub fn connect(&self, database: &str) -> Result<Connection, String> {
        let socket = Path::new(&self.host).join(format!(".s.PGSQL.{}", self.port));
        let mut parameters = vec![
            ("user", self.login.user.as_str()),
            ("database", database),
            ("application_name", APPLICATION),
        ];
        parameters.extend(self.options.map(|options| ("options", options)));
        Connection::open(&socket, &parameters)
    }

    /// Asks a query whose answer is one JSON value, in a transaction that cannot write. Answers what was said where it
    /// fails.
    pub fn read(&self, database: &str, query: &str) -> Result<Value, String> {
        let begin = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";
        let printed = self.tell(database, &format!("{begin};\n{query};\nCOMMIT;\n"))?;
        serde_json::from_str(printed.trim()).map_err(|error| format!("{error}: {printed}"))
    }

    /// Gives statements, and answers what they printed, or what was said where one fails.
    pub fn tell(&self, database: &str, statements: &str) -> Result<String, String> {
        let ran = program::run(&mut self.psql(database), statements);
        let ran = ran.map_err(|error| format!("psql cannot be started: {error}"))?;
        if ran.status.success() { Ok(ran.printed) } else { Err(ran.said) }
    }
}

/// Answers a text as a literal of SQL.
pub(super) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Answers a name as SQL writes one.
pub(super) fn name(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
