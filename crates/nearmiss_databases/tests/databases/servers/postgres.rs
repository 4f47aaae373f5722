//! A server of PostgreSQL that logs every statement.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nearmiss_databases::{Engine, Original, Programs, Version};
use tempfile::TempDir;

use super::own_user::{owner_of, runs_as};

/// Words that statements begin with which only read, or set what holds for the session that asks.
const READS: &[&str] = &[
    "SELECT", "WITH", "SET", "BEGIN", "COMMIT", "DECLARE", "FETCH", "CLOSE", "PREPARE", "EXECUTE",
    "SHOW",
];
/// Words, and calls of functions, that write wherever they stand in a statement.
const WRITES: &[&str] = &[
    "INSERT",
    "UPDATE",
    "DELETE",
    "MERGE",
    "INTO",
    "nextval(",
    "setval(",
    "lo_create(",
    "lo_unlink(",
    "_lock(",
];

pub struct Postgres {
    child: Child,
    pub port: u16,
    pub folder: TempDir,
    bin: PathBuf,
}

impl Postgres {
    /// Starts a server whose first role is `boss` with the password `b`; `shared` is added to its settings.
    pub fn start(shared: &str) -> Self {
        let programs = Programs::find(Engine::Postgres, Version::default());
        let programs = programs.unwrap_or_else(|error| panic!("{error}"));
        let bin = programs.folder().to_owned();
        let folder = tempfile::Builder::new().prefix("original-").tempdir().unwrap();
        let user = owner_of(folder.path(), "postgres");
        let data = folder.path().join("data");
        std::fs::write(folder.path().join("word"), "b").unwrap();
        let mut initdb = Command::new(bin.join("initdb"));
        initdb.args(["-U", "boss", "-E", "UTF8", "--locale=C", "--lc-ctype=C.UTF-8", "--no-sync"]);
        initdb.args(["--auth=scram-sha-256", "--pwfile"]).arg(folder.path().join("word"));
        initdb.arg("-D").arg(&data).stdout(Stdio::null());
        runs_as(&mut initdb, user);
        assert!(initdb.status().unwrap().success());
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let settings = format!(
            "listen_addresses='127.0.0.1'\nport={port}\nunix_socket_directories='{}'\nlog_statement=all\nfsync=off\n\
             log_line_prefix='[%a] '\nlogging_collector=off\nlc_messages='C'\n{shared}\n",
            folder.path().display()
        );
        let file = data.join("postgresql.conf");
        let first = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, format!("{first}{settings}")).unwrap();
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let mut server = Command::new(bin.join("postgres"));
        server.arg("-D").arg(&data).stderr(log).stdout(Stdio::null()).stdin(Stdio::null());
        runs_as(&mut server, user);
        let this = Self { child: server.spawn().unwrap(), port, folder, bin };
        let until = Instant::now() + Duration::from_secs(120);
        while !this.try_sql("postgres", "SELECT 1").0 {
            assert!(Instant::now() < until, "it does not answer: {}", this.log());
            std::thread::sleep(Duration::from_millis(50));
        }
        this
    }

    pub fn original(&self, login: &str, database: &str) -> Original {
        let url = format!("postgres://{login}@127.0.0.1:{}/{database}", self.port);
        Original::from_url(&url, Path::new("/")).unwrap()
    }

    /// Makes a command of a client of it, as `boss`.
    pub fn client(&self, program: &str, database: &str) -> Command {
        client(&self.bin, program, ("127.0.0.1", self.port), ("boss", "b"), database)
    }

    /// Runs statements; answers whether they succeeded, and what they printed and said.
    pub fn try_sql(&self, database: &str, statements: &str) -> (bool, String) {
        let mut psql = self.client("psql", database);
        output(psql.args(["-XqAt", "-v", "ON_ERROR_STOP=1", "-c", statements]))
    }

    pub fn sql(&self, database: &str, statements: &str) -> String {
        let (ok, said) = self.try_sql(database, statements);
        assert!(ok, "{said}");
        said.trim().to_owned()
    }

    /// Answers what it has logged so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// The statements that were logged since the log had `from` bytes, but not those of the program `but`.
    pub fn statements(&self, from: usize, but: &str) -> Vec<String> {
        let log = self.log();
        let mut statements: Vec<String> = Vec::new();
        let mut is_taken = false;
        for line in log[from..].lines() {
            if let Some(more) = line.strip_prefix('\t') {
                if let (true, Some(last)) = (is_taken, statements.last_mut()) {
                    last.push('\n');
                    last.push_str(more);
                }
                continue;
            }
            let found = line.split_once("statement: ").or_else(|| line.split_once("execute "));
            is_taken = found.is_some() && !line.starts_with(&format!("[{but}]"));
            if let (true, Some((_, statement))) = (is_taken, found) {
                statements.push(statement.to_owned());
            }
        }
        statements
    }

    /// All of a database, and all roles with their passwords, as dumps print them.
    pub fn dump(&self, database: &str) -> String {
        dumped(&mut self.client("pg_dump", database))
    }

    pub fn globals(&self) -> String {
        let mut dump = self.client("pg_dumpall", "postgres");
        dumped(dump.args(["--globals-only", "-l", "postgres"]))
    }

    pub fn bin(&self) -> &Path {
        &self.bin
    }

    pub fn kill(&mut self) {
        if self.child.try_wait().unwrap().is_some() {
            return;
        }
        let _ = Command::new("kill").arg("-QUIT").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Makes a command of a client.
pub fn client(
    bin: &Path,
    program: &str,
    (host, port): (&str, u16),
    (user, password): (&str, &str),
    database: &str,
) -> Command {
    let mut command = Command::new(bin.join(program));
    command.env("PGHOST", host).env("PGPORT", port.to_string()).env("PGUSER", user);
    command.env("PGPASSWORD", password).env("PGDATABASE", database).env("PGAPPNAME", "test");
    command.arg("-w").stdin(Stdio::null());
    command
}

pub fn output(command: &mut Command) -> (bool, String) {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

/// Answers what a dump program prints, without what it draws by lot.
pub fn dumped(command: &mut Command) -> String {
    let (ok, text) = output(command);
    assert!(ok, "{text}");
    let by_lot = |line: &&str| !line.starts_with("\\restrict") && !line.starts_with("\\unrestrict");
    text.lines().filter(by_lot).collect::<Vec<_>>().join("\n")
}

/// Tells whether a statement only reads.
pub fn only_reads(statement: &str) -> bool {
    let is_copy = statement.starts_with("COPY ") && statement.contains(" TO stdout");
    let is_lock =
        statement.starts_with("LOCK TABLE ") && statement.ends_with("IN ACCESS SHARE MODE");
    let first: String =
        statement.trim_start().chars().take_while(char::is_ascii_alphabetic).collect();
    let writes = |word: &&str| statement.split([' ', '\n', ',']).any(|part| part.contains(*word));
    let reads = READS.contains(&first.to_uppercase().as_str()) && !WRITES.iter().any(writes);
    is_copy || is_lock || reads
}

#[test]
fn writes_are_told_from_reads() {
    for statement in [
        "WITH x AS (\nDELETE FROM a RETURNING 1) SELECT 1",
        "SELECT nextval('a')",
        "ALTER TABLE a",
        "SELECT 1 INTO b",
    ] {
        assert!(!only_reads(statement), "{statement}");
    }
    for statement in ["SELECT\na", "COPY public.a (id) TO stdout;", "SET lock_timeout = 0"] {
        assert!(only_reads(statement), "{statement}");
    }
}
