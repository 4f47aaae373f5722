//! What follows from the options of the search.

use std::time::Duration;

use nearmiss_problem::Focus;
use nearmiss_problem::rest::oracle_names;
use nearmiss_runner::Budget;

use crate::failure::Failure;
use crate::options::Options;
use crate::options::search::{
    CALLS, EXCEPT, MAX_ACTIONS, NO_ORACLE, ONLY, ONLY_RESUME, TIME, WORKERS,
};

/// Time budget when none is given.
const DEFAULT_TIME: Duration = Duration::from_secs(600);

/// How much is searched, and for what.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// Budget.
    pub budget: Budget,
    /// Longest test.
    pub max_actions: usize,
    /// Processes of the API that are called at the same time.
    pub workers: usize,
    /// Which operations are tested.
    pub focus: Focus,
    /// Names of oracles that are off.
    pub without_oracles: Vec<String>,
}

impl SearchSettings {
    /// Answers what follows.
    ///
    /// # Errors
    /// Wrong usage.
    pub fn of(options: &Options) -> Result<Self, Failure> {
        Ok(Self {
            budget: budget_of(options)?,
            max_actions: (*options.get(&MAX_ACTIONS)).max(1),
            workers: usize::from(*options.get(&WORKERS)),
            focus: Focus::of(options.list(&ONLY), options.list(&EXCEPT))
                .map_err(|error| Failure::usage(error.to_string()))?,
            without_oracles: oracles_of(options)?,
        })
    }
}

fn budget_of(options: &Options) -> Result<Budget, Failure> {
    let budget = match (options.get(&CALLS), options.get(&TIME)) {
        (Some(calls), Some(time)) => Budget::Whichever(*calls, *time),
        (Some(calls), None) => Budget::Calls(*calls),
        // As many as the tests need.
        (None, None) if options.is(&ONLY_RESUME) => Budget::Calls(u64::MAX),
        (None, time) => Budget::Time(time.unwrap_or(DEFAULT_TIME)),
    };
    if budget.calls() == Some(0) || budget.time() == Some(Duration::ZERO) {
        return Err(Failure::usage("the budget is nothing; give --calls or --time".to_owned()));
    }
    Ok(budget)
}

/// Answers names of oracles, each of which there is.
fn oracles_of(options: &Options) -> Result<Vec<String>, Failure> {
    let (names, known) = (options.list(&NO_ORACLE), oracle_names());
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(Failure::usage(format!(
            "{}: there is no oracle {name}; known: {}",
            options.named(&NO_ORACLE),
            known.join(", ")
        ))),
        None => Ok(names.to_vec()),
    }
}
