//! What the runtime recorded of a test, for the search and for the problem.

use nearmiss_problem::{Call, Learnable, Problem};
use nearmiss_search::{Evaluation, Hit, Individual, Specialisation, TaintFact};
use nearmiss_targets::{COVERED, TargetId, layout::fact};

use super::run::FAULT;
use super::{SutEvaluator, registry, validators};
use crate::control::SearchWords;
use crate::facts::{input_fact, pair, read_field, taint_fact};
use crate::marked::field_of_marked;
use crate::shared_map::{Drained, Fact};
use crate::validators::SchemaSpecs;

/// The nearest hit of each target, by target: threads and statements of a line may tell several.
fn nearest(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_unstable_by(|a, b| a.target.cmp(&b.target).then(b.h.total_cmp(&a.h)));
    hits.dedup_by_key(|hit| hit.target);
    hits
}

impl SutEvaluator<'_> {
    /// Reads what the runtime recorded of a test.
    pub(super) fn collect(
        &mut self,
        individual: &Individual,
        drained: Vec<Drained>,
        (seen, ended_itself): (&[(String, f64)], bool),
        evaluation: &mut Evaluation,
    ) -> Vec<(usize, Learnable)> {
        let mut hits: Vec<Hit> = Vec::new();
        let (boot, settled, again) = (&self.is_boot, &self.settled, &mut self.covered_again);
        again.clear();
        let without = self.options.without;
        let mut raise = |target, h: f64| {
            if settled.has(target) {
                if h >= COVERED {
                    again.push(target);
                }
            } else if !boot.has(target) && (h >= COVERED || !without.heuristics) {
                hits.push(Hit { target, h });
            }
        };
        // Whether a slot stands for a target of its own that is not covered.
        let is_open = |slot| {
            let mut open = false;
            registry(&self.words).targets_of(slot, 0.0, |target, h| {
                open |= h < COVERED && !settled.has(target) && !boot.has(target);
            });
            open
        };
        let mut inputs = Vec::new();
        for thread in drained {
            let registry = registry(&self.words);
            for (slot, h) in thread.slots {
                if self.settled_slots.has(TargetId(slot)) {
                    raise(TargetId(slot), h);
                    continue;
                }
                registry.targets_of(slot, h, &mut raise);
            }
            drop(registry);
            thread.targets.into_iter().for_each(|(target, h)| raise(target, h));
            if without.taint {
                continue;
            }
            for fact in thread.facts {
                let api = (self.problem, &*self.words);
                let specs = &mut self.specs;
                inputs.extend(Self::take_fact(specs, api, individual, fact, &is_open, evaluation));
            }
        }
        let mut registry = registry(&self.words);
        for (key, h) in seen {
            let target = registry.key(key);
            raise(target, *h);
            if key.starts_with(FAULT) {
                evaluation.sure_targets.push(target);
            }
        }
        drop(registry);
        evaluation.hits = nearest(hits);
        self.covered_again.sort_unstable();
        self.covered_again.dedup();
        if ended_itself {
            // The map outlives the process: what was touched before the end is all there.
            evaluation.sure_targets = evaluation.hits.iter().map(|hit| hit.target).collect();
        }
        inputs
    }

    /// Takes in a fact; answers what it says of inputs that nobody described, with the index of the call.
    fn take_fact(
        specs: &mut SchemaSpecs,
        (problem, words): (&dyn Problem, &SearchWords),
        individual: &Individual,
        (kind, action, taint, text): Fact,
        is_open: &dyn Fn(u32) -> bool,
        evaluation: &mut Evaluation,
    ) -> Option<(usize, Learnable)> {
        let text_of = |number| validators(words).text(number);
        match kind {
            fact::SCHEMA => {
                let fact = (usize::from(action), text.as_slice());
                evaluation.shapes.extend(specs.shapes(problem, individual, fact, text_of));
            }
            fact::PAIR => {
                // Where the two met: the slots of its outcomes, or 0.
                let open = taint != 0 && (taint..=taint + 1).any(is_open);
                evaluation.pairs.extend(pair(action, &text, open));
            }
            fact::FIELD => evaluation.fields.extend(read_field(action, &text)),
            fact::MARKED => evaluation.fields.extend(field_of_marked(individual, taint, &text)),
            fact::OF_SCHEMA => {
                evaluation.taint.extend(specs.wish((action, taint, &text), text_of));
            }
            _ => match input_fact(kind, action, taint, &text) {
                Some(input) => return Some(input),
                None => evaluation.taint.extend(taint_fact(kind, action, taint, text)),
            },
        }
        None
    }

    /// Tells the problem what was seen of inputs and paths that nothing describes.
    pub(super) fn teach(
        &self,
        steps: &[Call],
        inputs: Vec<(usize, Learnable)>,
        evaluation: &mut Evaluation,
    ) {
        let unlisted = self.options.unlisted;
        for (action, fact) in inputs {
            let Some(call) = steps.get(action) else { continue };
            let is_input = unlisted && self.problem.learn(call, &fact);
            // A property that is no input of its own makes a record of the text.
            if let (Learnable::Property(taint, name), false) = (fact, is_input) {
                let specialisation = Specialisation::Property(name);
                evaluation.taint.push(TaintFact { action, taint, specialisation });
            }
        }
        if !unlisted {
            return;
        }
        for fact in &evaluation.taint {
            if let Some(call) = steps.get(fact.action) {
                self.problem.learn_wish(call, fact.taint, &fact.specialisation);
            }
        }
        if self.problem.operation_count() > validators(&self.words).operation_count() {
            self.name_operations();
        }
    }
}
