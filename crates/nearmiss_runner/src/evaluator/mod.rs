//! Evaluates individuals on the running SUT.

mod after_search;
mod ahead;
mod collect;
mod costs;
mod floors;
mod handled;
mod here;
mod lane;
mod lane_test;
mod last_answer;
mod limiters;
mod models;
mod options;
mod passwords;
mod process;
mod queries;
mod reached;
mod refusals;
mod run;
mod services;
mod soak;
mod target_bits;
mod too_many;
mod under_way;
mod users;
mod vain_links;
mod workers;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nearmiss_problem::Problem;
use nearmiss_problem::rest::HeldValues;
use nearmiss_search::{Answers, Evaluation, Evaluator, Individual};
use nearmiss_targets::{COVERED, SlotKind, TargetId, layout::SLOTS};

pub use costs::CostlyCalls;
pub use options::{Budget, EvaluatorOptions, OnCall, Timing, Without};
pub use reached::Reached;
pub use run::fault_key;
pub use users::LaneLogins;

use self::costs::{Clock, CostMeter};
use self::handled::HandledBy;
use self::lane::LaneSettings;
use self::last_answer::LastAnswer;
use self::refusals::Refusals;
use self::target_bits::TargetBits;
use self::too_many::TooMany;
use self::under_way::{Given, Lanes};
use crate::control::SearchWords;
use crate::fakes_refused::FakesRefused;
use crate::login::Logins;
use crate::reset::Reset;
use crate::sut::SutProcess;
use crate::sut_pool::SutPool;
use crate::target_registry::TargetRegistry;
use crate::transport::CallLimits;
use crate::validators::{SchemaSpecs, Validators};

/// How long a SUT that has become quiet stays awake for the next test. That comes within 20 to 100 us; to wake
/// who sleeps takes some 50 us of either side.
const AWAKE: Duration = Duration::from_micros(200);
/// Most different warnings kept.
const MAX_WARNINGS: usize = 200;

/// Runs individuals on one or several SUT processes over HTTP and reads the shared maps.
pub struct SutEvaluator<'p> {
    problem: &'p dyn Problem,
    options: EvaluatorOptions,
    pool: Arc<SutPool>,
    lanes: Lanes,
    /// Tests that were given to a lane and not taken in, by slot.
    under_way: BTreeMap<usize, Given>,
    /// Calls of these tests, which the budget has given away.
    reserved: u64,
    words: Arc<SearchWords>,
    calls: u64,
    restarts: u64,
    started: Instant,
    gone: Option<String>,
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
    costs: CostMeter,
    specs: SchemaSpecs,
    /// Models of ORMs that the problem knows.
    models: usize,
    /// Statuses of the answers of the last test; 0 for none.
    statuses: Vec<u16>,
    fakes: FakesRefused,
    reached: Reached,
    handled_by: HandledBy,
    /// What answers have held since the search, and how the last test was answered then.
    held: Option<HeldValues>,
    answers: Answers,
    /// The last answer of the last test.
    last_answer: Option<LastAnswer>,
    /// Who could log in when the search began, and then who is logged in on each lane.
    logins: Vec<Arc<Mutex<Logins>>>,
    /// Values that meet are to be told.
    asks_pairs: bool,
    /// By slot: what it must exceed to be told.
    floors: BTreeMap<u32, f64>,
    refusals: Refusals,
    too_many: TooMany,
    /// The next test needs a process that nothing was asked of.
    begins_afresh: bool,
    /// Reset of tests that come now, where that is not as in the search.
    reset: Option<Reset>,
    /// Restarts at which it stops.
    most_restarts: Option<u64>,
}

impl<'p> SutEvaluator<'p> {
    /// An evaluator on `workers` processes, one of which already listens; the others are started.
    ///
    /// # Errors
    /// When the system gives no event loop or no thread.
    pub fn new(
        problem: &'p dyn Problem,
        sut: SutProcess,
        pool: SutPool,
        words: Arc<SearchWords>,
        options: EvaluatorOptions,
        workers: usize,
    ) -> std::io::Result<Self> {
        let mut this = Self {
            problem,
            options,
            pool: Arc::new(pool),
            lanes: Lanes::None,
            under_way: BTreeMap::new(),
            reserved: 0,
            words,
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
            costs: CostMeter::default(),
            specs: SchemaSpecs::default(),
            models: 0,
            statuses: Vec::new(),
            fakes: FakesRefused::default(),
            reached: Reached::default(),
            handled_by: HandledBy::default(),
            held: None,
            answers: Answers::Missing,
            last_answer: None,
            logins: Vec::new(),
            asks_pairs: false,
            floors: BTreeMap::new(),
            refusals: Refusals::default(),
            too_many: TooMany::default(),
            begins_afresh: false,
            reset: None,
            most_restarts: None,
        };
        this.name_operations();
        // What the start of the API has made is there to be named by archives.
        let has_rows = matches!(this.options.reset, Reset::Databases) && sut.has_databases();
        if has_rows || sut.gives_rows() {
            this.teach_models();
            this.problem.know_tables(sut.known_tables().to_vec());
        }
        this.note_boot(sut.boot());
        let (sut, logins) = this.try_users(sut)?;
        this.start_lanes(sut, workers, &logins)?;
        Ok(this)
    }

    fn lane_settings(&self, workers: usize) -> LaneSettings {
        // With more lanes, or fewer processors, another lane or the search has more use for its time.
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let is_alone = workers == 1 && processors > 1;
        LaneSettings {
            reset: self.options.reset.clone(),
            // Of several lanes each makes its share of the calls.
            limits: CallLimits {
                apart: self.options.limits.apart * u32::try_from(workers).unwrap_or(u32::MAX),
                ..self.options.limits
            },
            quiet_limit: self.options.quiet_limit,
            kill_every: self.options.kill_every,
            unlisted: self.options.unlisted,
            logs: self.options.on_call.is_some(),
            interrupt: Arc::clone(&self.options.interrupt),
            puts_rows: matches!(self.options.reset, Reset::Databases),
            measures_queries: matches!(self.options.reset, Reset::Databases)
                && !self.options.without.query_distance
                && !self.options.without.heuristics,
            awake: if is_alone && self.options.busy_wait { AWAKE } else { Duration::ZERO },
        }
    }

    /// What a process covered while it started is no objective, now and after.
    fn note_boot(&mut self, touched: &[(u32, f64)]) {
        if touched.is_empty() {
            return;
        }
        let registry = registry(&self.words);
        for &(slot, h) in touched {
            registry.targets_of(slot, h, |target, h| {
                if h >= 1.0 {
                    self.boot.insert(target);
                    self.is_boot.set(target, true);
                }
            });
        }
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

    /// Whether calls reached anything so far.
    #[must_use]
    pub fn reached(&self) -> Reached {
        self.reached
    }

    /// Restarts of the SUT so far.
    #[must_use]
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Why the SUT cannot be started any more, if it cannot.
    #[must_use]
    pub fn gone(&self) -> Option<&str> {
        let all = self.lanes.slots() == 0 || self.lanes.all_dead();
        self.gone.as_deref().filter(|_| all)
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

    /// Where the time went so far; of several lanes the sum.
    #[must_use]
    pub fn timing(&self) -> Timing {
        self.timing.plus(self.lanes.timing())
    }

    /// Begins the budget of time: what came before the search is not part of it.
    pub fn begin(&mut self) {
        self.started = Instant::now();
    }

    /// Calls that cost much so far, by operation.
    #[must_use]
    pub fn costly_calls(&self) -> BTreeMap<String, CostlyCalls> {
        self.costs.operations().clone()
    }

    /// The clock, where it may decide what is searched next.
    fn clock(&self) -> Option<Clock> {
        let by_time = matches!(self.options.budget, Budget::Time(_));
        by_time.then(|| Clock { elapsed: self.started.elapsed(), calls: self.calls })
    }

    /// Turns to another problem of the same SUT, with the whole budget.
    pub fn turn_to(&mut self, problem: &'p dyn Problem) {
        self.problem = problem;
        self.handled_by = HandledBy::default();
        self.name_operations();
        // What one search has no use for another one has.
        for (slot, floor) in &mut self.floors {
            *floor = 0.0;
            self.lanes.note_floor(*slot, 0.0);
        }
        for user in self.logins().left_out() {
            problem.leave_out_user(&user);
        }
        self.settled = TargetBits::default();
        self.settled_slots = TargetBits::default();
        self.calls = 0;
        self.started = Instant::now();
    }

    /// Ends the processes.
    pub fn close(&mut self) {
        self.lanes.close();
        self.pool.close();
    }

    /// Calls that the budget leaves for another test.
    fn calls_left(&self) -> usize {
        let left = |limit: u64| limit.saturating_sub(self.calls + self.reserved);
        let left = self.options.budget.calls().map(left);
        left.map_or(usize::MAX, |left| usize::try_from(left).unwrap_or(usize::MAX))
    }

    /// When the search ends.
    fn until(&self) -> Option<Instant> {
        self.started.checked_add(self.options.budget.time()?)
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

/// Lines behind a branch in which statements that are not covered are what it may open.
const OPENED_LINES: u32 = 6;
/// Begin of the keys of targets that are queries.
const QUERY: &str = "Query_";
/// See [`Evaluator::turns`]: of targets that are neither functions nor branches that may open something.
const TURNS_OF_OTHERS: u32 = 4;

impl Evaluator for SutEvaluator<'_> {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        self.give(0, individual, false);
        self.take(0)
    }

    fn explore(&mut self, individual: &Individual) -> Evaluation {
        self.give(0, individual, true);
        self.take(0)
    }

    fn slots(&self) -> usize {
        self.lanes.slots().max(1)
    }

    fn submit(&mut self, slot: usize, individual: &Individual, explores: bool) {
        self.give(slot, individual, explores);
    }

    fn collect(&mut self, slot: usize) -> Evaluation {
        self.take(slot)
    }

    fn next_done(&mut self) -> Option<usize> {
        if self.is_ordered() { None } else { self.any_done() }
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
                self.lanes.note_floor(target.0, floor);
            }
        }
    }

    fn covered_again(&mut self) -> Vec<TargetId> {
        std::mem::take(&mut self.covered_again)
    }

    fn answers(&mut self) -> Answers {
        std::mem::take(&mut self.answers)
    }

    fn last_answer(&mut self) -> Option<u64> {
        self.last_answer.take()?.whole()
    }

    fn last_words(&mut self) -> Option<u64> {
        self.last_answer.take()?.words()
    }

    fn last_status(&mut self) -> Option<u16> {
        self.statuses.last().copied().filter(|status| *status > 0)
    }

    fn begin_afresh(&mut self) {
        self.begins_afresh = true;
    }

    fn ask_pairs(&mut self, asked: bool) {
        self.asks_pairs = asked && !self.options.without.taint;
    }

    fn turns(&self, target: TargetId, is_covered: &dyn Fn(TargetId) -> bool) -> u32 {
        let registry = registry(&self.words);
        let slot = if (target.0 as usize) < SLOTS { registry.slot(target.0) } else { None };
        let opens = match slot.map(|(_, slot)| slot.kind) {
            Some(SlotKind::BranchTrue | SlotKind::BranchFalse) => {
                registry.statements_near(target.0, OPENED_LINES).any(|near| !is_covered(near))
            }
            Some(SlotKind::Function) => true,
            // Code behind a query that finds nothing has no gradient of its own.
            None => registry.name(target).is_some_and(|key| key.starts_with(QUERY)),
            Some(_) => false,
        };
        if opens { 1 } else { TURNS_OF_OTHERS }
    }

    fn target(&self, key: &str) -> Option<TargetId> {
        registry(&self.words).find(key)
    }

    fn stopped(&self) -> bool {
        self.gone().is_some()
            || self.options.interrupt.load(Ordering::Relaxed)
            || self.most_restarts.is_some_and(|most| self.restarts >= most)
            || self.used() >= 1.0
    }

    fn used(&self) -> f64 {
        self.options.budget.used(self.calls + self.reserved, self.started.elapsed())
    }
}
