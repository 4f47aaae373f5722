//! Needs of a written suite for the databases of its API, and the server on which it is tried before it is written.

use std::collections::BTreeSet;

use nearmiss_databases::{Home, HomeOptions, Kind, Login, NewRole, Password};

use super::{Homes, Server, locked};

/// Password of the API's user on the server that suites are tried on, where the API has none.
const PASSWORD: &str = "nearmiss";

/// Needs of a written suite for the databases of its API.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ForSuites {
    /// Packages that connect.
    pub drivers: Vec<String>,
    /// Text that makes the tables of a database, where the start command does not.
    pub schema: Option<String>,
    /// The API keeps its rows in the server's first database.
    pub is_first_database: bool,
    /// URL of a server on which suites can be tried: a home that has nothing but the API's user.
    pub url: String,
}

/// The server that suites are tried on.
#[derive(Debug, Default)]
pub(super) struct OfSuites {
    home: Option<Home>,
    needs: ForSuites,
}

impl Homes {
    /// Answers what suites need, once processes of the API have been led; none where none was.
    ///
    /// # Errors
    /// With a text for people when no server can be had, or the tables cannot be told.
    pub fn for_suites(&self) -> Result<Option<ForSuites>, String> {
        let servers: Vec<Server> = locked(&self.state).servers.values().cloned().collect();
        let Some(first) = servers.first() else { return Ok(None) };
        let mut of_suites = locked(&self.of_suites);
        if of_suites.home.is_none() {
            let (home, url) = self.server_of_suites(first)?;
            let drivers: BTreeSet<&String> = servers.iter().map(|server| &server.driver).collect();
            let needs = ForSuites {
                drivers: drivers.into_iter().cloned().collect(),
                schema: self.schema_of(first)?,
                is_first_database: first.original.kind == Kind::Postgres
                    && first.original.database == "postgres",
                url,
            };
            *of_suites = OfSuites { home: Some(home), needs };
        }
        Ok(Some(of_suites.needs.clone()))
    }

    /// Starts the server that suites are tried on again, where it has ended; answers whether it had.
    pub fn revive_for_suites(&self) -> bool {
        let mut of_suites = locked(&self.of_suites);
        let Some(home) = &mut of_suites.home else { return false };
        let Some(how) = home.ended() else { return false };
        tracing::warn!("the server that suites are tried on is started again: {how}");
        match home.restart() {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!("it does not start: {error}");
                false
            }
        }
    }

    fn server_of_suites(&self, server: &Server) -> Result<(Home, String), String> {
        let options = HomeOptions { temporary: self.temporary.clone(), ..HomeOptions::default() };
        let Login { user, password } = &server.original.login;
        let password = password.clone().unwrap_or_else(|| Password::new(PASSWORD));
        let login = Login { user: user.clone(), password: Some(password.clone()) };
        let role = NewRole { login, is_administrator: true, makes_databases: true };
        let home = Home::empty(server.original.kind, &[role], &[], &options);
        let home = home.map_err(|error| error.to_string())?;
        let scheme = if server.original.kind == Kind::Postgres { "postgres" } else { "mysql" };
        let nearmiss_databases::At::Server { host, port, .. } = home.at() else {
            return Err("a file is no server".to_owned());
        };
        let encoded = |text: &str| {
            percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC)
                .to_string()
        };
        let url =
            format!("{scheme}://{}:{}@{host}:{port}", encoded(user), encoded(password.reveal()));
        Ok((home, url))
    }

    /// Answers the text that makes the tables of a server's database, where the start command does not.
    fn schema_of(&self, server: &Server) -> Result<Option<String>, String> {
        if !server.has_schema {
            return Ok(None);
        }
        let mut server = server.clone();
        let home = self.make(&mut server).map_err(|error| error.to_string())?;
        let Some(database) = main_database(&server) else { return Ok(None) };
        home.schema(database).map(Some).map_err(|error| error.to_string())
    }
}

/// Answers the database that an API connects to first; where it names one only later, as one that makes it itself does,
/// the first of those that the original has.
fn main_database(server: &Server) -> Option<&str> {
    let named = Some(&server.original.database).filter(|name| !name.is_empty());
    named.or_else(|| server.databases.first()).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use nearmiss_databases::Original;

    use super::*;

    #[test]
    fn tables_are_those_of_the_database_that_the_api_names_though_it_names_it_late() {
        let server = |database: &str, databases: &[&str]| Server {
            original: Original {
                kind: Kind::MySql,
                host: "localhost".to_owned(),
                port: 3306,
                socket: None,
                database: database.to_owned(),
                login: Login { user: "ann".to_owned(), password: None },
                ssl_mode: None,
                file: None,
            },
            driver: "mysql2".to_owned(),
            databases: databases.iter().map(|name| (*name).to_owned()).collect(),
            absent: BTreeSet::new(),
            has_schema: true,
            is_settled: true,
            is_there: true,
            notes: Vec::new(),
        };
        assert_eq!(main_database(&server("shop", &["audit", "shop"])), Some("shop"));
        assert_eq!(main_database(&server("", &["shop"])), Some("shop"));
        assert_eq!(main_database(&server("", &[])), None);
    }
}
