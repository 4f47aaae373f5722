//! Evaluates individuals on the running SUT.

mod collect;
mod options;
mod process;
mod run;
mod target_bits;
mod users;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Instant;

use nearmiss_problem::rest::RestProblem;
use nearmiss_search::{Evaluation, Evaluator, Individual};
use nearmiss_targets::{COVERED, SlotKind, TargetId, layout::SLOTS};

pub use options::{Budget, EvaluatorOptions, OnCall, Reset, Timing, Without};
pub(crate) use process::MAX_FAILED_STARTS;

use target_bits::TargetBits;

use crate::control::SearchWords;
use crate::fakes_refused::FakesRefused;
use crate::incidents::InVain;
use crate::login::Logins;
use crate::sut_pool::SutPool;
use crate::sut_process::{StartSutError, SutProcess};
use crate::target_registry::TargetRegistry;
use crate::transport::Transport;
use crate::validators::{SchemaSpecs, Validators};

/// Most different warnings kept.
const MAX_WARNINGS: usize = 200;

/// Runs individuals on a SUT over HTTP and reads the shared maps.
pub struct SutEvaluator<'p> {
    problem: &'p RestProblem,
    options: EvaluatorOptions,
    pool: SutPool,
    sut: Option<SutProcess>,
    transport: Transport,
    words: Arc<SearchWords>,
    epoch: u32,
    in_segment: u32,
    calls: u64,
    restarts: u64,
    started: Instant,
    gone: Option<StartSutError>,
    boot: BTreeSet<TargetId>,
    /// The same, and targets of which nobody wants to know that they are covered once more.
    is_boot: TargetBits,
    settled: TargetBits,
    /// Of the settled ones those whose slot stands for nothing else.
    settled_slots: TargetBits,
    /// Settled targets that the last test covered.
    covered_again: Vec<TargetId>,
    warnings: Vec<String>,
    timing: Timing,
    specs: SchemaSpecs,
    /// Whether the SUT's own code has seen the last call.
    last_call_seen: bool,
    /// Statuses of the answers of the last test; 0 for none.
    statuses: Vec<u16>,
    fakes: FakesRefused,
    /// Who is logged in.
    logins: Logins,
    /// Values that meet are to be told.
    asks_pairs: bool,
    /// The process ended after the last answer of the last test.
    gone_quietly: bool,
    /// A call of the last test ended the process, or seems to have.
    ended_itself: bool,
    /// It was ended on purpose during this test.
    killed: bool,
    /// By slot: what it must exceed to be told, and what of that is not in the maps yet.
    floors: BTreeMap<u32, f64>,
    new_floors: Vec<(u32, f64)>,
    /// Calls of each operation that got no whole answer in time.
    in_vain: BTreeMap<String, InVain>,
}

impl<'p> SutEvaluator<'p> {
    /// An evaluator on a SUT that already listens.
    ///
    /// # Errors
    /// When the system gives no event loop.
    pub fn new(
        problem: &'p RestProblem,
        sut: SutProcess,
        pool: SutPool,
        words: Arc<SearchWords>,
        options: EvaluatorOptions,
    ) -> std::io::Result<Self> {
        let transport = Transport::new(options.limits)?;
        let logins = Logins::new(Arc::clone(&options.users));
        let mut this = Self {
            problem,
            options,
            pool,
            sut: None,
            transport,
            words,
            epoch: 0,
            in_segment: 0,
            calls: 0,
            restarts: 0,
            started: Instant::now(),
            gone: None,
            boot: BTreeSet::new(),
            is_boot: TargetBits::default(),
            settled: TargetBits::default(),
            settled_slots: TargetBits::default(),
            covered_again: Vec::new(),
            warnings: Vec::new(),
            timing: Timing::default(),
            specs: SchemaSpecs::default(),
            last_call_seen: false,
            statuses: Vec::new(),
            fakes: FakesRefused::default(),
            logins,
            asks_pairs: false,
            gone_quietly: false,
            ended_itself: false,
            killed: false,
            floors: BTreeMap::new(),
            new_floors: Vec::new(),
            in_vain: BTreeMap::new(),
        };
        this.name_operations();
        this.adopt(sut);
        Ok(this)
    }

    /// Tells what names validations by operation how the operations of the problem are called.
    fn name_operations(&self) {
        let names = self.problem.templates().into_iter().map(|template| template.name);
        validators(&self.words).know_operations(names);
    }

    /// Calls made so far.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Restarts of the SUT so far.
    #[must_use]
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Why the SUT cannot be started any more, if it cannot.
    #[must_use]
    pub fn gone(&self) -> Option<&StartSutError> {
        self.gone.as_ref()
    }

    /// Targets that any process covered while it started: no objectives.
    #[must_use]
    pub fn boot(&self) -> &BTreeSet<TargetId> {
        &self.boot
    }

    /// What people should know about the run.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Where the time went so far.
    #[must_use]
    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// Turns to another problem of the same SUT, with the whole budget.
    pub fn turn_to(&mut self, problem: &'p RestProblem) {
        self.problem = problem;
        self.name_operations();
        // What one search has no use for another one has.
        let floors = std::mem::take(&mut self.floors);
        self.new_floors = floors.keys().map(|slot| (*slot, 0.0)).collect();
        self.floors = self.new_floors.iter().copied().collect();
        self.settled = TargetBits::default();
        self.settled_slots = TargetBits::default();
        self.calls = 0;
        self.started = Instant::now();
    }

    fn warn(&mut self, warning: String) {
        if self.warnings.len() < MAX_WARNINGS && !self.warnings.contains(&warning) {
            tracing::warn!("{warning}");
            self.warnings.push(warning);
        }
    }
}

fn registry(words: &SearchWords) -> MutexGuard<'_, TargetRegistry> {
    words.registry.lock().unwrap_or_else(PoisonError::into_inner)
}

fn validators(words: &SearchWords) -> MutexGuard<'_, Validators> {
    words.validators.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Evaluator for SutEvaluator<'_> {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let steps = self.lower(individual);
        self.evaluate_steps(individual, &steps)
    }

    fn explore(&mut self, individual: &Individual) -> Evaluation {
        let plain = self.lower(individual);
        let mut steps = plain.clone();
        let adds =
            self.options.unlisted && self.problem.add_fakes(&mut steps, self.fakes.refusing());
        let evaluation = self.evaluate_steps(individual, &steps);
        if !adds {
            return evaluation;
        }
        let with_fakes = std::mem::take(&mut self.statuses);
        if evaluation.disturbed || !self.fakes.is_doubtful(&plain, &with_fakes) {
            return evaluation;
        }
        // Are they refused only because of the fakes?
        let mut again = self.evaluate_steps(individual, &plain);
        self.fakes.compare(&plain, &with_fakes, &self.statuses);
        again.calls += evaluation.calls;
        again
    }

    fn set_floors(&mut self, floors: &[(TargetId, f64)]) {
        let registry = registry(&self.words);
        for (target, below) in floors {
            self.settled.set(*target, *below > COVERED);
            // A statement stands for its line and file, too: all of it is told.
            let has_floor = (target.0 as usize) < SLOTS
                && registry
                    .slot(target.0)
                    .is_some_and(|(_, slot)| slot.kind != SlotKind::Statement);
            if !has_floor {
                continue;
            }
            self.settled_slots.set(*target, *below > COVERED);
            // What is as near is told: only what comes nearer than a slot's value is.
            let floor = below.min(COVERED).next_down().max(0.0);
            let old = self.floors.insert(target.0, floor);
            if old != Some(floor) {
                self.new_floors.push((target.0, floor));
            }
        }
    }

    fn covered_again(&mut self) -> Vec<TargetId> {
        std::mem::take(&mut self.covered_again)
    }

    fn ask_pairs(&mut self, asked: bool) {
        self.asks_pairs = asked && !self.options.without.taint;
    }

    fn stopped(&self) -> bool {
        let gone = self.sut.is_none() && self.gone.is_some();
        gone || self.options.interrupt.load(Ordering::Relaxed) || self.used() >= 1.0
    }

    fn used(&self) -> f64 {
        match self.options.budget {
            #[expect(clippy::cast_precision_loss, reason = "a share, not a count")]
            Budget::Calls(limit) => self.calls as f64 / limit.max(1) as f64,
            Budget::Time(limit) => {
                self.started.elapsed().as_secs_f64() / limit.as_secs_f64().max(0.001)
            }
        }
    }
}
