//! An original as a URL names it.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use super::{Kind, Login, Original, ReadOriginalError};
use crate::password::Password;

impl Original {
    /// Reads the URL of a database: `postgres://` or `postgresql://`, `mysql://` or `mariadb://`, `file:` and `sqlite:`
    /// with a path, or a path alone. A path that is not absolute is one in `folder`.
    ///
    /// # Errors
    /// When it is none, or one that cannot be copied.
    pub fn from_url(url: &str, folder: &Path) -> Result<Self, ReadOriginalError> {
        let url = url.trim();
        let Some((scheme, rest)) = url.split_once(':') else { return of_file(url, folder) };
        let scheme = scheme.to_ascii_lowercase();
        let kind = match scheme.as_str() {
            "postgres" | "postgresql" => Kind::Postgres,
            "mysql" | "mysql2" | "mariadb" => Kind::MySql,
            "file" | "sqlite" | "sqlite3" => return of_file(rest, folder),
            _ if url.starts_with(['/', '.', ':']) => return of_file(url, folder),
            _ => return Err(ReadOriginalError::Scheme { scheme }),
        };
        of_server(kind, rest.strip_prefix("//").unwrap_or(rest))
    }
}

fn of_file(text: &str, folder: &Path) -> Result<Original, ReadOriginalError> {
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    // `file:///a/b` and `file://localhost/a/b` name a host, which is this one.
    let path = match path.strip_prefix("//") {
        Some(rest) if rest.starts_with("localhost/") => &rest["localhost".len()..],
        Some(rest) => rest,
        None => path,
    };
    let path = decoded(path, "path")?;
    if path.is_empty() || path == ":memory:" || query.split('&').any(|one| one == "mode=memory") {
        return Err(ReadOriginalError::InMemory);
    }
    Ok(Original {
        kind: Kind::Sqlite,
        host: String::new(),
        port: 0,
        socket: None,
        login: Login { user: String::new(), password: None },
        database: String::new(),
        ssl_mode: None,
        file: Some(folder.join(path)),
    })
}

fn of_server(kind: Kind, rest: &str) -> Result<Original, ReadOriginalError> {
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    // A password may hold an @ that nobody has encoded.
    let (login, server) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (user, password) = match login.split_once(':') {
        Some((user, password)) => (user, Some(decoded(password, "password")?)),
        None => (login, None),
    };
    let (host, port) = host_and_port(server)?;
    let default = if kind == Kind::Postgres { 5432 } else { 3306 };
    let mut original = Original {
        kind,
        host: decoded(host, "host")?,
        port: port.unwrap_or(default),
        socket: None,
        login: Login { user: decoded(user, "user")?, password: password.map(Password::new) },
        database: decoded(path, "name")?,
        ssl_mode: None,
        file: None,
    };
    original.take_parameters(query)?;
    original.complete();
    Ok(original)
}

impl Original {
    /// Takes what the query of a URL says in place of its other parts.
    fn take_parameters(&mut self, query: &str) -> Result<(), ReadOriginalError> {
        for parameter in query.split('&') {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = decoded(value, "query")?;
            match name {
                "host" => self.host = value,
                "port" => self.port = port_of(&value)?,
                "user" => self.login.user = value,
                "password" => self.login.password = Some(Password::new(value)),
                "dbname" => self.database = value,
                "sslmode" => self.ssl_mode = Some(value),
                "socket" | "socketPath" | "unixSocket" => self.socket = Some(value.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Fills in what clients take where nothing is said.
    pub(super) fn complete(&mut self) {
        if self.host.starts_with('/') {
            self.socket = Some(PathBuf::from(std::mem::take(&mut self.host)));
        }
        if self.host.is_empty() {
            self.host = "localhost".to_owned();
        }
        if self.login.user.is_empty() {
            self.login.user = std::env::var("USER").unwrap_or_else(|_| "root".to_owned());
        }
        if self.database.is_empty() && self.kind == Kind::Postgres {
            self.database.clone_from(&self.login.user);
        }
    }
}

fn host_and_port(server: &str) -> Result<(&str, Option<u16>), ReadOriginalError> {
    if server.contains(',') {
        return Err(ReadOriginalError::Hosts { hosts: server.to_owned() });
    }
    let (host, port) = match server.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, rest)) => (host, rest.strip_prefix(':')),
        None => match server.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (server, None),
        },
    };
    let port = port.filter(|port| !port.is_empty()).map(port_of).transpose()?;
    Ok((host, port))
}

/// Reads the number of a port.
pub(super) fn port_of(text: &str) -> Result<u16, ReadOriginalError> {
    let port = text.parse().ok().filter(|port| *port > 0);
    port.ok_or_else(|| ReadOriginalError::Port { port: text.to_owned() })
}

fn decoded(text: &str, part: &'static str) -> Result<String, ReadOriginalError> {
    let text = percent_decode_str(text).decode_utf8();
    Ok(text.map_err(|_| ReadOriginalError::Encoding { part })?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(url: &str) -> Original {
        Original::from_url(url, Path::new("/api")).unwrap()
    }

    #[test]
    fn servers_are_read_with_what_is_encoded_and_what_is_not() {
        let original =
            of("postgres://app:p%40s@s@db.example:5433/shop?schema=public&sslmode=require");
        assert_eq!(original.login.password.as_ref().unwrap().reveal(), "p@s@s");
        assert_eq!((original.login.user.as_str(), original.port), ("app", 5433));
        assert_eq!(original.place(), "db.example:5433/shop");
        assert_eq!(original.ssl_mode.as_deref(), Some("require"));
        assert!(!format!("{original:?}").contains("p@s"), "{original:?}");
        assert_eq!(of("postgresql://app@[::1]/shop").place(), "[::1]:5432/shop");
        assert_eq!(of("postgresql://app@h").database, "app");
        let mysql = of("mysql://root@localhost/shop?socketPath=%2Frun%2Fm.sock");
        assert_eq!((mysql.kind, mysql.port), (Kind::MySql, 3306));
        assert_eq!(mysql.place(), "/run/m.sock/shop");
        let socket = of("postgres:///shop?host=/run/postgresql&user=app");
        assert_eq!(socket.socket.as_deref(), Some(Path::new("/run/postgresql")));
        assert_eq!(of("postgres://app@%2Frun%2Fpg/shop").place(), "/run/pg/shop");
    }

    #[test]
    fn files_are_read_from_the_folder_of_the_project() {
        for (url, path) in [
            ("file:./dev.db?connection_limit=1", "/api/./dev.db"),
            ("file:///a%20b/dev.db", "/a b/dev.db"),
            ("file://localhost/a.db", "/a.db"),
            ("sqlite:dev.db", "/api/dev.db"),
            ("dev.db", "/api/dev.db"),
            ("/data/a:b.db", "/data/a:b.db"),
        ] {
            assert_eq!(of(url).file.as_deref(), Some(Path::new(path)), "{url}");
        }
    }

    #[test]
    fn what_cannot_be_copied_is_refused_with_a_reason() {
        for (url, said) in [
            ("mssql://h/d", "`mssql` is no database"),
            ("postgres://a@h:99999/d", "`99999` is no port"),
            ("postgres://a@h1:1,h2:2/d", "several hosts (h1:1,h2:2)"),
            ("postgres://a:%ff@h/d", "the password in the URL"),
            ("file::memory:?cache=shared", "in memory"),
            (":memory:", "in memory"),
        ] {
            let error = Original::from_url(url, Path::new("/")).unwrap_err().to_string();
            assert!(error.contains(said), "{url}: {error}");
        }
    }
}
