//! Names of things in the paths of calls: what one call has made under a name, a later one finds under the same.

use nearmiss_search::Action;
use nearmiss_search::gene::Gene;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::context::Context;
use crate::rest::model::Model;
use crate::rest::operation::Place;

/// Probability that a value of the path that no call makes is one that answers held.
const KNOWN: f64 = 0.8;

impl Model {
    /// Keeps what paths of calls share as it is, whatever else of them is changed.
    pub(super) fn keep_names(&self, calls: &mut [Action]) {
        for at in 1..calls.len() {
            let (earlier, later) = calls.split_at_mut(at);
            let action = &mut later[0];
            for parameter in 0..action.genes.len() {
                for call in earlier.iter_mut() {
                    if let Some(other) = self.named_alike(action, parameter, call) {
                        keep(&mut call.genes[other]);
                        keep(&mut action.genes[parameter]);
                    }
                }
            }
        }
    }

    /// Gives parameters of the path that no call makes or names values that answers held.
    pub(super) fn name_known(
        &self,
        action: &mut Action,
        earlier: &[Action],
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) {
        if !context.pool {
            return;
        }
        let operation = action.template.0 as usize;
        for parameter in 0..action.genes.len() {
            let is_path = self.operations[operation]
                .parameters
                .get(parameter)
                .is_some_and(|known| known.place == Place::Path);
            let is_linked = action.links.iter().any(|link| link.parameter == parameter);
            let is_said =
                || earlier.iter().any(|call| self.named_alike(action, parameter, call).is_some());
            if is_path && !is_linked && !is_said() && rng.random_bool(KNOWN) {
                self.recall_value(action, parameter, context, rng);
            }
        }
    }

    /// Finds the parameter of the path of another call that has the name and the value of one of this call.
    fn named_alike(&self, action: &Action, parameter: usize, other: &Action) -> Option<usize> {
        let of = |action: &Action| self.operations[action.template.0 as usize].parameters.iter();
        let own = of(action).nth(parameter).filter(|own| own.place == Place::Path)?;
        let value = action.genes.get(parameter)?.value();
        let mut others = of(other).zip(&other.genes);
        others.position(|(known, gene)| {
            known.place == Place::Path && known.name == own.name && gene.value() == value
        })
    }
}

/// Keeps what a gene says: it is neither tainted nor given another shape.
fn keep(gene: &mut Gene) {
    let value = gene.value();
    if !gene.adopt(&value) {
        gene.settle();
    }
}
