//! Databases on servers: named, and not changed before the user has said that they may be.

use std::sync::PoisonError;

use nearmiss_runner::{SearchWords, SeenDatabase};

use crate::failure::Failure;
use crate::output::Output;

/// The databases that processes of the API were seen to connect to.
pub fn named(words: &SearchWords) -> Vec<String> {
    let outside = words.outside.lock().unwrap_or_else(PoisonError::into_inner);
    let named = outside
        .databases
        .iter()
        .map(|SeenDatabase { kind, at, by }| format!("{kind} at {at} ({by})"));
    named.collect()
}

/// Ends the run where the API uses a database whose data may not change.
///
/// # Errors
/// It does.
pub fn refuse(may_change: bool, words: &SearchWords) -> Result<(), Failure> {
    let databases = named(words);
    if may_change || databases.is_empty() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "the API uses {}: calls of a search would change what is in it, and nothing puts that back. Nothing was changed. \
         Let the API use a database whose data may be lost, and say so: --data-may-change, or `dataMayChange: true` in the \
         configuration",
        databases.join(" and ")
    )))
}

/// The same when a search begins; where the data may change, that is said.
///
/// # Errors
/// See [`refuse`].
pub fn ask_leave(may_change: bool, words: &SearchWords, output: &Output) -> Result<(), Failure> {
    refuse(may_change, words)?;
    for database in named(words) {
        output.say(&format!("calls change what is in {database}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_may_not_change_ends_the_run_as_wrong_usage() {
        let words = SearchWords::default();
        assert!(refuse(false, &words).is_ok());
        let seen = |at: &str| SeenDatabase {
            kind: "PostgreSQL".to_owned(),
            at: at.to_owned(),
            by: "pg".to_owned(),
        };
        words.outside.lock().unwrap().databases.insert(seen("localhost:5432/shop"));
        let failure = refuse(false, &words).unwrap_err();
        assert_eq!(failure.code, 2);
        let text = failure.to_string();
        assert!(text.contains("PostgreSQL at localhost:5432/shop (pg)"), "{text}");
        assert!(text.contains("--data-may-change"), "{text}");
        assert!(refuse(true, &words).is_ok());
    }
}
