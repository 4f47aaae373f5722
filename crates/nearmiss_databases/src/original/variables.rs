//! An original as the variables of the usual clients name it.

use super::url::port_of;
use super::{Kind, Login, Original, ReadOriginalError};
use crate::password::Password;

/// Variables of libpq that name a database.
const POSTGRES: &str = "PGHOST, PGPORT, PGUSER, PGDATABASE";
/// Variables of clients and images of MySQL and MariaDB that name one.
const MYSQL: &str = "MYSQL_HOST, MYSQL_UNIX_PORT, MYSQL_USER, MYSQL_DATABASE (or MARIADB_...)";

impl Original {
    /// Reads `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD`, `PGDATABASE` and `PGSSLMODE`; of MySQL `MYSQL_` or `MARIADB_`
    /// with `HOST`, `PORT` or `TCP_PORT`, `UNIX_PORT`, `USER`, `PASSWORD` or `PWD`, and `DATABASE`. `variable` answers
    /// the value of a variable.
    ///
    /// # Errors
    /// When none of them is set, or a port is none; SQLite has no variables.
    pub fn from_variables(
        kind: Kind,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ReadOriginalError> {
        let first = |names: &[&str]| {
            names.iter().find_map(|name| variable(name).filter(|value| !value.is_empty()))
        };
        let (wanted, names): (&str, [&[&str]; 6]) = match kind {
            Kind::Postgres => (
                POSTGRES,
                [&["PGHOST"], &["PGPORT"], &[], &["PGUSER"], &["PGPASSWORD"], &["PGDATABASE"]],
            ),
            Kind::MySql => (
                MYSQL,
                [
                    &["MYSQL_HOST", "MARIADB_HOST"],
                    &["MYSQL_PORT", "MYSQL_TCP_PORT", "MARIADB_PORT"],
                    &["MYSQL_UNIX_PORT"],
                    &["MYSQL_USER", "MARIADB_USER"],
                    &["MYSQL_PASSWORD", "MYSQL_PWD", "MARIADB_PASSWORD"],
                    &["MYSQL_DATABASE", "MARIADB_DATABASE"],
                ],
            ),
            Kind::Sqlite => return Err(ReadOriginalError::NotSet { wanted: "of SQLite" }),
        };
        let [host, port, socket, user, password, database] = names.map(first);
        // A password alone, as of a shell in which somebody worked, names nothing.
        if [&host, &port, &socket, &user, &database].iter().all(|value| value.is_none()) {
            return Err(ReadOriginalError::NotSet { wanted });
        }
        let default = if kind == Kind::Postgres { 5432 } else { 3306 };
        let mut original = Self {
            kind,
            host: host.unwrap_or_default(),
            port: port.map_or(Ok(default), |port| port_of(&port))?,
            socket: socket.map(Into::into),
            login: Login { user: user.unwrap_or_default(), password: password.map(Password::new) },
            database: database.unwrap_or_default(),
            ssl_mode: first(&["PGSSLMODE"]).filter(|_| kind == Kind::Postgres),
            file: None,
        };
        original.complete();
        Ok(original)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: Kind, set: &[(&str, &str)]) -> Result<Original, ReadOriginalError> {
        let value = |name: &str| set.iter().find(|(is, _)| *is == name);
        Original::from_variables(kind, &|name| value(name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn variables_of_the_usual_clients_name_a_database() {
        let set = [("PGHOST", "/run/pg"), ("PGUSER", "app"), ("PGPASSWORD", "x")];
        let postgres = of(Kind::Postgres, &set).unwrap();
        assert_eq!(postgres.place(), "/run/pg/app");
        let set = [("MYSQL_HOST", "db"), ("MYSQL_PORT", "3307"), ("MARIADB_DATABASE", "shop")];
        assert_eq!(of(Kind::MySql, &set).unwrap().place(), "db:3307/shop");
        let nothing = of(Kind::Postgres, &[("PGPASSWORD", "x")]).unwrap_err().to_string();
        assert!(nothing.contains("PGHOST"), "{nothing}");
        assert!(of(Kind::Postgres, &[("PGPORT", "x")]).is_err());
    }
}
