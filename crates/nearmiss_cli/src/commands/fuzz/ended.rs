//! A search has ended: what people should know of it is said.

use nearmiss_runner::UserTally;

use super::hostile;
use super::prepare::Prepared;
use super::searched::Searched;
use super::told::told_while_searching;
use crate::auth;
use crate::output::Output;
use crate::rate_limits;

/// What the end of a search comes to.
pub struct Ended {
    /// Whether the run fails whatever was found: the API wrote over what measures it, or no call reached anything.
    pub failed: bool,
    /// What everybody reached.
    pub tallies: Vec<UserTally>,
}

/// Says what people should know, and notes it for the report.
pub fn tell_end(run: &Prepared, searched: &mut Searched, output: &Output) -> Ended {
    let overwritten = hostile::overwritten(&run.words);
    let tallies = searched.logins.tallies(&run.operations());
    searched.warnings.extend(overwritten.clone().map(|text| ("sut", text)));
    searched.warnings.extend(told_while_searching(&run.settings, &run.words, run.tested));
    searched.warnings.extend(auth::unreached(&tallies));
    for (_, warning) in &searched.warnings {
        if !searched.said.contains(warning) && !run.said.contains(warning) {
            output.warn(&format!("warning: {warning}"));
        }
    }
    for line in rate_limits::forgotten(&run.words) {
        output.say(&line);
    }
    searched.warnings.splice(0..0, run.warnings.iter().cloned());
    if let Some(gone) = &searched.gone {
        let why = if overwritten.is_some() { "" } else { "the API does not start any more: " };
        output.warn(&format!("the search ended early, {why}{gone}"));
    }
    let nothing = searched.reached.nothing();
    if let Some(nothing) = &nothing {
        output.warn(&format!("error: {nothing}"));
        searched.warnings.push(("sut", nothing.clone()));
    }
    if searched.outcome.stopped_early {
        output.say(&format!("the search ended early: {}", searched.stopped));
    }
    if let Some(resumed) = &searched.resumed {
        output.say(&resumed.line());
    }
    Ended { failed: overwritten.is_some() || nothing.is_some(), tallies }
}
