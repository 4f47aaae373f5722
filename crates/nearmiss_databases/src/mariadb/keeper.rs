//! The ground that tests begin from, in all databases of a server.

use std::collections::BTreeSet;

use super::client::Client;
use super::users::quoted_name;
use crate::error::HomeError;
use crate::programs::{Engine, Version};
use crate::put_back::{Kept, PutBack};
use crate::session::Session;

/// The program that does it on a server. Written suites have it, too.
const PROGRAM: &str = concat!(
    include_str!("../../../../npm/nearmiss/setup/sql/mariadb/1-ground.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/mariadb/2-watch.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/mariadb/3-keep.sql"),
    include_str!("../../../../npm/nearmiss/setup/sql/mariadb/4-put-back.sql"),
);
/// The first version whose procedures may do all that the program does.
const NEEDED: Version = Version { major: 10, minor: 6 };
/// Statement that prints a line.
const END: &str = "SELECT '{}';";
/// Tables that are taken in by one call.
const AT_ONCE: u32 = 100;
/// Names of the databases, but those of the server and ours.
const DATABASES: &str = "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME NOT IN \
                         ('information_schema', 'mysql', 'performance_schema', 'sys', 'nearmiss_ground');";

/// Session on the server of the ground.
#[derive(Debug)]
pub(super) struct Keeper {
    home: Client,
    session: Option<Session>,
    /// Databases of the ground; none before it was kept.
    ground: Option<BTreeSet<String>>,
}

impl Keeper {
    pub fn new(home: Client) -> Self {
        Self { home, session: None, ground: None }
    }

    /// Lets go of the session.
    pub fn reconnect(&mut self) {
        self.session = None;
    }

    /// Takes in what is there now.
    pub fn keep(&mut self) -> Result<Kept, HomeError> {
        let programs = &self.home.programs;
        if programs.engine != Engine::MariaDb || programs.version < NEEDED {
            let said = format!(
                "{} {} cannot do that: MariaDB {} or later can",
                programs.engine.name(),
                programs.version.shown(programs.engine),
                NEEDED.shown(Engine::MariaDb)
            );
            return Err(reset(said));
        }
        if self.ground.is_none() {
            // Bodies of procedures have `;` in them.
            self.ask(&format!("DELIMITER $nearmiss$\n{PROGRAM}$nearmiss$\nDELIMITER ;"))?;
        }
        let keep = format!("CALL nearmiss_ground.keep({AT_ONCE});");
        while self.ask(&keep)?.iter().any(|left| left != "0") {}
        let databases: BTreeSet<String> = self.ask(DATABASES)?.into_iter().collect();
        let count = self.ask("SELECT COUNT(*) FROM nearmiss_ground.tables;")?;
        let tables = count.first().and_then(|count| count.parse().ok()).unwrap_or(0);
        let kept = Kept { databases: databases.len(), tables };
        self.ground = Some(databases);
        Ok(kept)
    }

    /// Puts back what was touched.
    pub fn put_back(&mut self) -> Result<PutBack, HomeError> {
        let Some(ground) = self.ground.clone() else {
            return Err(reset("nothing was kept".to_owned()));
        };
        let databases: BTreeSet<String> = self.ask(DATABASES)?.into_iter().collect();
        for made in databases.difference(&ground) {
            self.ask(&format!("DROP DATABASE {};", quoted_name(made)))?;
        }
        let lines = self.ask("CALL nearmiss_ground.put_back();")?;
        let mut put_back = answered(lines.last().map_or("", String::as_str))?;
        put_back.is_altered |= !ground.is_subset(&databases);
        Ok(put_back)
    }

    fn ask(&mut self, statements: &str) -> Result<Vec<String>, HomeError> {
        if self.session.as_mut().is_none_or(Session::is_over) {
            let mut command = self.home.sql();
            // It goes on behind an error, and prints what it has at once.
            command.args(["--force", "--unbuffered"]);
            let session = Session::start(command, END);
            self.session = Some(session.map_err(|error| HomeError::program("mariadb", error))?);
        }
        let Some(session) = &mut self.session else { return Err(reset(String::new())) };
        session.give(statements).map_err(|error| reset(error.to_string()))?;
        // What stands near an error may be a row.
        session.read().map_err(|said| reset(said.split(" near ").next().unwrap_or("").to_owned()))
    }
}

/// Reads what was answered: tables, rows, ended sessions, and whether something is altered.
fn answered(line: &str) -> Result<PutBack, HomeError> {
    let [tables, rows, ended, is_altered] = line.split('\t').collect::<Vec<&str>>()[..] else {
        return Err(reset(format!("it answered {line:?}")));
    };
    let number = |text: &str| text.parse::<usize>().map_err(|_| reset(line.to_owned()));
    Ok(PutBack {
        tables: number(tables)?,
        rows: number(rows)?,
        ended_sessions: number(ended)?,
        is_altered: is_altered == "1",
    })
}

fn reset(said: String) -> HomeError {
    HomeError::Reset { database: "of the home".to_owned(), said }
}
