//! Tests in which calls that succeed run into what the tables forbid that they change: the same thing made twice, another row
//! that is what one becomes, a text longer than its column, the least and the greatest number that is declared, the removal of
//! what other rows point to.

use std::collections::BTreeSet;

use nearmiss_search::{GeneSpec, GeneValue, Individual};
use rand_pcg::Pcg64Mcg;

use super::super::JudgedTest;
use super::super::asked::{ask, is_used_up};
use super::super::continuation::{Lead, json_body};
use super::super::standing_changes::{Change, changes};
use super::super::text_inputs::{text_inputs, with_text, with_value};
use crate::{HttpResponse, ToldQuery};

/// Rows in the way that are asked for of one operation and table.
const MOST_IN_THE_WAY: usize = 3;
/// Texts beyond the length of a column that are asked for of one operation.
const MOST_TEXTS: usize = 3;
/// Numbers of the body of one operation that are asked for at their bounds.
const MOST_NUMBERS: usize = 2;
/// Longest text that is sent.
const LONGEST: usize = 5_000;

/// Answers what to run next, of what a test has shown.
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
            let forbids = test.rows.map(|rows| rows.forbids(&change.table)).unwrap_or_default();
            if change.verb == "INSERT" && forbids.twice && ask(asked, &what, 1) {
                wanted.push(again(test, index));
            }
            if change.verb == "UPDATE"
                && !is_used_up(asked, &what, MOST_IN_THE_WAY)
                && let Some(in_the_way) = in_the_way(test, index, &change, rng)
            {
                ask(asked, &what, MOST_IN_THE_WAY);
                wanted.push(in_the_way);
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
                if forbids.numbers {
                    wanted.extend(at_bounds(test, index, asked));
                }
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

/// The change of a row of the test, where another one has already what is written.
fn in_the_way(
    test: &JudgedTest<'_>,
    index: usize,
    change: &Change,
    rng: &mut Pcg64Mcg,
) -> Option<Individual> {
    let query = statement(test, index, change)?;
    test.rows?.with_conflict((test.individual, index), query, rng)
}

/// Finds the statement of a call that has changed a table so.
fn statement<'a>(test: &JudgedTest<'a>, index: usize, change: &Change) -> Option<&'a ToldQuery> {
    let mut of_call = test.queries.iter().filter(|query| query.call == index);
    of_call.find(|query| {
        let verb = query.text.trim_start().get(..change.verb.len());
        verb.is_some_and(|verb| verb.eq_ignore_ascii_case(&change.verb))
            && query.text.contains(&change.table)
    })
}

/// The removal of what a row of another table points to.
fn pointed_to(
    test: &JudgedTest<'_>,
    index: usize,
    change: &Change,
    rng: &mut Pcg64Mcg,
) -> Vec<Individual> {
    let Some(rows) = test.rows else { return Vec::new() };
    statement(test, index, change).map_or_else(Vec::new, |query| {
        rows.with_pointing((test.individual, index), query, &change.table, rng)
    })
}

/// The call with a number of its body at a bound of what is declared.
fn at_bounds(test: &JudgedTest<'_>, index: usize, asked: &mut BTreeSet<String>) -> Vec<Individual> {
    let operation = test.calls[index].operation;
    let template = test.individual.calls.get(index).map(|action| action.template.0 as usize);
    let template = template.and_then(|at| test.model.templates.get(at));
    let (Some(body), Some(template)) = (json_body(operation), template) else { return Vec::new() };
    let spec = template.parameters.get(body).map(|(_, spec)| inner(spec));
    let Some(GeneSpec::Object { fields, .. }) = spec else { return Vec::new() };
    let mut wanted = Vec::new();
    for field in fields {
        let GeneSpec::Integer { min, max, .. } = inner(&field.spec) else { continue };
        let name = &operation.name;
        if !asked.insert(format!("{name} number {}", field.name))
            || !ask(asked, &format!("{name} numbers"), MOST_NUMBERS)
        {
            continue;
        }
        for bound in [*min, *max] {
            wanted.push(with_value(test, index, body, |value| {
                if let GeneValue::Record(sent) = value {
                    sent.retain(|(name, _)| *name != field.name);
                    sent.push((field.name.clone(), GeneValue::Integer(bound)));
                }
            }));
        }
    }
    wanted
}

/// Answers what is sent where anything is.
fn inner(spec: &GeneSpec) -> &GeneSpec {
    match spec {
        GeneSpec::Optional(spec)
        | GeneSpec::Nullable(spec)
        | GeneSpec::Suggested { inner: spec, .. } => inner(spec),
        _ => spec,
    }
}
