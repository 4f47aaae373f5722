//! Mutants that are to come nearer to a target.

use std::sync::Arc;

use nearmiss_targets::TargetId;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::assess::Purpose;
use super::run::Run;
use crate::credit::Variation;
use crate::shapes::RESHAPE;
use crate::variation::Guide;
use crate::{EvaluatedIndividual, Individual, variation};

/// Mutants for each target that are asked what meets, whatever else is asked: that takes time.
const ASKED_FOR: u8 = 4;

impl Run<'_> {
    /// Chooses a target and one of its individuals, and climbs from there for some mutations.
    pub(super) async fn mutate(&mut self, rng: &mut Pcg64Mcg) {
        let mio = &self.options.mio;
        let used = self.evaluator.used();
        let limit = mio.population.count(used, mio.focus);
        let Some((target, chosen, h)) = self.archive.choose(
            limit,
            |target, covered| self.evaluator.turns(target, covered),
            rng,
        ) else {
            return;
        };
        if !self.allows(&chosen.individual) {
            self.sample(rng).await;
            return;
        }
        self.climbed.push(target);
        self.evaluator.set_floors(&[(target, 0.0)]);
        self.climb(target, chosen, h, rng).await;
        if let Some(at) = self.climbed.iter().position(|climbed| *climbed == target) {
            self.climbed.remove(at);
        }
        if !self.climbed.contains(&target) {
            self.evaluator.set_floors(&[(target, self.archive.floor(target))]);
        }
    }

    /// Mutates an individual for some rounds, and goes on with what comes nearer to the target.
    async fn climb(
        &mut self,
        target: TargetId,
        chosen: Arc<EvaluatedIndividual>,
        mut h: f64,
        rng: &mut Pcg64Mcg,
    ) {
        let mio = self.options.mio.clone();
        let used = self.evaluator.used();
        let mut current = chosen;
        for round in 0..mio.mutations.count(used, mio.focus) {
            if !self.goes_on() || self.archive.is_covered(target) {
                return;
            }
            let mut own_rng;
            let rng = if round == 0 {
                &mut *rng
            } else {
                own_rng = self.next_rng();
                &mut own_rng
            };
            let made = self.mutant(&current.individual, used, rng);
            let Some((individual, variation)) = made else { continue };
            let actions = individual.calls.len();
            let covered = self.archive.covered_count();
            // What meets near the target may be what it asks for.
            let asked = self.asked_for.entry(target).or_default();
            let asks = *asked < ASKED_FOR;
            *asked += u8::from(asks);
            let purpose = Purpose::Mutant { asks };
            let Some((mutant, hits)) = self.assess(individual, purpose, rng).await else {
                continue;
            };
            let reached = hits.iter().find(|hit| hit.target == target).map_or(0.0, |hit| hit.h);
            let progress = match variation {
                Variation::Shorten => reached >= h,
                Variation::Inputs | Variation::Structure => reached > h,
            };
            self.credit.note(variation, progress || self.archive.covered_count() > covered);
            let no_longer = actions <= current.individual.calls.len();
            if reached > h || (reached == h && no_longer) {
                current = mutant;
                h = reached;
            }
        }
    }

    /// Makes a mutant of an individual; `None` if no mutation changed anything.
    fn mutant(
        &mut self,
        parent: &Individual,
        used: f64,
        rng: &mut Pcg64Mcg,
    ) -> Option<(Individual, Variation)> {
        let (mio, max_actions) = (&self.options.mio, self.options.max_actions);
        let mut individual = parent.clone();
        if let Some(action) = self.shapes.any_unshaped(parent)
            && rng.random_bool(RESHAPE)
        {
            self.shapes.shape_action(&mut individual, action, rng);
            variation::finish_structure(&mut individual, mio, &self.knowledge, rng);
            return Some((individual, Variation::Inputs));
        }
        self.sampler.catch_up(&mut individual, rng);
        let base = if max_actions > 1 { mio.structure_mutation } else { 0.0 };
        let shorten = if parent.calls.len() > 1 { base * mio.shorten } else { 0.0 };
        let structure = (base - shorten) * self.credit.structure_factor();
        let shorten = shorten * self.credit.shorten_factor();
        let kind: f64 = rng.random();
        if kind < shorten {
            if variation::shorten(&mut individual, rng) {
                return Some((individual, Variation::Shorten));
            }
        } else if kind < shorten + structure
            && self.sampler.mutate_structure(&mut individual, rng, max_actions)
        {
            self.shapes.shape_fresh(&mut individual, rng);
            variation::finish_structure(&mut individual, mio, &self.knowledge, rng);
            return Some((individual, Variation::Structure));
        }
        let guide =
            Guide { parameters: mio, used, knowledge: &self.knowledge, sampler: self.sampler };
        variation::mutate_inputs(&mut individual, guide, rng)
            .then_some((individual, Variation::Inputs))
    }
}
