//! A call together with the calls that make what it works on.

use nearmiss_search::gene::{Gene, MutationContext};
use nearmiss_search::{Action, ActionAt, GeneValue, Link, TemplateId};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::context::Context;
use super::resources::{Agreement, Creator};
use crate::rest::model::Model;

/// How often the best way to make a resource is taken when there are several.
const BEST_CREATOR: f64 = 0.75;
const BEST_CREATOR_OF_OTHERS: f64 = 0.25;
/// How often an operation comes after one that it needs by experience, and most that come one after
/// another for that.
const LEARNT: f64 = 0.5;
const MOST_LEARNT: usize = 4;
/// How often the best place for an id is taken when there are several.
const BEST_SOURCE: f64 = 0.7;

/// How often a call takes its inputs from one of the same operation that succeeded: one that others need,
/// and one that is to be tried; and how often one input of the latter is changed.
const NEEDED_GOOD: f64 = 0.6;
const SOUGHT_GOOD: f64 = 0.9;
const GOOD: f64 = 0.25;
const OFF_GOOD: f64 = 0.7;
/// How often one thing of the former is there instead of left out, or the other way round: what works on it may
/// depend on that.
const SWITCHED: f64 = 0.3;
/// How often what happens between making and use works on what was made (`/carts/{id}/items`) rather than on
/// the very thing (`/carts/{id}`).
const BELOW: f64 = 0.5;
/// Probability that an input that no schema describes is left out of a call that is to succeed.
const WITHOUT_HIDDEN: f64 = 0.8;
/// Probability that a list that tells an id is asked for whole.
const WHOLE_LIST: f64 = 0.8;

/// Where the value of a path parameter comes from.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// The answer of an action.
    Answer { action: usize, source: String },
    /// The same value as a parameter of an action.
    Same { action: usize, parameter: usize },
}

impl Model {
    /// A call with fresh inputs.
    pub(in crate::rest) fn fresh(&self, operation: usize, rng: &mut Pcg64Mcg) -> Action {
        let template = &self.templates[operation];
        Action {
            template: TemplateId(u32::try_from(operation).unwrap_or(u32::MAX)),
            genes: template.parameters.iter().map(|(_, spec)| Gene::new(spec, rng)).collect(),
            links: Vec::new(),
            user: None,
            malformed: None,
        }
    }

    /// A call that others need: often one that has succeeded before.
    pub(super) fn draft_needed(
        &self,
        operation: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Action {
        let share = if context.seeks { SOUGHT_GOOD } else { NEEDED_GOOD };
        let Some(mut action) = self.good(operation, share, context, rng) else {
            return self.draft_fresh(operation, context, rng);
        };
        if !context.seeks && rng.random_bool(SWITCHED) && !action.genes.is_empty() {
            let gene = rng.random_range(0..action.genes.len());
            action.genes[gene].switch_one(rng);
        }
        action
    }

    /// A call to be tried: now and then a little off one that has succeeded before.
    pub(super) fn draft(
        &self,
        operation: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Action {
        let Some(mut action) = self.good(operation, GOOD, context, rng) else {
            return self.draft_fresh(operation, context, rng);
        };
        if !action.genes.is_empty() && rng.random_bool(OFF_GOOD) {
            let gene = rng.random_range(0..action.genes.len());
            let mut context = MutationContext { rng, taint: None, constants: &[] };
            action.genes[gene].mutate(&mut context);
        }
        action
    }

    fn good(
        &self,
        operation: usize,
        share: f64,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Option<Action> {
        if !context.resources || !context.pool || !rng.random_bool(share) {
            return None;
        }
        let mut action = context.experience.good_calls.any(operation, rng)?;
        self.catch_up_call(&mut action, rng);
        Some(action)
    }

    /// A call with fresh inputs, some of which answers have held.
    fn draft_fresh(&self, operation: usize, context: Context<'_>, rng: &mut Pcg64Mcg) -> Action {
        let mut action = self.fresh(operation, rng);
        self.enliven(&mut action, context, rng);
        self.repeat_ids(&mut action, rng);
        if context.seeks && self.described.is_some() {
            self.leave_out_hidden(&mut action, rng);
        }
        action
    }

    /// Mostly leaves out what no schema describes: without it the call is what its users make.
    fn leave_out_hidden(&self, action: &mut Action, rng: &mut Pcg64Mcg) {
        let known = &self.operations[action.template.0 as usize];
        let first = known.parameters.len().saturating_sub(known.hidden);
        for gene in action.genes.iter_mut().skip(first) {
            if rng.random_bool(WITHOUT_HIDDEN) {
                gene.set_value(&GeneValue::Absent);
            }
        }
    }

    /// A call with fresh inputs, none of them left out.
    pub(in crate::rest) fn complete(&self, operation: usize, rng: &mut Pcg64Mcg) -> Action {
        let mut action = self.fresh(operation, rng);
        for gene in &mut action.genes {
            gene.complete();
        }
        action
    }

    /// Appends the calls that make what `operation` works on, so that there are at most `most` actions.
    /// Answers the bindings of its path parameters, in the order of its path.
    pub(super) fn prerequisites(
        &self,
        operation: usize,
        actions: &mut Vec<Action>,
        most: usize,
        depth: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Option<Binding>> {
        let mut bindings: Vec<Option<Binding>> = Vec::new();
        let best = if context.others { BEST_CREATOR_OF_OTHERS } else { BEST_CREATOR };
        for need in &self.resources.needs[operation] {
            // Two parameters may be found in one answer.
            let creator = match need.creators.is_empty() || actions.len() >= most {
                true => None,
                false => Some(pick(&need.creators, best, rng)),
            };
            let Some(Creator { operation: creator, agreement, first }) = creator else {
                bindings.push(None);
                continue;
            };
            if let Some(first) = first
                && actions.len() + 1 < most
            {
                let mut creation = self.draft_needed(*first, context, rng);
                self.bind(&mut creation, *first, &bindings, actions);
                self.refer(&mut creation, actions, most - 2, depth + 1, context, rng);
                actions.push(creation);
            }
            let mut creation = self.draft_needed(*creator, context, rng);
            // Whatever narrows a list down may leave nothing of it.
            if agreement.is_of_items() && rng.random_bool(WHOLE_LIST) {
                creation.genes.iter_mut().for_each(Gene::reduce);
            }
            self.bind(&mut creation, *creator, &bindings, actions);
            self.refer(&mut creation, actions, most - 1, depth + 1, context, rng);
            let at = actions.len();
            // What a creation had to make up, later calls repeat.
            for (order, binding) in bindings.iter_mut().enumerate() {
                if binding.is_none()
                    && let Some(need) = self.resources.needs[*creator].get(order)
                {
                    *binding = Some(Binding::Same { action: at, parameter: need.parameter });
                }
            }
            bindings.push(Some(match agreement {
                Agreement::Answer(sources) => {
                    Binding::Answer { action: at, source: pick(sources, BEST_SOURCE, rng).clone() }
                }
                Agreement::SamePath(parameter) => {
                    Binding::Same { action: at, parameter: *parameter }
                }
            }));
            actions.push(creation);
        }
        bindings
    }

    /// Binds the path parameters of a call that comes after `actions`.
    pub(super) fn bind(
        &self,
        action: &mut Action,
        operation: usize,
        bindings: &[Option<Binding>],
        actions: &[Action],
    ) {
        for (need, binding) in self.resources.needs[operation].iter().zip(bindings) {
            match binding {
                Some(Binding::Answer { action: from, source }) => {
                    let (parameter, from) = (need.parameter, ActionAt::Call(*from));
                    let link = Link { parameter, from, source: source.clone(), path: Vec::new() };
                    self.link_repeated(action, &link);
                    action.links.push(link);
                }
                Some(Binding::Same { action: from, parameter }) => {
                    self.copy(action, need.parameter, actions, *from, *parameter);
                }
                None => {}
            }
        }
    }

    /// Gives a parameter the gene and the link of a parameter of an earlier action, if they are
    /// described alike.
    pub(super) fn copy(
        &self,
        action: &mut Action,
        parameter: usize,
        actions: &[Action],
        from: usize,
        source: usize,
    ) {
        let Some(earlier) = actions.get(from) else { return };
        let spec = |action: &Action, parameter: usize| {
            let template = self.templates.get(action.template.0 as usize)?;
            template.parameters.get(parameter).map(|(_, spec)| spec)
        };
        if spec(action, parameter).is_some() && spec(action, parameter) == spec(earlier, source) {
            action.genes[parameter] = earlier.genes[source].clone();
        } else if let Some(gene) = earlier.genes.get(source) {
            // Described differently (`string` here, `uuid` there): the value, if it fits.
            action.genes[parameter].set_value(&gene.value());
        }
        let whole = |link: &&Link| link.parameter == source && link.path.is_empty();
        if let Some(link) = earlier.links.iter().find(whole) {
            action.links.push(Link { parameter, ..link.clone() });
        }
    }

    /// A template by verb: what `operation` works on is made first, something may happen to it,
    /// then comes the call itself. At most `room` calls, at least one.
    pub(super) fn chain(
        &self,
        operation: usize,
        room: usize,
        between: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        self.chain_onto(operation, &mut actions, room.max(1), between, context, rng);
        actions
    }

    /// The same behind other calls, whose things it may work on; at most `most` calls in all. Nothing
    /// if there is no room.
    pub(super) fn chain_onto(
        &self,
        operation: usize,
        actions: &mut Vec<Action>,
        most: usize,
        between: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) {
        if actions.len() >= most {
            return;
        }
        if between == 0 && !actions.is_empty() {
            self.make(operation, actions, most, 0, context, rng);
            return;
        }
        if self.after_what_it_needs(operation, actions, most, context, rng) {
            return;
        }
        let bindings = self.prerequisites(operation, actions, most - 1, 0, context, rng);
        let siblings = &self.resources.siblings[operation];
        let below = self.works_on(&bindings, operation, actions);
        if !siblings.is_empty() || !below.is_empty() {
            for _ in 0..between {
                if actions.len() + 1 >= most {
                    break;
                }
                if !below.is_empty() && (siblings.is_empty() || rng.random_bool(BELOW)) {
                    let next = below[rng.random_range(0..below.len())];
                    self.make(next, actions, most - 1, 1, context, rng);
                    continue;
                }
                let sibling = siblings[rng.random_range(0..siblings.len())];
                let mut action = self.draft(sibling, context, rng);
                self.bind(&mut action, sibling, &bindings, actions);
                self.refer(&mut action, actions, most - 2, 0, context, rng);
                actions.push(action);
            }
        }
        let mut last = self.draft(operation, context, rng);
        self.bind(&mut last, operation, &bindings, actions);
        self.refer(&mut last, actions, most - 1, 0, context, rng);
        actions.push(last);
    }

    /// Operations that change what these calls made, but the one that it is made for.
    fn works_on(
        &self,
        bindings: &[Option<Binding>],
        operation: usize,
        actions: &[Action],
    ) -> Vec<usize> {
        let made = bindings.iter().flatten().filter_map(|binding| {
            let (Binding::Answer { action, .. } | Binding::Same { action, .. }) = binding;
            Some(actions.get(*action)?.template.0 as usize)
        });
        self.changing(made, operation)
    }

    /// Operations that put something into what these ones make, but the one that it is made for.
    pub(super) fn changing(
        &self,
        made: impl Iterator<Item = usize>,
        wanted_by: usize,
    ) -> Vec<usize> {
        let changes = |operation: &usize| {
            matches!(self.operations[*operation].method.as_str(), "POST" | "PUT" | "PATCH")
        };
        made.flat_map(|made| self.resources.users[made].iter().copied())
            .filter(|user| *user != wanted_by && changes(user))
            .collect()
    }

    /// Makes an operation come after others that its successes came after. Answers whether it did.
    fn after_what_it_needs(
        &self,
        operation: usize,
        actions: &mut Vec<Action>,
        most: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        let mut wanted = vec![operation];
        while wanted.len() < MOST_LEARNT
            && rng.random_bool(LEARNT)
            && let Some(before) = wanted
                .last()
                .and_then(|last| context.experience.successes.needed_before(*last, rng))
            && !wanted.contains(&before)
        {
            wanted.push(before);
        }
        if wanted.len() == 1 || actions.len() + wanted.len() > most {
            return false;
        }
        for (rest, operation) in wanted.iter().enumerate().rev() {
            // Room is left for those that follow.
            let most = most.saturating_sub(rest).max(actions.len() + 1);
            self.make(*operation, actions, most, 1, context, rng);
        }
        true
    }
}

/// The first of a list with probability `first`, else any. The list is not empty.
fn pick<'a, T>(list: &'a [T], first: f64, rng: &mut Pcg64Mcg) -> &'a T {
    if list.len() == 1 || rng.random_bool(first) {
        &list[0]
    } else {
        &list[rng.random_range(0..list.len())]
    }
}
