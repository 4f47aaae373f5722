//! Runs a suite as written on the plain (un-instrumented) SUT, in a fresh process.

use std::path::Path;

use nearmiss_problem::{Call, CallOutcome};

use crate::evaluator::Reset;
use crate::login::Logins;
use crate::plain_sut::PlainSut;
use crate::resolve::wire_call;
use crate::sut::{StartSutError, SutSpec};
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
    tests: &[Vec<Call>],
    reset: &Reset,
    limits: CallLimits,
    logins: &Logins,
) -> Result<PlainRun, StartSutError> {
    let spawn_error = |source| StartSutError::Spawn { folder: spec.start.cwd.clone(), source };
    let mut transport = Transport::new(limits).map_err(spawn_error)?;
    let mut logins = logins.afresh();
    let mut sut = PlainSut::start(spec, (folder, name), limits, &mut transport)?;
    let mut run = Vec::with_capacity(tests.len());
    for (index, steps) in tests.iter().enumerate() {
        if index > 0 && (matches!(reset, Reset::Restart) || sut.has_ended()) {
            sut.start_again(&mut transport)?;
            logins.forget_all();
        }
        sut.reset(&mut transport, reset)?;
        logins.begin_test();
        log_in(&mut logins, steps, &sut, &mut transport);
        let mut outcomes: Vec<CallOutcome> = Vec::with_capacity(steps.len());
        for (index, call) in steps.iter().enumerate() {
            let wire = wire_call(call.http(), &outcomes, &sut.at().host, logins.credentials());
            let before = sut.requests();
            let outcome = transport.call(&wire, || sut.has_seen_more(before));
            let hung = outcome == CallOutcome::Timeout;
            outcomes.push(outcome);
            if hung {
                sut.start_again(&mut transport)?;
                logins.forget_all();
                log_in(&mut logins, &steps[index + 1..], &sut, &mut transport);
            }
        }
        let ended = !sut.becomes_quiet();
        run.push(PlainTest { outcomes, ended });
    }
    sut.stop();
    Ok(run)
}

fn log_in(logins: &mut Logins, steps: &[Call], sut: &PlainSut<'_>, transport: &mut Transport) {
    if let Err(failure) = logins.log_in(steps, &sut.at(), transport) {
        tracing::warn!("before a test of the written suite: {failure}");
    }
}
