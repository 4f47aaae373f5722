//! Individuals that are to make an operation succeed that never did: for each try another guess at what it lacks.

use std::collections::BTreeSet;

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, ActionAt, Individual, Sought, letters_and_digits};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::context::Context;
use super::say::say_one_way;
use crate::rest::experience::{Furthest, Stage, Wanted};
use crate::rest::model::Model;
use crate::rest::operation::Operation;

/// Probability that something happens between making and use.
const BETWEEN: f64 = 0.35;
/// Probability that inputs take the values of inputs of the same name of an earlier call: who logs in signed up so.
const ECHO: f64 = 0.3;
/// Probability that a text says what an earlier call has said under another name (a password that is to be changed).
const SAID: f64 = 0.15;
/// Probability that the thing is made as it was when that succeeded.
const PROVEN: f64 = 0.5;
/// Probability that an input from the first item of a list comes from a later one, and the last that is tried.
const OTHER_ITEM: f64 = 0.6;
const LAST_ITEM: u32 = 2;
/// Probability that a test that came furthest is gone on from without calls that its last one takes nothing from, and
/// that what it works on is changed rather than what it says.
const SHORTER: f64 = 0.5;
const OTHER_STATE: f64 = 0.3;
/// Names that two calls share for one to be put before the other for their sake, and what one of an answer counts.
const SHARED: usize = 2;
const OF_ANSWER: usize = 2;

impl Model {
    /// A test that is to make an operation succeed, after so many in vain.
    pub(super) fn seek(
        &self,
        operation: usize,
        tries: u32,
        most: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Sought {
        // Of four tries that differ every other round works on what was there before.
        let others = (tries / 4) % 2 == 1;
        let context = Context { seeks: true, others, ..context };
        // Where several things are checked one after another, each try begins where the last one ended.
        if tries % 2 == 1
            && self.is_under_way(operation, context)
            && let Some(further) = self.further(operation, most, context, rng)
        {
            return further;
        }
        let mut calls = Vec::new();
        match tries % 4 {
            2 => match self.further(operation, most, context, rng) {
                Some(further) => return further,
                None => self.look_around(operation, &mut calls, most, context, rng),
            },
            1 => calls.extend(self.alike(operation, context, rng)),
            0 if rng.random_bool(PROVEN) => {
                calls.extend(self.proven(operation, most, context, rng));
            }
            3 => {
                if let Some(counterpart) = self.counterpart(operation) {
                    match context.experience.wanted.proof(counterpart) {
                        Some(proof) if proof.calls.len() < most && proof.setup.is_empty() => {
                            calls.clone_from(&proof.calls);
                        }
                        _ => {
                            let most = most.saturating_sub(1).max(1);
                            self.make(counterpart, &mut calls, most, 0, context, rng);
                        }
                    }
                }
            }
            _ => {}
        }
        // They succeeded as they are.
        calls.iter_mut().flat_map(|call| &mut call.genes).for_each(Gene::settle);
        // Inputs may have been learnt since.
        let mut begun = Individual { calls, ..Individual::default() };
        self.catch_up(&mut begun, rng);
        let mut calls = begun.calls;
        let has_alike = tries % 4 == 1 && !calls.is_empty();
        let between = usize::from(calls.is_empty() && rng.random_bool(BETWEEN));
        let most = most.max(calls.len() + 1);
        self.chain_onto(operation, &mut calls, most, between, context, rng);
        if others {
            other_items(&mut calls, rng);
        }
        self.keep_names(&mut calls);
        let before = calls.len().saturating_sub(1);
        let (earlier, last) = calls.split_at_mut(before);
        if let Some(last) = last.first_mut() {
            say_one_way(last, rng);
            self.name_known(last, earlier, context, rng);
            if rng.random_bool(SAID) {
                self.say_what_was_said(last, earlier, rng);
            }
            if has_alike || rng.random_bool(ECHO) {
                self.echo(last, earlier);
                self.take_by_name(last, earlier);
            }
        }
        Sought { individual: Individual { calls, ..Individual::default() }, goes_on: false }
    }

    /// Tells whether what the very path of an operation names may be there: nothing makes it, that has succeeded, or
    /// it was found without.
    pub(super) fn is_there(&self, operation: usize, wanted: &Wanted) -> bool {
        let is_missed =
            wanted.furthest(operation).is_some_and(|furthest| furthest.stage <= Stage::Missing);
        !is_missed
            || self.counterpart(operation).is_none_or(|maker| {
                wanted.has_won(maker) || self.operations[operation].method == "PUT"
            })
    }

    /// Finds what makes that which the very path of an operation names (`POST` before `DELETE` of
    /// `/articles/{slug}/favourite`), or else something of it (`POST /editions` before `DELETE /editions/latest`).
    fn counterpart(&self, operation: usize) -> Option<usize> {
        let own = &self.operations[operation];
        let others = || self.operations.iter().enumerate().filter(|(other, _)| *other != operation);
        let at_path = others().find(|(_, known)| {
            known.path == own.path && matches!(known.method.as_str(), "POST" | "PUT")
        });
        let is_above = |known: &Operation| {
            let rest = own.path.strip_prefix(known.path.as_str());
            known.method == "POST"
                && rest.is_some_and(|rest| rest.starts_with('/') && !rest.contains('{'))
        };
        let above = || others().filter(|(_, known)| is_above(known));
        let found = at_path.or_else(|| above().max_by_key(|(_, known)| known.path.len()));
        found.map(|(other, _)| other)
    }

    /// Tells whether tries of an operation have been refused for more than one reason.
    fn is_under_way(&self, operation: usize, context: Context<'_>) -> bool {
        let furthest = context.experience.wanted.furthest(operation);
        furthest.is_some_and(|furthest| furthest.depth > 1)
    }

    /// Goes on from the test that came furthest, where its call was refused for what it said.
    fn further(
        &self,
        operation: usize,
        most: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Option<Sought> {
        let Furthest { stage, individual, .. } = context.experience.wanted.furthest(operation)?;
        if *stage < Stage::AtOdds || individual.calls.len() > most {
            return None;
        }
        let mut individual = individual.clone();
        if rng.random_bool(SHORTER) {
            leave_out_unrelated(&mut individual);
        }
        self.catch_up(&mut individual, rng);
        // What it works on may have to be in another state.
        if individual.calls.len() < most
            && rng.random_bool(OTHER_STATE)
            && self.prepare(&mut individual, context, rng)
        {
            return Some(Sought { individual, goes_on: false });
        }
        Some(Sought { individual, goes_on: true })
    }

    /// Makes a thing of the kind that the path names and asks for what there is of it, where no answer is known to tell
    /// its id: this one may.
    fn look_around(
        &self,
        operation: usize,
        calls: &mut Vec<Action>,
        most: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) {
        let own = &self.operations[operation];
        let lacking = self.resources.needs[operation].iter().find(|need| need.creators.is_empty());
        let name = lacking.and_then(|need| own.parameters.get(need.parameter));
        let Some(end) = name.and_then(|known| own.path.find(&format!("/{{{}}}", known.name)))
        else {
            return;
        };
        let collection = &own.path[..end];
        let makes = |known: &Operation| known.method == "POST" && known.path == collection;
        let tells = |known: &Operation| {
            let below = known.path.strip_prefix(collection);
            matches!(known.method.as_str(), "GET" | "POST")
                && !makes(known)
                && below.is_some_and(|below| {
                    (below.is_empty() || below.starts_with('/')) && !below.contains('{')
                })
        };
        let all = || self.operations.iter().enumerate();
        let maker = all().find(|(_, known)| makes(known)).map(|(index, _)| index);
        let lists: Vec<usize> =
            all().filter(|(_, known)| tells(known)).map(|(index, _)| index).collect();
        if lists.is_empty() {
            return;
        }
        if let Some(maker) = maker {
            self.make(maker, calls, most.saturating_sub(2).max(1), 0, context, rng);
        }
        let list = lists[rng.random_range(0..lists.len())];
        if let Some(at) = self.make(list, calls, most.saturating_sub(1).max(1), 0, context, rng) {
            calls[at].genes.iter_mut().for_each(Gene::reduce);
        }
    }

    /// The calls that led to something that makes what an operation works on, one that has succeeded.
    fn proven(
        &self,
        operation: usize,
        most: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Action> {
        let wanted = &context.experience.wanted;
        let proofs = self.resources.makers_for(operation).into_iter();
        let proofs: Vec<&Individual> = proofs
            .filter_map(|maker| wanted.proof(maker))
            .filter(|proof| proof.calls.len() < most && proof.setup.is_empty())
            .collect();
        match proofs.is_empty() {
            true => Vec::new(),
            false => proofs[rng.random_range(0..proofs.len())].calls.clone(),
        }
    }

    /// Calls that led to a success of something that has to do with an operation by its names: it says what that one
    /// is to say again, or is answered what that one wants.
    fn alike(&self, operation: usize, context: Context<'_>, rng: &mut Pcg64Mcg) -> Vec<Action> {
        let wanted = self.names_of(&mut self.fresh(operation, rng));
        let needs = self.resources.needs[operation].iter().filter(|need| need.creators.is_empty());
        let path_names: Vec<String> = needs
            .map(|need| {
                letters_and_digits(&self.operations[operation].parameters[need.parameter].name)
            })
            .collect();
        let makes = |other: &usize| {
            *other != operation && matches!(self.operations[*other].method.as_str(), "POST" | "PUT")
        };
        let shared = (0..self.operations.len()).filter(makes).filter_map(|other| {
            let proof = context.experience.wanted.proof(other)?;
            let said = self.names_of(&mut proof.calls.last()?.clone());
            let made = &self.operations[other].seen.fields;
            let made = made.iter().map(|(name, _)| letters_and_digits(name));
            let made: BTreeSet<String> =
                made.filter(|name| !said.contains(name) && wanted.contains(name)).collect();
            let named = path_names.iter();
            let named = named.filter(|name| said.contains(*name) || made.contains(*name)).count();
            let count = said.intersection(&wanted).count() + OF_ANSWER * made.len().max(named);
            (count >= SHARED && proof.setup.is_empty()).then_some((count, &proof.calls))
        });
        let shared: Vec<(usize, &Vec<Action>)> = shared.collect();
        let weights: f64 = shared.iter().map(|(count, _)| *count as f64).sum();
        let mut left = rng.random::<f64>() * weights;
        let chosen = shared.into_iter().find(|(count, _)| {
            left -= *count as f64;
            left < 0.0
        });
        chosen.map(|(_, calls)| calls.clone()).unwrap_or_default()
    }
}

/// Leaves out calls that have nothing to do with the last one, as far as their answers tell.
fn leave_out_unrelated(individual: &mut Individual) {
    let mut needed: BTreeSet<usize> = individual.calls.len().checked_sub(1).into_iter().collect();
    for at in (0..individual.calls.len()).rev() {
        if needed.contains(&at) {
            needed.extend(individual.calls[at].links.iter().filter_map(|link| link.from.call()));
        } else {
            individual.remove_call(at);
        }
    }
}

/// Takes some of the inputs that come from the first item of a list from a later one: the first may be the one of which
/// the API lets nothing be done (an owner among members). What comes from one item still does.
fn other_items(calls: &mut [Action], rng: &mut Pcg64Mcg) {
    let mut chosen: Vec<(ActionAt, String, Option<u32>)> = Vec::new();
    for link in calls.iter_mut().flat_map(|call| &mut call.links) {
        let Some(at) = link.source.find("/0") else { continue };
        if !matches!(link.source.as_bytes().get(at + 2), None | Some(b'/')) {
            continue;
        }
        let list = &link.source[..at];
        let known = chosen.iter().find(|(from, known, _)| *from == link.from && known == list);
        let item = known.map_or_else(
            || rng.random_bool(OTHER_ITEM).then(|| rng.random_range(1..=LAST_ITEM)),
            |(.., item)| *item,
        );
        if known.is_none() {
            chosen.push((link.from, list.to_owned(), item));
        }
        if let Some(item) = item {
            link.source.replace_range(at..at + 2, &format!("/{item}"));
        }
    }
}
