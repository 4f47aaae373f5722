//! A home of PostgreSQL without an original, as tests of the reset use it.

use std::io::{BufRead, BufReader, PipeReader, Write};
use std::process::{Child, ChildStdin, Stdio};

use nearmiss_databases::{
    At, Engine, Home, HomeOptions, Kind, Login, NewDatabase, NewRole, Password, Programs, PutBack,
    Version,
};

use super::own_user::temporary;
use super::postgres::{client, dumped, output};

/// A home with the database `shop` of the role `app`.
pub struct Shop {
    pub home: Home,
    pub programs: Programs,
    port: u16,
    socket: String,
    _temporary: tempfile::TempDir,
}

impl Shop {
    /// Makes one, with a schema, and takes that in as the ground.
    pub fn kept(schema: &str) -> Self {
        let mut this = Self::new();
        this.sql(schema);
        this.home.keep().unwrap_or_else(|error| panic!("{error}"));
        this
    }

    pub fn new() -> Self {
        let temporary = temporary();
        let options =
            HomeOptions { temporary: temporary.path().to_owned(), ..HomeOptions::default() };
        let role = NewRole {
            login: Login { user: "app".to_owned(), password: Some(Password::new("a")) },
            is_administrator: false,
            makes_databases: true,
        };
        let database = NewDatabase { name: "shop".to_owned(), owner: "app".to_owned() };
        let home = Home::empty(Kind::Postgres, &[role], &[database], &options).unwrap();
        let At::Server { port, socket, .. } = home.at() else { panic!("{home:?}") };
        let (port, socket) = (*port, socket.display().to_string());
        let programs = Programs::find(Engine::Postgres, Version::default()).unwrap();
        Self { home, programs, port, socket, _temporary: temporary }
    }

    /// Makes a command of a client by the socket.
    pub fn client(&self, program: &str, user: &str, database: &str) -> std::process::Command {
        client(self.programs.folder(), program, (&self.socket, self.port), (user, ""), database)
    }

    /// Runs statements as the API does; answers what they print.
    pub fn sql(&self, statements: &str) -> String {
        let mut psql = self.client("psql", "app", "shop");
        let (ok, said) = output(psql.args(["-XqAt", "-v", "ON_ERROR_STOP=1", "-c", statements]));
        assert!(ok, "{said}");
        said.trim().to_owned()
    }

    /// Runs statements as the API does, whose role owns the database; answers all that it sees.
    pub fn sees(&self, statements: &str) -> String {
        let mut psql = self.client("psql", "app", "shop");
        output(psql.args(["-XAt", "-c", statements])).1
    }

    /// Begins a session as the API does.
    pub fn session(&self) -> ApiSession {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut psql = self.client("psql", "app", "shop");
        psql.args(["-XqAt"]).stdin(Stdio::piped());
        psql.stdout(writer.try_clone().unwrap()).stderr(writer);
        let mut child = psql.spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        ApiSession { child, stdin, printed: BufReader::new(reader) }
    }

    /// Runs statements as the administrator.
    pub fn boss(&self, statements: &str) -> String {
        let mut psql = self.client("psql", "postgres", "shop");
        let (ok, said) = output(psql.args(["-XqAt", "-v", "ON_ERROR_STOP=1", "-c", statements]));
        assert!(ok, "{said}");
        said.trim().to_owned()
    }

    /// Answers all of the database but what watches it: rows in the order of their text.
    pub fn dump(&self) -> String {
        let mut dump = self.client("pg_dump", "postgres", "shop");
        let text = dumped(dump.arg("--exclude-schema=nearmiss").arg("--no-comments"));
        let mut rows: Vec<&str> = Vec::new();
        let mut all = String::new();
        for line in text.lines().filter(|line| !line.contains("nearmiss_") && !line.is_empty()) {
            if line == "\\." {
                rows.sort_unstable();
                rows.drain(..).for_each(|row| all.extend([row, "\n"]));
            }
            let is_row = line.contains('\t') || line.starts_with(|c: char| c.is_ascii_digit());
            if is_row { rows.push(line) } else { all.extend([line, "\n"]) }
        }
        all
    }

    pub fn put_back(&mut self) -> PutBack {
        self.home.put_back().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Runs statements as the API does, puts back, and checks that everything is as it was. Answers what was put back.
    pub fn undoes(&mut self, statements: &str) -> PutBack {
        let before = self.dump();
        self.sql(statements);
        assert_ne!(self.dump(), before, "{statements}");
        let put_back = self.put_back();
        assert_eq!(self.dump(), before, "{statements}");
        assert_eq!(self.put_back(), PutBack::default(), "{statements}");
        put_back
    }
}

/// A session of the API that stays.
pub struct ApiSession {
    child: Child,
    stdin: ChildStdin,
    printed: BufReader<PipeReader>,
}

impl ApiSession {
    /// Gives statements without waiting for what comes of them.
    pub fn gives(&mut self, statements: &str) {
        self.stdin.write_all(format!("{statements}\n").as_bytes()).unwrap();
    }

    /// Gives statements, and answers what they printed.
    pub fn tells(&mut self, statements: &str) -> String {
        self.gives(&format!("{statements}\n\\echo --told"));
        let lines = (&mut self.printed).lines().map_while(Result::ok);
        lines.take_while(|line| line != "--told").collect::<Vec<_>>().join("\n")
    }
}

impl Drop for ApiSession {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
