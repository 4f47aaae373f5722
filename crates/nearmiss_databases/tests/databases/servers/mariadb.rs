//! A server of MariaDB that logs every statement.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nearmiss_databases::{Engine, Original, Programs, Version};
use tempfile::TempDir;

use super::own_user::{owner_of, runs_as};
use super::postgres::output;

/// Beginnings of statements that only read, or set what holds for the session that asks.
const READS: &[&str] = &[
    "SELECT",
    "WITH",
    "SHOW",
    "SET",
    "START TRANSACTION",
    "COMMIT",
    "SAVEPOINT",
    "ROLLBACK",
    "RELEASE",
    "UNLOCK TABLES",
    "USE ",
];
/// Settings that hold for others, too.
const NOT_OWN: &[&str] =
    &["SET GLOBAL", "SET @@GLOBAL", "SET PASSWORD", "SET DEFAULT", "SET PERSIST"];

pub struct MariaDb {
    child: Child,
    pub port: u16,
    pub folder: TempDir,
    programs: Programs,
}

impl MariaDb {
    /// Starts a server whose administrator is `boss` with the password `b`; `more` is added to its options.
    pub fn start(more: &[&str]) -> Self {
        let programs = Programs::find(Engine::MariaDb, Version::default());
        let programs = programs.unwrap_or_else(|error| panic!("{error}"));
        let folder = tempfile::Builder::new().prefix("original-").tempdir().unwrap();
        let top = folder.path();
        let user = owner_of(top, "mysql");
        let mut install = Command::new("mariadb-install-db");
        install.args([
            "--no-defaults",
            "--auth-root-authentication-method=normal",
            "--skip-test-db",
        ]);
        // A server that starts removes the temporary tables that it finds in its folder for them, those of others, too.
        let temporary = format!("--tmpdir={}", top.display());
        install.arg(format!("--datadir={}", top.join("data").display())).arg(&temporary);
        runs_as(&mut install, user);
        let (ok, said) = output(&mut install);
        assert!(ok, "{said}");
        let first = "CREATE USER boss@'%' IDENTIFIED BY 'b';\nGRANT ALL ON *.* TO boss@'%' WITH GRANT OPTION;\n\
                     GRANT PROXY ON ''@'%' TO boss@'%' WITH GRANT OPTION;\n";
        std::fs::write(top.join("first.sql"), first).unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Command::new(programs.folder().join("mariadbd"));
        let of = |option: &str, name: &str| format!("--{option}={}", top.join(name).display());
        server.args(["--no-defaults", "--bind-address=127.0.0.1", "--general-log"]);
        server.arg(format!("--port={port}")).args(more).arg(temporary);
        server.args([of("datadir", "data"), of("socket", "sock"), of("general-log-file", "log")]);
        server.args([of("init-file", "first.sql"), of("pid-file", "pid")]);
        server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        runs_as(&mut server, user);
        let child = server.spawn().unwrap();
        let mut this = Self { child, port, folder, programs };
        let until = Instant::now() + Duration::from_secs(120);
        while !this.try_sql("SELECT 1").0 {
            assert!(this.child.try_wait().unwrap().is_none(), "it has ended");
            assert!(Instant::now() < until, "it does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        this
    }

    pub fn original(&self, login: &str, database: &str) -> Original {
        let url = format!("mysql://{login}@127.0.0.1:{}/{database}", self.port);
        Original::from_url(&url, Path::new("/")).unwrap()
    }

    pub fn try_sql(&self, statements: &str) -> (bool, String) {
        let mut sql = client("mariadb", self.port, ("boss", "b"));
        output(sql.args(["-BN", "-e", statements]))
    }

    pub fn sql(&self, statements: &str) -> String {
        let (ok, said) = self.try_sql(statements);
        assert!(ok, "{said}");
        said.trim().to_owned()
    }

    /// Answers what it has logged so far.
    pub fn log(&self) -> String {
        let log = std::fs::read(self.folder.path().join("log")).unwrap_or_default();
        String::from_utf8_lossy(&log).into_owned()
    }

    /// The statements that were logged since the log had `from` bytes.
    pub fn statements(&self, from: usize) -> Vec<String> {
        let log = self.log();
        let mut statements: Vec<String> = Vec::new();
        for line in log[from..].lines() {
            let mut fields = line.split('\t').skip(1).skip_while(|field| field.is_empty());
            let is_first = fields.next().is_some_and(|field| field.ends_with("Query"));
            match (is_first, statements.last_mut()) {
                (true, _) => statements.push(fields.collect::<Vec<_>>().join("\t")),
                (false, Some(last)) if !line.contains('\t') => {
                    last.push('\n');
                    last.push_str(line);
                }
                _ => {}
            }
        }
        statements
    }

    pub fn version(&self) -> Version {
        self.programs.version
    }

    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for MariaDb {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Makes a command of a client that connects by TCP.
pub fn client(program: &str, port: u16, (user, password): (&str, &str)) -> Command {
    let mut command = Command::new(program);
    command.args(["--no-defaults", "--protocol=tcp", "--host=127.0.0.1"]);
    command.args([format!("--port={port}"), format!("--user={user}")]);
    command.env("MYSQL_PWD", password).stdin(Stdio::null());
    command
}

/// Tells whether a statement only reads.
pub fn only_reads(statement: &str) -> bool {
    let statement = statement.trim_start().to_uppercase();
    // `/*!40100 SET @@SQL_MODE='' */`: run by all versions of today.
    let comment = statement.strip_prefix("/*!").or_else(|| statement.strip_prefix("/*M!"));
    let statement = comment.map_or(statement.as_str(), |rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start()
    });
    let begins = |words: &[&str]| words.iter().any(|word| statement.starts_with(word));
    let calls = ["NEXTVAL", "SETVAL", "INTO OUTFILE", "GET_LOCK"]
        .iter()
        .any(|word| statement.contains(word));
    begins(READS) && !begins(NOT_OWN) && !calls
}
