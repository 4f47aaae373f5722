//! Changes of which calls are made.

use nearmiss_search::{Action, ActionAt, Individual, Link};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::context::Context;
use super::resources::{Agreement, Creator};
use crate::rest::model::Model;

/// How often a call works on what an earlier call of the test made, if it can.
pub(super) const REUSE: f64 = 0.5;
/// How often a call is added that works on something that the test has made.
const RELATED: f64 = 0.6;
/// How often a call is put before another one that changes what that one works on, and how often that
/// other one is the last.
const PREPARE: f64 = 0.5;
const FOR_LAST: f64 = 0.6;
/// How often a call is added at the end.
const AT_END: f64 = 0.4;

#[derive(Clone, Copy)]
enum Change {
    Add,
    Remove,
    Replace,
    Swap,
}

impl Model {
    /// Adds, removes, replaces or swaps calls. Links stay backwards and within the individual.
    /// With one call allowed there is nothing to change but its inputs.
    pub(super) fn change_structure(
        &self,
        individual: &mut Individual,
        max_actions: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        let count = individual.calls.len();
        if max_actions <= 1 && count <= 1 {
            return false;
        }
        if count > max_actions {
            while individual.calls.len() > max_actions.max(1) {
                individual.remove_call(individual.calls.len() - 1);
            }
            return true;
        }
        let mut changes = Vec::new();
        if count < max_actions {
            changes.push(Change::Add);
        }
        if count > 1 {
            changes.extend([Change::Remove, Change::Replace, Change::Swap]);
        }
        if count == 0 || changes.is_empty() {
            return false;
        }
        let at = rng.random_range(0..count);
        match changes[rng.random_range(0..changes.len())] {
            Change::Add => {
                if context.resources
                    && rng.random_bool(PREPARE)
                    && self.prepare(individual, context, rng)
                {
                    return true;
                }
                // A state that was reached is gone on from.
                let last = context.resources && rng.random_bool(AT_END);
                let at = if last { count } else { rng.random_range(0..=count) };
                self.add_call(individual, at, max_actions - count, context, rng);
                true
            }
            Change::Remove => {
                individual.remove_call(at);
                true
            }
            Change::Replace => {
                individual.remove_call(at);
                self.add_call(individual, at, 1, context, rng);
                true
            }
            Change::Swap => swap_with_next(individual, rng.random_range(0..count - 1)),
        }
    }

    /// Puts a call before another one that changes what that one works on: an order of an empty cart is
    /// refused. Answers whether there is such a call.
    pub(super) fn prepare(
        &self,
        individual: &mut Individual,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        let count = individual.calls.len();
        let at = if rng.random_bool(FOR_LAST) { count - 1 } else { rng.random_range(0..count) };
        let (earlier, later) = individual.calls.split_at(at);
        let wanted_by = later[0].template.0 as usize;
        let made = later[0].links.iter().filter_map(|link| earlier.get(link.from.call()?));
        let changing = self.changing(made.map(|made| made.template.0 as usize), wanted_by);
        if changing.is_empty() {
            return false;
        }
        let operation = changing[rng.random_range(0..changing.len())];
        let mut action = self.draft_needed(operation, context, rng);
        let bound = self.bind_to_earlier(&mut action, operation, earlier);
        let linked = self.refer_earlier(&mut action, earlier, context, rng);
        if bound || linked {
            individual.insert_call(at, action);
        }
        bound || linked
    }

    /// Puts a call in at `at`, with what it needs if there is room.
    fn add_call(
        &self,
        individual: &mut Individual,
        at: usize,
        room: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) {
        let earlier = &individual.calls[..at];
        let related = self.related_operation(earlier, context, rng);
        let operation = related.unwrap_or_else(|| self.any_operation(context, rng));
        if !context.resources {
            individual.insert_call(at, self.draft(operation, context, rng));
            return;
        }
        if related.is_some() || rng.random_bool(REUSE) {
            let mut action = self.draft_needed(operation, context, rng);
            let bound = self.bind_to_earlier(&mut action, operation, earlier);
            let linked = self.refer_earlier(&mut action, earlier, context, rng);
            if bound || linked {
                individual.insert_call(at, action);
                return;
            }
        }
        let block = self.chain(operation, room, 0, context, rng);
        for (offset, mut action) in block.into_iter().enumerate() {
            for link in &mut action.links {
                if let ActionAt::Call(from) = &mut link.from {
                    *from += at;
                }
            }
            individual.insert_call(at + offset, action);
        }
    }

    /// An operation that works on something that one of these calls made.
    fn related_operation(
        &self,
        earlier: &[Action],
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Option<usize> {
        if !context.resources || earlier.is_empty() || !rng.random_bool(RELATED) {
            return None;
        }
        let made = earlier[rng.random_range(0..earlier.len())].template.0 as usize;
        let users = self.resources.users.get(made)?;
        (!users.is_empty()).then(|| users[rng.random_range(0..users.len())])
    }

    /// Makes a call work on what an earlier call made: the deepest resource of its path that there
    /// is, and its parents with it, so that a child is not looked for below another parent. Answers
    /// whether there was one.
    pub(super) fn bind_to_earlier(
        &self,
        action: &mut Action,
        operation: usize,
        earlier: &[Action],
    ) -> bool {
        let needs = &self.resources.needs[operation];
        for (depth, need) in needs.iter().enumerate().rev() {
            let found = earlier.iter().enumerate().rev().find_map(|(at, made)| {
                let made_by = |creator: &&Creator| creator.operation == made.template.0 as usize;
                Some((at, need.creators.iter().find(made_by)?))
            });
            let Some((from, creator)) = found else { continue };
            match &creator.agreement {
                Agreement::Answer(sources) => {
                    let source = sources.first().cloned().unwrap_or_default();
                    let (parameter, from) = (need.parameter, ActionAt::Call(from));
                    let link = Link { parameter, from, source, path: Vec::new() };
                    self.link_repeated(action, &link);
                    action.links.push(link);
                }
                Agreement::SamePath(parameter) => {
                    self.copy(action, need.parameter, earlier, from, *parameter);
                }
            }
            for (parent, above) in
                needs[..depth].iter().zip(&self.resources.needs[creator.operation])
            {
                self.copy(action, parent.parameter, earlier, from, above.parameter);
            }
            return true;
        }
        false
    }
}

/// Swaps a call with the next one unless that one works on its answer.
fn swap_with_next(individual: &mut Individual, at: usize) -> bool {
    let (here, next) = (ActionAt::Call(at), ActionAt::Call(at + 1));
    let depends = individual.calls[at + 1].links.iter().any(|link| link.from == here);
    if depends {
        return false;
    }
    individual.calls.swap(at, at + 1);
    for later in &mut individual.calls[at + 2..] {
        for link in &mut later.links {
            if link.from == here {
                link.from = next;
            } else if link.from == next {
                link.from = here;
            }
        }
    }
    true
}
