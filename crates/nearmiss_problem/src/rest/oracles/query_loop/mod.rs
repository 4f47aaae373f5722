//! Code 990: a call asks the same query once for each row that another query of it has found (N+1): with more rows it asks more,
//! where one query could ask for all.
//!
//! A loop alone is none: what bounds it may be the request, or the code. So the examination makes the same call with more rows
//! of what drives the loop, which tests begin with (`sql.insert`). It counts once three sizes of what was read were seen, and
//! the query ran more often with more.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::{Fault, Individual};
use nearmiss_sql::{Dialect, shape_of};
use rand_pcg::Pcg64Mcg;

use super::asked::ask;
use super::in_process::at;
use super::{JudgedTest, Oracle, fault_of};
use crate::ToldQuery;

/// Sizes of what is read that must have been seen, and rows between the least and the most.
const SIZES: usize = 3;
const APART: u64 = 8;
/// Runs of a query in one call that show a fault.
const RUNS: u64 = 3;
/// Rows that are put in to see whether a query is asked for each, and then, if it is, to see that it grows.
const FEW: usize = 3;
const MANY: usize = 10;
/// Runs of one query for each row, at most, of what the row drives.
const FOR_EACH: u64 = 2;
/// Letters of a query that tell it from others, to people as well.
const LETTERS: usize = 80;

/// A query that runs again and again in a call.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Loop {
    /// The operation.
    operation: String,
    /// The query, without values.
    shape: String,
    /// Inputs of the call.
    inputs: String,
}

/// Queries of one call, by their shapes.
#[derive(Clone)]
struct Asked<'a> {
    shape: String,
    first: usize,
    runs: u64,
    /// The first that was asked.
    query: &'a ToldQuery,
    /// Rows that it found, in all runs.
    rows: u64,
}

/// Queries that grow with the rows of another one.
pub(super) struct QueryLoop;

impl Oracle for QueryLoop {
    fn name(&self) -> &'static str {
        "query-loop"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(990, "Query For Each Row (N+1)")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let Some(memory) = test.memory.map(|memory| &memory.databases) else { return Vec::new() };
        let mut found: Vec<(usize, Fault)> = Vec::new();
        for (call, asked, driver) in in_loops(test) {
            let one = loop_of(test, call, &asked);
            let mut sizes = memory.sizes(&one).cloned().unwrap_or_default();
            sizes.insert(driver.rows, asked.runs);
            if asked.runs < RUNS || !grows(&sizes) {
                continue;
            }
            let (place, start) = (&asked.query.place, start_of(&asked.shape));
            let words = "asks once for each row that another query finds";
            let message = format!("{words}{}: {start}", at(place));
            // A place alone may be a function that all queries go through.
            let place = format!("{place} {start}");
            let fault = fault_of(990, test.calls[call].operation, place.trim_start(), &message);
            if !found.iter().any(|(_, known)| known.is_same_as(&fault)) {
                found.push((call, fault));
            }
        }
        found
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let (Some(rows), Some(memory)) = (test.rows, test.memory) else { return Vec::new() };
        let mut wanted = Vec::new();
        for (call, one, driver) in in_loops(test) {
            let answered = test.calls[call].answer().is_some_and(crate::HttpResponse::is_success);
            if test.calls[call].strayed || !answered {
                continue;
            }
            let what =
                format!("{} {} {}", test.calls[call].operation.name, driver.shape, one.shape);
            let sizes = memory.databases.sizes(&loop_of(test, call, &one));
            let follows = sizes.is_some_and(rises);
            let (label, count) = if follows { ("many", MANY) } else { ("few", FEW) };
            let most = if follows { 2 } else { 1 };
            if !ask(asked, &format!("{what} {label}"), most) {
                continue;
            }
            wanted.extend(rows.with_more((test.individual, call), driver.query, count, rng));
        }
        wanted
    }
}

/// The first letters of a query.
fn start_of(shape: &str) -> String {
    shape.chars().take(LETTERS).collect()
}

/// Each loop of a test, with the rows of what drives it and how often its query ran.
pub(super) fn loops(test: &JudgedTest<'_>) -> Vec<(Loop, u64, u64)> {
    let all = in_loops(test).into_iter();
    all.map(|(call, asked, driver)| (loop_of(test, call, &asked), driver.rows, asked.runs))
        .collect()
}

fn loop_of(test: &JudgedTest<'_>, call: usize, asked: &Asked<'_>) -> Loop {
    let genes = test.individual.calls.get(call).map(|action| &action.genes);
    let values: Vec<_> = genes.into_iter().flatten().map(|gene| gene.value()).collect();
    Loop {
        operation: test.calls[call].operation.name.to_string(),
        shape: asked.shape.clone(),
        inputs: format!("{values:?}"),
    }
}

/// The queries of a test that ran no more often than the rows of another one before them explain: of each the call, itself and
/// the other.
fn in_loops<'a>(test: &JudgedTest<'a>) -> Vec<(usize, Asked<'a>, Asked<'a>)> {
    let mut by_call: BTreeMap<usize, Vec<Asked<'a>>> = BTreeMap::new();
    for (index, query) in test.queries.iter().enumerate().filter(|(_, query)| query.finds()) {
        let Some(dialect) = Dialect::named(&query.dialect) else { continue };
        if query.call >= test.calls.len() {
            continue;
        }
        let of_call = by_call.entry(query.call).or_default();
        let shape = shape_of(dialect, &query.text);
        let rows = query.count.unwrap_or(0);
        match of_call.iter_mut().find(|one| one.shape == shape) {
            Some(one) => {
                one.runs += 1;
                one.rows += rows;
            }
            None => of_call.push(Asked { shape, first: index, runs: 1, query, rows }),
        }
    }
    let mut found = Vec::new();
    for (call, mut asked) in by_call {
        asked.sort_by_key(|one| one.first);
        for at in 1..asked.len() {
            let drives = |one: &&Asked<'_>| one.rows > 0 && one.rows * FOR_EACH >= asked[at].runs;
            let driver = asked[..at].iter().rev().find(drives);
            if let Some(driver) = driver {
                found.push((call, asked[at].clone(), driver.clone()));
            }
        }
    }
    found
}

/// Tells whether a query never runs less often with more rows, and for half of those at least that the most are more than
/// the least.
fn rises(sizes: &BTreeMap<u64, u64>) -> bool {
    let (Some((least, few)), Some((most, many))) =
        (sizes.first_key_value(), sizes.last_key_value())
    else {
        return false;
    };
    let mut steps = sizes.values().zip(sizes.values().skip(1));
    steps.all(|(less, more)| less <= more) && most > least && 2 * (many - few) >= most - least
}

/// Tells whether enough sizes were seen, far enough from one another.
fn grows(sizes: &BTreeMap<u64, u64>) -> bool {
    let (least, most) = (sizes.keys().next(), sizes.keys().next_back());
    let apart = most.zip(least).map_or(0, |(most, least)| most - least);
    sizes.len() >= SIZES && apart >= APART && rises(sizes)
}

#[cfg(test)]
mod tests;
