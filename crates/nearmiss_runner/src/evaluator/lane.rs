//! A lane: one SUT process and what it takes to run tests on it. It makes calls and reads maps; what
//! that means to the search is the business of [`super::SutEvaluator`], so that several lanes can run
//! at the same time and what they saw is taken in one after another.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nearmiss_problem::auth::may_give_secrets;
use nearmiss_problem::{Call, CallOutcome, OperationName, QueryDistances, Test};

use super::floors::Floors;
use super::lane_test::{Called, Job, Outside, SentAhead, Settled};
use super::options::{Lap, Timing};
use super::process::SEGMENT_TESTS;
use crate::incidents::{InVain, Watch};
use crate::login::{Logins, locked};
use crate::reset::{Reset, may_have_changed};
use crate::session::Session;
use crate::sut::{Quiet, SutProcess};
use crate::sut_pool::SutPool;
use crate::transport::CallLimits;

/// Tests in a row in which the SUT may write over its map.
const MOST_OVERWRITTEN: u32 = 5;

/// What all lanes are told.
#[derive(Clone, Debug)]
pub(super) struct LaneSettings {
    pub reset: Reset,
    pub limits: CallLimits,
    pub quiet_limit: Duration,
    pub kill_every: Option<u32>,
    pub unlisted: bool,
    /// Requests are to be told.
    pub logs: bool,
    pub interrupt: Arc<AtomicBool>,
    /// How long the SUT may stay awake for the next test.
    pub awake: Duration,
    /// Rows may be put into databases.
    pub puts_rows: bool,
    /// Flag: distances of queries that found nothing are worked out.
    pub measures_queries: bool,
}

/// One SUT process.
pub(super) struct Lane {
    pub settings: LaneSettings,
    pub pool: Arc<SutPool>,
    pub sut: Option<SutProcess>,
    pub session: Session,
    pub epoch: u32,
    pub in_segment: u32,
    pub restarts: u64,
    /// Why the SUT cannot be started any more.
    pub gone: Option<String>,
    /// When the search ends.
    pub until: Option<Instant>,
    /// Slots that processes touched while they started, since this was last told.
    pub boot: Vec<(u32, f64)>,
    pub warnings: Vec<String>,
    pub timing: Timing,
    /// Whether the SUT's own code has seen the last call.
    pub last_call_seen: bool,
    /// It was ended on purpose during this test.
    killed: bool,
    /// Tests in a row in which the SUT has written over its map.
    overwritten: u32,
    /// The tables of the API's databases were told.
    tells_tables: bool,
    /// Distances of queries from finding something.
    pub distances: QueryDistances,
    /// Time that the slowest whole answer took.
    slowest: Duration,
    /// Calls of each operation that got no whole answer in time.
    in_vain: BTreeMap<OperationName, InVain>,
    pub floors: Floors,
    /// The first call of the next test, whose epoch is open: it was sent.
    pub sent_ahead: Option<SentAhead>,
    /// A test has left a connection or a transaction of a database open in the process.
    pub left_open: bool,
    /// A test may have changed what the process holds.
    pub has_changed: bool,
}

impl Lane {
    pub(super) fn new(
        settings: LaneSettings,
        pool: Arc<SutPool>,
        sut: SutProcess,
        logins: Arc<Mutex<Logins>>,
    ) -> std::io::Result<Self> {
        let mut session = Session::new(settings.limits, logins)?;
        session.transport.stay_awake(settings.awake);
        let mut lane = Self {
            settings,
            pool,
            sut: None,
            session,
            epoch: 0,
            in_segment: 0,
            restarts: 0,
            gone: None,
            until: None,
            boot: Vec::new(),
            warnings: Vec::new(),
            timing: Timing::default(),
            last_call_seen: false,
            killed: false,
            overwritten: 0,
            tells_tables: false,
            distances: QueryDistances::default(),
            slowest: Duration::ZERO,
            in_vain: BTreeMap::new(),
            floors: Floors::default(),
            sent_ahead: None,
            left_open: false,
            has_changed: false,
        };
        lane.adopt(sut);
        Ok(lane)
    }

    pub(super) fn warn(&mut self, warning: String) {
        self.warnings.push(warning);
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.settings.interrupt.load(Ordering::Relaxed)
    }

    /// Makes the calls of a test in an open epoch, once.
    pub(super) fn call_once(&mut self, job: &Job) -> Called {
        let mut called = Called::default();
        let mut first = self.sent_ahead.take();
        if first.is_none() && !self.prepare(job, &mut called) {
            called.disturbed = true;
            called.nowhere = true;
            called.warnings = std::mem::take(&mut self.warnings);
            return called;
        }
        called.warnings = std::mem::take(&mut self.warnings);
        let mut clock = Lap::start();
        if first.is_none() {
            self.open(job);
        }
        clock.add_to(&mut self.timing.prepare);
        for (index, call) in job.test.calls.iter().enumerate() {
            if self.is_over() {
                called.disturbed = true;
                break;
            }
            if !self.one_call((index, first.take()), call, job, &mut called) {
                break;
            }
        }
        called.outcomes = self.session.end();
        if matches!(self.settings.reset, Reset::AfterWrites) {
            let (made, outcomes) = (&job.test.calls, &called.outcomes);
            self.has_changed |=
                called.count as usize > outcomes.len() || may_have_changed(made, outcomes);
        }
        // Also of a run that is made once more: what it was given stays in the process, and taint may tell it later.
        self.note_secrets(&job.test.calls, &called.outcomes);
        called.soak = self.soak_of(job, &called);
        called
    }

    /// Takes in the secrets that calls were answered with.
    pub(super) fn note_secrets(&self, steps: &[Call], outcomes: &[CallOutcome]) {
        // Looked at before it is locked.
        if may_give_secrets(steps, outcomes) {
            locked(self.session.logins()).note_answers(steps, outcomes);
        }
    }

    /// Makes sure that there is a SUT to run the test on, in its starting state, and everybody is logged in.
    fn prepare(&mut self, job: &Job, called: &mut Called) -> bool {
        self.until = job.until;
        self.floors.note(&job.floors);
        if let Some(reset) = &job.reset {
            self.settings.reset = reset.clone();
        }
        // What others have left open may be what grows.
        if job.afresh || (job.soak_calls > 0 && self.left_open) {
            self.in_segment = SEGMENT_TESTS;
        }
        if self.gone.is_some() || !self.ready() {
            return false;
        }
        let mut clock = Lap::start();
        if let Err(failure) = self.begin(&job.test.calls) {
            called.failed_login = Some(failure);
        }
        clock.add_to(&mut self.timing.login);
        match self.set_up(&job.test) {
            Ok(refused) => called.refused_setup = refused,
            Err(why) => called.failed_setup = Some(why),
        }
        clock.add_to(&mut self.timing.prepare);
        called.failed_login.is_none() && called.failed_setup.is_none() && self.sut.is_some()
    }

    /// Sets up what a test needs; answers what was refused, or why nothing can be.
    fn set_up(&mut self, test: &Test) -> Result<Vec<(usize, String)>, String> {
        let limit = self.within(self.settings.limits.time);
        match self.sut.as_ref().filter(|_| !test.setup.is_empty() || self.session.has_left()) {
            Some(sut) => self.session.set_up(test, &mut |asked| sut.set_up(asked, limit)),
            None => Ok(Vec::new()),
        }
    }

    /// Answers the tables of the API's databases, as soon as it has any; once.
    fn new_tables(&mut self) -> Vec<serde_json::Value> {
        let is_asked = |sut: &&SutProcess| {
            sut.gives_rows() || (self.settings.puts_rows && sut.has_databases())
        };
        match self.sut.as_ref().filter(is_asked).filter(|_| !self.tells_tables) {
            Some(sut) => {
                let tables = sut.known_tables().to_vec();
                // A controller may tell of them later.
                self.tells_tables = !tables.is_empty() || !sut.gives_rows();
                tables
            }
            None => Vec::new(),
        }
    }

    /// Opens the epoch of a test.
    pub(super) fn open(&mut self, job: &Job) {
        self.in_segment += 1;
        self.epoch = self.epoch.wrapping_add(1).max(1);
        self.expect_restart();
        let Some(sut) = &mut self.sut else { return };
        let (all, changed) = self.floors.take_untold();
        let flags = (self.settings.unlisted, job.pairs, self.settings.awake);
        let first = (job.operations.first().copied().flatten(), job.test.calls.len() == 1);
        sut.open_epoch(self.epoch, flags, (all, &changed), first);
    }

    /// Makes one call, or, if it is given as it was sent, waits for its answer. Answers whether the test goes on.
    fn one_call(
        &mut self,
        (index, sent): (usize, Option<SentAhead>),
        call: &Call,
        job: &Job,
        called: &mut Called,
    ) -> bool {
        let in_vain = self.in_vain.get(&call.operation).copied().unwrap_or_default();
        let limit = self.within(in_vain.limit(self.settings.limits.time, self.slowest));
        let kills = self.settings.kill_every.is_some_and(|n| self.epoch.is_multiple_of(n));
        let Some(sut) = &mut self.sut else { return false };
        let mut clock = Lap::start();
        // Of a call that was sent the SUT may have touched something by now.
        let (before, touched) = match &sent {
            Some(sent) => (sent.requests, 0),
            None => (sut.requests(), sut.touched()),
        };
        let wire =
            sent.map(|sent| sent.wire).unwrap_or_else(|| self.session.wire(call, &sut.host()));
        if index == 0 && kills {
            sut.kill();
            self.killed = true;
        }
        if index > 0 {
            sut.begin_action(index, job.operations[index], index + 1 == job.test.calls.len());
        }
        clock.add_to(&mut self.timing.lower);
        self.session.transport.limit_time(limit);
        let watch = Watch::begin(sut, in_vain, touched);
        let began = Instant::now();
        let outcome = self.session.transport.call_watched(
            &wire,
            || sut.requests() != before,
            |left| watch.look(left),
        );
        let blocked = watch.blocked();
        let took = began.elapsed();
        clock.add_to(&mut self.timing.calls);
        self.last_call_seen = sut.requests() != before;
        called.count += 1;
        let thrown = sut.thrown_at();
        log_exceptional(&call.operation, &outcome);
        if self.settings.logs {
            called.sent.push(wire);
        }
        let tells_work = sut.tells_work();
        let lost = !matches!(outcome, CallOutcome::Response(_));
        let hung = outcome == CallOutcome::Timeout;
        if !lost {
            self.slowest = self.slowest.max(took);
        }
        if hung && self.is_over() {
            // It was not given the time that it may take: that says nothing about it.
            called.disturbed = true;
            return false;
        }
        self.session.note(outcome);
        called.thrown_at.push(thrown);
        called.took.push(took);
        // What an earlier call of the same operation touched is not touched again: the place would be wrong.
        let before = &job.test.calls[..index];
        let is_first = before.iter().all(|other| other.operation != call.operation);
        if let (Some((took, Some(slot))), true) = (blocked, is_first) {
            called.outside.push((index, Outside::Block(took, slot)));
        }
        let is_lost = lost && self.lost_after(hung);
        if hung && !is_lost && self.last_call_seen {
            self.in_vain.entry(call.operation.clone()).or_default().hangs += 1;
            // A stream that stays open is no call that is forgotten.
            if !self.session.transport.answered() && tells_work {
                called.outside.push((index, Outside::Hang));
            }
        }
        if hung && is_lost {
            self.in_vain.entry(call.operation.clone()).or_default().note_lost(blocked.is_some());
        }
        called.disturbed |= is_lost;
        !is_lost
    }

    /// Waits until the SUT is quiet, closes the epoch and reads the maps. A process that is lost is
    /// ended.
    pub(super) fn settle(&mut self, called: &Called) -> Settled {
        let mut settled = Settled { disturbed: called.disturbed, ..Settled::default() };
        let mut clock = Lap::start();
        let mut gone = false;
        let limit = self.within(self.settings.limits.time);
        let quiet_limit = self.within(self.settings.quiet_limit);
        if let Some(sut) = self.sut.as_mut().filter(|_| !called.nowhere) {
            if !settled.disturbed && !self.last_call_seen {
                // Node answered by itself (a bad header, an upgrade): no request event will come.
                settled.disturbed |= sut.order("idle", limit).is_err();
                sut.close_epoch();
            } else if !settled.disturbed {
                match sut.wait_quiet(self.epoch, quiet_limit) {
                    Quiet::Yes => {}
                    Quiet::Busy => tracing::debug!(epoch = self.epoch, "busy after a test"),
                    // All answers came, and what was touched is in the map: the test is whole.
                    Quiet::Gone => gone = true,
                    // What the test touched may not all be there, or not all be its own.
                    Quiet::NoAnswer => settled.disturbed = true,
                }
            }
            clock.add_to(&mut self.timing.quiet);
            settled.drained = sut.drain();
            settled.routes = sut.routes_of(called.outcomes.len());
            settled.thrown_at = sut.thrown_at_end().map(|mut thrown_at| {
                // Others tell what ran last, whatever came of it.
                if !sut.tells_work() {
                    let failed = called.statuses().into_iter().map(|status| status >= 500);
                    thrown_at
                        .iter_mut()
                        .zip(failed)
                        .for_each(|(at, failed)| *at = at.filter(|_| failed));
                }
                thrown_at
            });
            clock.add_to(&mut self.timing.drain);
        }
        self.look_at_maps(&mut settled);
        settled.queries = self.queries(called, &settled.drained);
        settled.services = Self::services(&settled.drained);
        clock.add_to(&mut self.timing.queries);
        if self.pool.has_held_database() {
            self.gone = Some("it has a database whose data may not change".to_owned());
        }
        if let Some(why) = self.sut.as_ref().and_then(SutProcess::refused_home) {
            // What the test was answered without its database says nothing of the API.
            settled.disturbed = true;
            self.gone = Some(why);
        }
        if let Some(soak) = called.soak.as_ref().filter(|_| !gone && !settled.disturbed) {
            settled.soaked = self.soak(soak);
            clock.add_to(&mut self.timing.calls);
        }
        let lost = (gone || settled.disturbed) && !called.nowhere;
        let killed = std::mem::take(&mut self.killed);
        settled.lost = lost && !killed;
        settled.how = self.sut.as_mut().filter(|_| lost && !killed).and_then(SutProcess::ended);
        if lost {
            self.note_end();
        }
        let suspect = self.left_open && fails_nowhere(called, &settled);
        if lost || self.is_drained(&settled) || suspect {
            self.sut = None;
        }
        settled.tables = self.new_tables();
        settled.boot = std::mem::take(&mut self.boot);
        settled.warnings = std::mem::take(&mut self.warnings);
        settled.restarts = std::mem::take(&mut self.restarts);
        settled.gone = self.gone.clone();
        settled.timing = self.timing;
        settled
    }

    /// Throws away what a SUT has measured that has written over its map: it gets another process, a few times.
    fn look_at_maps(&mut self, settled: &mut Settled) {
        if settled.drained.iter().all(|drained| !drained.overwritten) {
            self.overwritten = 0;
            return;
        }
        settled.drained.clear();
        settled.disturbed = true;
        self.pool.words().overwritten.fetch_add(1, Ordering::Relaxed);
        self.overwritten += 1;
        if self.overwritten == MOST_OVERWRITTEN {
            self.gone = Some("it writes over the memory that it is measured by".to_owned());
        }
    }
}

/// Tells whether a call of a test was answered by a server error of which no place in the project is known: in a process in
/// which others have left something open that may be why, and another process is to tell.
fn fails_nowhere(called: &Called, settled: &Settled) -> bool {
    let places = settled.thrown_at.as_ref().unwrap_or(&called.thrown_at);
    let mut statuses = called.statuses().into_iter().enumerate();
    statuses
        .any(|(call, status)| status >= 500 && places.get(call).is_none_or(|place| place.is_none()))
}

/// Logs a call that was not answered, or by a server error. Without its target: that may hold a secret.
fn log_exceptional(operation: &str, outcome: &CallOutcome) {
    match outcome {
        CallOutcome::Timeout => tracing::info!("{operation}: no whole answer in time"),
        CallOutcome::Broken(why) => tracing::info!("{operation}: no answer: {why}"),
        CallOutcome::Response(answer) if answer.status >= 500 => {
            tracing::debug!("{operation}: answered {}", answer.status);
        }
        CallOutcome::Response(_) => {}
    }
}
