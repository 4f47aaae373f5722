//! Facts that wait: what the runtime reported is tried in the place of what it was reported of.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::assess::Purpose;
use super::run::Run;
use crate::gene::Gene;
use crate::taint;
use crate::waiting::FollowUp;
use crate::wanted::{Instead, Wanted};

/// Probability that another free text is tainted in a follow-up.
const TAINT_OTHERS: f64 = 0.4;
/// Probability that a value takes the place of another one wherever that stands in the call: much code wants equal
/// ones.
const EVERYWHERE: f64 = 0.35;

impl Run<'_> {
    /// Puts what the runtime reported in the place of tainted text.
    pub(super) async fn follow_up(&mut self, follow_up: &FollowUp, rng: &mut Pcg64Mcg) {
        let mut individual = follow_up.individual.individual.clone();
        let calls = individual.calls.len();
        // What comes after the call that it is about tells nothing of it.
        if let Some(last) = follow_up.about() {
            individual.calls.truncate(last + 1);
        }
        match &follow_up.wanted {
            Wanted::Text(number, specialisation) => {
                taint::taint_free(&mut individual, TAINT_OTHERS, *number, rng);
                taint::specialise(&mut individual, *number, specialisation, rng);
                taint::taint_fresh(&mut individual, 1.0, rng);
            }
            Wanted::Together(facts) => {
                for (number, specialisation) in facts {
                    taint::specialise(&mut individual, *number, specialisation, rng);
                }
                taint::taint_fresh(&mut individual, 1.0, rng);
            }
            Wanted::Instead(instead) => {
                let held = match instead.action.checked_sub(calls) {
                    None => &mut individual.calls[instead.action],
                    Some(set_up) => &mut individual.setup[set_up],
                };
                let genes = &mut held.genes;
                let Instead { parameter, index, from, to, beside, .. } = instead;
                if !genes[*parameter].put(*index, from, to, *beside, rng) {
                    return;
                }
                if rng.random_bool(EVERYWHERE)
                    && let Some(value) = genes[*parameter].single_value(*index)
                {
                    genes.iter_mut().for_each(|gene| gene.put_all(from, &value));
                }
                // A list may have more items now.
                taint::separate_copies(&mut individual);
                taint::taint_fresh(&mut individual, 1.0, rng);
            }
            Wanted::Shift { action, delta } => {
                let genes = &mut individual.calls[*action].genes;
                let first = rng.random_range(0..genes.len().max(1));
                let (before, after) = genes.split_at_mut(first);
                if !after.iter_mut().chain(before).any(|gene| gene.shift(*delta, rng)) {
                    return;
                }
            }
            Wanted::CheckDigits { action, parameter, index, delta } => {
                let gene = &mut individual.calls[*action].genes[*parameter];
                if !gene.shift_check_digits(*index, *delta, rng) {
                    return;
                }
            }
            Wanted::Field(field) => {
                for gene in &mut individual.calls[field.action].genes {
                    gene.visit_texts_mut(&mut |text| {
                        text.grow_json(&field.text, &field.path, rng);
                    });
                }
                taint::taint_fresh(&mut individual, 1.0, rng);
            }
            Wanted::Shape { action, complete } => {
                self.shapes.shape_action(&mut individual, *action, rng);
                if *complete {
                    individual.calls[*action].genes.iter_mut().for_each(Gene::complete);
                }
                taint::taint_fresh(&mut individual, 1.0, rng);
            }
        }
        self.assess(individual, Purpose::FollowUp(follow_up.chain.clone()), rng).await;
    }
}
