//! What an evaluator is told, and the time that it took.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use nearmiss_problem::auth::Users;

use crate::reset::Reset;
use crate::transport::{CallLimits, WireCall};

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// After so many HTTP calls; outcomes then never depend on the clock.
    Calls(u64),
    /// After so much wall time.
    Time(Duration),
    /// After so many calls or so much wall time, whichever comes first.
    Whichever(u64, Duration),
}

impl Budget {
    /// Answers the most calls, if there is a bound of them.
    #[must_use]
    pub fn calls(self) -> Option<u64> {
        match self {
            Self::Calls(calls) | Self::Whichever(calls, _) => Some(calls),
            Self::Time(_) => None,
        }
    }

    /// Answers the longest time, if there is a bound of it.
    #[must_use]
    pub fn time(self) -> Option<Duration> {
        match self {
            Self::Time(time) | Self::Whichever(_, time) => Some(time),
            Self::Calls(_) => None,
        }
    }

    /// Answers a budget of the same kind: of so many calls, and of the time that is made of this one's.
    #[must_use]
    pub fn with(self, calls: u64, time: impl FnOnce(Duration) -> Duration) -> Self {
        match self {
            Self::Calls(_) => Self::Calls(calls),
            Self::Time(limit) => Self::Time(time(limit)),
            Self::Whichever(_, limit) => Self::Whichever(calls, time(limit)),
        }
    }

    /// Answers the share that is used after so many calls and so much time.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a share, not a count")]
    pub fn used(self, calls: u64, time: Duration) -> f64 {
        let of_calls = self.calls().map_or(0.0, |limit| calls as f64 / limit.max(1) as f64);
        let of_time =
            self.time().map_or(0.0, |limit| time.as_secs_f64() / limit.as_secs_f64().max(0.001));
        of_calls.max(of_time)
    }
}

/// Share of a budget of time that may pass after the search, and so long at least.
const AFTER_SHARE: u32 = 10;
const LEAST_AFTER: Duration = Duration::from_secs(10);

impl Budget {
    /// Answers how long what comes after the search may take, where the budget has a time.
    #[must_use]
    pub fn after_search(self) -> Option<Duration> {
        self.time().map(|limit| LEAST_AFTER.max(limit / AFTER_SHARE))
    }
}

/// Told of the calls of each test, as they were sent.
pub type OnCall = Box<dyn FnMut(&[WireCall]) + Send>;

/// What an evaluator needs beside the SUT.
pub struct EvaluatorOptions {
    /// When to stop.
    pub budget: Budget,
    /// How to reset.
    pub reset: Reset,
    /// Limits of one call.
    pub limits: CallLimits,
    /// Who may call.
    pub users: Arc<Users>,
    /// Whether inputs and paths that no schema describes are learnt.
    pub unlisted: bool,
    /// How long the runtime may take to become quiet after a test.
    pub quiet_limit: Duration,
    /// Set from outside to stop.
    pub interrupt: Arc<AtomicBool>,
    /// Ends the SUT process by force during every so many tests, as the world outside may.
    pub kill_every: Option<u32>,
    /// Whether answers are awaited without sleeping where nobody else needs the processor.
    pub busy_wait: bool,
    /// Called with the calls of each test, as they were sent.
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
    /// Flag: distances of queries that found nothing are not asked.
    pub query_distance: bool,
}

/// Where the time of evaluations goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timing {
    /// Bringing the SUT back to its first state before a test.
    pub reset: Duration,
    /// Starting processes again.
    pub restart: Duration,
    /// Number of those starts.
    pub restarts: u64,
    /// Logging users in.
    pub login: Duration,
    /// Setting up what tests need, opening epochs.
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
    /// Asking databases how near queries were to finding something.
    pub queries: Duration,
}

impl Timing {
    /// The sum of two.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            reset: self.reset + other.reset,
            restart: self.restart + other.restart,
            restarts: self.restarts + other.restarts,
            login: self.login + other.login,
            prepare: self.prepare + other.prepare,
            lower: self.lower + other.lower,
            calls: self.calls + other.calls,
            judge: self.judge + other.judge,
            quiet: self.quiet + other.quiet,
            drain: self.drain + other.drain,
            queries: self.queries + other.queries,
        }
    }
}

/// A stopwatch that gives each stretch of time to one part.
pub(super) struct Lap(Instant);

impl Lap {
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    pub(super) fn add_to(&mut self, part: &mut Duration) {
        let now = Instant::now();
        *part += now - self.0;
        self.0 = now;
    }
}
