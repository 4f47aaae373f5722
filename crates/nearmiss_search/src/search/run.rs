//! A search under way: what it knows and how far it is. What it does stands in files of their own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use nearmiss_targets::TargetId;
use rand_pcg::Pcg64Mcg;

use super::assess::Purpose;
use super::costs::Costs;
use super::resuming::Resuming;
use super::slot::Slot;
use crate::archive::Archive;
use crate::credit::Credit;
use crate::knowledge::Knowledge;
use crate::options::{Algorithm, SearchOptions};
use crate::seed::individual_rng;
use crate::shapes::Shapes;
use crate::{ActionTemplate, Evaluator, Fault, Individual, Sampler, SearchObserver, TemplateId};

/// Steps in a row that bring nothing to run before the search gives up.
const IDLE_LIMIT: u32 = 1000;

/// A search under way.
pub(super) struct Run<'a> {
    pub(super) options: SearchOptions,
    pub(super) templates: &'a [ActionTemplate],
    pub(super) sampler: &'a dyn Sampler,
    pub(super) evaluator: Box<dyn Evaluator + 'a>,
    pub(super) observer: Box<dyn SearchObserver + 'a>,
    pub(super) archive: Archive,
    pub(super) knowledge: Knowledge,
    /// Individuals in a row that were asked which values met, and told nothing worth trying.
    pub(super) pairs_silent: u32,
    /// Follow-ups in a row that opened nothing.
    pub(super) follow_ups_silent: u32,
    /// Mutants that were asked what meets, by the target that was climbed to.
    pub(super) asked_for: BTreeMap<TargetId, u8>,
    pub(super) shapes: Shapes,
    /// Individuals that try what the problem has learnt of itself.
    pub(super) taught: VecDeque<Individual>,
    /// Individuals that show whether what was seen is a fault.
    pub(super) examinations: VecDeque<Individual>,
    /// Calls of those that were run.
    pub(super) examined: u64,
    pub(super) credit: Credit,
    pub(super) costs: Costs,
    /// Individuals that there was no room for, because their calls cost much, with what they are run for.
    pub(super) postponed: VecDeque<(Individual, Purpose)>,
    pub(super) faults: BTreeSet<Fault>,
    pub(super) calls: u64,
    pub(super) individuals: u64,
    pub(super) repeats: u64,
    /// Generators given out, one for each individual that was sampled or mutated.
    pub(super) draws: u64,
    pub(super) idle: u32,
    /// Tests of earlier searches.
    pub(super) resuming: Resuming,
    pub(super) only_resumed: bool,
    /// The first looks at operations that are still to come, once they are made.
    pub(super) initial: Option<VecDeque<Individual>>,
    /// How many there were of them.
    pub(super) looks: usize,
    /// Targets whose individuals are mutated, one for each slot that does.
    pub(super) climbed: Vec<TargetId>,
    /// By template of which a call is to succeed: the number of the individual that was the first to come as far as any.
    pub(super) fronts: BTreeMap<TemplateId, u64>,
    /// Each operation was looked at once.
    pub(super) begun: bool,
    /// The slot that this is searched in, if there are several.
    pub(super) slot: Option<Slot<'a>>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
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
            costs: Costs::default(),
            postponed: VecDeque::new(),
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
            fronts: BTreeMap::new(),
            begun: false,
            slot: None,
        }
    }

    pub(super) fn is_mio(&self) -> bool {
        self.options.algorithm == Algorithm::Mio
    }

    /// Tells whether there is a budget left, and nobody ends the search.
    pub(super) fn goes_on(&self) -> bool {
        self.idle < IDLE_LIMIT
            && self.evaluator.used() < 1.0
            && !self.evaluator.stopped()
            && !self.observer.stops()
    }

    /// Tells whether the next individual is explored: every other one at the start of the budget. The first
    /// look at each operation is not: nothing must stand between it and the SUT.
    pub(super) fn explores(&self) -> bool {
        let mio = &self.options.mio;
        self.is_mio()
            && self.begun
            && self.individuals % 2 == 1
            && self.evaluator.used() < mio.explored
    }

    /// Gives out the generator of the next individual.
    pub(super) fn next_rng(&mut self) -> Pcg64Mcg {
        let rng = individual_rng(self.options.seed, self.draws);
        self.draws += 1;
        rng
    }
}
