//! Words of clients of PostgreSQL about an original, as errors.

use crate::error::HomeError;
use crate::original::Original;
use crate::refusal::{self, Refusal};

/// Words of clients that mean that there is no server.
const DOWN: &[&str] = &[
    "Connection refused",
    "No such file or directory",
    "could not translate host name",
    "timeout expired",
    "No route to host",
    "Network is unreachable",
    "the database system is",
    "server closed the connection",
    "terminating connection",
];
/// Words of servers that do not take a password.
const PASSWORD: &[&str] = &["password authentication failed", "no password supplied"];
/// Words of servers whose user may not read something.
const FORBIDDEN: &[&str] = &["permission denied", "row-level security", "must be "];

/// Answers the error of what was said when `user` read a database of an original.
pub(super) fn error(original: &Original, user: &str, database: &str, said: &str) -> HomeError {
    let has = |words: &[&str]| words.iter().any(|words| said.contains(words));
    let no_database = format!("database \"{database}\" does not exist");
    let refusal = if has(PASSWORD) {
        Refusal::Password
    } else if said.contains(&no_database) {
        Refusal::NoDatabase
    } else if has(FORBIDDEN) {
        Refusal::Forbidden
    } else if has(DOWN) {
        Refusal::Down
    } else {
        Refusal::Other
    };
    refusal::error(refusal, original, (user, database), said)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn what_servers_say_is_told_apart() {
        let original = Original::from_url("postgres://app:x@h/shop", Path::new("/")).unwrap();
        for (said, words) in [
            (
                "FATAL:  password authentication failed for user \"app\"",
                "does not take the password",
            ),
            ("connection to server at \"h\" failed: Connection refused", "start it, or correct"),
            ("FATAL:  database \"shop\" does not exist", "has no database `shop`"),
            ("ERROR:  permission denied for table users", "name a user who may"),
            ("FATAL:  no pg_hba.conf entry for host", "refused the user `app`"),
        ] {
            let text = error(&original, "app", "shop", said).to_string();
            assert!(text.contains(words) && text.contains(said), "{text}");
        }
    }
}
