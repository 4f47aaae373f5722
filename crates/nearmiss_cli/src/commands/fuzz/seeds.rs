//! Calls that people have already, to begin a search with.

use nearmiss_problem::{Problem, read_requests};
use nearmiss_search::individual_rng;

use crate::failure::Failure;
use crate::options::search;
use crate::output::Output;
use crate::settings::Settings;

/// Calls of a file that are of no operation and are named.
const SHOWN: usize = 5;

/// Reads the files of calls and gives them to the problem.
///
/// # Errors
/// A file that cannot be read or holds no calls, with the place in it.
pub fn take(settings: &Settings, problem: &dyn Problem, output: &Output) -> Result<(), Failure> {
    for (number, file) in (0..).zip(settings.list(&search::SEED_FROM)) {
        let wrong = |why: String| Failure::usage(format!("--seed-from {}: {why}", file.display()));
        let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| wrong("it is no UTF-8 text; save it as UTF-8".to_owned()))?;
        let requests = read_requests(&text).map_err(|error| wrong(error.to_string()))?;
        let mut rng = individual_rng(*settings.get(&search::SEED), number);
        let seeded = problem.seed(&requests, settings.search.max_actions, &mut rng);
        output.say(&format!(
            "{}: {} of {} calls are of operations of the API; the search begins with them",
            file.display(),
            seeded.taken,
            requests.len()
        ));
        let unmatched = &seeded.unmatched;
        if !unmatched.is_empty() {
            let more = if unmatched.len() > SHOWN { ", ..." } else { "" };
            let named: Vec<&str> = unmatched.iter().take(SHOWN).map(String::as_str).collect();
            output.warn(&format!(
                "warning: {}: {} calls are of no operation and left out: {}{more}",
                file.display(),
                unmatched.len(),
                named.join(", ")
            ));
        }
    }
    Ok(())
}
