//! Runs tests on a SUT that tells what predicates were evaluated with (`nearmiss explain`): its own loop, so that no test of
//! a search knows of it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nearmiss_problem::{CallOutcome, Test};
use nearmiss_targets::{COVERED, TargetId};
use serde::Deserialize;

use crate::control::SearchWords;
use crate::login::{LoginFailure, Logins, locked};
use crate::reset::Reset;
use crate::session::Session;
use crate::sut::{StartSutError, SutProcess, SutSpec};
use crate::sut_pool::{MAX_FAILED_STARTS, SutPool};
use crate::transport::{CallLimits, WireCall};

/// The variable of the environment that loads what notes evaluations.
const EXPLAIN: &str = "NEARMISS_EXPLAIN";

/// What an evaluation of a predicate was like.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Evaluation {
    /// How it ended: `true`, `false` or `threw`.
    pub how: String,
    /// How near it was to the other outcome, in `[0, 1]`.
    pub near: f64,
    /// The operator, or the name of what was called.
    pub operator: String,
    /// Its operands, as text.
    pub operands: Vec<String>,
    /// All of it as text: `60 > 64`.
    pub text: String,
    /// How far it was, in words: `off by 4`.
    pub words: String,
    /// Index of the call under way.
    pub action: usize,
}

/// The evaluations of one predicate in one test.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Evaluations {
    /// The first slot of the predicate.
    pub slot: u32,
    /// Evaluations that were false.
    pub falses: u64,
    /// Evaluations that were true.
    pub trues: u64,
    /// Calls that threw.
    pub threw: u64,
    /// Of each outcome those that were nearest to the other one, nearest first.
    pub nearest: Vec<Evaluation>,
}

/// An error that left a function.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct LeftBy {
    /// Slot of the statement that it left unfinished.
    pub slot: u32,
    /// The error as text.
    pub error: String,
    /// Index of the call under way.
    pub action: usize,
}

/// What the runtime noted in one test.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
pub struct Noted {
    /// By predicate.
    pub evaluations: Vec<Evaluations>,
    /// Errors that left statements.
    pub errors: Vec<LeftBy>,
}

/// What a test showed.
#[derive(Clone, Debug, Default)]
pub struct ExplainedTest {
    /// The calls as they were sent.
    pub sent: Vec<WireCall>,
    /// What became of each.
    pub outcomes: Vec<CallOutcome>,
    /// The nearest that each target came.
    pub hits: BTreeMap<TargetId, f64>,
    /// What was noted; nothing if the process ended.
    pub noted: Noted,
}

/// A SUT in explaining mode.
pub struct Explaining {
    pool: SutPool,
    words: Arc<SearchWords>,
    sut: Option<SutProcess>,
    session: Session,
    reset: Reset,
    limits: CallLimits,
    boot: BTreeSet<TargetId>,
    epoch: u32,
    /// Slots that the process at hand looks at.
    looks_at: Option<Range<u32>>,
}

impl Explaining {
    /// The start of a SUT that notes evaluations.
    #[must_use]
    pub fn spec(mut spec: SutSpec) -> SutSpec {
        spec.start.env.push((EXPLAIN.to_owned(), "1".to_owned()));
        spec
    }

    /// Runs on a process that `pool`, whose spec is [`Explaining::spec`]'s, has started.
    ///
    /// # Errors
    /// When the system gives no event loop.
    pub fn new(
        pool: SutPool,
        sut: SutProcess,
        words: Arc<SearchWords>,
        (reset, limits, logins): (Reset, CallLimits, Logins),
    ) -> std::io::Result<Self> {
        let session = Session::new(limits, Arc::new(Mutex::new(logins)))?;
        let mut this = Self {
            pool,
            words,
            sut: None,
            session,
            reset,
            limits,
            boot: BTreeSet::new(),
            epoch: 0,
            looks_at: None,
        };
        this.adopt(sut);
        Ok(this)
    }

    /// Logs everybody in, to learn who can; answers who cannot.
    pub fn log_in_all(&mut self) -> Vec<LoginFailure> {
        let Some(sut) = &self.sut else { return Vec::new() };
        let failures = self.session.log_in_all(&sut.at());
        failures.iter().for_each(|failure| self.logins().leave_out(failure));
        failures
    }

    /// Who is logged in.
    pub fn logins(&self) -> MutexGuard<'_, Logins> {
        locked(self.session.logins())
    }

    /// Targets that a process covered while it started.
    #[must_use]
    pub fn boot(&self) -> &BTreeSet<TargetId> {
        &self.boot
    }

    /// Names operations for what names validations by them.
    pub fn name_operations(&self, names: impl Iterator<Item = String>) {
        let mut validators = self.words.validators.lock().unwrap_or_else(PoisonError::into_inner);
        validators.know_operations(names);
    }

    /// Runs a test, given the index of the operation of each call; predicates at `slots` are noted.
    ///
    /// # Errors
    /// When the SUT cannot be started again.
    pub fn run(
        &mut self,
        (test, operations): (&Test, &[Option<usize>]),
        slots: &Range<u32>,
    ) -> Result<ExplainedTest, StartSutError> {
        self.make_ready(slots)?;
        let calls = &test.calls;
        let mut shown = ExplainedTest::default();
        let Some(sut) = &mut self.sut else { return Ok(shown) };
        if let Err(failure) = self.session.begin(calls, &sut.at()) {
            tracing::warn!("before a test: {failure}");
        }
        let limit = self.limits.time;
        match self.session.set_up(test, &mut |asked| sut.set_up(asked, limit)) {
            Ok(refused) => {
                for (_, why) in refused {
                    tracing::warn!("before a test: {why}");
                }
            }
            Err(why) => tracing::warn!("before a test: {why}"),
        }
        self.epoch += 1;
        let first = operations.first().copied().flatten();
        let flags = (false, false, Duration::ZERO);
        sut.open_epoch(self.epoch, flags, (&BTreeMap::new(), &[]), (first, calls.len() == 1));
        let mut seen = true;
        for (index, call) in calls.iter().enumerate() {
            if index > 0 {
                let operation = operations.get(index).copied().flatten();
                sut.begin_action(index, operation, index + 1 == calls.len());
            }
            let wire = self.session.wire(call, &sut.host());
            let before = sut.requests();
            let outcome = self.session.call(&wire, || sut.requests() != before);
            let lost = !matches!(outcome, CallOutcome::Response(_));
            seen = sut.requests() != before;
            shown.sent.push(wire);
            if lost {
                break;
            }
        }
        shown.outcomes = self.session.end();
        self.logins().note_answers(calls, &shown.outcomes);
        let whole = shown.outcomes.len() == calls.len()
            && shown.outcomes.iter().all(|outcome| matches!(outcome, CallOutcome::Response(_)));
        self.settle(&mut shown, whole && seen, whole);
        Ok(shown)
    }

    /// Waits until the SUT is quiet, reads its maps and takes what it noted.
    fn settle(&mut self, test: &mut ExplainedTest, waits: bool, whole: bool) {
        let Some(sut) = &mut self.sut else { return };
        if waits {
            sut.wait_quiet(self.epoch, self.limits.time);
        }
        sut.close_epoch();
        let touched = sut.drain();
        let noted = sut.order("explained", self.limits.time);
        let is_lost = noted.is_err() || sut.ended().is_some() || !whole;
        test.noted =
            noted.ok().and_then(|text| serde_json::from_value(text).ok()).unwrap_or_default();
        let registry = self.words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        for (slot, h) in touched.into_iter().flat_map(|thread| thread.slots) {
            registry.targets_of(slot, h, |target, h| {
                let nearest = test.hits.entry(target).or_insert(h);
                *nearest = nearest.max(h);
            });
        }
        drop(registry);
        if is_lost {
            self.sut = None;
        }
    }

    /// A process in its starting state that looks at these slots.
    fn make_ready(&mut self, slots: &Range<u32>) -> Result<(), StartSutError> {
        let used = self.epoch > 0 && matches!(self.reset, Reset::Restart);
        let is_dead = self.sut.as_mut().is_none_or(|sut| sut.ended().is_some());
        if used || is_dead {
            self.restart()?;
        }
        let reset =
            self.sut.as_ref().map(|sut| self.session.reset(sut, &self.reset, self.limits.time));
        if reset.is_some_and(|done| done.is_err()) {
            self.restart()?;
        }
        if self.looks_at.as_ref() != Some(slots)
            && let Some(sut) = &self.sut
        {
            let order = format!("explain {} {}", slots.start, slots.end);
            if let Err(error) = sut.order(&order, self.limits.time) {
                tracing::warn!("nothing is noted: {error}");
            }
            self.looks_at = Some(slots.clone());
        }
        Ok(())
    }

    fn restart(&mut self) -> Result<(), StartSutError> {
        self.sut = None;
        let mut failed = 0;
        loop {
            match self.pool.take(None) {
                Ok(sut) => {
                    self.adopt(sut);
                    return Ok(());
                }
                Err(error) => {
                    failed += 1;
                    if failed == MAX_FAILED_STARTS || matches!(error, StartSutError::Interrupted) {
                        return Err(error);
                    }
                }
            }
        }
    }

    fn adopt(&mut self, mut sut: SutProcess) {
        sut.is_called();
        let registry = self.words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        for (slot, h) in sut.boot() {
            registry.targets_of(*slot, *h, |target, h| {
                if h >= COVERED {
                    self.boot.insert(target);
                }
            });
        }
        drop(registry);
        self.session.turn_to_watched(&sut);
        self.looks_at = None;
        self.sut = Some(sut);
    }

    /// Ends the processes.
    pub fn close(&mut self) {
        if let Some(mut sut) = self.sut.take() {
            sut.stop();
        }
        self.pool.close();
    }
}
