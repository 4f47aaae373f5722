//! Code 993: a database refuses what a call has given it, and the API answers that with an error of its own (5xx) in place of
//! one that says what was wrong: a unique or foreign key, a check, a column that may not be null, a value that is too long, out
//! of range or of another type. The plain code 100 is not told of it as well.
//!
//! The examination has calls that succeed run into what their tables forbid ([`asking`]).

use std::collections::BTreeSet;

use nearmiss_search::{Fault, GeneValue, Individual};
use rand_pcg::Pcg64Mcg;

use super::http_500::{asker_of, is_promised, thrown_line};
use super::{Judged, JudgedTest, Oracle, fault_of};
use crate::Incident;

mod asking;

/// The kind of incident that the runtime tells (`npm/nearmiss/sut/incidents/constraints.js`).
const KIND: &str = "refused-value";

/// Size of a whole number from which sums with it leave the range of a column of 32 bits soon.
const EDGE: u64 = 1 << 30;

/// A value that a database refuses, answered 5xx.
pub(super) struct RefusedValue;

impl Oracle for RefusedValue {
    fn name(&self) -> &'static str {
        "refused-value"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(993, "Constraint Of A Database Answered As Server Error")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let of_call = |(index, judged)| {
            let incident = refused_in(test, index).filter(|_| !is_of_rows_alone(test, index))?;
            Some((index, fault_in(test, (index, judged), incident)?))
        };
        test.calls.iter().enumerate().filter_map(of_call).collect()
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        asking::wanted(test, asked, rng)
    }
}

/// Answers what the database refused last of what a call gave it, if it did.
pub(super) fn refused_in<'a>(test: &JudgedTest<'a>, index: usize) -> Option<&'a Incident> {
    test.incidents.iter().rev().find(|one| one.action == index && one.kind == KIND)
}

/// Tells whether a number was out of range in a test with a row that holds one at the edge of its column: that may be why, and
/// the API itself may never write such a row (`least(reminders + 1, 99)`). Where calls alone can do it, other tests show it.
pub(super) fn is_of_rows_alone(test: &JudgedTest<'_>, index: usize) -> bool {
    let is_of_range =
        refused_in(test, index).is_some_and(|one| one.detail.starts_with("out of range"));
    let is_at_edge = |value: GeneValue| match value {
        GeneValue::Integer(number) => number.unsigned_abs() >= EDGE,
        _ => false,
    };
    let mut values = test.individual.setup.iter().flat_map(|row| &row.genes);
    is_of_range && values.any(|gene| is_at_edge(gene.value()))
}

fn fault_in(
    test: &JudgedTest<'_>,
    (index, judged): (usize, &Judged<'_>),
    incident: &Incident,
) -> Option<Fault> {
    let response = judged.answer().filter(|response| response.status >= 500)?;
    if is_promised(judged, response) {
        return None;
    }
    let (kind, name) = incident.detail.split_once('\t').unwrap_or((&incident.detail, ""));
    let thrown = judged.thrown_at.and_then(thrown_line);
    let line = thrown.unwrap_or_else(|| incident.place.clone());
    let asker = asker_of(test, index, &line);
    let mut message =
        format!("answers {} where the database refuses {}", response.status, words(kind));
    if !name.is_empty() {
        message += &format!(" ({name})");
    }
    if let Some(asker) = asker {
        message += &format!(", thrown at {asker}, by a query of {line}");
    } else if !line.is_empty() {
        message += &format!(", thrown at {line}");
    }
    let named = if name.is_empty() { kind } else { name };
    let place = asker.unwrap_or(&line);
    Some(fault_of(993, judged.operation, format!("{named} {place}").trim_end(), &message))
}

/// Answers what is refused, by the word that the runtime has for it.
fn words(kind: &str) -> String {
    match kind {
        "too long" => "a value that is too long".to_owned(),
        "out of range" => "a number that is out of range".to_owned(),
        "value" => "a value that is not of the type of its column".to_owned(),
        "not null" => "null in a column that needs a value".to_owned(),
        "constraint" => "a value that breaks a constraint".to_owned(),
        "unique" | "check" | "exclusion" => format!("a value that breaks a {kind} constraint"),
        _ => format!("a value that breaks a {kind}"),
    }
}

#[cfg(test)]
mod tests;
