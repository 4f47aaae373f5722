//! Databases on servers: named, and not changed before the user has said that they may be.

use std::sync::{Arc, PoisonError};

use nearmiss_runner::{
    Ground, Homes, InPlace, KeptFiles, Reset, SearchWords, SeenDatabase, StartSutError, ToldHome,
};
use nearmiss_writer::DATABASE_DRIVERS;

use crate::failure::Failure;
use crate::options::api;
use crate::output::Output;
use crate::project::Project;
use crate::settings::Settings;
use crate::sqlite_files;

/// The databases that processes of the API were seen to connect to.
pub fn named(words: &SearchWords) -> Vec<String> {
    named_but(words, |_| false)
}

fn named_but(words: &SearchWords, is_left_out: impl Fn(&str) -> bool) -> Vec<String> {
    let outside = words.outside.lock().unwrap_or_else(PoisonError::into_inner);
    let named = outside
        .databases
        .iter()
        .filter(|seen| !is_left_out(&seen.at))
        .map(|SeenDatabase { kind, at, by }| format!("{kind} at {at} ({by})"));
    named.collect()
}

/// Leave that the user has given to change what is in databases.
#[derive(Clone, Copy)]
pub struct Leave<'a> {
    all: bool,
    in_place: &'a InPlace,
}

impl<'a> Leave<'a> {
    /// Reads it from settings.
    pub fn of(settings: &'a Settings) -> Self {
        Self { all: settings.is(&api::DATA_MAY_CHANGE), in_place: &settings.api.in_place }
    }
}

/// Ends the run where the API uses a database whose data may not change.
///
/// # Errors
/// It does.
pub fn refuse(leave: Leave<'_>, words: &SearchWords) -> Result<(), Failure> {
    let databases = named_but(words, |at| leave.all || leave.in_place.has(at));
    if databases.is_empty() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "the API uses {}: calls of a search would change what is in it, and nothing puts that back. Nothing was changed. \
         Let the API use a database whose data may be lost, and say so: --data-may-change, or `dataMayChange: true` in the \
         configuration; of one server alone --database in-place=HOST:PORT",
        databases.join(" and ")
    )))
}

/// The same when a search begins; where the data may change, that is said.
///
/// # Errors
/// See [`refuse`].
pub fn ask_leave(leave: Leave<'_>, words: &SearchWords, output: &Output) -> Result<(), Failure> {
    refuse(leave, words)?;
    for database in named(words) {
        output.say(&format!("calls change what is in {database}"));
    }
    Ok(())
}

/// Ends the run where the API asked for a database once it was called, and no home could be made: it had none at all.
///
/// # Errors
/// It did.
pub fn refuse_without_home(homes: Option<&Arc<Homes>>) -> Result<(), Failure> {
    let without = homes.filter(|homes| !homes.are_used());
    match without.and_then(|homes| homes.refused()) {
        Some(why) => Err(Failure::start(StartSutError::NoHome(why).to_string())),
        None => Ok(()),
    }
}

/// Says which databases have homes, what fills these, and what is not as in the original; not of the first `told`.
/// Answers how many there are.
pub fn tell_homes(homes: Option<&Arc<Homes>>, told: usize, output: &Output) -> usize {
    let homes = homes.map(|homes| homes.told()).unwrap_or_default();
    for home in homes.iter().skip(told) {
        let ToldHome { original, driver, notes, .. } = home;
        output.say(&format!("{original} ({driver}): {}", home_words(home)));
        for note in notes {
            output.say(&format!("  {note}"));
        }
    }
    homes.len()
}

/// Says what a search does in place of working on a database.
pub fn home_words(home: &ToldHome) -> String {
    let filled = match home.from {
        Ground::Start => "what the start command makes in it",
        Ground::Schema => "the tables of the original, without their rows",
    };
    format!("left alone; the API gets a server of our own with the same names, and {filled}")
}

/// Answers how state is reset before a search: databases are put back where they have homes or are files, or may still
/// be since the project has a driver, and nothing else was chosen.
pub fn reset_of(
    settings: &Settings,
    homes: Option<&Arc<Homes>>,
    kept: Option<&KeptFiles>,
) -> Reset {
    let is_open = matches!(settings.api.reset, Reset::None) && settings.get(&api::RESET).is_none();
    let has_driver = || {
        let project = Project::read(&settings.cwd);
        project.is_ok_and(|project| DATABASE_DRIVERS.iter().any(|driver| project.uses(driver)))
    };
    let have_homes = || homes.is_some_and(|homes| homes.are_used() || has_driver());
    match is_open && (have_homes() || sqlite_files::may_be_used(settings, kept)) {
        true => Reset::Databases,
        false => settings.api.reset.clone(),
    }
}

/// Answers how state was reset, once there was a search: not at all where there was no database to put back.
pub fn reset_done(
    settings: &Settings,
    homes: Option<&Arc<Homes>>,
    kept: Option<&KeptFiles>,
) -> Reset {
    let are_used = homes.is_some_and(|homes| homes.are_used()) || sqlite_files::are_used(kept);
    match &settings.api.reset {
        Reset::Databases if !are_used => Reset::None,
        reset => reset.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_may_not_change_ends_the_run_as_wrong_usage() {
        let words = SearchWords::default();
        let nowhere = InPlace::default();
        let leave = |all| Leave { all, in_place: &nowhere };
        assert!(refuse(leave(false), &words).is_ok());
        let seen = |at: &str| SeenDatabase {
            kind: "PostgreSQL".to_owned(),
            at: at.to_owned(),
            by: "pg".to_owned(),
        };
        words.outside.lock().unwrap().databases.insert(seen("localhost:5432/shop"));
        let failure = refuse(leave(false), &words).unwrap_err();
        assert_eq!(failure.code, 2);
        let text = failure.to_string();
        assert!(text.contains("PostgreSQL at localhost:5432/shop (pg)"), "{text}");
        assert!(text.contains("--data-may-change"), "{text}");
        assert!(refuse(leave(true), &words).is_ok());
        let here = InPlace(vec!["127.0.0.1:5432".to_owned()]);
        assert!(refuse(Leave { all: false, in_place: &here }, &words).is_ok());
    }
}
