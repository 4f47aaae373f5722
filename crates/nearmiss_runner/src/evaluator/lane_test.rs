//! What a lane is given of a test, and what it answers.

use std::time::{Duration, Instant};

use nearmiss_problem::{Call, CallOutcome, HttpResponse, Test, ToldQuery, ToldService};

use super::options::Timing;
use crate::login::LoginFailure;
use crate::reset::Reset;
use crate::shared_map::Drained;
use crate::transport::WireCall;

/// What is seen of a call from outside of the process.
#[derive(Debug)]
pub(super) enum Outside {
    /// The event loop stood still; the slot of the statement that ran.
    Block(Duration, u32),
    /// Nothing runs that could still give an answer.
    Hang,
}

/// A test to be run.
#[derive(Debug)]
pub(super) struct Job {
    pub test: Test,
    /// Numbers of the operations of its calls.
    pub operations: Vec<Option<usize>>,
    /// Values that meet are to be told.
    pub pairs: bool,
    /// What slots must exceed to be told, as far as that is news to the lane.
    pub floors: Vec<(u32, f64)>,
    /// When the search ends.
    pub until: Option<Instant>,
    /// Whether the budget leaves enough calls to make all of them twice.
    pub may_repeat: bool,
    /// Flag: whether it needs a process that nothing was asked of, where nothing resets the SUT.
    pub afresh: bool,
    /// From this test on it is reset otherwise.
    pub reset: Option<Reset>,
    /// So many calls more may be made to see what the SUT remembers of the last one; 0: none.
    pub soak_calls: u32,
}

/// The calls of a test that were made.
#[derive(Debug, Default)]
pub(super) struct Called {
    /// What became of each.
    pub outcomes: Vec<CallOutcome>,
    /// Time that each took.
    pub took: Vec<Duration>,
    /// Slot of the statement that the first exception of each left.
    pub thrown_at: Vec<Option<u32>>,
    /// What went wrong, as it is seen from outside, by index of the call.
    pub outside: Vec<(usize, Outside)>,
    /// What was sent, where that is to be told.
    pub sent: Vec<WireCall>,
    /// Calls that were sent; the last may have no outcome, because the search ended meanwhile.
    pub count: u32,
    /// The SUT was lost, or the search ended.
    pub disturbed: bool,
    /// There was no SUT to run on.
    pub nowhere: bool,
    /// What went wrong before the test.
    pub warnings: Vec<String>,
    /// What could not be set up before it, and why.
    pub failed_setup: Option<String>,
    /// Setup that was refused before it, by its index, and why: the calls were made without it.
    pub refused_setup: Vec<(usize, String)>,
    /// A user who was needed and cannot log in.
    pub failed_login: Option<LoginFailure>,
    /// A login may have been forgotten before it: what users were answered says nothing of them.
    pub doubtful: bool,
    /// What is to be measured when the SUT is quiet.
    pub soak: Option<Soak>,
}

impl Called {
    /// The status of each answer; 0 for none.
    pub fn statuses(&self) -> Vec<u16> {
        let status = |outcome: &CallOutcome| match outcome {
            CallOutcome::Response(answer) => answer.status,
            CallOutcome::Timeout | CallOutcome::Broken(_) => 0,
        };
        self.outcomes.iter().map(status).collect()
    }
}

/// What a test left behind.
#[derive(Debug, Default)]
pub(super) struct Settled {
    pub drained: Vec<Drained>,
    /// What the SUT remembers of the last call.
    pub soaked: Soaked,
    /// What was touched may not all be there, or not all be of this test.
    pub disturbed: bool,
    /// What [`Called::thrown_at`] should hold, where only the end of a test tells.
    pub thrown_at: Option<Vec<Option<u32>>>,
    /// For each call that was made: the number of the route that handled it; 0, or none, where that is not known.
    pub routes: Vec<u32>,
    /// The process has to be started again, and not because it was ended on purpose.
    pub lost: bool,
    /// How the process ended, if it did and nobody else ended it.
    pub how: Option<String>,
    pub boot: Vec<(u32, f64)>,
    /// Tables of the API's databases, the first time that it has any.
    pub tables: Vec<serde_json::Value>,
    /// Queries to databases that its calls asked.
    pub queries: Vec<ToldQuery>,
    /// Requests of its calls to services, and what was read of the answers.
    pub services: Vec<ToldService>,
    pub warnings: Vec<String>,
    pub restarts: u64,
    pub gone: Option<String>,
    /// Where the time of this lane went so far.
    pub timing: Timing,
}

/// The first call of a test that was begun while the one before ended.
pub(super) struct SentAhead {
    pub wire: WireCall,
    /// Requests that the SUT had seen before.
    pub requests: u32,
}

/// A call that is to be made again and again.
#[derive(Clone, Debug)]
pub(super) struct Soak {
    pub wire: WireCall,
    /// The calls of its test, the last of which it is.
    pub steps: Vec<Call>,
    /// Outcomes of the others.
    pub earlier: Vec<CallOutcome>,
    /// How it was answered.
    pub answer: HttpResponse,
    /// Whether each answer must be the same, so that nothing is made or changed.
    pub same: bool,
    pub calls: u32,
}

/// What that showed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Soaked {
    /// Calls that were made.
    pub calls: u32,
    /// Bytes that each call leaves behind, if it does.
    pub growth: Option<u64>,
}

/// A test that a lane has run.
pub(super) struct Finished {
    pub slot: usize,
    pub lane: usize,
    pub called: Called,
    pub settled: Settled,
}
