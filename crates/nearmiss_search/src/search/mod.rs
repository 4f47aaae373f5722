//! The search loop: MIO (paper 000 section 2.2) and, as its baseline, random search.

mod assess;
mod follow_up;
mod lanes;
mod resume;

pub(crate) use assess::{counts, repeated_faults};

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use nearmiss_targets::TargetId;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::archive::Archive;
use crate::credit::{Credit, Operator};
use crate::impact::{Impacts, Input};
use crate::knowledge::Knowledge;
use crate::options::{Algorithm, Ramp, SearchOptions};
use crate::search::assess::Purpose;
use crate::search::lanes::Slot;
use crate::search::resume::Resuming;
use crate::seed::individual_rng;
use crate::shapes::{RESHAPE, Shapes};
use crate::{
    ActionTemplate, EvaluatedIndividual, Evaluator, Fault, Individual, Resumed, Sampler,
    SearchObserver, SearchOutcome, taint, variation,
};

/// Probability that a fact that waits is followed up next, of what texts are to be and of other facts, as long as that opens
/// something.
const FOLLOW_UP_TOLD: f64 = 1.0;
const FOLLOW_UP: f64 = 0.8;
/// Follow-ups that opened nothing after which half as many are made, and the share that remains: what is followed up tells of
/// more, and a search of a SUT of many comparisons would make nothing else (measured on scs: 84 % of 6,000 calls).
const FOLLOW_UP_SILENCE: f64 = 300.0;
const LEAST_FOLLOW_UP: f64 = 0.2;
/// Share of the budget after which further first looks are left to chance.
const MOST_BEGUN: f64 = 0.25;
/// Most of all calls so far that examinations make, over the budget: what was found is looked at soon, and a
/// search that finds much still searches. What it does not reach is never looked at.
const EXAMINED: Ramp = Ramp { from: 0.2, to: 0.42 };
/// Mutants for each target that are asked what meets, whatever else is asked: that takes time.
const ASKED_FOR: u8 = 4;
/// Steps in a row that bring nothing to run before the search gives up.
const IDLE_LIMIT: u32 = 1000;

/// A search that is ready to run.
pub struct SearchLoop<'a> {
    options: SearchOptions,
    templates: &'a [ActionTemplate],
    sampler: &'a dyn Sampler,
    resumed: Resumed,
    only_resumed: bool,
}

impl<'a> SearchLoop<'a> {
    /// A search over individuals that `sampler` makes of `templates`.
    #[must_use]
    pub fn new(
        options: SearchOptions,
        templates: &'a [ActionTemplate],
        sampler: &'a dyn Sampler,
    ) -> Self {
        Self { options, templates, sampler, resumed: Resumed::default(), only_resumed: false }
    }

    /// Runs the tests of earlier searches first, each until it covers its targets again, at most three
    /// times; `only`: and nothing else.
    #[must_use]
    pub fn resuming(self, resumed: Resumed, only: bool) -> Self {
        Self { resumed, only_resumed: only, ..self }
    }

    /// Searches until the budget of `evaluator` is used up or it asks to stop. The same options,
    /// sampler and answers give the same outcome.
    pub fn run(
        mut self,
        evaluator: &mut dyn Evaluator,
        observer: &mut dyn SearchObserver,
    ) -> SearchOutcome {
        let slots = evaluator.slots();
        let (evaluator, observer) = (Box::new(evaluator), Box::new(observer));
        let mut run = Run::new(self.options, self.templates, self.sampler, evaluator, observer);
        run.resuming = Resuming::of(&mut self.resumed);
        run.only_resumed = self.only_resumed;
        run.draws = self.resumed.draws;
        run.knowledge.recall_constants(self.resumed.constants);
        if self.templates.is_empty() {
            return run.finish();
        }
        run = if slots > 1 { lanes::run_in_slots(run, slots) } else { lanes::run_in_one(run) };
        run.offer_snapshot(true);
        run.finish()
    }
}

/// A search under way.
struct Run<'a> {
    options: SearchOptions,
    templates: &'a [ActionTemplate],
    sampler: &'a dyn Sampler,
    evaluator: Box<dyn Evaluator + 'a>,
    observer: Box<dyn SearchObserver + 'a>,
    archive: Archive,
    knowledge: Knowledge,
    /// Individuals in a row that were asked which values met, and told nothing worth trying.
    pairs_silent: u32,
    /// Follow-ups in a row that opened nothing.
    follow_ups_silent: u32,
    /// Mutants that were asked what meets, by the target that was climbed to.
    asked_for: BTreeMap<TargetId, u8>,
    shapes: Shapes,
    /// Individuals that try what the problem has learnt of itself.
    taught: VecDeque<Individual>,
    /// Individuals that show whether what was seen is a fault.
    examinations: VecDeque<Individual>,
    /// Calls of those that were run.
    examined: u64,
    credit: Credit,
    impacts: Impacts,
    faults: BTreeSet<Fault>,
    calls: u64,
    individuals: u64,
    repeats: u64,
    /// Generators given out, one for each individual that was sampled or mutated.
    draws: u64,
    idle: u32,
    /// Tests of earlier searches.
    resuming: Resuming,
    only_resumed: bool,
    /// The first looks at operations that are still to come, once they are made.
    initial: Option<VecDeque<Individual>>,
    /// How many there were of them.
    looks: usize,
    /// Targets whose individuals are mutated, one for each slot that does.
    climbed: Vec<TargetId>,
    /// Each operation was looked at once.
    begun: bool,
    /// The slot that this is searched in, if there are several.
    slot: Option<Slot<'a>>,
}

impl<'a> Run<'a> {
    fn new(
        options: SearchOptions,
        templates: &'a [ActionTemplate],
        sampler: &'a dyn Sampler,
        evaluator: Box<dyn Evaluator + 'a>,
        observer: Box<dyn SearchObserver + 'a>,
    ) -> Self {
        Self {
            options,
            templates,
            sampler,
            evaluator,
            observer,
            archive: Archive::default(),
            knowledge: Knowledge::default(),
            pairs_silent: 0,
            follow_ups_silent: 0,
            asked_for: BTreeMap::new(),
            shapes: Shapes::default(),
            taught: VecDeque::new(),
            examinations: VecDeque::new(),
            examined: 0,
            credit: Credit::default(),
            impacts: Impacts::default(),
            faults: BTreeSet::new(),
            calls: 0,
            individuals: 0,
            repeats: 0,
            draws: 0,
            idle: 0,
            resuming: Resuming::default(),
            only_resumed: false,
            initial: None,
            looks: 0,
            climbed: Vec::new(),
            begun: false,
            slot: None,
        }
    }

    fn is_mio(&self) -> bool {
        self.options.algorithm == Algorithm::Mio
    }

    fn goes_on(&self) -> bool {
        self.idle < IDLE_LIMIT
            && self.evaluator.used() < 1.0
            && !self.evaluator.stopped()
            && !self.observer.stops()
    }

    /// Does what comes next. Answers false when there is nothing to come.
    async fn turn(&mut self) -> bool {
        if self.resume().await {
            return true;
        }
        if self.only_resumed {
            return false;
        }
        if !self.begin().await {
            self.step().await;
        }
        true
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

    /// Runs one individual of the next operation, as its schema wants it and with all text tainted, and
    /// one with all numbers, too: the first looks at each operation ask for all that it can tell.
    /// Answers false when there was a look at each.
    async fn begin(&mut self) -> bool {
        if self.begun {
            return false;
        }
        if self.initial.is_none() {
            let mut rng = self.next_rng();
            let initial = self.sampler.initial(&mut rng);
            self.looks = initial.len();
            self.initial = Some(initial.into());
        }
        // The first looks are the most telling; with many users there are a great many.
        let left = self.initial.as_ref().map_or(0, VecDeque::len);
        if self.looks - left >= self.templates.len() && self.evaluator.used() >= MOST_BEGUN {
            self.begun = true;
            return false;
        }
        let Some(mut individual) = self.initial.as_mut().and_then(VecDeque::pop_front) else {
            self.begun = true;
            return false;
        };
        let mut rng = self.next_rng();
        if self.is_mio() {
            taint::taint_fresh(&mut individual, 1.0, &mut rng);
            let mut numbers = individual.clone();
            if taint::taint_numbers(&mut numbers) {
                self.assess(numbers, Purpose::Look, &mut rng).await;
            }
        }
        self.assess(individual, Purpose::Look, &mut rng).await;
        true
    }

    /// Samples, follows up a fact, or mutates.
    async fn step(&mut self) {
        self.idle += 1;
        let mut rng = self.next_rng();
        if let Some(mut individual) = self.taught.pop_front() {
            if self.is_mio() {
                taint::separate_copies(&mut individual);
                taint::taint_fresh(&mut individual, 1.0, &mut rng);
            }
            self.assess(individual, Purpose::Taught, &mut rng).await;
            return;
        }
        let share = EXAMINED.at(self.evaluator.used(), self.options.mio.focus);
        if self.examined as f64 <= share * self.calls as f64 {
            if self.examinations.is_empty() {
                self.examinations.extend(self.sampler.examinations(&mut rng));
            }
            if let Some(individual) = self.examinations.pop_front() {
                self.assess(individual, Purpose::Examine, &mut rng).await;
                return;
            }
        }
        if !self.is_mio() {
            self.sample(&mut rng).await;
            return;
        }
        if self.knowledge.has_follow_up() && rng.random_bool(self.follow_up_share()) {
            if let Some(follow_up) = self.knowledge.next_follow_up() {
                self.follow_up(&follow_up, &mut rng).await;
            }
            return;
        }
        let mio = &self.options.mio;
        let sampling = mio.sampling.at(self.evaluator.used(), mio.focus);
        if self.archive.has_no_population() || rng.random_bool(sampling.clamp(0.0, 1.0)) {
            self.sample(&mut rng).await;
        } else {
            self.mutate(&mut rng).await;
        }
    }

    /// How probable it is that what waits is followed up: less, the longer nothing came of it.
    fn follow_up_share(&self) -> f64 {
        let most = if self.knowledge.has_told() { FOLLOW_UP_TOLD } else { FOLLOW_UP };
        let silence = f64::from(self.follow_ups_silent);
        most * (FOLLOW_UP_SILENCE / (FOLLOW_UP_SILENCE + silence)).max(LEAST_FOLLOW_UP)
    }

    async fn sample(&mut self, rng: &mut Pcg64Mcg) {
        // Long individuals find what needs several calls, short ones are better to climb from.
        let mio = &self.options.mio;
        let most = if rng.random_bool(mio.short_samples) {
            self.options.max_actions.min(mio.short_actions)
        } else {
            self.options.max_actions
        };
        let individual = self.sampler.sample(rng, most.max(1));
        self.assess_sample(individual, rng).await;
    }

    async fn assess_sample(&mut self, mut individual: Individual, rng: &mut Pcg64Mcg) {
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
        self.assess(individual, Purpose::Sample, rng).await;
    }

    /// Chooses a target and one of its individuals, and climbs from there for some mutations.
    async fn mutate(&mut self, rng: &mut Pcg64Mcg) {
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
            let made = self.mutant(&current.individual, target, used, rng);
            let Some((individual, operator, inputs)) = made else { continue };
            let actions = individual.actions.len();
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
            let progress = match operator {
                Operator::Shorten => reached >= h,
                Operator::Inputs | Operator::Structure => reached > h,
            };
            self.credit.note(operator, progress || self.archive.covered_count() > covered);
            if !inputs.is_empty() {
                self.impacts.note(target, &inputs, h, reached);
            }
            let no_longer = actions <= current.individual.actions.len();
            if reached > h || (reached == h && no_longer) {
                current = mutant;
                h = reached;
            }
        }
    }

    /// A mutant of an individual that is to come nearer to a target, with the inputs that were changed
    /// where calls stayed as they are; `None` if no mutation changed anything.
    fn mutant(
        &mut self,
        parent: &Individual,
        target: TargetId,
        used: f64,
        rng: &mut Pcg64Mcg,
    ) -> Option<(Individual, Operator, Vec<Input>)> {
        let (mio, max_actions) = (&self.options.mio, self.options.max_actions);
        let mut individual = parent.clone();
        if let Some(action) = self.shapes.any_unshaped(parent)
            && rng.random_bool(RESHAPE)
        {
            self.shapes.shape_action(&mut individual, action, rng);
            variation::finish_structure(&mut individual, mio, &self.knowledge, rng);
            return Some((individual, Operator::Inputs, Vec::new()));
        }
        self.sampler.catch_up(&mut individual, rng);
        let base = if max_actions > 1 { mio.structure_mutation } else { 0.0 };
        let shorten = if parent.actions.len() > 1 { base * mio.shorten } else { 0.0 };
        let structure = (base - shorten) * self.credit.structure_factor();
        let shorten = shorten * self.credit.shorten_factor();
        let kind: f64 = rng.random();
        if kind < shorten {
            if variation::shorten(&mut individual, rng) {
                return Some((individual, Operator::Shorten, Vec::new()));
            }
        } else if kind < shorten + structure
            && self.sampler.mutate_structure(&mut individual, rng, max_actions)
        {
            self.shapes.shape_fresh(&mut individual, rng);
            variation::finish_structure(&mut individual, mio, &self.knowledge, rng);
            return Some((individual, Operator::Structure, Vec::new()));
        }
        let impacts = mio.impacts.then_some((&self.impacts, target));
        let inputs = variation::mutate_inputs(
            &mut individual,
            mio,
            used,
            &self.knowledge,
            self.sampler,
            impacts,
            rng,
        );
        (!inputs.is_empty()).then_some((individual, Operator::Inputs, inputs))
    }

    fn fault_count(&self) -> usize {
        self.faults.len()
    }

    fn finish(self) -> SearchOutcome {
        let (unsettled, lost) = self.not_covered_again();
        let stopped_early = self.observer.stops();
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
            lost,
            unsettled,
            stopped_early,
        }
    }
}
