//! What an individual is worth: it is run, run again before it is archived, and learnt from.

use std::collections::BTreeMap;
use std::sync::Arc;

use nearmiss_targets::{COVERED, TargetId};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::run::Run;
use crate::fault::repeated_faults;
use crate::options::Ramp;
use crate::repairs::Chain;
use crate::taint::{self, News};
use crate::{EvaluatedIndividual, Evaluation, Fault, Hit, Individual, Pair, ReadField};

/// Share of individuals whose values that meet are told: that takes time.
const PAIRS: Ramp = Ramp { from: 0.8, to: 0.3 };
/// Individuals asked in vain after which half as many are asked, and the share of the usual that remains.
const PAIRS_SILENCE: f64 = 40.0;
const LEAST_PAIRS: f64 = 0.1;
/// Least such share of individuals that set something up.
const PAIRS_OF_SETUP: f64 = 0.5;
/// Individuals that wait for room at most.
const MOST_POSTPONED: usize = 200;
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
    /// To make a call succeed of which none has.
    Seek,
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
        if individual.calls.is_empty() || !self.has_room(&individual, &purpose) {
            return None;
        }
        // It may be made of one that does.
        individual.soaks &= matches!(purpose, Purpose::Examine | Purpose::Resume);
        self.idle = 0;
        self.tell_floors();
        let asks = self.asks_pairs(&individual, &purpose, rng);
        let mut seen = self.look(&mut individual, &purpose, asks).await;
        let learnt = self.learn(&mut individual, &mut seen.verdict.evaluation);
        let assessed = self.archive(individual, &mut seen, &purpose);
        for template in self.sampler.advanced() {
            self.fronts.insert(template, assessed.number);
        }
        let hits = self.offer(&assessed, &seen.verdict.evaluation, rng);
        self.take_in(&assessed, learnt, &purpose, asks);
        let taught = self.sampler.taught(&assessed.individual, rng);
        self.taught.extend(taught);
        self.observer.evaluated(self.calls, self.archive.covered_count(), self.faults.len());
        self.offer_snapshot(false);
        Some((assessed, hits))
    }

    /// Tells whether there is room for what an individual may cost; where not, and it is made for what chance does not make
    /// again, it is kept for later.
    fn has_room(&mut self, individual: &Individual, purpose: &Purpose) -> bool {
        let room = match purpose {
            Purpose::Resume | Purpose::Sample => true,
            _ => self.allows(individual),
        };
        let is_chance = matches!(purpose, Purpose::Mutant { .. });
        if !room && !is_chance && self.postponed.len() < MOST_POSTPONED {
            self.postponed.push_back((individual.clone(), purpose.clone()));
        }
        room
    }

    /// Tells whether an individual is not known to cost much, or there is room for that.
    pub(super) fn allows(&self, individual: &Individual) -> bool {
        if !self.is_mio() {
            return true;
        }
        let used = self.evaluator.used();
        let budget = if used > 0.0 { self.calls as f64 / used } else { 0.0 };
        self.costs.allow(individual, budget)
    }

    /// Runs the next individual that waits for room, if there is some now; another one is the next after that.
    pub(super) async fn catch_up_postponed(&mut self, rng: &mut Pcg64Mcg) -> bool {
        let Some((mut individual, purpose)) = self.postponed.pop_front() else { return false };
        if !self.allows(&individual) {
            self.postponed.push_back((individual, purpose));
            return false;
        }
        self.sampler.catch_up(&mut individual, rng);
        self.assess(individual, purpose, rng).await.is_some()
    }

    /// Draws whether it is told which values meet.
    fn asks_pairs(&self, individual: &Individual, purpose: &Purpose, rng: &mut Pcg64Mcg) -> bool {
        let is_wanted = matches!(
            purpose,
            Purpose::FollowUp(Some(_)) | Purpose::Mutant { asks: true } | Purpose::Seek
        );
        // What is set up is met by code that no input has led to yet.
        let share = self.pairs_share();
        let share = if individual.setup.is_empty() { share } else { share.max(PAIRS_OF_SETUP) };
        self.is_mio() && (rng.random_bool(share) || is_wanted)
    }

    /// Runs an individual, and once more where it would be archived.
    async fn look(&mut self, individual: &mut Individual, purpose: &Purpose, asks: bool) -> Seen {
        self.evaluator.ask_pairs(asks);
        // What is sought is explored like others: which fields a body has may be all that it lacks.
        let as_it_is = matches!(purpose, Purpose::Examine | Purpose::Resume);
        let explores = !as_it_is && self.explores();
        let first = self.evaluate(individual, explores).await;
        let number = self.individuals;
        self.individuals += 1;
        self.calls += u64::from(first.calls);
        let calls = self.calls;
        self.evaluator.ask_pairs(false);
        for index in first.refused_setup.iter().rev() {
            individual.remove_setup(*index);
        }
        let claims = self.claims(&first, individual.calls.len());
        if first.disturbed && !claims.is_empty() {
            // Nobody saw what comes after the call that the SUT was lost at.
            individual.calls.truncate(first.ran.max(1));
        }
        let first_calls = u64::from(first.calls);
        let verdict = self.verify(individual, first, &claims, explores).await;
        Seen { number, calls, made: first_calls + verdict.calls, verdict }
    }

    /// Notes at the genes of an individual what was told of them; the rest of it is taken in once the individual is
    /// archived.
    fn learn(&mut self, individual: &mut Individual, evaluation: &mut Evaluation) -> Learnt {
        let shapes = std::mem::take(&mut evaluation.shapes);
        let pairs = std::mem::take(&mut evaluation.pairs);
        let fields = std::mem::take(&mut evaluation.fields);
        if !self.is_mio() {
            return Learnt { pairs, fields, ..Learnt::default() };
        }
        let shapes = self.shapes.learn(individual, self.templates, shapes);
        let facts = taint::learn(individual, &evaluation.taint);
        Learnt { shapes, facts, pairs, fields }
    }

    /// Archives an individual for what it covers, and notes what came of it.
    fn archive(
        &mut self,
        individual: Individual,
        seen: &mut Seen,
        purpose: &Purpose,
    ) -> Arc<EvaluatedIndividual> {
        let verdict = &mut seen.verdict;
        let assessed = Arc::new(EvaluatedIndividual {
            number: seen.number,
            individual,
            covered: std::mem::take(&mut verdict.covered),
            faults: std::mem::take(&mut verdict.faults),
            strayed: std::mem::take(&mut verdict.evaluation.strayed),
        });
        let covered = self.archive.covered_count();
        for target in std::mem::take(&mut verdict.confirmed) {
            self.archive.cover(target, &assessed, seen.calls);
        }
        self.faults.extend(assessed.faults.iter().map(|(_, fault)| fault.clone()));
        let opened = self.archive.covered_count() > covered;
        if matches!(purpose, Purpose::FollowUp(_)) {
            self.follow_ups_silent = if opened { 0 } else { self.follow_ups_silent + 1 };
        }
        self.sampler.assessed(&assessed.individual, opened);
        if *purpose == Purpose::Examine {
            self.examined += seen.made;
        }
        assessed
    }

    /// Takes in what an individual was told, to be followed up.
    fn take_in(
        &mut self,
        assessed: &Arc<EvaluatedIndividual>,
        learnt: Learnt,
        purpose: &Purpose,
        asks: bool,
    ) {
        let Learnt { shapes, facts, pairs, fields } = learnt;
        self.knowledge.take_in(assessed, facts);
        self.knowledge.take_in_shapes(assessed, &shapes);
        if !self.is_mio() {
            return;
        }
        let chain = if let Purpose::FollowUp(chain) = purpose { chain.as_ref() } else { None };
        if self.knowledge.take_in_met(assessed, pairs, fields, chain) {
            self.pairs_silent = 0;
        } else if asks {
            self.pairs_silent = self.pairs_silent.saturating_add(1);
        }
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
            .filter(|hit| evaluation.covers(hit) && self.archive.wants(hit.target, actions))
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
        let counted = second.hits.iter().filter(|hit| !second.disturbed || second.covers(hit));
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
            .filter(|hit| evaluation.covers(hit) && repeats(&hit.target))
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
        if !self.is_mio() || evaluation.disturbed || individual.individual.is_long() {
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

/// What one or two runs of an individual showed.
struct Seen {
    /// Counts individuals of the search.
    number: u64,
    /// Calls of the search when it had run once.
    calls: u64,
    /// Calls of its runs.
    made: u64,
    verdict: Verdict,
}

/// What an individual was told that is news.
#[derive(Default)]
struct Learnt {
    /// Inputs of which the shape is known now: indices of action and parameter.
    shapes: Vec<(usize, usize)>,
    facts: Vec<News>,
    pairs: Vec<Pair>,
    fields: Vec<ReadField>,
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

/// Hits of the first run; where it covered and the second did not, the second's.
fn lower(hits: &[Hit], again: &BTreeMap<TargetId, f64>) -> Vec<Hit> {
    hits.iter()
        .map(|hit| {
            let second = again.get(&hit.target).copied().unwrap_or(0.0);
            Hit { h: if hit.h >= COVERED { second.min(hit.h) } else { hit.h }, ..*hit }
        })
        .collect()
}
