//! Tests in which calls that succeed run into what the tables forbid that they change: the same thing made twice, a text longer
//! than its column, the removal of what other rows point to.

use std::collections::BTreeSet;

use nearmiss_search::Individual;
use rand_pcg::Pcg64Mcg;

use super::super::JudgedTest;
use super::super::asked::ask;
use super::super::continuation::Lead;
use super::super::standing_changes::{Change, changes};
use super::super::text_inputs::{text_inputs, with_text};
use crate::HttpResponse;

/// Texts beyond the length of a column that are asked for of one operation.
const MOST_TEXTS: usize = 3;
/// Longest text that is sent.
const LONGEST: usize = 5_000;

/// What to run next, of what a test has shown.
pub(super) fn wanted(
    test: &JudgedTest<'_>,
    asked: &mut BTreeSet<String>,
    rng: &mut Pcg64Mcg,
) -> Vec<Individual> {
    let mut wanted = Vec::new();
    for (index, call) in test.calls.iter().enumerate() {
        if call.strayed || !call.answer().is_some_and(HttpResponse::is_success) {
            continue;
        }
        for change in changes(test, index) {
            let what = format!("{} {} {}", call.operation.name, change.verb, change.table);
            if change.verb == "INSERT" && ask(asked, &what, 1) {
                wanted.push(again(test, index));
            }
            if change.verb == "DELETE" && test.rows.is_some() && !asked.contains(&what) {
                let pointed = pointed_to(test, index, &change, rng);
                if !pointed.is_empty() {
                    asked.insert(what);
                }
                wanted.extend(pointed);
            }
            if change.verb != "DELETE" {
                wanted.extend(too_long(test, index, &change, asked));
            }
        }
    }
    wanted
}

/// The calls that lead to one, and that twice.
fn again(test: &JudgedTest<'_>, index: usize) -> Individual {
    let mut lead = Lead::to(test, &[index]).individual;
    lead.calls.extend(lead.calls.last().cloned());
    lead
}

/// The call with a text that is one letter too long for the column of its name.
fn too_long(
    test: &JudgedTest<'_>,
    index: usize,
    change: &Change,
    asked: &mut BTreeSet<String>,
) -> Vec<Individual> {
    let Some(rows) = test.rows else { return Vec::new() };
    let name = &test.calls[index].operation.name;
    let mut wanted = Vec::new();
    for input in text_inputs(test, index).iter().filter(|input| !input.in_path) {
        let length = rows.length_of(&change.table, &input.name);
        let length = length.and_then(|length| usize::try_from(length).ok());
        let Some(length) = length.filter(|length| *length < LONGEST) else { continue };
        if asked.insert(format!("{name} text {}", input.name))
            && ask(asked, &format!("{name} texts"), MOST_TEXTS)
        {
            wanted.push(with_text(test, index, input, &"a".repeat(length + 1)));
        }
    }
    wanted
}

/// The removal of what a row of another table points to.
fn pointed_to(
    test: &JudgedTest<'_>,
    index: usize,
    change: &Change,
    rng: &mut Pcg64Mcg,
) -> Vec<Individual> {
    let Some(rows) = test.rows else { return Vec::new() };
    let of_call = test.queries.iter().filter(|query| query.call == index);
    let mut removals = of_call.filter(|query| {
        query.text.trim_start().get(..6).is_some_and(|word| word.eq_ignore_ascii_case("delete"))
    });
    let removal = removals.find(|query| query.text.contains(&change.table));
    removal.map_or_else(Vec::new, |query| {
        rows.with_pointing((test.individual, index), query, &change.table, rng)
    })
}
