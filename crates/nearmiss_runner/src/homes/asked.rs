//! A question where a connection is led.

use std::path::PathBuf;

use nearmiss_databases::{Kind, Login, Original, Password};
use serde::Deserialize;

/// A connection that a driver is about to make. It has no debug form: that would show the password.
#[derive(Deserialize)]
pub(crate) struct AskedHome {
    /// The package.
    pub driver: String,
    /// Language of its server.
    pub dialect: String,
    pub host: Option<String>,
    pub port: Option<u16>,
    /// Path of a Unix socket, or of the folder that it is in.
    pub socket: Option<String>,
    pub user: Option<String>,
    pub database: Option<String>,
    pub password: Option<String>,
}

impl AskedHome {
    /// Answers what it is configured for; none where no home can be made of that.
    pub fn original(&self) -> Option<Original> {
        let kind = match self.dialect.as_str() {
            "postgres" => Kind::Postgres,
            "mysql" => Kind::MySql,
            _ => return None,
        };
        let usual = if kind == Kind::Postgres { 5432 } else { 3306 };
        let user = self.user.clone().unwrap_or_default();
        let database = self.database.clone().unwrap_or_default();
        // A client of PostgreSQL that names no database means that of the user's name.
        let is_named = !database.is_empty() || kind == Kind::MySql;
        Some(Original {
            kind,
            host: self.host.clone().unwrap_or_else(|| "localhost".to_owned()),
            port: self.port.unwrap_or(usual),
            socket: self.socket.as_ref().map(PathBuf::from),
            database: if is_named { database } else { user.clone() },
            login: Login { user, password: self.password.clone().map(Password::new) },
            ssl_mode: None,
            file: None,
        })
    }

    /// Answers where the server is, for people and for rules.
    pub fn at(&self) -> String {
        match (&self.socket, &self.host) {
            (Some(socket), _) => socket.clone(),
            (None, host) => {
                let (host, port) = (host.as_deref().unwrap_or("localhost"), self.port.unwrap_or(0));
                let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
                format!("{host}:{port}")
            }
        }
    }

    /// Answers the server, as one word: two drivers may name it.
    pub fn place(&self) -> String {
        let port = self.port.map(|port| port.to_string()).unwrap_or_default();
        let host = self.host.as_deref().unwrap_or_default();
        let host = if ["127.0.0.1", "::1"].contains(&host) { "localhost" } else { host };
        match &self.socket {
            Some(socket) => format!("{} {socket} {port}", self.dialect),
            None => format!("{} {host}:{port}", self.dialect),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> AskedHome {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn names_of_one_server_are_one_place() {
        let by_name =
            asked(r#"{"driver":"pg","dialect":"postgres","host":"localhost","port":5432}"#);
        let by_address =
            asked(r#"{"driver":"postgres","dialect":"postgres","host":"127.0.0.1","port":5432}"#);
        assert_eq!(by_name.place(), by_address.place());
        let other = asked(r#"{"driver":"pg","dialect":"postgres","host":"localhost","port":5433}"#);
        assert_ne!(by_name.place(), other.place());
        let v6 = asked(r#"{"driver":"pg","dialect":"postgres","host":"::1","port":5432}"#);
        assert_eq!((v6.at().as_str(), v6.place()), ("[::1]:5432", by_name.place()));
        let socket = asked(r#"{"driver":"pg","dialect":"postgres","socket":"/run","port":5432}"#);
        assert_eq!((socket.at().as_str(), socket.place().as_str()), ("/run", "postgres /run 5432"));
    }

    #[test]
    fn what_a_client_leaves_open_is_what_its_server_takes_it_for() {
        let plain =
            asked(r#"{"driver":"pg","dialect":"postgres","host":"h","port":1,"user":"ann"}"#);
        assert_eq!(plain.original().unwrap().database, "ann");
        let mysql = asked(r#"{"driver":"mysql2","dialect":"mysql","user":"ann","password":"p"}"#);
        let original = mysql.original().unwrap();
        assert_eq!(
            (original.host.as_str(), original.port, original.database.as_str()),
            ("localhost", 3306, "")
        );
        assert!(original.login.password.is_some());
        assert!(asked(r#"{"driver":"mssql","dialect":"mssql"}"#).original().is_none());
    }
}
