//! Runs a suite as written on the plain (un-instrumented) SUT, in a fresh process.

use std::path::Path;
use std::sync::{Arc, Mutex};

use nearmiss_problem::{CallOutcome, Test};

use crate::login::{LoginFailure, Logins};
use crate::plain_sut::PlainSut;
use crate::reset::Reset;
use crate::session::Session;
use crate::sut::{StartSutError, SutSpec};
use crate::transport::CallLimits;

/// What one test showed on the plain SUT.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlainTest {
    /// One outcome a call.
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
    tests: &[Test],
    reset: &Reset,
    limits: CallLimits,
    logins: &Logins,
) -> Result<PlainRun, StartSutError> {
    let spawn_error = |source| StartSutError::Spawn { folder: spec.start.cwd.clone(), source };
    let logins = Arc::new(Mutex::new(logins.afresh()));
    let mut session = Session::new(limits, logins).map_err(spawn_error)?;
    let mut sut = PlainSut::start(spec, (folder, name), limits, &mut session)?;
    let mut run = Vec::with_capacity(tests.len());
    for (index, test) in tests.iter().enumerate() {
        let calls = &test.calls;
        if index > 0 && (matches!(reset, Reset::Restart) || sut.has_ended()) {
            sut.start_again(&mut session)?;
        }
        sut.forget_counts();
        sut.reset(&mut session, reset)?;
        tell(session.begin(calls, &sut.at()));
        sut.forget_counts();
        match session.set_up(test, &mut |asked| sut.set_up(asked)) {
            Ok(refused) => {
                for (_, why) in refused {
                    tracing::warn!("before a test of the written suite: {why}");
                }
            }
            Err(why) => tracing::warn!("before a test of the written suite: {why}"),
        }
        for (index, call) in calls.iter().enumerate() {
            let wire = session.wire(call, &sut.at().host);
            let before = sut.requests();
            let outcome = session.call(&wire, || sut.has_seen_more(before));
            if *outcome == CallOutcome::Timeout {
                sut.start_again(&mut session)?;
                tell(session.log_in(&calls[index + 1..], &sut.at()));
            }
        }
        let ended = !sut.becomes_quiet();
        run.push(PlainTest { outcomes: session.end(), ended });
    }
    sut.stop();
    Ok(run)
}

fn tell(login: Result<(), LoginFailure>) {
    if let Err(failure) = login {
        tracing::warn!("before a test of the written suite: {failure}");
    }
}
