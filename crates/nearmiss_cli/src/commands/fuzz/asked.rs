//! What is asked of a search, as the settings say it.

use std::sync::Arc;

use nearmiss_problem::auth::Users;
use nearmiss_runner::{EvaluatorOptions, Without};
use nearmiss_search::{Algorithm, MioParameters, SearchOptions};

use crate::host::Host;
use crate::options::{AlgorithmArg, Technique, api, search};
use crate::settings::Settings;
use crate::sut::limits;

/// Answers how tests are run.
pub fn evaluator_options(settings: &Settings, host: &Host, users: Arc<Users>) -> EvaluatorOptions {
    let without = settings.list(&search::WITHOUT);
    EvaluatorOptions {
        users,
        budget: settings.search.budget,
        reset: settings.api.reset.clone(),
        limits: limits(settings),
        unlisted: !settings.is(&api::SCHEMA_ONLY),
        // The runtime has its own, short bound; only a SUT that blocks comes near this one, and how
        // busy the machine is must not decide.
        quiet_limit: *settings.get(&api::CALL_TIMEOUT),
        interrupt: Arc::clone(&host.interrupt),
        kill_every: *settings.get(&search::KILL_EVERY),
        busy_wait: settings.is(&search::BUSY_WAIT),
        on_call: None,
        without: Without {
            taint: without.contains(&Technique::Taint),
            heuristics: without.contains(&Technique::Heuristics),
            query_distance: without.contains(&Technique::QueryDistance),
        },
    }
}

/// Answers how tests are made.
pub fn search_options(settings: &Settings) -> SearchOptions {
    let algorithm = match settings.get(&search::ALGORITHM) {
        AlgorithmArg::Mio => Algorithm::Mio,
        AlgorithmArg::Random => Algorithm::Random,
    };
    SearchOptions {
        seed: *settings.get(&search::SEED),
        max_actions: settings.search.max_actions,
        algorithm,
        mio: MioParameters::default(),
    }
}
