//! Whether calls may change what is in the API's databases: asked of people, and kept in the configuration.

use std::io::{BufRead, IsTerminal, stdin, stdout};

use nearmiss_runner::{ToldFile, ToldHome};

use super::config_text::Entry;
use super::findings::Findings;
use crate::databases;
use crate::output::Output;
use crate::sqlite_files;

/// The option.
const KEY: &str = "dataMayChange";

/// Tells of databases in files that the API has opened.
pub fn tell_files(files: &[ToldFile], findings: &mut Findings) {
    for file in files {
        findings.good("database", &sqlite_files::shown(file), sqlite_files::words(file));
    }
}

/// Tells of the databases that the API was seen to connect to; `homes`: those in whose place it gets some of our own,
/// and why it gets none for another, if so.
pub fn tell(
    databases: &[String],
    (homes, no_home): (&[ToldHome], Option<&str>),
    findings: &mut Findings,
) {
    for home in homes {
        let what = format!("{} ({})", home.original, home.driver);
        findings.good("database", &what, &databases::home_words(home));
        for note in &home.notes {
            findings.add("", note, "");
        }
    }
    if let Some(why) = no_home {
        findings.doubt(
            "database",
            why,
            "a search needs that, or leave to change what is in the database itself",
        );
    }
    for database in databases {
        findings.doubt("database", database, "calls of a search change what is in it");
    }
}

/// Tells whether a server that the project has a package for (`PostgreSQL (package pg)`) is one that a home was made for.
pub fn has_home(server: &str, homes: &[ToldHome]) -> bool {
    let product = server.split(' ').next().unwrap_or_default();
    let products = homes.iter().filter_map(|home| home.original.split(" at ").next());
    products.flat_map(|names| names.split(" or ")).any(|name| name == product)
}

/// Tells whether a person says that they may; nobody is asked who is not there.
pub fn ask(databases: &[String], output: &Output) -> bool {
    if databases.is_empty() || !stdin().is_terminal() || !stdout().is_terminal() {
        return false;
    }
    output.result(&format!(
        "Calls of a search change what is in {}, and nothing puts that back. May they? [y/N]",
        databases.join(" and ")
    ));
    let mut line = String::new();
    stdin().lock().read_line(&mut line).is_ok() && is_yes(&line)
}

fn is_yes(line: &str) -> bool {
    matches!(line.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}

/// The line of the configuration; a comment as long as nobody has agreed. None without databases.
pub fn entry(databases: &[String], may_change: bool) -> Option<Entry> {
    (!databases.is_empty()).then(|| Entry {
        key: KEY,
        value: true.into(),
        comments: vec![
            format!("Calls of a search change what is in {}.", databases.join(" and ")),
            "A search wants to know that they may: this line, or --data-may-change.".to_owned(),
        ],
        example: !may_change,
    })
}

#[cfg(test)]
mod tests {
    use nearmiss_runner::Ground;

    use super::*;

    #[test]
    fn what_has_a_home_needs_nothing_more() {
        let home = ToldHome {
            original: "MySQL or MariaDB at localhost:3306/shop".to_owned(),
            driver: "mysql2".to_owned(),
            from: Ground::Start,
            notes: Vec::new(),
        };
        let has = |server: &str| has_home(server, std::slice::from_ref(&home));
        assert!(has("MySQL (package mysql2)") && has("MariaDB (package mariadb)"));
        assert!(!has("PostgreSQL (package pg)") && !has_home("MySQL (package mysql2)", &[]));
    }

    #[test]
    fn the_line_is_a_comment_until_somebody_agrees() {
        let databases = ["Redis at localhost:6379 (ioredis)".to_owned()];
        let line = entry(&databases, false).unwrap();
        assert!(line.example && line.comments[0].contains("Redis at localhost:6379"));
        assert!(!entry(&databases, true).unwrap().example);
        assert_eq!(entry(&[], true), None);
        assert!(is_yes(" Y\n") && is_yes("yes") && !is_yes("") && !is_yes("no"));
    }
}
