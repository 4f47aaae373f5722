//! Runs a suite as written on the plain (un-instrumented) SUT, in a fresh process.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nearmiss_problem::{CallOutcome, Step};

use crate::evaluator::{MAX_FAILED_STARTS, Reset};
use crate::login::Logins;
use crate::reset::reset_by_call;
use crate::resolve::wire_call;
use crate::sut::{StartSutError, SutProcess, SutSpec};
use crate::transport::{CallLimits, Transport};

/// What one test showed on the plain SUT.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlainTest {
    /// One outcome a step.
    pub outcomes: Vec<CallOutcome>,
    /// The SUT ended by itself, if not during the calls then soon after the last answer.
    pub ended: bool,
}

/// One complete run of a file, in the order of its tests.
pub type PlainRun = Vec<PlainTest>;

/// How long the SUT may go on working after the last answer of a test before the next one begins.
const QUIET_LIMIT: Duration = Duration::from_millis(100);
/// Between two questions whether it still works.
const QUIET_POLL: Duration = Duration::from_millis(2);

/// Runs every test of one file in order, reset as the written file resets, in a fresh process
/// without probes. A test that loses the process is followed by a fresh one. Users log in as `logins`
/// knows them, which the tests of the file do, too.
///
/// # Errors
/// When the SUT cannot be started.
pub fn replay_on_plain_sut(
    spec: &SutSpec,
    folder: &Path,
    name: &str,
    tests: &[Vec<Step>],
    reset: &Reset,
    limits: CallLimits,
    logins: &Logins,
) -> Result<PlainRun, StartSutError> {
    let mut spec = spec.clone();
    spec.instrument = false;
    // Ctrl-C ends the search; what it found is still to be written.
    spec.interrupt = Arc::default();
    let spawn_error = |source| StartSutError::Spawn { folder: spec.start.cwd.clone(), source };
    let mut transport = Transport::new(limits).map_err(spawn_error)?;
    let mut logins = logins.afresh();
    let mut starts = 0;
    let mut fresh = |transport: &mut Transport| {
        let mut failed = 0;
        loop {
            starts += 1;
            let socket = folder.join(format!("{name}-{starts}"));
            match spec.start(&socket, &Arc::default(), None) {
                Ok(sut) => {
                    transport.connect_to(&sut.host());
                    return Ok::<_, StartSutError>(sut);
                }
                Err(error) => {
                    failed += 1;
                    if failed == MAX_FAILED_STARTS || matches!(error, StartSutError::Interrupted) {
                        return Err(error);
                    }
                }
            }
        }
    };
    let mut sut = fresh(&mut transport)?;
    let mut run = Vec::with_capacity(tests.len());
    for (index, steps) in tests.iter().enumerate() {
        if index > 0 && (matches!(reset, Reset::Restart) || has_ended(&mut sut, limits)) {
            sut = fresh(&mut transport)?;
            logins.forget_all();
        }
        reset_state(&sut, &mut transport, reset, limits);
        logins.begin_test();
        log_in(&mut logins, steps, &sut, &mut transport);
        let mut outcomes: Vec<CallOutcome> = Vec::with_capacity(steps.len());
        for (index, Step::Http(call)) in steps.iter().enumerate() {
            let wire = wire_call(call, &outcomes, &sut.host(), logins.credentials());
            let before = sut.requests();
            let outcome = transport.call(&wire, || sut.requests() != before);
            let hung = outcome == CallOutcome::Timeout;
            outcomes.push(outcome);
            if hung {
                sut = fresh(&mut transport)?;
                logins.forget_all();
                log_in(&mut logins, &steps[index + 1..], &sut, &mut transport);
            }
        }
        let ended = !becomes_quiet(&mut sut, limits);
        run.push(PlainTest { outcomes, ended });
    }
    sut.stop();
    Ok(run)
}

/// Asked with patience: a process that is about to end has closed its order connection.
fn has_ended(sut: &mut SutProcess, limits: CallLimits) -> bool {
    sut.ended().is_some() || sut.order("idle", limits.time).is_err()
}

/// Waits, bounded, until nothing runs any more that the calls have begun. False if the SUT ended.
fn becomes_quiet(sut: &mut SutProcess, limits: CallLimits) -> bool {
    let limit = Instant::now() + QUIET_LIMIT;
    loop {
        match sut.order("idle", limits.time) {
            Err(_) => return false,
            Ok(answer) if answer["idle"] == true || Instant::now() >= limit => {
                return sut.ended().is_none();
            }
            Ok(_) => std::thread::sleep(QUIET_POLL),
        }
    }
}

fn log_in(logins: &mut Logins, steps: &[Step], sut: &SutProcess, transport: &mut Transport) {
    if let Err(failure) = logins.log_in(steps, sut, transport) {
        tracing::warn!("before a test of the written suite: {failure}");
    }
}

fn reset_state(sut: &SutProcess, transport: &mut Transport, reset: &Reset, limits: CallLimits) {
    let done = match reset {
        Reset::None | Reset::Restart => Ok(()),
        Reset::Driver => sut.order("reset", limits.time).map(drop),
        Reset::Url(target) => reset_by_call(transport, target, &sut.host()),
    };
    if let Err(error) = done {
        tracing::warn!("before a test of the written suite: {error}");
    }
}
