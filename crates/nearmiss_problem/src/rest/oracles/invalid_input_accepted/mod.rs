//! Code 102: a call that violates what the document declares of its inputs is answered 2xx.
//!
//! One violation that is certain, no other, and in the same test a call of the operation by the same user
//! that violates nothing and succeeds too: else the operation may be one that takes anything, or the
//! document one that nobody keeps.

use std::collections::BTreeSet;

use nearmiss_search::{Action, Fault, GeneValue, Individual};
use rand_pcg::Pcg64Mcg;

use super::asked::ask;
use super::continuation::{Lead, send};
use super::declared::{Departures, departures, varied, violations};
use super::made_call::Made;
use super::{JudgedTest, Oracle, fault_of};
use crate::rest::operation::{Operation, Place};

/// Violations of one operation that are tried.
const MOST_VIOLATIONS: usize = 16;

/// Success on invalid input.
pub(super) struct InvalidInputAccepted;

impl Oracle for InvalidInputAccepted {
    fn name(&self) -> &'static str {
        "invalid-input-accepted"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(102, "Received Success Response When Sending Wrong Data")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let made = test.made();
        for call in made.iter().filter(|made| made.succeeds()) {
            let of_same = |other: &&Made<'_>| {
                other.index != call.index
                    && other.operation == call.operation
                    && other.user() == call.user()
                    && other.succeeds()
            };
            if !made.iter().any(|other| of_same(&other)) {
                continue;
            }
            let departed = of_call(test, call);
            let Some(place) = departed.as_ref().and_then(Departures::only) else { continue };
            let valid =
                |other: &Made<'_>| of_call(test, other).is_some_and(|found| found.is_none());
            if made.iter().filter(of_same).any(valid)
                && seen.insert((call.operation, place.to_owned()))
            {
                let message = format!("answers 2xx to a call that violates its schema: {place}");
                found.push((call.index, fault_of(102, call.described, place, &message)));
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
        for call in test.made().iter().filter(|made| made.succeeds()) {
            // A second removal of the same thing shows nothing.
            if call.method() == "DELETE"
                || !of_call(test, call).is_some_and(|found| found.is_none())
            {
                continue;
            }
            if let Some(again) = retried(test, call, asked, rng) {
                return vec![again];
            }
            let Some((operation, template, values)) = parts(test, call) else { continue };
            for (parameter, value) in violations(operation, template, &values) {
                let mut twin = values.clone();
                twin[parameter] = value.clone();
                let departed = departures(operation, template, &twin);
                let Some(place) = departed.only() else { continue };
                if is_linked(&test.individual.calls[call.index], operation, place) {
                    continue;
                }
                let what = format!("{} {place}", operation.name);
                if !asked.contains(&format!("{what} 0"))
                    && ask(asked, &operation.name, MOST_VIOLATIONS)
                    && ask(asked, &what, 1)
                {
                    let mut lead = Lead::to(test, &[call.index]);
                    let mut action = lead.individual.calls[lead.place(call.index)].clone();
                    send(&mut action, parameter, value);
                    lead.individual.calls.push(action);
                    return vec![lead.individual];
                }
            }
        }
        Vec::new()
    }
}

/// The test again with other text in the invalid call, where that was refused because of what the valid one
/// made: the same name or address may not be taken twice.
fn retried(
    test: &JudgedTest<'_>,
    valid: &Made<'_>,
    asked: &mut BTreeSet<String>,
    rng: &mut Pcg64Mcg,
) -> Option<Individual> {
    let twin = test.made().get(valid.index + 1)?;
    if twin.operation != valid.operation || twin.status != 409 {
        return None;
    }
    let departed = of_call(test, twin)?;
    let place = departed.only()?;
    let (operation, template, values) = parts(test, twin)?;
    let what = format!("{} {place} once more", operation.name);
    if !ask(asked, &what, 1) {
        return None;
    }
    let mut lead = Lead::to(test, &[valid.index, twin.index]);
    let at = lead.place(twin.index);
    for (parameter, (_, spec)) in template.parameters.iter().enumerate() {
        if super::continuation::json_body(operation) == Some(parameter)
            && let Some(value) = values.get(parameter)
        {
            send(&mut lead.individual.calls[at], parameter, varied(spec, value, rng));
        }
    }
    Some(lead.individual)
}

type Parts<'t> = (&'t Operation, &'t nearmiss_search::ActionTemplate, Vec<GeneValue>);

fn parts<'t>(test: &JudgedTest<'t>, call: &Made<'_>) -> Option<Parts<'t>> {
    let action = test.individual.calls.get(call.index)?;
    let operation = test.model.operations.get(call.operation)?;
    let template = test.model.templates.get(call.operation)?;
    let mut values: Vec<GeneValue> = action.genes.iter().map(|gene| gene.value()).collect();
    values.resize(template.parameters.len().max(values.len()), GeneValue::Absent);
    Some((operation, template, values))
}

/// How a call departs from what is declared; `None` where nothing is.
pub(super) fn of_call(test: &JudgedTest<'_>, call: &Made<'_>) -> Option<Departures> {
    if test.model.described.is_none_or(|described| call.operation >= described) {
        return None;
    }
    let (operation, template, values) = parts(test, call)?;
    let action = test.individual.calls.get(call.index)?;
    let mut values = values;
    // What an answer gave is not what the gene says.
    for link in &action.links {
        let is_path = operation.parameters.get(link.parameter);
        if is_path.is_some_and(|parameter| parameter.place == Place::Path)
            && let Some(value) = values.get_mut(link.parameter)
        {
            let mut gene = nearmiss_search::gene::Gene::new(
                &template.parameters[link.parameter].1,
                &mut rand::SeedableRng::seed_from_u64(0),
            );
            gene.complete();
            *value = gene.value();
        }
    }
    let mut found = departures(operation, template, &values);
    found.doubtful |= found.certain.iter().any(|place| is_linked(action, operation, place));
    Some(found)
}

/// Whether what was sent at the place of a departure came from an answer, wherever the gene stood.
fn is_linked(action: &Action, operation: &Operation, departure: &str) -> bool {
    let inside = departure.split(' ').next().and_then(|place| place.strip_prefix("body/"));
    let inside: Option<Vec<&str>> = inside.map(|inside| inside.split('/').collect());
    action.links.iter().any(|link| match operation.parameters.get(link.parameter) {
        Some(parameter) if parameter.place == Place::Body => {
            inside.as_ref().is_some_and(|inside| {
                let fits = |(own, name): (&String, &&str)| {
                    own == name || (own == "-" && name.parse::<usize>().is_ok())
                };
                link.path.len() <= inside.len() && link.path.iter().zip(inside).all(fits)
            })
        }
        Some(parameter) => parameter.place != Place::Path,
        None => false,
    })
}

#[cfg(test)]
mod tests;
