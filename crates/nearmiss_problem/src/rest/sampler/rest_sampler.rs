//! The sampler of REST individuals.

use std::sync::{MutexGuard, PoisonError};

use nearmiss_search::{Action, Individual, Sampler, Sought, TemplateId, UserId};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::context::Context;
use super::structure::REUSE;
use crate::rest::RestProblem;
use crate::rest::experience::{Experience, Kind, Stage, Wanted};
use crate::rest::model::Model;

/// How often another call follows, for unrelated calls and for calls between creation and use.
const ONE_MORE: f64 = 0.5;
/// Most examples of one operation that are tried to begin with.
const MOST_EXAMPLES: usize = 8;
/// How often an input that may be taken from another call is, when it is mutated: else it gets a value
/// that answers held.
const RELINK: f64 = 0.3;

impl RestProblem {
    fn experience(&self) -> MutexGuard<'_, Experience> {
        self.experience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often an operation let a user in.
    fn welcome(&self, operation: usize, user: Option<UserId>) -> f64 {
        self.experience().welcome.share(operation, user)
    }

    fn with_context<T>(&self, make: impl FnOnce(&Model, Context<'_>) -> T) -> T {
        let experience = self.experience();
        let context = Context {
            experience: &experience,
            resources: !self.without_resources,
            pool: !self.without_pool,
            seeks: false,
            others: false,
        };
        make(&self.model(), context)
    }
}

impl Sampler for RestProblem {
    fn initial(&self, rng: &mut Pcg64Mcg) -> Vec<Individual> {
        let seeds = self.seeds.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut first = self.callers().first_looks(seeds);
        first.extend(self.callers().first_looks(self.model().initial(rng)));
        first
    }

    fn sample(&self, rng: &mut Pcg64Mcg, max_actions: usize) -> Individual {
        let mut individual =
            self.with_context(|model, context| model.sample(max_actions, context, rng));
        self.callers().sign(&mut individual, &|operation, user| self.welcome(operation, user), rng);
        self.with_context(|model, context| model.give_own(&mut individual, context, rng));
        individual
    }

    fn wanting(&self) -> f64 {
        if self.without_resources {
            return 0.0;
        }
        self.with_context(|model, context| {
            let wanted = &context.experience.wanted;
            wanted.share(model.open(wanted).count())
        })
    }

    fn refused(&self) -> Option<TemplateId> {
        self.with_context(|model, context| {
            let wanted = &context.experience.wanted;
            let (operation, _) = model.next_wanted(wanted)?;
            let furthest = wanted.furthest(operation)?;
            (furthest.stage >= Stage::AtOdds).then(|| template_of(operation))
        })
    }

    fn advanced(&self) -> Vec<TemplateId> {
        self.experience().wanted.take_advanced().into_iter().map(template_of).collect()
    }

    fn note_tried(&self, template: TemplateId, calls: usize) {
        self.experience().wanted.spend(template.0 as usize, calls);
    }

    fn wanted(&self, rng: &mut Pcg64Mcg, max_actions: usize) -> Option<Sought> {
        let (operation, sought) = self.with_context(|model, context| {
            let wanted = &context.experience.wanted;
            let (operation, tries) = model.next_wanted(wanted)?;
            Some((operation, model.seek(operation, tries, max_actions, context, rng)))
        })?;
        let Sought { mut individual, goes_on } = sought;
        self.experience().wanted.begin(operation, individual.calls.len());
        let hope = |operation, user| self.experience().welcome.hope(operation, user);
        self.callers().sign_to_succeed(&mut individual, &hope, rng);
        self.with_context(|model, context| model.give_own(&mut individual, context, rng));
        Some(Sought { individual, goes_on })
    }

    fn say_otherwise(&self, individual: &mut Individual, rng: &mut Pcg64Mcg) {
        let before = individual.calls.len().saturating_sub(1);
        let (earlier, last) = individual.calls.split_at_mut(before);
        if let Some(last) = last.first_mut() {
            self.model().say_otherwise(last, earlier, rng);
        }
    }

    fn mutate_structure(
        &self,
        individual: &mut Individual,
        rng: &mut Pcg64Mcg,
        max_actions: usize,
    ) -> bool {
        let callers = self.callers();
        callers.change_users(individual, rng) || {
            let welcome = |operation, user| self.welcome(operation, user);
            callers.signing_new(individual, &welcome, rng, |individual, rng| {
                self.with_context(|model, context| {
                    model.change_structure(individual, max_actions, context, rng)
                })
            })
        }
    }

    fn recall(
        &self,
        individual: &mut Individual,
        action: usize,
        parameter: usize,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        // A row takes nothing from answers: there are none yet.
        if action >= individual.calls.len() {
            return false;
        }
        self.with_context(|model, context| {
            (context.resources
                && rng.random_bool(RELINK)
                && model.relink(individual, action, parameter, context, rng))
                || (context.pool
                    && model.recall_value(&mut individual.calls[action], parameter, context, rng))
        })
    }

    fn assessed(&self, individual: &Individual, news: bool) {
        self.experience().kinds.note(individual, news);
        if news {
            self.rows.note_news();
        }
    }

    fn taught(&self, individual: &Individual, rng: &mut Pcg64Mcg) -> Vec<Individual> {
        let mut with_rows = self.rows.take();
        with_rows.extend(self.services.take());
        let Some(news) = self.take_news() else { return with_rows };
        let mut individuals = news.individuals(&self.model(), individual, rng);
        self.callers().sign_like(&mut individuals, individual);
        individuals.extend(with_rows);
        individuals
    }

    fn examinations(&self, _rng: &mut Pcg64Mcg) -> Vec<Individual> {
        let mut examinations = self.examinations.lock().unwrap_or_else(PoisonError::into_inner);
        examinations.take()
    }

    fn behind(&self, earlier: &Individual, call: &Action) -> Option<Action> {
        self.model().behind(&earlier.calls, call)
    }

    fn asks(&self, template: TemplateId) -> bool {
        self.model().is_asked(template.0 as usize)
    }

    fn catch_up(&self, individual: &mut Individual, rng: &mut Pcg64Mcg) {
        self.model().catch_up(individual, rng);
    }
}

impl Model {
    /// Lists the operations that are tested and have not succeeded: what patterns say is asked of those alone.
    fn open<'a>(&'a self, wanted: &'a Wanted) -> impl Iterator<Item = usize> + 'a {
        let open = (0..self.operations.len()).filter(|one| !wanted.has_won(*one));
        open.filter(|one| self.is_asked(*one))
    }

    /// Chooses the operation that is to succeed next, with the number of its tries so far.
    fn next_wanted(&self, wanted: &Wanted) -> Option<(usize, u32)> {
        wanted.next(self.open(wanted), |one| {
            self.resources.is_ready(one, &|made| wanted.has_won(made)) && self.is_there(one, wanted)
        })
    }

    /// One individual of one complete call for each operation, and then those with the values that the
    /// document suggests, all that go together at once.
    fn initial(&self, rng: &mut Pcg64Mcg) -> Vec<Individual> {
        let complete = self.asked().map(|operation| self.complete(operation, rng));
        let mut actions: Vec<_> = complete.collect();
        for operation in 0..actions.len() {
            for number in 0..MOST_EXAMPLES {
                let mut action = actions[operation].clone();
                // Every gene takes its own, whether or not there are as many for all.
                let mut any = false;
                for gene in &mut action.genes {
                    any |= gene.suggest(number);
                }
                if !any {
                    break;
                }
                actions.push(action);
            }
        }
        actions
            .into_iter()
            .map(|action| Individual { calls: vec![action], ..Individual::default() })
            .collect()
    }

    fn sample(&self, max_actions: usize, context: Context<'_>, rng: &mut Pcg64Mcg) -> Individual {
        let most = max_actions.max(1);
        let kind = match (context.resources, most) {
            (false, _) => Kind::Unrelated,
            (true, 1) => Kind::Single,
            (true, _) => context.experience.kinds.choose(rng),
        };
        let operation = self.any_operation(context, rng);
        let mut actions = Vec::new();
        match kind {
            Kind::Single => actions.push(self.draft(operation, context, rng)),
            Kind::One => actions = self.chain(operation, most, 0, context, rng),
            Kind::Life => {
                let between = geometric(rng, most);
                actions = self.chain(operation, most, between, context, rng);
                for _ in 0..geometric(rng, most) {
                    let siblings = &self.resources.siblings[operation];
                    let Some(next) = any(siblings, rng) else { break };
                    self.chain_onto(*next, &mut actions, most, 0, context, rng);
                }
            }
            Kind::Two | Kind::Many => {
                let things = if kind == Kind::Two { 2 } else { 3 + geometric(rng, most) };
                actions = self.chain(operation, most, 0, context, rng);
                for _ in 1..things {
                    let next = self.any_operation(context, rng);
                    self.chain_onto(next, &mut actions, most, 0, context, rng);
                }
            }
            Kind::Unrelated => {
                for _ in 0..=geometric(rng, most - 1) {
                    let operation = self.any_operation(context, rng);
                    let mut action = self.draft(operation, context, rng);
                    if context.resources && rng.random_bool(REUSE) {
                        self.bind_to_earlier(&mut action, operation, &actions);
                    }
                    actions.push(action);
                }
            }
        }
        Individual { calls: actions, ..Individual::default() }
    }
}

fn template_of(operation: usize) -> TemplateId {
    TemplateId(u32::try_from(operation).unwrap_or(u32::MAX))
}

fn any<'a, T>(list: &'a [T], rng: &mut Pcg64Mcg) -> Option<&'a T> {
    if list.is_empty() { None } else { list.get(rng.random_range(0..list.len())) }
}

/// How often in a row one more comes, at most `limit` times.
fn geometric(rng: &mut Pcg64Mcg, limit: usize) -> usize {
    let mut count = 0;
    while count < limit && rng.random_bool(ONE_MORE) {
        count += 1;
    }
    count
}
