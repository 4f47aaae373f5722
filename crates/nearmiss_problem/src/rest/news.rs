//! What was learnt of the API while it ran and has not been tried.

use std::collections::BTreeSet;

use nearmiss_search::{GeneSpec, GeneValue, Individual};
use rand_pcg::Pcg64Mcg;

use super::model::Model;

/// New inputs of one call that are tried one by one beside all together.
const MOST_ALONE: usize = 8;

/// What was learnt and not tried.
#[derive(Debug, Default)]
pub(super) struct News {
    /// New operations.
    pub operations: Vec<usize>,
    /// Operations with new inputs.
    pub inputs: BTreeSet<usize>,
}

impl News {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty() && self.inputs.is_empty()
    }

    /// Individuals that try it: each new operation once, and the individual that taught of new inputs
    /// again, with all of them, with each alone, and with each field of the body in other types.
    pub fn individuals(
        &self,
        model: &Model,
        taught: &Individual,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let mut found: Vec<Individual> = self
            .operations
            .iter()
            .map(|operation| Individual {
                calls: vec![model.complete(*operation, rng)],
                ..Individual::default()
            })
            .collect();
        let mut grown = taught.clone();
        if !self.inputs.is_empty() && model.catch_up(&mut grown, rng) {
            let places: Vec<(usize, usize)> = taught
                .calls
                .iter()
                .zip(&grown.calls)
                .enumerate()
                .flat_map(|(index, (before, after))| {
                    (before.genes.len()..after.genes.len()).map(move |gene| (index, gene))
                })
                .collect();
            let mut all = grown.clone();
            for (action, gene) in &places {
                all.calls[*action].genes[*gene].complete();
            }
            if places.len() > 1 && places.len() <= MOST_ALONE {
                for (action, gene) in &places {
                    let mut one = grown.clone();
                    one.calls[*action].genes[*gene].complete();
                    found.push(one);
                }
            }
            for (action, gene) in &places {
                let template = model.templates.get(all.calls[*action].template.0 as usize);
                let spec = template.and_then(|known| known.parameters.get(*gene));
                if !matches!(spec, Some((_, GeneSpec::Optional(spec))) if **spec == GeneSpec::Open)
                {
                    continue;
                }
                for value in other_types() {
                    let mut typed = all.clone();
                    if typed.calls[*action].genes[*gene].set_value(&value) {
                        found.push(typed);
                    }
                }
            }
            found.insert(0, all);
        }
        found
    }
}

/// A value of each type that JSON has beside text.
fn other_types() -> [GeneValue; 4] {
    [
        GeneValue::Integer(7),
        GeneValue::Boolean(true),
        GeneValue::List(Vec::new()),
        GeneValue::Record(Vec::new()),
    ]
}
