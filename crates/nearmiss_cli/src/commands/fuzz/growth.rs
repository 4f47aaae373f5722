//! Memory that grows with each call (925) is a fault where it does so in a process without probes, too, and else a suspicion,
//! which people are told of apart: a search measures beside what V8 learns of code that probes have made longer, on a machine
//! that has other things to do.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use nearmiss_runner::{Logins, growth_on_plain_sut};
use nearmiss_search::Fault;
use nearmiss_writer::CaseKind;

use super::prepare::Prepared;
use crate::output::Output;
use crate::suite::Kept;
use crate::sut::limits;
use crate::warnings::Warnings;

/// Code of the fault.
const MEMORY_GROWS: u32 = 925;
/// Fresh processes that may show it: what is measured is never the same twice, and a leak that one does not show another one
/// does, while three that all grow by chance were not seen.
const PROCESSES: usize = 3;
/// Time for all that are measured again, where the budget of the search is one of calls.
const LONGEST: Duration = Duration::from_mins(2);

/// Takes out of tests the faults of memory that a plain process does not show, and says so.
pub fn confirm_growth(
    run: &Prepared,
    logins: &Logins,
    lists: [&mut Vec<Kept>; 2],
    warnings: &mut Warnings,
    output: &Output,
) {
    let bound = run.settings.search.budget.after_search().unwrap_or(LONGEST);
    let until = Instant::now() + bound;
    // Each operation by the first test that shows it.
    let mut grows: BTreeMap<String, bool> = BTreeMap::new();
    for kept in lists.into_iter().flatten() {
        let is_of_memory = |(_, fault): &(usize, Fault)| fault.code == MEMORY_GROWS;
        let Some(at) = kept.faults.iter().position(is_of_memory) else { continue };
        let operation = kept.faults[at].1.operation.clone();
        let number = grows.len();
        let grown = *grows
            .entry(operation.clone())
            .or_insert_with(|| grows_plainly(run, logins, (&*kept, number), until));
        if !grown {
            kept.faults.remove(at);
            if kept.faults.is_empty() {
                kept.kind = CaseKind::Success;
            }
        }
    }
    for (operation, _) in grows.iter().filter(|(_, grown)| !**grown) {
        let text = format!(
            "suspected, and no fault: memory grew with each call of {operation} while the API was searched, and not in a \
             process without probes"
        );
        output.warn(&format!("warning: {text}"));
        warnings.push(("sut", text));
    }
}

/// Tells whether one of a few processes without probes grows with each call like the last one of a test.
fn grows_plainly(
    run: &Prepared,
    logins: &Logins,
    (kept, number): (&Kept, usize),
    until: Instant,
) -> bool {
    let settings = &run.settings;
    (0..PROCESSES).any(|process| {
        let name = format!("growth-{number}-{process}");
        let grown = growth_on_plain_sut(
            &run.spec,
            (run.folder.path(), &name),
            &kept.test,
            &settings.api.reset,
            (limits(settings), until),
            logins,
        );
        grown
            .unwrap_or_else(|error| {
                tracing::warn!("memory of the plain API: {error}");
                None
            })
            .is_some()
    })
}
