//! Programs of MariaDB and MySQL as clients of a server.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::original::{Login, Original};
use crate::program;
use crate::programs::{Engine, Programs};

/// Client of a server, with its programs and its login.
#[derive(Clone, Debug)]
pub(super) struct Client {
    pub programs: Programs,
    host: String,
    port: u16,
    socket: Option<PathBuf>,
    pub login: Login,
}

impl Client {
    /// Makes one of an original. It is read only: nothing but dumps and [`Client::read`] is done by it.
    pub fn of_original(original: &Original, login: &Login, programs: &Programs) -> Self {
        Self {
            programs: programs.clone(),
            host: original.host.clone(),
            port: original.port,
            socket: original.socket.clone(),
            login: login.clone(),
        }
    }

    /// Makes one of a home with this socket.
    pub fn of_home(socket: &Path, login: &Login, programs: &Programs) -> Self {
        Self {
            programs: programs.clone(),
            host: String::new(),
            port: 0,
            socket: Some(socket.to_owned()),
            login: login.clone(),
        }
    }

    /// Makes one of a home by TCP, as the API logs in.
    pub fn of_port(port: u16, login: &Login, programs: &Programs) -> Self {
        let (host, socket) = ("127.0.0.1".to_owned(), None);
        Self { programs: programs.clone(), host, port, socket, login: login.clone() }
    }

    /// Makes the command of the client, which reads its statements and stops at the first error.
    pub fn sql(&self) -> Command {
        let mut command = self.command("mariadb", "mysql");
        command.args(["--batch", "--raw", "--skip-column-names", "--connect-timeout=10"]);
        command
    }

    /// Makes the command of the dump program.
    pub fn dump(&self) -> Command {
        self.command("mariadb-dump", "mysqldump")
    }

    fn command(&self, of_mariadb: &str, of_mysql: &str) -> Command {
        let is_mysql = self.programs.engine == Engine::MySql;
        let mut command = self.programs.command(if is_mysql { of_mysql } else { of_mariadb });
        // It has to be the first one.
        command.arg("--no-defaults").arg(format!("--user={}", self.login.user));
        match &self.socket {
            Some(socket) => command.arg("--protocol=socket").arg("--socket").arg(socket),
            None => {
                let place = [format!("--host={}", self.host), format!("--port={}", self.port)];
                command.arg("--protocol=tcp").args(place)
            }
        };
        command.arg("--default-character-set=utf8mb4");
        if let Some(password) = &self.login.password {
            command.env("MYSQL_PWD", password.reveal());
        }
        command
    }

    /// Asks a query in a transaction that cannot write. Answers its rows, each as its values, or what was said where it
    /// fails.
    pub fn read(&self, query: &str) -> Result<Vec<Vec<String>>, String> {
        let printed = self.tell(&format!(
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; START TRANSACTION READ ONLY; {query}; COMMIT;"
        ))?;
        Ok(rows(&printed))
    }

    /// Gives statements, and answers what they printed, or what was said where one fails.
    pub fn tell(&self, statements: &str) -> Result<String, String> {
        let ran = program::run(&mut self.sql(), statements);
        let ran = ran.map_err(|error| format!("the client cannot be started: {error}"))?;
        if ran.status.success() { Ok(ran.printed) } else { Err(ran.said) }
    }
}

fn rows(printed: &str) -> Vec<Vec<String>> {
    printed.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Answers a text as a literal of SQL, whatever `sql_mode` holds: in hexadecimal digits where it has more than plain
/// letters.
pub(super) fn literal(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.%:/+ ".contains(c);
    if text.chars().all(is_plain) {
        return format!("'{text}'");
    }
    let digits: String = text.bytes().map(|byte| format!("{byte:02X}")).collect();
    format!("_utf8mb4 X'{digits}'")
}
