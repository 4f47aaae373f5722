//! What can be set about a search, and how it changes over the budget.

use serde::{Deserialize, Serialize};

/// Which search.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Algorithm {
    /// Many Independent Objectives (paper 000 section 2.2), with taint.
    #[default]
    Mio,
    /// The baseline: the same sampler, genes and archive, but no mutation, heuristics or taint.
    Random,
}

/// What can be set about a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// Everything random follows from it.
    pub seed: u64,
    /// Most actions of an individual.
    pub max_actions: usize,
    /// Which search.
    pub algorithm: Algorithm,
    /// The parameters of MIO.
    pub mio: MioParameters,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { seed: 0, max_actions: 10, algorithm: Algorithm::Mio, mio: MioParameters::default() }
    }
}

/// A value that changes linearly from the start of the budget to the focused phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ramp {
    /// At the start.
    pub from: f64,
    /// From [`MioParameters::focus`] on.
    pub to: f64,
}

impl Ramp {
    /// The value when a share `used` of the budget is used and the focused phase begins at `focus`.
    #[must_use]
    pub fn at(self, used: f64, focus: f64) -> f64 {
        if used >= focus || focus <= 0.0 {
            return self.to;
        }
        (self.to - self.from).mul_add(used.max(0.0) / focus, self.from)
    }

    /// The same as a whole number of at least 1.
    #[must_use]
    pub fn count(self, used: f64, focus: f64) -> usize {
        // At least 1 and of the size of the two ends.
        self.at(used, focus).round().max(1.0) as usize
    }
}

/// The parameters of MIO; the defaults are those of design section 4.
#[derive(Clone, Debug, PartialEq)]
pub struct MioParameters {
    /// Share of the budget at which the focused phase begins.
    pub focus: f64,
    /// Probability of sampling rather than mutating.
    pub sampling: Ramp,
    /// Individuals kept for each uncovered target.
    pub population: Ramp,
    /// Mutations of an individual once it is chosen.
    pub mutations: Ramp,
    /// Probability of changing which calls are made rather than their inputs.
    pub structure_mutation: f64,
    /// Of changes to which calls are made, the share that shortens an individual of several actions
    /// to one or a few at once.
    pub shorten: f64,
    /// Share of sampled individuals that are short (at most [`MioParameters::short_actions`]).
    pub short_samples: f64,
    /// See [`MioParameters::short_samples`].
    pub short_actions: usize,
    /// Probability of tainting a text that is sampled (paper 001 section 8.2).
    pub taint_sampled: f64,
    /// Probability of tainting a text that is mutated.
    pub taint_mutated: Ramp,
    /// Probability of trying taint in the place of constrained text of an action.
    pub taint_constrained: f64,
    /// Share of the budget in which every other individual is explored (paper 001 section 5).
    pub explored: f64,
    /// Probability that an action violates its schema, so that robustness is tested.
    pub violation: f64,
}

impl Default for MioParameters {
    fn default() -> Self {
        Self {
            focus: 0.8,
            sampling: Ramp { from: 0.8, to: 0.0 },
            population: Ramp { from: 10.0, to: 1.0 },
            mutations: Ramp { from: 1.0, to: 10.0 },
            structure_mutation: 0.5,
            shorten: 0.6,
            short_samples: 0.5,
            short_actions: 2,
            taint_sampled: 0.9,
            taint_mutated: Ramp { from: 0.5, to: 0.1 },
            taint_constrained: 0.05,
            explored: 0.1,
            violation: 0.02,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ramps_end_where_the_focused_phase_begins() {
        let MioParameters { focus, sampling, population, mutations, .. } = MioParameters::default();
        assert_eq!(sampling.at(0.0, focus), 0.8);
        assert!((sampling.at(0.4, focus) - 0.4).abs() < 1e-12);
        assert_eq!(sampling.at(0.8, focus), 0.0);
        assert_eq!(sampling.at(1.0, focus), 0.0);
        assert_eq!([0.0, 0.4, 0.9].map(|u| population.count(u, focus)), [10, 6, 1]);
        assert_eq!([0.0, 0.4, 0.9].map(|u| mutations.count(u, focus)), [1, 6, 10]);
    }
}
