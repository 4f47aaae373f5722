//! A home of MariaDB without an original, as tests of the reset use it.

use std::io::{BufRead, BufReader, PipeReader, Write};
use std::process::{Child, ChildStdin, Stdio};

use nearmiss_databases::{
    At, Home, HomeOptions, Kind, Login, NewDatabase, NewRole, Password, PutBack,
};

use super::mariadb::client;
use super::own_user::temporary;
use super::postgres::{dumped, output};

const LOGIN: (&str, &str) = ("app", "a");

/// A home with the database `shop` of the user `app`.
pub struct MariaShop {
    pub home: Home,
    port: u16,
    _temporary: tempfile::TempDir,
}

impl MariaShop {
    pub fn new() -> Self {
        let temporary = temporary();
        let options =
            HomeOptions { temporary: temporary.path().to_owned(), ..HomeOptions::default() };
        let role = NewRole {
            login: Login { user: LOGIN.0.to_owned(), password: Some(Password::new(LOGIN.1)) },
            is_administrator: true,
            makes_databases: false,
        };
        let database = NewDatabase { name: "shop".to_owned(), owner: LOGIN.0.to_owned() };
        let home = Home::empty(Kind::MySql, &[role], &[database], &options).unwrap();
        let At::Server { port, .. } = home.at() else { panic!("{home:?}") };
        Self { port: *port, home, _temporary: temporary }
    }

    /// Makes one, with a schema, and takes that in as the ground.
    pub fn kept(schema: &str) -> Self {
        let mut this = Self::new();
        this.sql(schema);
        this.home.keep().unwrap_or_else(|error| panic!("{error}"));
        this
    }

    /// Runs statements as the API does; answers all that it sees, also behind errors.
    pub fn sees(&self, statements: &str) -> String {
        let mut sql = client("mariadb", self.port, LOGIN);
        output(sql.args(["-BvvN", "--force", "--show-warnings", "shop", "-e", statements])).1
    }

    /// Runs statements as the API does; answers what they print.
    pub fn sql(&self, statements: &str) -> String {
        let mut sql = client("mariadb", self.port, LOGIN);
        let (ok, said) = output(sql.args(["-BN", "shop", "-e", statements]));
        assert!(ok, "{said}");
        said.trim().to_owned()
    }

    /// Answers all of the database but what watches it.
    pub fn dump(&self) -> String {
        let mut dump = client("mariadb-dump", self.port, LOGIN);
        dump.args(["--skip-comments", "--routines", "--hex-blob", "--skip-extended-insert"]);
        dumped(dump.args(["--skip-triggers", "--order-by-primary", "shop"]))
    }

    /// Begins a session as the API does.
    pub fn session(&self) -> MariaSession {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut sql = client("mariadb", self.port, LOGIN);
        sql.args(["-BN", "--force", "--unbuffered", "shop"]).stdin(Stdio::piped());
        sql.stdout(writer.try_clone().unwrap()).stderr(writer);
        let mut child = sql.spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        MariaSession { child, stdin, printed: BufReader::new(reader) }
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
pub struct MariaSession {
    child: Child,
    stdin: ChildStdin,
    printed: BufReader<PipeReader>,
}

impl MariaSession {
    /// Gives statements, and answers what they printed.
    pub fn tells(&mut self, statements: &str) -> String {
        self.stdin.write_all(format!("{statements}\nSELECT '--told';\n").as_bytes()).unwrap();
        let lines = (&mut self.printed).lines().map_while(Result::ok);
        // Once its connection is lost, it tells nothing more.
        let is_told = |line: &String| line != "--told" && !line.starts_with("ERROR 20");
        let mut told: Vec<String> = Vec::new();
        for line in lines {
            if !is_told(&line) {
                told.extend((line != "--told").then_some(line));
                break;
            }
            told.push(line);
        }
        told.join("\n")
    }
}

impl Drop for MariaSession {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
