//! Evaluates individuals on the running SUT.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nearmiss_problem::rest::RestProblem;
use nearmiss_problem::{CallOutcome, Step};
use nearmiss_search::{Evaluation, Evaluator, Hit, Individual, Specialisation, TaintFact};
use nearmiss_targets::{TargetId, layout::fact};

use crate::control::SearchWords;
use crate::facts::{InputFact, input_fact, pair, read_field, taint_fact};
use crate::fakes_refused::FakesRefused;
use crate::reset::reset_by_call;
use crate::resolve::wire_call;
use crate::sut_pool::SutPool;
use crate::sut_process::{Quiet, StartSutError, SutProcess};
use crate::target_registry::TargetRegistry;
use crate::transport::{CallLimits, Transport, WireCall};
use crate::validators::{SchemaSpecs, Validators};

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// After so many HTTP calls; outcomes then never depend on the clock.
    Calls(u64),
    /// After so much wall time.
    Time(Duration),
}

/// How the state of the SUT is reset before a test.
#[derive(Clone, Debug)]
pub enum Reset {
    /// Not at all: the process is replaced after every [`SEGMENT_TESTS`] tests.
    None,
    /// By a fresh process for each test.
    Restart,
    /// By a POST to this path of the SUT.
    Url(String),
    /// By the driver's `resetStateOfSUT`.
    Driver,
}

/// Tests between two restarts where nothing resets the SUT: few restarts, since a fresh process is
/// slow for its first thousands of calls (until its code is compiled), but state that piles up is
/// thrown away now and then.
const SEGMENT_TESTS: u32 = 20_000;
/// How long a process whose call timed out may take to say that nothing runs.
const IDLE_AT_ONCE: Duration = Duration::from_millis(250);
/// Most different warnings kept.
const MAX_WARNINGS: usize = 200;
/// Starts in a row that may fail before a search or a replay gives up.
pub(crate) const MAX_FAILED_STARTS: u32 = 3;

/// Told of every call that is sent.
pub type OnCall = Box<dyn FnMut(&WireCall)>;

/// What an evaluator needs beside the SUT.
pub struct EvaluatorOptions {
    /// When to stop.
    pub budget: Budget,
    /// How to reset.
    pub reset: Reset,
    /// Limits of one call.
    pub limits: CallLimits,
    /// Whether inputs and paths that no schema describes are learnt.
    pub unlisted: bool,
    /// How long the runtime may take to become quiet after a test.
    pub quiet_limit: Duration,
    /// Set from outside to stop.
    pub interrupt: Arc<AtomicBool>,
    /// Ends the SUT process by force during every so many tests, as the world outside may.
    pub kill_every: Option<u32>,
    /// Called with every call that is sent.
    pub on_call: Option<OnCall>,
    /// Techniques that are left out, to see what they are worth.
    pub without: Without,
}

/// Techniques that an evaluation leaves out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Without {
    /// What tainted values should have been is not told.
    pub taint: bool,
    /// A target is covered or not, never nearly.
    pub heuristics: bool,
}

/// Where the time of evaluations goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timing {
    /// Resets, restarts, opening epochs.
    pub prepare: Duration,
    /// Making calls from genes, and from earlier answers.
    pub lower: Duration,
    /// From sending a request until its answer is read.
    pub calls: Duration,
    /// Oracles and targets of answers.
    pub judge: Duration,
    /// Waiting until the SUT is quiet.
    pub quiet: Duration,
    /// Reading the shared maps.
    pub drain: Duration,
}

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
    warnings: Vec<String>,
    timing: Timing,
    specs: SchemaSpecs,
    /// Whether the SUT's own code has seen the last call.
    last_call_seen: bool,
    /// Statuses of the answers of the last test; 0 for none.
    statuses: Vec<u16>,
    fakes: FakesRefused,
    /// Values that meet are to be told.
    asks_pairs: bool,
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
            warnings: Vec::new(),
            timing: Timing::default(),
            specs: SchemaSpecs::default(),
            last_call_seen: false,
            statuses: Vec::new(),
            fakes: FakesRefused::default(),
            asks_pairs: false,
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

    /// Takes a process into use. What it covered while it started is nobody's merit, now and after.
    fn adopt(&mut self, sut: SutProcess) {
        let registry = registry(&self.words);
        for &(slot, h) in &sut.boot {
            registry.targets_of(slot, h, |target, h| {
                if h >= 1.0 {
                    self.boot.insert(target);
                }
            });
        }
        drop(registry);
        self.transport.connect_to(&sut.host());
        self.sut = Some(sut);
        self.in_segment = 0;
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
        self.calls = 0;
        self.started = Instant::now();
    }

    fn warn(&mut self, warning: String) {
        if self.warnings.len() < MAX_WARNINGS && !self.warnings.contains(&warning) {
            tracing::warn!("{warning}");
            self.warnings.push(warning);
        }
    }

    /// Ends the processes.
    pub fn close(&mut self) {
        if let Some(mut sut) = self.sut.take() {
            sut.stop();
        }
        self.pool.close();
    }

    fn restart(&mut self) -> bool {
        self.sut = None;
        for _ in 0..MAX_FAILED_STARTS {
            match self.pool.take() {
                Ok(sut) => {
                    self.adopt(sut);
                    self.restarts += 1;
                    self.gone = None;
                    return true;
                }
                Err(error) => self.gone = Some(error),
            }
            if self.options.interrupt.load(Ordering::Relaxed) {
                break;
            }
        }
        false
    }

    /// Makes sure a SUT runs and is in its starting state. Answers false if none can be had.
    fn ready(&mut self) -> bool {
        self.note_end();
        let dead = self.sut.as_mut().is_none_or(|sut| sut.ended().is_some());
        let worn = match self.options.reset {
            Reset::None => self.in_segment >= SEGMENT_TESTS,
            Reset::Restart => self.in_segment >= 1,
            Reset::Url(_) | Reset::Driver => false,
        };
        if (dead || worn) && !self.restart() {
            return false;
        }
        match self.options.reset.clone() {
            Reset::None | Reset::Restart => true,
            Reset::Driver => {
                let Some(sut) = &self.sut else { return false };
                match sut.order("reset", self.options.limits.time) {
                    Ok(_) => true,
                    Err(error) => {
                        self.warn(format!("resetStateOfSUT failed: {error}"));
                        self.restart()
                    }
                }
            }
            Reset::Url(target) => {
                let host = self.sut.as_ref().map(SutProcess::host).unwrap_or_default();
                match reset_by_call(&mut self.transport, &target, &host) {
                    Ok(()) => true,
                    Err(error) => {
                        self.warn(error);
                        self.restart()
                    }
                }
            }
        }
    }

    /// Runs the steps of one test in an open epoch.
    fn run_steps(&mut self, steps: &[Step], evaluation: &mut Evaluation) -> Vec<(String, f64)> {
        let mut outcomes: Vec<CallOutcome> = Vec::with_capacity(steps.len());
        let mut seen = Vec::new();
        for (index, Step::Http(call)) in steps.iter().enumerate() {
            let Some(sut) = &mut self.sut else { break };
            let mut clock = Lap::start();
            let wire = wire_call(call, &outcomes, &sut.host());
            if index == 0 && self.options.kill_every.is_some_and(|n| self.epoch.is_multiple_of(n)) {
                sut.kill();
            }
            let operation = self.problem.operation_index(&call.operation);
            sut.begin_action(index, operation, index + 1 == steps.len());
            let before = sut.requests();
            if let Some(log) = &mut self.options.on_call {
                log(&wire);
            }
            clock.add_to(&mut self.timing.lower);
            let outcome = self.transport.call(&wire, || sut.requests() != before);
            clock.add_to(&mut self.timing.calls);
            self.last_call_seen = sut.requests() != before;
            self.calls += 1;
            evaluation.calls += 1;
            evaluation.ran = index + 1;
            let thrown = sut.thrown_at().map(|slot| self.place_of(slot));
            for fault in self.problem.judge(call, &outcome, thrown.as_deref()) {
                seen.push((
                    format!("Fault_{}_{}_{}", fault.code, fault.operation, fault.place),
                    1.0,
                ));
                evaluation.faults.push((index, fault));
            }
            seen.extend(self.problem.response_targets(call, &outcome));
            clock.add_to(&mut self.timing.judge);
            let lost = !matches!(outcome, CallOutcome::Response(_));
            let hung = outcome == CallOutcome::Timeout;
            self.note_answer(&call.operation, &outcome);
            self.statuses.push(match &outcome {
                CallOutcome::Response(answer) => answer.status,
                _ => 0,
            });
            outcomes.push(outcome);
            if lost && self.lost_after(hung) {
                evaluation.disturbed = true;
                break;
            }
        }
        seen
    }

    /// Says of an answer that did not come, or not whole, why no test shows it; once an operation.
    fn note_answer(&mut self, operation: &str, outcome: &CallOutcome) {
        match outcome {
            CallOutcome::Response(answer) if answer.truncated => self.warn(format!(
                "{operation}: an answer of more than {} KiB was cut off there",
                self.options.limits.body >> 10
            )),
            CallOutcome::Response(_) => {}
            CallOutcome::Timeout => self.warn(format!(
                "{operation}: no whole answer within {} ms (--call-timeout)",
                self.options.limits.time.as_millis()
            )),
            CallOutcome::Broken(_) => self.warn(format!(
                "{operation}: the API closed the connection, or ended, before its answer was whole"
            )),
        }
    }

    /// Says that the API ended by itself.
    fn note_end(&mut self) {
        if let Some(how) = self.sut.as_mut().and_then(SutProcess::ended) {
            self.warn(format!("the API {how} in mid-search and was started again"));
        }
    }

    /// After a call without a whole answer: whether the process is lost. One that hangs is ended
    /// unless it answers at once that nothing runs. One that broke its connection is asked with
    /// patience: a dead process answers at once (its order connection is closed), and how busy the
    /// machine is must not decide.
    fn lost_after(&mut self, hung: bool) -> bool {
        let Some(sut) = &mut self.sut else { return true };
        if hung {
            let idle = sut.order("idle", IDLE_AT_ONCE);
            return !matches!(idle, Ok(answer) if answer["idle"] == true);
        }
        sut.order("idle", self.options.limits.time).is_err() || sut.ended().is_some()
    }

    fn place_of(&self, slot: u32) -> String {
        let registry = registry(&self.words);
        registry.name(TargetId(slot)).unwrap_or_else(|| "outside of any statement".to_owned())
    }

    /// Closes the epoch and reads what the runtime recorded.
    fn collect(
        &mut self,
        individual: &Individual,
        steps: &[(String, f64)],
        evaluation: &mut Evaluation,
    ) -> Vec<(usize, InputFact)> {
        let mut best: BTreeMap<TargetId, f64> = BTreeMap::new();
        let boot = &self.boot;
        let without = self.options.without;
        let mut raise = |target, h: f64| {
            if boot.contains(&target) || (without.heuristics && h < 1.0) {
                return;
            }
            let known = best.entry(target).or_insert(h);
            *known = known.max(h);
        };
        let mut inputs = Vec::new();
        let mut clock = Lap::start();
        let mut gone = false;
        if let Some(sut) = &mut self.sut {
            if !evaluation.disturbed && !self.last_call_seen {
                // Node answered by itself (a bad header, an upgrade): no request event will come.
                let idle = sut.order("idle", self.options.limits.time);
                evaluation.disturbed |= idle.is_err();
                sut.close_epoch();
            } else if !evaluation.disturbed {
                match sut.wait_quiet(self.epoch, self.options.quiet_limit) {
                    Quiet::Yes => {}
                    Quiet::Busy => tracing::debug!(epoch = self.epoch, "busy after a test"),
                    // All answers came, and what was touched is in the map: the test is whole.
                    Quiet::Gone => gone = true,
                    // What the test touched may not all be there, or not all be its own.
                    Quiet::NoAnswer => evaluation.disturbed = true,
                }
            }
            clock.add_to(&mut self.timing.quiet);
            let drained = sut.drain();
            let registry = registry(&self.words);
            for thread in drained {
                for (slot, h) in thread.slots {
                    registry.targets_of(slot, h, &mut raise);
                }
                if without.taint {
                    continue;
                }
                for (kind, action, taint, text) in thread.facts {
                    if kind == fact::SCHEMA {
                        let fact = (usize::from(action), text.as_slice());
                        let text_of = |number| validators(&self.words).text(number);
                        let shapes = self.specs.shapes(self.problem, individual, fact, text_of);
                        evaluation.shapes.extend(shapes);
                    } else if kind == fact::PAIR {
                        evaluation.pairs.extend(pair(action, &text));
                    } else if kind == fact::FIELD {
                        evaluation.fields.extend(read_field(action, &text));
                    } else if let Some(input) = input_fact(kind, action, taint, &text) {
                        inputs.push(input);
                    } else {
                        evaluation.taint.extend(taint_fact(kind, action, taint, text));
                    }
                }
            }
        }
        let mut registry = registry(&self.words);
        for (key, h) in steps {
            raise(registry.key(key), *h);
        }
        drop(registry);
        evaluation.hits = best.into_iter().map(|(target, h)| Hit { target, h }).collect();
        if gone {
            self.note_end();
            self.sut = None;
        }
        clock.add_to(&mut self.timing.drain);
        inputs
    }

    /// Tells the problem what was seen of inputs and paths that nothing describes.
    fn teach(&self, steps: &[Step], inputs: Vec<(usize, InputFact)>, evaluation: &mut Evaluation) {
        let unlisted = self.options.unlisted;
        for (action, fact) in inputs {
            let Some(Step::Http(call)) = steps.get(action) else { continue };
            match fact {
                InputFact::Read(input) if unlisted => {
                    self.problem.learn_input(&call.operation, &input);
                }
                InputFact::Read(_) => {}
                InputFact::Property(taint, name) => {
                    // A field of a field is an input of its own; anything else becomes a record.
                    if !unlisted || !self.problem.learn_property(call, taint, &name) {
                        let specialisation = Specialisation::Property(name);
                        evaluation.taint.push(TaintFact { action, taint, specialisation });
                    }
                }
            }
        }
        if !unlisted {
            return;
        }
        for fact in &evaluation.taint {
            if let Some(Step::Http(call)) = steps.get(fact.action) {
                self.problem.learn_path(call, fact.taint, &fact.specialisation);
            }
        }
        if self.problem.operation_count() > validators(&self.words).operation_count() {
            self.name_operations();
        }
    }
}

/// A stopwatch that gives each stretch of time to one part.
struct Lap(Instant);

impl Lap {
    fn start() -> Self {
        Self(Instant::now())
    }

    fn add_to(&mut self, part: &mut Duration) {
        let now = Instant::now();
        *part += now - self.0;
        self.0 = now;
    }
}

fn registry(words: &SearchWords) -> MutexGuard<'_, TargetRegistry> {
    words.registry.lock().unwrap_or_else(PoisonError::into_inner)
}

fn validators(words: &SearchWords) -> MutexGuard<'_, Validators> {
    words.validators.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SutEvaluator<'_> {
    /// Runs the steps of a test, which are those of `individual`, with or without fakes.
    fn evaluate_steps(&mut self, individual: &Individual, steps: &[Step]) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let mut clock = Lap::start();
        self.statuses.clear();
        if !self.ready() {
            evaluation.disturbed = true;
            return evaluation;
        }
        self.in_segment += 1;
        self.epoch = self.epoch.wrapping_add(1).max(1);
        let epoch = self.epoch;
        if let Some(sut) = &mut self.sut {
            sut.open_epoch(epoch, self.options.unlisted, self.asks_pairs);
        }
        clock.add_to(&mut self.timing.prepare);
        let seen = self.run_steps(steps, &mut evaluation);
        let inputs = self.collect(individual, &seen, &mut evaluation);
        self.teach(steps, inputs, &mut evaluation);
        if evaluation.disturbed {
            self.note_end();
            self.sut = None;
        }
        evaluation
    }

    fn lower(&mut self, individual: &Individual) -> Vec<Step> {
        let mut clock = Lap::start();
        let steps = self.problem.lower(individual);
        clock.add_to(&mut self.timing.lower);
        steps
    }
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
