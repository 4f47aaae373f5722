//! Words of clients of MariaDB or MySQL about an original, as errors.

use crate::error::HomeError;
use crate::original::Original;
use crate::refusal::{self, Refusal};

/// Numbers of errors of clients that mean that there is no server.
const DOWN: &[&str] = &["2002", "2003", "2005", "2006", "2013", "1053", "1927"];
/// Numbers of errors of rights, and words for them that have none.
const FORBIDDEN: &[&str] =
    &["1044", "1142", "1143", "1227", "1370", "1410", "nsufficient", "nsufficent"];

/// Answers the error of what was said when `user` read databases of an original.
pub(super) fn error(original: &Original, user: &str, database: &str, said: &str) -> HomeError {
    // `ERROR 1045 (28000): ..`, `Got error: 1045: ..` and `.. (1142)`.
    let words: Vec<&str> = said.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let has = |wanted: &[&str]| {
        wanted.iter().any(|wanted| {
            let is_number = wanted.starts_with(|c: char| c.is_ascii_digit());
            if is_number { words.contains(wanted) } else { said.contains(wanted) }
        })
    };
    let refusal = if has(&["1045", "1698"]) {
        Refusal::Password
    } else if has(&["1049"]) {
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
        let original = Original::from_url("mysql://app:x@h/shop", Path::new("/")).unwrap();
        for (said, words) in [
            ("ERROR 1045 (28000): Access denied for user 'app'@'h'", "does not take the password"),
            ("ERROR 2003 (HY000): Can't connect to server on 'h' (111)", "start it, or correct"),
            (
                "mariadb-dump: Got error: 1049: \"Unknown database 'shop'\"",
                "has no database `shop`",
            ),
            (
                "mariadb-dump: Couldn't execute 'SHOW CREATE VIEW': denied (1142)",
                "name a user who may",
            ),
            ("ERROR 1130 (HY000): Host is not allowed", "refused the user `app`"),
        ] {
            let text = error(&original, "app", "shop", said).to_string();
            assert!(text.contains(words) && text.contains(said), "{text}");
        }
    }
}
