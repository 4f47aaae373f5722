//! What an individual is worth: it is run, run again before it is archived, and learnt from.

use std::collections::BTreeMap;
use std::sync::Arc;

use nearmiss_targets::{COVERED, TargetId};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::Run;
use crate::options::Ramp;
use crate::repairs::Chain;
use crate::{EvaluatedIndividual, Evaluation, Fault, Hit, Individual, taint};

/// Share of individuals whose values that meet are told: that takes time.
const PAIRS: Ramp = Ramp { from: 0.8, to: 0.3 };
/// Individuals asked in vain after which half as many are asked, and the share of the usual that remains.
const PAIRS_SILENCE: f64 = 40.0;
const LEAST_PAIRS: f64 = 0.1;
/// Times a target may fail to repeat before its coverage alone is no reason to repeat a run.
const FLAKY_LIMIT: u32 = 5;

/// What an individual is run for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Purpose {
    /// To see an operation for the first time.
    Look,
    /// To cover again what a resumed archive holds.
    Resume,
    /// To try what the problem has learnt of itself.
    Taught,
    /// To find targets that nothing came near so far.
    Sample,
    /// To try a fact that the runtime reported, or to go on with one.
    FollowUp(Option<Chain>),
    /// To come nearer to a target; `asks`: what meets is wanted to be known.
    Mutant { asks: bool },
    /// To see whether what an oracle suspects is a fault.
    Examine,
}

impl Run<'_> {
    /// How probable it is that an individual is asked which values met: less, the longer none was worth trying.
    fn pairs_share(&self) -> f64 {
        let share = PAIRS.at(self.evaluator.used(), self.options.mio.focus);
        share * (PAIRS_SILENCE / (PAIRS_SILENCE + f64::from(self.pairs_silent))).max(LEAST_PAIRS)
    }

    /// Runs an individual, a second time if it would be archived, and learns from it. Answers it
    /// with what it reached of uncovered targets; `None` if there is nothing to run.
    pub(super) async fn assess(
        &mut self,
        mut individual: Individual,
        purpose: Purpose,
        rng: &mut Pcg64Mcg,
    ) -> Option<(Arc<EvaluatedIndividual>, Vec<Hit>)> {
        if individual.actions.is_empty() {
            return None;
        }
        // It may be made of one that does.
        individual.soaks &= matches!(purpose, Purpose::Examine | Purpose::Resume);
        self.idle = 0;
        self.tell_floors();
        let chain = if let Purpose::FollowUp(chain) = &purpose { chain.as_ref() } else { None };
        let is_wanted = chain.is_some() || purpose == Purpose::Mutant { asks: true };
        let asks = self.is_mio() && (rng.random_bool(self.pairs_share()) || is_wanted);
        self.evaluator.ask_pairs(asks);
        let explores = !matches!(purpose, Purpose::Examine | Purpose::Resume) && self.explores();
        let first = self.evaluate(&individual, explores).await;
        let number = self.individuals;
        self.individuals += 1;
        self.calls += u64::from(first.calls);
        let calls = self.calls;
        self.evaluator.ask_pairs(false);
        let claims = self.claims(&first, individual.actions.len());
        if first.disturbed && !claims.is_empty() {
            // Nobody saw what comes after the call that the SUT was lost at.
            individual.actions.truncate(first.ran.max(1));
        }
        let first_calls = u64::from(first.calls);
        let mut verdict = self.verify(&individual, first, &claims, explores).await;
        let made = first_calls + verdict.calls;

        let shapes = std::mem::take(&mut verdict.evaluation.shapes);
        let pairs = std::mem::take(&mut verdict.evaluation.pairs);
        let fields = std::mem::take(&mut verdict.evaluation.fields);
        let shape_news = if self.is_mio() {
            self.shapes.learn(&individual, self.templates, shapes)
        } else {
            Vec::new()
        };
        let news = if self.is_mio() {
            taint::learn(&mut individual, &verdict.evaluation.taint)
        } else {
            Vec::new()
        };
        let strayed = std::mem::take(&mut verdict.evaluation.strayed);
        let assessed = Arc::new(EvaluatedIndividual {
            number,
            individual,
            covered: verdict.covered,
            faults: verdict.faults,
            strayed,
        });
        let covered = self.archive.covered_count();
        for target in verdict.confirmed {
            self.archive.cover(target, &assessed, calls);
        }
        self.faults.extend(assessed.faults.iter().map(|(_, fault)| fault.clone()));
        let opened = self.archive.covered_count() > covered;
        if matches!(purpose, Purpose::FollowUp(_)) {
            self.follow_ups_silent = if opened { 0 } else { self.follow_ups_silent + 1 };
        }
        self.sampler.assessed(&assessed.individual, opened);
        if purpose == Purpose::Examine {
            self.examined += made;
        }
        let hits = self.offer(&assessed, &verdict.evaluation, rng);
        self.knowledge.take_in(&assessed, news);
        self.knowledge.take_in_shapes(&assessed, &shape_news);
        if self.is_mio() {
            let news = self.knowledge.take_in_met(&assessed, pairs, fields, chain);
            if news {
                self.pairs_silent = 0;
            } else if asks {
                self.pairs_silent = self.pairs_silent.saturating_add(1);
            }
        }
        let taught = self.sampler.taught(&assessed.individual, rng);
        self.taught.extend(taught);
        self.observer.evaluated(self.calls, self.archive.covered_count(), self.fault_count());
        self.offer_snapshot(false);
        Some((assessed, hits))
    }

    /// Tells the evaluator which hits nothing would come of: not of the target that is climbed to, of
    /// which any progress counts.
    fn tell_floors(&mut self) {
        let mut floors = self.archive.take_new_floors();
        floors.retain(|(target, _)| !self.climbed.contains(target));
        if self.is_mio() && !floors.is_empty() {
            self.evaluator.set_floors(&floors);
        }
    }

    /// Targets for which this evaluation would be archived.
    fn claims(&self, evaluation: &Evaluation, actions: usize) -> Vec<TargetId> {
        evaluation
            .hits
            .iter()
            .filter(|hit| counts(evaluation, hit) && self.archive.wants(hit.target, actions))
            .map(|hit| hit.target)
            .filter(|target| self.archive.flaky_count(*target) < FLAKY_LIMIT)
            .collect()
    }

    /// Runs the individual again if there are claims, and keeps what repeats.
    async fn verify(
        &mut self,
        individual: &Individual,
        mut evaluation: Evaluation,
        claims: &[TargetId],
        explored: bool,
    ) -> Verdict {
        if claims.is_empty() {
            return Verdict { evaluation, ..Verdict::default() };
        }
        evaluation.hits.extend(self.covered_again());
        // What it has come to is new, and what met there may lead on.
        self.evaluator.ask_pairs(self.is_mio() && evaluation.pairs.is_empty());
        let mut second = self.evaluate(individual, false).await;
        self.evaluator.ask_pairs(false);
        let mut calls = u64::from(second.calls);
        self.repeats += 1;
        if second.disturbed && !evaluation.disturbed && !self.evaluator.stopped() {
            // Somebody ended the SUT: that says nothing about the individual.
            second = self.evaluate(individual, false).await;
            calls += u64::from(second.calls);
        }
        self.calls += calls;
        if evaluation.pairs.is_empty() {
            evaluation.pairs = std::mem::take(&mut second.pairs);
        }
        second.hits.extend(self.covered_again());
        let counted = second.hits.iter().filter(|hit| !second.disturbed || counts(&second, hit));
        let again: BTreeMap<TargetId, f64> = counted.map(|hit| (hit.target, hit.h)).collect();
        let repeats = |target: &TargetId| again.get(target).is_some_and(|h| *h >= COVERED);
        let (confirmed, refuted): (Vec<TargetId>, Vec<TargetId>) =
            claims.iter().copied().partition(repeats);
        // What only an explored run shows is no fault of the target.
        if !evaluation.disturbed && !second.disturbed && !explored {
            for target in refuted {
                self.archive.note_flaky(target);
            }
        }
        if confirmed.is_empty() {
            evaluation.hits = lower(&evaluation.hits, &again);
            return Verdict { evaluation, calls, ..Verdict::default() };
        }
        let mut covered: Vec<TargetId> = evaluation
            .hits
            .iter()
            .filter(|hit| counts(&evaluation, hit) && repeats(&hit.target))
            .map(|hit| hit.target)
            .collect();
        covered.sort_unstable();
        covered.dedup();
        let faults = repeated_faults(&evaluation.faults, &second.faults);
        evaluation.hits = lower(&evaluation.hits, &again);
        Verdict { evaluation, calls, confirmed, covered, faults }
    }

    fn covered_again(&mut self) -> impl Iterator<Item = Hit> + use<> {
        self.evaluator.covered_again().into_iter().map(|target| Hit { target, h: COVERED })
    }

    /// Offers the individual to the populations of the uncovered targets it touched; answers those
    /// hits.
    fn offer(
        &mut self,
        individual: &Arc<EvaluatedIndividual>,
        evaluation: &Evaluation,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Hit> {
        if !self.is_mio() || evaluation.disturbed {
            return Vec::new();
        }
        let mio = &self.options.mio;
        let limit = mio.population.count(self.evaluator.used(), mio.focus);
        let open: Vec<Hit> = evaluation
            .hits
            .iter()
            .filter(|hit| hit.h > 0.0 && !self.archive.is_covered(hit.target))
            .copied()
            .collect();
        for hit in open.iter().filter(|hit| hit.h < COVERED) {
            self.archive.offer(hit.target, hit.h, individual, limit, rng);
        }
        open
    }
}

/// What two runs of an individual agree on.
#[derive(Default)]
struct Verdict {
    /// The first run, with what did not repeat lowered to what the second showed.
    evaluation: Evaluation,
    /// Calls of further runs.
    calls: u64,
    /// Claims that repeated.
    confirmed: Vec<TargetId>,
    /// All targets covered by both runs, ascending.
    covered: Vec<TargetId>,
    /// Faults shown by both runs.
    faults: Vec<(usize, Fault)>,
}

/// Whether a hit covers its target. Of a run that lost the SUT only what may be why does.
pub(crate) fn counts(evaluation: &Evaluation, hit: &Hit) -> bool {
    hit.h >= COVERED && (!evaluation.disturbed || evaluation.sure_targets.contains(&hit.target))
}

/// Hits of the first run; where it covered and the second did not, the second's.
fn lower(hits: &[Hit], again: &BTreeMap<TargetId, f64>) -> Vec<Hit> {
    hits.iter()
        .map(|hit| {
            let second = again.get(&hit.target).copied().unwrap_or(0.0);
            Hit { h: if hit.h >= COVERED { second.min(hit.h) } else { hit.h }, ..*hit }
        })
        .collect()
}

/// Faults of the first run that the second shows at the same action, whatever their message.
pub(crate) fn repeated_faults(
    first: &[(usize, Fault)],
    second: &[(usize, Fault)],
) -> Vec<(usize, Fault)> {
    let same = |a: &(usize, Fault), b: &(usize, Fault)| a.0 == b.0 && a.1.is_same_as(&b.1);
    first.iter().filter(|fault| second.iter().any(|other| same(fault, other))).cloned().collect()
}
