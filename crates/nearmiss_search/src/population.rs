//! The individuals that came nearest to one uncovered target.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::EvaluatedIndividual;

/// Probability that the best of a population is drawn rather than any of it: a population of ten
/// drawn from uniformly climbs half as fast on the problems of `tests/quality`.
const DRAW_BEST: f64 = 0.5;

/// An individual and how near it came.
#[derive(Clone, Debug)]
struct Entry {
    h: f64,
    actions: u32,
    individual: Arc<EvaluatedIndividual>,
}

/// The individuals that came nearest to one uncovered target, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Population {
    entries: Vec<Entry>,
}

impl Population {
    /// Takes an individual in, if it is not worse than all that are there, and keeps the `limit`
    /// best: nearest first, then fewest actions, then youngest, so that plateaus are wandered over.
    /// Answers whether the best improved.
    pub(crate) fn offer(
        &mut self,
        h: f64,
        individual: &Arc<EvaluatedIndividual>,
        limit: usize,
    ) -> bool {
        let actions = u32::try_from(individual.individual.calls.len()).unwrap_or(u32::MAX);
        let best = self.best();
        if self.entries.len() >= limit
            && let Some(worst) = self.worst().map(|index| &self.entries[index])
            && (h < worst.h || (h == worst.h && actions > worst.actions))
        {
            self.trim(limit);
            return false;
        }
        self.entries.push(Entry { h, actions, individual: Arc::clone(individual) });
        self.trim(limit);
        match best {
            None => true,
            Some((best_h, best_actions)) => h > best_h || (h == best_h && actions < best_actions),
        }
    }

    /// Removes the worst until `limit` are left.
    pub(crate) fn trim(&mut self, limit: usize) {
        while self.entries.len() > limit.max(1) {
            let Some(worst) = self.worst() else { break };
            self.entries.remove(worst);
        }
    }

    /// The heuristic of the best and the fewest actions that reach it.
    pub(crate) fn best(&self) -> Option<(f64, u32)> {
        self.entries
            .iter()
            .map(|entry| (entry.h, entry.actions))
            .reduce(|a, b| if b.0 > a.0 || (b.0 == a.0 && b.1 < a.1) { b } else { a })
    }

    /// The individual that comes nearest; of equals the youngest.
    pub(crate) fn nearest(&self) -> Option<&Arc<EvaluatedIndividual>> {
        let best =
            (0..self.entries.len()).rev().reduce(|a, b| if self.is_worse(a, b) { b } else { a })?;
        Some(&self.entries[best].individual)
    }

    /// One of them with its heuristic: the best (of equals the youngest) or any, each alike.
    pub(crate) fn draw(&self, rng: &mut Pcg64Mcg) -> Option<(&Arc<EvaluatedIndividual>, f64)> {
        let index = if rng.random_bool(DRAW_BEST) {
            (0..self.entries.len()).rev().reduce(|a, b| if self.is_worse(a, b) { b } else { a })?
        } else if self.entries.is_empty() {
            return None;
        } else {
            rng.random_range(0..self.entries.len())
        };
        let entry = &self.entries[index];
        Some((&entry.individual, entry.h))
    }

    /// Tells whether the first of two entries is worse.
    fn is_worse(&self, first: usize, second: usize) -> bool {
        let (first, second) = (&self.entries[first], &self.entries[second]);
        first.h < second.h || (first.h == second.h && first.actions > second.actions)
    }

    /// The heuristic of the worst: of a full population, what comes less near is refused.
    pub(crate) fn floor(&self) -> Option<f64> {
        self.worst().map(|index| self.entries[index].h)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Index of the worst; of equals the oldest.
    fn worst(&self) -> Option<usize> {
        (0..self.entries.len()).reduce(|a, b| if self.is_worse(b, a) { b } else { a })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Individual, TemplateId};

    fn of_size(number: u64, actions: usize) -> Arc<EvaluatedIndividual> {
        let action = Action {
            template: TemplateId(0),
            genes: Vec::new(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let individual = Individual { calls: vec![action; actions], ..Individual::default() };
        Arc::new(EvaluatedIndividual {
            number,
            individual,
            covered: Vec::new(),
            faults: Vec::new(),
            strayed: Vec::new(),
        })
    }

    fn numbers(population: &Population) -> Vec<u64> {
        population.entries.iter().map(|entry| entry.individual.number).collect()
    }

    #[test]
    fn keeps_the_nearest_then_the_shortest_then_the_youngest() {
        let mut population = Population::default();
        assert!(population.offer(0.5, &of_size(1, 2), 3), "the first is the best");
        assert!(population.offer(0.6, &of_size(2, 2), 3));
        assert!(!population.offer(0.4, &of_size(3, 1), 3));
        assert_eq!(numbers(&population), [1, 2, 3]);
        assert!(!population.offer(0.3, &of_size(4, 1), 3), "worse than all");
        assert_eq!(numbers(&population), [1, 2, 3]);
        assert!(!population.offer(0.5, &of_size(5, 2), 3));
        assert_eq!(numbers(&population), [1, 2, 5]);
        assert!(!population.offer(0.5, &of_size(6, 2), 3), "no better than the best");
        assert_eq!(numbers(&population), [2, 5, 6], "of equals the oldest goes");
        assert!(population.offer(0.6, &of_size(7, 1), 3), "as near and shorter");
        assert_eq!(population.best(), Some((0.6, 1)));
        population.trim(1);
        assert_eq!(numbers(&population), [7]);
    }
}
