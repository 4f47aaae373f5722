//! The sampler of REST individuals.

use nearmiss_search::{Individual, Sampler};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::structure::REUSE;
use crate::rest::RestProblem;
use crate::rest::model::Model;

/// How often a fresh individual is a template by verb rather than calls in any order. Most of the
/// code of an API lies behind what exists; the rest finds what no template foresees.
const TEMPLATE: f64 = 0.75;
/// How often another call follows, for unrelated calls and for calls between creation and use.
const ONE_MORE: f64 = 0.5;

impl Sampler for RestProblem {
    fn initial(&self, rng: &mut Pcg64Mcg) -> Vec<Individual> {
        self.callers().first_looks(self.model().initial(rng))
    }

    fn sample(&self, rng: &mut Pcg64Mcg, max_actions: usize) -> Individual {
        let mut individual = self.model().sample(rng, max_actions);
        self.callers().sign(&mut individual, rng);
        individual
    }

    fn mutate_structure(
        &self,
        individual: &mut Individual,
        rng: &mut Pcg64Mcg,
        max_actions: usize,
    ) -> bool {
        let callers = self.callers();
        callers.change_users(individual, rng)
            || callers.signing_new(individual, rng, |individual, rng| {
                self.model().change_structure(individual, rng, max_actions)
            })
    }

    fn taught(&self, individual: &Individual, rng: &mut Pcg64Mcg) -> Vec<Individual> {
        let Some(news) = self.take_news() else { return Vec::new() };
        let mut individuals = news.individuals(&self.model(), individual, rng);
        self.callers().sign_like(&mut individuals, individual);
        individuals
    }

    fn examinations(&self, _rng: &mut Pcg64Mcg) -> Vec<Individual> {
        self.take_examinations()
    }

    fn catch_up(&self, individual: &mut Individual, rng: &mut Pcg64Mcg) {
        self.model().catch_up(individual, rng);
    }
}

impl Model {
    /// One individual of one complete call for each operation.
    fn initial(&self, rng: &mut Pcg64Mcg) -> Vec<Individual> {
        (0..self.operations.len())
            .map(|operation| Individual { actions: vec![self.complete(operation, rng)] })
            .collect()
    }

    fn sample(&self, rng: &mut Pcg64Mcg, max_actions: usize) -> Individual {
        let max_actions = max_actions.max(1);
        if max_actions > 1 && rng.random_bool(TEMPLATE) {
            let operation = self.any_operation(rng);
            let between = geometric(rng, max_actions);
            let actions = self.chain(operation, rng, max_actions, between);
            return Individual { actions };
        }
        let count = 1 + geometric(rng, max_actions - 1);
        let mut actions = Vec::with_capacity(count);
        for _ in 0..count {
            let operation = self.any_operation(rng);
            let mut action = self.fresh(operation, rng);
            if rng.random_bool(REUSE) {
                self.bind_to_earlier(&mut action, operation, &actions);
            }
            actions.push(action);
        }
        Individual { actions }
    }

    pub(super) fn any_operation(&self, rng: &mut Pcg64Mcg) -> usize {
        rng.random_range(0..self.operations.len())
    }
}

/// How often in a row one more comes, at most `limit` times.
fn geometric(rng: &mut Pcg64Mcg, limit: usize) -> usize {
    let mut count = 0;
    while count < limit && rng.random_bool(ONE_MORE) {
        count += 1;
    }
    count
}
