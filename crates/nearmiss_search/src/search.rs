//! The search loop: MIO (paper 000 section 2.2) and, as its baseline, random search.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use nearmiss_targets::{COVERED, TargetId};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::archive::Archive;
use crate::credit::{Credit, Operator};
use crate::gene::Gene;
use crate::knowledge::{FollowUp, Instead, Knowledge, Wanted};
use crate::options::{Algorithm, Ramp, SearchOptions};
use crate::seed::individual_rng;
use crate::shapes::{RESHAPE, Shapes};
use crate::{
    ActionTemplate, EvaluatedIndividual, Evaluation, Evaluator, Fault, Hit, Individual, Sampler,
    SearchObserver, SearchOutcome, taint, variation,
};

/// Probability that a fact that waits is followed up next: constants are to be tried at once.
const FOLLOW_UP: f64 = 0.8;
/// Probability that another free text is tainted in a follow-up.
const TAINT_OTHERS: f64 = 0.4;
/// Share of individuals whose values that meet are told: that takes time.
const PAIRS: Ramp = Ramp { from: 0.8, to: 0.3 };
/// Times a target may fail to repeat before its coverage alone is no reason to repeat a run.
const FLAKY_LIMIT: u32 = 5;
/// Steps in a row that bring nothing to run before the search gives up.
const IDLE_LIMIT: u32 = 1000;

/// A search that is ready to run.
pub struct SearchLoop<'a> {
    options: SearchOptions,
    templates: &'a [ActionTemplate],
    sampler: &'a dyn Sampler,
}

impl<'a> SearchLoop<'a> {
    /// A search over individuals that `sampler` makes of `templates`.
    #[must_use]
    pub fn new(
        options: SearchOptions,
        templates: &'a [ActionTemplate],
        sampler: &'a dyn Sampler,
    ) -> Self {
        Self { options, templates, sampler }
    }

    /// Searches until the budget of `evaluator` is used up or it asks to stop. The same options,
    /// sampler and answers give the same outcome.
    pub fn run(
        self,
        evaluator: &mut dyn Evaluator,
        observer: &mut dyn SearchObserver,
    ) -> SearchOutcome {
        let mut run = Run {
            options: self.options,
            templates: self.templates,
            sampler: self.sampler,
            evaluator,
            observer,
            archive: Archive::default(),
            knowledge: Knowledge::default(),
            shapes: Shapes::default(),
            taught: VecDeque::new(),
            credit: Credit::default(),
            faults: BTreeSet::new(),
            calls: 0,
            individuals: 0,
            repeats: 0,
            draws: 0,
            idle: 0,
            begun: false,
        };
        if !self.templates.is_empty() {
            run.begin();
            run.begun = true;
            while run.goes_on() {
                run.step();
            }
        }
        run.finish()
    }
}

/// A search under way.
struct Run<'a> {
    options: SearchOptions,
    templates: &'a [ActionTemplate],
    sampler: &'a dyn Sampler,
    evaluator: &'a mut dyn Evaluator,
    observer: &'a mut dyn SearchObserver,
    archive: Archive,
    knowledge: Knowledge,
    shapes: Shapes,
    /// Individuals that try what the problem has learnt of itself.
    taught: VecDeque<Individual>,
    credit: Credit,
    faults: BTreeSet<Fault>,
    calls: u64,
    individuals: u64,
    repeats: u64,
    /// Generators given out, one for each individual that was sampled or mutated.
    draws: u64,
    idle: u32,
    /// Each operation was looked at once.
    begun: bool,
}

impl Run<'_> {
    fn is_mio(&self) -> bool {
        self.options.algorithm == Algorithm::Mio
    }

    fn goes_on(&self) -> bool {
        self.idle < IDLE_LIMIT && self.evaluator.used() < 1.0 && !self.evaluator.stopped()
    }

    /// Whether the next individual is explored: every other one at the start of the budget. The first
    /// look at each operation is not: nothing must stand between it and the SUT.
    fn explores(&self) -> bool {
        let mio = &self.options.mio;
        self.is_mio()
            && self.begun
            && self.individuals % 2 == 1
            && self.evaluator.used() < mio.explored
    }

    fn next_rng(&mut self) -> Pcg64Mcg {
        let rng = individual_rng(self.options.seed, self.draws);
        self.draws += 1;
        rng
    }

    /// Runs one individual of each operation, as its schema wants it and with all text tainted, and one
    /// with all numbers, too: the first looks at each operation ask for all that it can tell.
    fn begin(&mut self) {
        let mut rng = self.next_rng();
        for mut individual in self.sampler.initial(&mut rng) {
            if !self.goes_on() {
                return;
            }
            let mut rng = self.next_rng();
            if self.is_mio() {
                taint::taint_fresh(&mut individual, 1.0, &mut rng);
                let mut numbers = individual.clone();
                if taint::taint_numbers(&mut numbers) {
                    self.assess(numbers, &mut rng);
                }
            }
            self.assess(individual, &mut rng);
        }
    }

    /// Samples, follows up a fact, or mutates.
    fn step(&mut self) {
        self.idle += 1;
        let mut rng = self.next_rng();
        if let Some(mut individual) = self.taught.pop_front() {
            if self.is_mio() {
                taint::separate_copies(&mut individual);
                taint::taint_fresh(&mut individual, 1.0, &mut rng);
            }
            self.assess(individual, &mut rng);
            return;
        }
        if !self.is_mio() {
            self.sample(&mut rng);
            return;
        }
        if self.knowledge.has_follow_up() && rng.random_bool(FOLLOW_UP) {
            if let Some(follow_up) = self.knowledge.next_follow_up() {
                self.follow_up(&follow_up, &mut rng);
            }
            return;
        }
        let mio = &self.options.mio;
        let sampling = mio.sampling.at(self.evaluator.used(), mio.focus);
        if self.archive.has_no_population() || rng.random_bool(sampling.clamp(0.0, 1.0)) {
            self.sample(&mut rng);
        } else {
            self.mutate(&mut rng);
        }
    }

    fn sample(&mut self, rng: &mut Pcg64Mcg) {
        // Long individuals find what needs several calls, short ones are better to climb from.
        let mio = &self.options.mio;
        let most = if rng.random_bool(mio.short_samples) {
            self.options.max_actions.min(mio.short_actions)
        } else {
            self.options.max_actions
        };
        let individual = self.sampler.sample(rng, most.max(1));
        self.assess_sample(individual, rng);
    }

    fn assess_sample(&mut self, mut individual: Individual, rng: &mut Pcg64Mcg) {
        if self.is_mio() {
            self.shapes.shape_fresh(&mut individual, rng);
        }
        variation::finish_sample(
            &mut individual,
            &self.options.mio,
            self.is_mio(),
            &self.knowledge,
            rng,
        );
        self.assess(individual, rng);
    }

    /// Puts what the runtime reported in the place of tainted text.
    fn follow_up(&mut self, follow_up: &FollowUp, rng: &mut Pcg64Mcg) {
        let mut individual = follow_up.individual.individual.clone();
        match &follow_up.wanted {
            Wanted::Text(number, specialisation) => {
                taint::taint_free(&mut individual, TAINT_OTHERS, *number, rng);
                taint::specialise(&mut individual, *number, specialisation, rng);
                taint::taint_fresh(&mut individual, 1.0, rng);
            }
            Wanted::Instead(instead) => {
                let gene = &mut individual.actions[instead.action].genes[instead.parameter];
                let Instead { index, from, to, beside, .. } = instead;
                if !gene.put(*index, from, to, *beside, rng) {
                    return;
                }
            }
            Wanted::Shift { action, delta } => {
                let genes = &mut individual.actions[*action].genes;
                let first = rng.random_range(0..genes.len().max(1));
                let (before, after) = genes.split_at_mut(first);
                if !after.iter_mut().chain(before).any(|gene| gene.shift(*delta, rng)) {
                    return;
                }
            }
            Wanted::Field(field) => {
                for gene in &mut individual.actions[field.action].genes {
                    gene.visit_texts_mut(&mut |text| {
                        text.grow_json(&field.text, &field.path, rng);
                    });
                }
                taint::taint_fresh(&mut individual, 1.0, rng);
            }
            Wanted::Shape { action, complete } => {
                self.shapes.shape_action(&mut individual, *action, rng);
                if *complete {
                    individual.actions[*action].genes.iter_mut().for_each(Gene::complete);
                }
                taint::taint_fresh(&mut individual, 1.0, rng);
            }
        }
        self.assess(individual, rng);
    }

    /// Chooses a target and one of its individuals, and climbs from there for some mutations.
    fn mutate(&mut self, rng: &mut Pcg64Mcg) {
        let mio = self.options.mio.clone();
        let used = self.evaluator.used();
        let limit = mio.population.count(used, mio.focus);
        let Some((target, chosen, mut h)) = self.archive.choose(limit, rng) else { return };
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
            let Some((individual, operator)) = self.mutant(&current.individual, used, rng) else {
                continue;
            };
            let actions = individual.actions.len();
            let covered = self.archive.covered_count();
            let Some((mutant, hits)) = self.assess(individual, rng) else { continue };
            let reached = hits.iter().find(|hit| hit.target == target).map_or(0.0, |hit| hit.h);
            self.credit.note(operator, reached > h || self.archive.covered_count() > covered);
            let no_longer = actions <= current.individual.actions.len();
            if reached > h || (reached == h && no_longer) {
                current = mutant;
                h = reached;
            }
        }
    }

    /// A mutant, or `None` if no mutation changed anything.
    fn mutant(
        &mut self,
        parent: &Individual,
        used: f64,
        rng: &mut Pcg64Mcg,
    ) -> Option<(Individual, Operator)> {
        let (mio, max_actions) = (&self.options.mio, self.options.max_actions);
        let mut individual = parent.clone();
        if let Some(action) = self.shapes.any_unshaped(parent)
            && rng.random_bool(RESHAPE)
        {
            self.shapes.shape_action(&mut individual, action, rng);
            variation::finish_structure(&mut individual, mio, &self.knowledge, rng);
            return Some((individual, Operator::Inputs));
        }
        self.sampler.catch_up(&mut individual, rng);
        let base = if max_actions > 1 { mio.structure_mutation } else { 0.0 };
        let shorten = if parent.actions.len() > 1 { base * mio.shorten } else { 0.0 };
        let structure = (base - shorten) * self.credit.structure_factor();
        let kind: f64 = rng.random();
        if kind < shorten {
            if variation::shorten(&mut individual, rng) {
                return Some((individual, Operator::Shorten));
            }
        } else if kind < shorten + structure
            && self.sampler.mutate_structure(&mut individual, rng, max_actions)
        {
            self.shapes.shape_fresh(&mut individual, rng);
            variation::finish_structure(&mut individual, mio, &self.knowledge, rng);
            return Some((individual, Operator::Structure));
        }
        variation::mutate_inputs(&mut individual, mio, used, &self.knowledge, rng)
            .then_some((individual, Operator::Inputs))
    }

    /// Runs an individual, a second time if it would be archived, and learns from it. Answers it
    /// with what it reached of uncovered targets; `None` if there is nothing to run.
    fn assess(
        &mut self,
        mut individual: Individual,
        rng: &mut Pcg64Mcg,
    ) -> Option<(Arc<EvaluatedIndividual>, Vec<Hit>)> {
        if individual.actions.is_empty() {
            return None;
        }
        self.idle = 0;
        let explores = self.explores();
        let asks = self.is_mio()
            && rng.random_bool(PAIRS.at(self.evaluator.used(), self.options.mio.focus));
        self.evaluator.ask_pairs(asks);
        let first = if explores {
            self.evaluator.explore(&individual)
        } else {
            self.evaluator.evaluate(&individual)
        };
        let number = self.individuals;
        self.individuals += 1;
        self.calls += u64::from(first.calls);
        let calls = self.calls;
        self.evaluator.ask_pairs(false);
        let claims = self.claims(&first, individual.actions.len());
        let mut verdict = self.verify(&individual, first, &claims, explores);

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
        let assessed = Arc::new(EvaluatedIndividual {
            number,
            individual,
            covered: verdict.covered,
            faults: verdict.faults,
        });
        for target in verdict.confirmed {
            self.archive.cover(target, &assessed, calls);
        }
        self.faults.extend(assessed.faults.iter().map(|(_, fault)| fault.clone()));
        let hits = self.offer(&assessed, &verdict.evaluation, rng);
        self.knowledge.take_in(&assessed, news);
        self.knowledge.take_in_shapes(&assessed, &shape_news);
        if self.is_mio() {
            self.knowledge.take_in_met(&assessed, &pairs, fields);
        }
        let taught = self.sampler.taught(&assessed.individual, rng);
        self.taught.extend(taught);
        self.observer.evaluated(self.calls, self.archive.covered_count(), self.fault_count());
        Some((assessed, hits))
    }

    /// Targets for which this evaluation would be archived.
    fn claims(&self, evaluation: &Evaluation, actions: usize) -> Vec<TargetId> {
        if evaluation.disturbed {
            return Vec::new();
        }
        evaluation
            .hits
            .iter()
            .filter(|hit| hit.h >= COVERED && self.archive.wants(hit.target, actions))
            .map(|hit| hit.target)
            .filter(|target| self.archive.flaky_count(*target) < FLAKY_LIMIT)
            .collect()
    }

    /// Runs the individual again if there are claims, and keeps what repeats.
    fn verify(
        &mut self,
        individual: &Individual,
        mut evaluation: Evaluation,
        claims: &[TargetId],
        explored: bool,
    ) -> Verdict {
        if claims.is_empty() {
            return Verdict { evaluation, ..Verdict::default() };
        }
        let mut second = self.evaluator.evaluate(individual);
        self.calls += u64::from(second.calls);
        self.repeats += 1;
        if second.disturbed && !self.evaluator.stopped() {
            // Somebody ended the SUT: that says nothing about the individual.
            second = self.evaluator.evaluate(individual);
            self.calls += u64::from(second.calls);
        }
        let again: std::collections::BTreeMap<TargetId, f64> = if second.disturbed {
            std::collections::BTreeMap::new()
        } else {
            second.hits.iter().map(|hit| (hit.target, hit.h)).collect()
        };
        let repeats = |target: &TargetId| again.get(target).is_some_and(|h| *h >= COVERED);
        let (confirmed, refuted): (Vec<TargetId>, Vec<TargetId>) =
            claims.iter().copied().partition(repeats);
        // What only an explored run shows is no fault of the target.
        if !second.disturbed && !explored {
            for target in refuted {
                self.archive.note_flaky(target);
            }
        }
        if confirmed.is_empty() {
            evaluation.hits = lower(&evaluation.hits, &again);
            return Verdict { evaluation, ..Verdict::default() };
        }
        let mut covered: Vec<TargetId> = evaluation
            .hits
            .iter()
            .filter(|hit| hit.h >= COVERED && repeats(&hit.target))
            .map(|hit| hit.target)
            .collect();
        covered.sort_unstable();
        covered.dedup();
        let faults = repeated_faults(&evaluation.faults, &second.faults);
        evaluation.hits = lower(&evaluation.hits, &again);
        Verdict { evaluation, confirmed, covered, faults }
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

    fn fault_count(&self) -> usize {
        self.faults.len()
    }

    fn finish(self) -> SearchOutcome {
        let (covered, near_misses, flaky) = self.archive.into_ordered();
        let first_covered_at = covered.iter().map(|(target, (_, at))| (*target, *at)).collect();
        SearchOutcome {
            archive: covered.into_iter().map(|(target, (by, _))| (target, by)).collect(),
            near_misses,
            flaky,
            first_covered_at,
            faults: self.faults.into_iter().collect(),
            calls: self.calls,
            individuals: self.individuals,
            repeats: self.repeats,
        }
    }
}

/// What two runs of an individual agree on.
#[derive(Default)]
struct Verdict {
    /// The first run, with what did not repeat lowered to what the second showed.
    evaluation: Evaluation,
    /// Claims that repeated.
    confirmed: Vec<TargetId>,
    /// All targets covered by both runs, ascending.
    covered: Vec<TargetId>,
    /// Faults shown by both runs.
    faults: Vec<(usize, Fault)>,
}

/// Hits of the first run; where it covered and the second did not, the second's.
fn lower(hits: &[Hit], again: &std::collections::BTreeMap<TargetId, f64>) -> Vec<Hit> {
    hits.iter()
        .map(|hit| {
            let second = again.get(&hit.target).copied().unwrap_or(0.0);
            Hit { h: if hit.h >= COVERED { second.min(hit.h) } else { hit.h }, ..*hit }
        })
        .collect()
}

/// Faults of the first run that the second shows at the same action, whatever their message.
fn repeated_faults(first: &[(usize, Fault)], second: &[(usize, Fault)]) -> Vec<(usize, Fault)> {
    let same = |a: &(usize, Fault), b: &(usize, Fault)| {
        a.0 == b.0
            && (a.1.code, &a.1.operation, &a.1.place) == (b.1.code, &b.1.operation, &b.1.place)
    };
    first.iter().filter(|fault| second.iter().any(|other| same(fault, other))).cloned().collect()
}
