//! Code 994: a call is answered 5xx, and rows that it has changed before it failed stay changed: no transaction took them back,
//! and nothing that the call did afterwards.
//!
//! Tables that only keep what happens are none: those that are named so, and those that are changed by calls that are refused
//! as well as by those that succeed. So it speaks once calls were refused.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::asked::ask;
use super::continuation::Lead;
use super::in_process::at;
use super::refused_value::is_of_rows_alone;
use super::standing_changes::{Change, changes, place_of};
use super::{JudgedTest, Oracle, fault_of};

/// Words in the names of tables that keep what happens, whatever came of it.
const KEEPING: [&str; 24] = [
    "attempt",
    "attempts",
    "audit",
    "audits",
    "counter",
    "counters",
    "error",
    "errors",
    "failure",
    "failures",
    "idempotency",
    "journal",
    "log",
    "logins",
    "logs",
    "metric",
    "metrics",
    "outbox",
    "session",
    "sessions",
    "telemetry",
    "trace",
    "traces",
    "trail",
];
/// Calls that were refused before tables are known that these change, too.
const REFUSED: u32 = 10;
/// Times that a test is asked for again, once these are known.
const MOST: usize = 3;

/// Half of a change.
pub(super) struct HalfDoneChange;

impl Oracle for HalfDoneChange {
    fn name(&self) -> &'static str {
        "half-done-change"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(994, "Server Error Leaves Half Of A Change")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        if !knows_refusals(test) {
            return Vec::new();
        }
        let of_call = |index| {
            let change = half_of(test, index)?;
            let (judged, place) = (&test.calls[index], place_of(test, index));
            let message = format!(
                "answers {} and leaves what it has changed by then: {} of {}{}",
                judged.answer()?.status,
                change.verb,
                change.table,
                at(place)
            );
            let place = if place.is_empty() { &change.table } else { place };
            Some((index, fault_of(994, judged.operation, place, &message)))
        };
        (0..test.calls.len()).filter_map(of_call).collect()
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        _rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let mut again = with_large_rows(test, asked);
        if knows_refusals(test) {
            return again;
        }
        let wanted = |index: &usize| half_of(test, *index).is_some();
        for index in (0..test.calls.len()).filter(wanted) {
            if ask(asked, &test.calls[index].operation.name, MOST) {
                again.push(Lead::to(test, &[index]).individual);
            }
        }
        again
    }
}

/// The calls that have changed rows which the test began with, once more, with great numbers in these: what a call does after a
/// change may fail by what the rows hold.
fn with_large_rows(test: &JudgedTest<'_>, asked: &mut BTreeSet<String>) -> Vec<Individual> {
    let Some(rows) = test.rows.filter(|_| !test.individual.setup.is_empty()) else {
        return Vec::new();
    };
    let mut wanted = Vec::new();
    for (index, call) in test.calls.iter().enumerate() {
        let succeeds = call.answer().is_some_and(crate::HttpResponse::is_success);
        let changes = changes(test, index);
        if !succeeds || call.strayed || changes.is_empty() {
            continue;
        }
        let tables: Vec<&str> = changes.iter().map(|change| change.table.as_str()).collect();
        let large = rows.with_large((test.individual, index), &tables);
        wanted.extend(large.filter(|_| ask(asked, &format!("{} rows", call.operation.name), 1)));
    }
    wanted
}

/// Tells whether enough calls were refused to know the tables that these change.
fn knows_refusals(test: &JudgedTest<'_>) -> bool {
    test.memory.is_none_or(|memory| memory.databases.refused() >= REFUSED)
}

/// The first change that a call leaves that has failed.
fn half_of(test: &JudgedTest<'_>, index: usize) -> Option<Change> {
    let judged = test.calls.get(index).filter(|_| !is_of_rows_alone(test, index))?;
    judged.answer().filter(|response| response.status >= 500)?;
    let all = changes(test, index);
    let taken_back = |at: usize| {
        let table = &all[at].table;
        let of_table = |range: &[Change], verb: &str| {
            range.iter().any(|other| other.table == *table && other.verb == verb)
        };
        let later = &all[at + 1..];
        let is_undone = later.iter().any(|other| other.is_late && other.table == *table);
        // What was made and removed again is as it was.
        let is_removed = all[at].verb == "INSERT" && of_table(later, "DELETE");
        let removes = all[at].verb == "DELETE" && of_table(&all[..at], "INSERT");
        is_undone || is_removed || removes
    };
    let keeps = |table: &str| {
        is_keeping(table)
            || test.memory.is_some_and(|memory| memory.databases.keeps_what_happens(table))
    };
    let mut before = all.iter().enumerate().filter(|(_, change)| !change.is_late);
    let found = before.find(|(at, change)| !taken_back(*at) && !keeps(&change.table));
    found.map(|(_, change)| change.clone())
}

/// Tells whether a table is named as what keeps what happens.
fn is_keeping(table: &str) -> bool {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for letter in table.chars() {
        let is_boundary = !letter.is_alphanumeric() || (letter.is_uppercase() && was_small);
        if is_boundary {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphanumeric()) {
            word.extend(letter.to_lowercase());
        }
        was_small = letter.is_lowercase();
    }
    words.iter().any(|word| KEEPING.contains(&word.as_str()))
}

#[cfg(test)]
mod tests;
