//! Inputs of a call that are taken from what other calls made.

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, ActionAt, Individual, Link};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::context::Context;
use super::references::Reference;
use super::resources::{Agreement, Creator};
use crate::rest::model::Model;

/// How often an input that names a resource is taken from an answer: where its name says which
/// resource, and where that is a guess.
const SURE: f64 = 0.85;
const GUESS: f64 = 0.3;
/// Likewise for a guess where all is done for a call to succeed: it may be what is lacking, or what is wrong.
const SOUGHT_GUESS: f64 = 0.4;
/// How often what is missing is made first.
const MAKE: f64 = 0.8;
/// How often something is put into what was made for another call.
const FILL: f64 = 0.35;
/// How deep things are made that other things need.
const DEPTH: usize = 3;
/// How often the best place for an id is taken.
const BEST_SOURCE: f64 = 0.85;

impl Model {
    /// Links inputs of a call to `actions`, which come before it; makes what is missing, so that there
    /// are at most `most` actions.
    pub(super) fn refer(
        &self,
        action: &mut Action,
        actions: &mut Vec<Action>,
        most: usize,
        depth: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) {
        if !context.resources {
            return;
        }
        let operation = action.template.0 as usize;
        for reference in &self.resources.references[operation] {
            if !self.wanted(operation, reference, context, rng)
                || self.link_earlier(action, reference, actions, context, rng)
                || depth >= DEPTH
                || !rng.random_bool(MAKE)
            {
                continue;
            }
            let Some(creator) = self.creator(operation, reference, context, rng) else { continue };
            if let Some(first) = creator.first.filter(|first| *first != operation) {
                self.make(first, actions, most.saturating_sub(1), depth + 1, context, rng);
            }
            if creator.operation != operation
                && let Some(at) =
                    self.make(creator.operation, actions, most, depth + 1, context, rng)
            {
                if creator.agreement.is_of_items() {
                    actions[at].genes.iter_mut().for_each(Gene::reduce);
                }
                link(action, reference, creator, at, by_chance(rng));
                self.fill(creator.operation, operation, actions, most, depth, context, rng);
            }
        }
    }

    /// Perhaps puts something into what was just made: an order of an empty cart is refused.
    #[expect(clippy::too_many_arguments, reason = "what a call needs, and for whom it is made")]
    fn fill(
        &self,
        made: usize,
        wanted_by: usize,
        actions: &mut Vec<Action>,
        most: usize,
        depth: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) {
        let users = self.changing(std::iter::once(made), wanted_by);
        if !users.is_empty() && rng.random_bool(FILL) {
            let next = users[rng.random_range(0..users.len())];
            self.make(next, actions, most, (depth + 1).max(DEPTH - 1), context, rng);
        }
    }

    /// Links inputs of a call to calls before it. Answers whether any was linked.
    pub(super) fn refer_earlier(
        &self,
        action: &mut Action,
        earlier: &[Action],
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        if !context.resources {
            return false;
        }
        let operation = action.template.0 as usize;
        let mut any = false;
        for reference in &self.resources.references[operation] {
            any |= self.wanted(operation, reference, context, rng)
                && self.link_earlier(action, reference, earlier, context, rng);
        }
        any
    }

    /// Changes what an input is taken from: a link is put in, or taken out. Answers whether it was.
    pub(super) fn relink(
        &self,
        individual: &mut Individual,
        action: usize,
        parameter: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        if action >= individual.calls.len() {
            return false;
        }
        let (earlier, later) = individual.calls.split_at_mut(action);
        let Some(call) = later.first_mut() else { return false };
        let Some(references) = self.resources.references.get(call.template.0 as usize) else {
            return false;
        };
        let own: Vec<&Reference> =
            references.iter().filter(|reference| reference.parameter == parameter).collect();
        if own.is_empty() {
            return false;
        }
        let reference = own[rng.random_range(0..own.len())];
        let links = call.links.len();
        call.links.retain(|link| link.parameter != parameter || link.path != reference.path);
        call.links.len() < links || self.link_earlier(call, reference, earlier, context, rng)
    }

    fn wanted(
        &self,
        operation: usize,
        reference: &Reference,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        let share = match (reference.sure, context.seeks) {
            (true, _) => SURE,
            (false, true) => SOUGHT_GUESS,
            (false, false) => GUESS,
        };
        let best = reference.creators.iter().map(|creator| {
            context.experience.successes.trust(&place(operation, reference, creator))
        });
        rng.random_bool((share * 2.0 * best.fold(0.1, f64::max)).clamp(0.05, SURE))
    }

    /// Links to the latest call that made something that may be meant.
    fn link_earlier(
        &self,
        action: &mut Action,
        reference: &Reference,
        earlier: &[Action],
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        let operation = action.template.0 as usize;
        let found = latest(reference, earlier, |creator| {
            let trust = context.experience.successes.trust(&place(operation, reference, creator));
            rng.random_bool((2.0 * trust).clamp(0.1, 0.9))
        });
        found.is_some_and(|(at, creator)| link(action, reference, creator, at, by_chance(rng)))
    }

    /// Takes inputs that name a thing from the last call that made one, without chance. Answers whether any is.
    pub(super) fn link_surely(&self, action: &mut Action, earlier: &[Action]) -> bool {
        let operation = action.template.0 as usize;
        let mut any = false;
        for reference in self.resources.references.get(operation).into_iter().flatten() {
            let tells = |creator: &Creator| !sources_of(creator, reference).is_empty();
            any |= latest(reference, earlier, tells)
                .is_some_and(|(at, creator)| link(action, reference, creator, at, |_| 0));
        }
        any
    }

    /// A way to make what an input names, by how often that helped.
    fn creator<'a>(
        &self,
        operation: usize,
        reference: &'a Reference,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Option<&'a Creator> {
        let mut left = 1.0_f64;
        // The first is the best by its name: others get their turn as it fails.
        for creator in &reference.creators {
            let trust = context.experience.successes.trust(&place(operation, reference, creator));
            let share = if reference.sure { trust.max(0.3) * 1.5 } else { trust };
            left -= 0.1;
            if rng.random_bool((share * left.max(0.3)).clamp(0.05, 0.95)) {
                return Some(creator);
            }
        }
        reference.creators.first()
    }

    /// Appends a call with what it needs. Answers where it stands; `None` if there is no room.
    pub(super) fn make(
        &self,
        operation: usize,
        actions: &mut Vec<Action>,
        most: usize,
        depth: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Option<usize> {
        if actions.len() >= most {
            return None;
        }
        let mut action = self.draft_needed(operation, context, rng);
        let bound = !actions.is_empty() && self.bind_to_earlier(&mut action, operation, actions);
        if !bound {
            let bindings = self.prerequisites(operation, actions, most - 1, depth, context, rng);
            self.bind(&mut action, operation, &bindings, actions);
        }
        self.refer(&mut action, actions, most - 1, depth, context, rng);
        actions.push(action);
        Some(actions.len() - 1)
    }
}

fn place(
    operation: usize,
    reference: &Reference,
    creator: &Creator,
) -> (usize, usize, String, usize) {
    (operation, reference.parameter, reference.path.join("/"), creator.operation)
}

/// The last call that made what a reference may mean, with the way that this was made; of those that are `taken`.
fn latest<'a>(
    reference: &'a Reference,
    earlier: &[Action],
    mut taken: impl FnMut(&Creator) -> bool,
) -> Option<(usize, &'a Creator)> {
    earlier.iter().enumerate().rev().find_map(|(at, made)| {
        let made_by = |creator: &&Creator| creator.operation == made.template.0 as usize;
        let creator = reference.creators.iter().find(made_by)?;
        taken(creator).then_some((at, creator))
    })
}

/// Where the answer of a call that makes something may hold what a reference wants, the best place first.
fn sources_of<'a>(creator: &'a Creator, reference: &Reference) -> Vec<&'a String> {
    let Agreement::Answer(sources) = &creator.agreement else { return Vec::new() };
    // Only a body tells the type of what it holds.
    let fits = |source: &&String| reference.path.is_empty() || source.starts_with('/');
    sources.iter().filter(fits).collect()
}

/// Mostly the first.
fn by_chance(rng: &mut Pcg64Mcg) -> impl FnOnce(usize) -> usize {
    |count| match rng.random_bool(BEST_SOURCE) {
        true => 0,
        false => rng.random_range(0..count),
    }
}

/// Links an input to what a call made, by the place in its answer that is chosen of so many; false if it is linked already.
fn link(
    action: &mut Action,
    reference: &Reference,
    creator: &Creator,
    from: usize,
    choose: impl FnOnce(usize) -> usize,
) -> bool {
    let sources = sources_of(creator, reference);
    let is_same =
        |link: &Link| link.parameter == reference.parameter && link.path == reference.path;
    if sources.is_empty() || action.links.iter().any(is_same) {
        return false;
    }
    let source = sources[choose(sources.len())].clone();
    let (parameter, path) = (reference.parameter, reference.path.clone());
    action.links.push(Link { parameter, path, from: ActionAt::Call(from), source });
    true
}
