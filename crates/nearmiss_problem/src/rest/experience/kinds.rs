//! Which kinds of tests bring something new: what sampling goes by.

use std::collections::BTreeSet;

use nearmiss_search::Individual;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Kinds of tests by the resources that their calls share.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::rest) enum Kind {
    /// One call.
    Single,
    /// Something is made and one call works on it.
    One,
    /// Something is made and several calls work on it.
    Life,
    /// Calls on two things that were made.
    Two,
    /// Calls on more things.
    Many,
    /// Calls that have nothing to do with one another.
    Unrelated,
}

const KINDS: [Kind; 6] =
    [Kind::Single, Kind::One, Kind::Life, Kind::Two, Kind::Many, Kind::Unrelated];
/// How often each is made as long as nothing is known.
const BASE: [f64; 6] = [0.08, 0.3, 0.27, 0.15, 0.08, 0.12];
/// Share of its base that a kind keeps although it never brings anything, and most that it gets.
const LEAST: f64 = 0.4;
const MOST: f64 = 2.5;
/// Tests of a kind after which the past counts half.
const MEMORY: f64 = 300.0;

/// How the kinds have done.
#[derive(Clone, Debug)]
pub(in crate::rest) struct Kinds {
    /// Tests of each kind, and those that brought something new.
    records: [(f64, f64); KINDS.len()],
}

impl Default for Kinds {
    fn default() -> Self {
        Self { records: [(4.0, 1.0); KINDS.len()] }
    }
}

/// The kind of a test.
fn kind_of(individual: &Individual) -> usize {
    let mut made = BTreeSet::new();
    for action in &individual.calls {
        made.extend(action.links.iter().filter_map(|link| link.from.call()));
    }
    let kind = match (individual.calls.len(), made.len()) {
        (0..=1, _) => Kind::Single,
        (_, 0) => Kind::Unrelated,
        (2, 1) => Kind::One,
        (_, 1) => Kind::Life,
        (_, 2) => Kind::Two,
        _ => Kind::Many,
    };
    KINDS.iter().position(|known| *known == kind).unwrap_or(0)
}

impl Kinds {
    /// Takes in a test that was run, and whether it covered anything new.
    pub fn note(&mut self, individual: &Individual, news: bool) {
        let (tried, won) = &mut self.records[kind_of(individual)];
        *tried += 1.0;
        *won += f64::from(u8::from(news));
        if *tried > MEMORY {
            *tried /= 2.0;
            *won /= 2.0;
        }
    }

    /// A kind, those that brought most more often.
    pub fn choose(&self, rng: &mut Pcg64Mcg) -> Kind {
        let rates = self.records.map(|(tried, won)| won / tried);
        let mean = (rates.iter().sum::<f64>() / rates.len() as f64).max(1e-6);
        let weights: Vec<f64> = BASE
            .iter()
            .zip(rates)
            .map(|(base, rate)| base * (rate / mean).clamp(LEAST, MOST))
            .collect();
        let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
        for (kind, weight) in KINDS.iter().zip(weights) {
            left -= weight;
            if left < 0.0 {
                return *kind;
            }
        }
        Kind::One
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_search::{Action, ActionAt, Link, TemplateId};
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn what_brings_something_becomes_frequent_and_nothing_dies_out() {
        let action = |from: &[usize]| Action {
            template: TemplateId(0),
            genes: Vec::new(),
            links: from
                .iter()
                .map(|from| Link { from: ActionAt::Call(*from), ..Link::default() })
                .collect(),
            user: None,
            malformed: None,
        };
        let life = Individual {
            calls: vec![action(&[]), action(&[0]), action(&[0])],
            ..Individual::default()
        };
        let unrelated =
            Individual { calls: vec![action(&[]), action(&[])], ..Individual::default() };
        let mut kinds = Kinds::default();
        for round in 0..1000 {
            kinds.note(&life, round % 4 == 0);
            kinds.note(&unrelated, false);
        }
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut counts = [0; 6];
        for _ in 0..4000 {
            let kind = kinds.choose(&mut rng);
            counts[KINDS.iter().position(|known| *known == kind).unwrap()] += 1;
        }
        assert!(counts[2] > 1000 && counts[5] < 400, "{counts:?}");
        assert!(counts.iter().all(|count| *count > 40), "{counts:?}");
    }
}
