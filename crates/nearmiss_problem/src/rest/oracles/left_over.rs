//! What the oracles share that look at what a call leaves over: a connection, a transaction.
//!
//! The runtime tells it when nothing runs any more (`npm/nearmiss/sut/incidents/databases/left_over.js`), and tells when a later
//! call took away what an earlier one had left. It counts once everything was called after it that might take it away: the
//! other operations on the same kind of thing that change something.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::asked::ask;
use super::continuation::{Lead, on_same};
use super::surroundings::first_word;
use super::{JudgedTest, fault_of};
use crate::Incident;
use crate::rest::model::Model;
use crate::rest::operation::Operation;

/// End of the names of incidents of which a later call took something away.
const HANDED_ON: &str = "-handed-on";
/// Operations that are called behind one that leaves something over.
const MOST_TAKERS: usize = 8;
/// Tests asked for of one operation and place.
const MOST: usize = 2;

/// Thing that a call leaves over: the kind of incident, the operation, the place where it began.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Left {
    kind: String,
    operation: String,
    place: String,
}

fn left_of(test: &JudgedTest<'_>, incident: &Incident, kind: &str) -> Option<Left> {
    let call = test.calls.get(incident.action)?;
    let operation = call.operation.name.to_string();
    Some(Left { kind: kind.to_owned(), operation, place: incident.place.clone() })
}

/// Answers what an incident tells that a later call took away, if it tells that.
pub(super) fn handed_on(test: &JudgedTest<'_>, incident: &Incident) -> Option<Left> {
    left_of(test, incident, incident.kind.strip_suffix(HANDED_ON)?)
}

/// Answers what an incident tells that was left over, if it tells that.
pub(super) fn left(test: &JudgedTest<'_>, incident: &Incident) -> Option<Left> {
    if leaves_open(incident) { left_of(test, incident, &incident.kind) } else { None }
}

/// Tells whether an incident is of a connection or a transaction that a call has left open.
pub(super) fn leaves_open(incident: &Incident) -> bool {
    matches!(incident.kind.as_str(), "open-transaction" | "connection-out")
}

/// The operations that may take away what one leaves over: removals come last.
fn takers(model: &Model, operation: &Operation) -> Vec<usize> {
    let is_taker = |other: &Operation| {
        !matches!(other.method.as_str(), "GET" | "HEAD" | "OPTIONS" | "TRACE")
            && other.name != operation.name
            && !other.anywhere
            && first_word(other) == first_word(operation)
    };
    let mut found: Vec<usize> = (0..model.operations.len())
        .filter(|index| model.is_asked(*index) && is_taker(&model.operations[*index]))
        .collect();
    found.sort_by_key(|index| model.operations[*index].method == "DELETE");
    found.truncate(MOST_TAKERS);
    found
}

/// Tells whether everything was called behind a call that might take away what it left over.
pub(super) fn is_examined(test: &JudgedTest<'_>, incident: &Incident) -> bool {
    let Some(call) = test.calls.get(incident.action) else { return false };
    let behind = test.calls[incident.action + 1..].iter();
    let called: BTreeSet<&str> = behind.map(|call| &*call.operation.name).collect();
    let takers = takers(test.model, call.operation);
    takers.iter().all(|index| called.contains(&*test.model.operations[*index].name))
}

/// The faults of a test in which something of a kind was left over.
pub(super) fn faults(
    test: &JudgedTest<'_>,
    (code, kind): (u32, &str),
    message: &dyn Fn(&Incident) -> String,
) -> Vec<(usize, Fault)> {
    let mut found: Vec<(usize, Fault)> = Vec::new();
    for incident in test.incidents.iter().filter(|one| one.kind == kind) {
        let Some(left) = left(test, incident) else { continue };
        let memory = test.memory.map(|memory| &memory.databases);
        let stays = memory.is_some_and(|memory| memory.stays(&left)) || is_examined(test, incident);
        if !stays || memory.is_some_and(|memory| memory.is_handed_on(&left)) {
            continue;
        }
        let Some(call) = test.calls.get(incident.action) else { continue };
        let fault = fault_of(code, call.operation, &incident.place, &message(incident));
        if !found.iter().any(|(_, known)| known.is_same_as(&fault)) {
            found.push((incident.action, fault));
        }
    }
    found
}

/// Tests that call, behind what leaves something over, all that might take it away.
pub(super) fn examine(
    test: &JudgedTest<'_>,
    kind: &str,
    asked: &mut BTreeSet<String>,
    rng: &mut Pcg64Mcg,
) -> Vec<Individual> {
    let mut wanted = Vec::new();
    for incident in test.incidents.iter().filter(|one| one.kind == kind) {
        let Some(call) = test.calls.get(incident.action).filter(|call| !call.strayed) else {
            continue;
        };
        let takers = takers(test.model, call.operation);
        let what = format!("{} {}", call.operation.name, incident.place);
        if takers.is_empty() || is_examined(test, incident) || !ask(asked, &what, MOST) {
            continue;
        }
        let mut lead = Lead::to(test, &[incident.action]);
        let at = lead.place(incident.action);
        for taker in takers {
            let taking = on_same(test.model, &lead.individual, at, taker, rng);
            lead.individual.calls.push(taking);
        }
        wanted.push(lead.individual);
    }
    wanted
}
