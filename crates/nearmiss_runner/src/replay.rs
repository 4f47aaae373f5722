//! Runs a suite as written on the plain (un-instrumented) SUT, in a fresh process.

use std::path::Path;
use std::sync::{Arc, Mutex};

use nearmiss_problem::{CallOutcome, Test};

use crate::login::{LoginFailure, Logins};
use crate::plain_sut::PlainSut;
use crate::reset::{Reset, may_have_changed};
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
    let mut session = session_of(spec, limits, logins)?;
    let mut sut = PlainSut::start(spec, (folder, name), limits, &mut session)?;
    let mut run: PlainRun = Vec::with_capacity(tests.len());
    for (index, test) in tests.iter().enumerate() {
        let is_used = match (reset, run.last()) {
            (Reset::Restart, Some(_)) => true,
            (Reset::AfterWrites, Some(last)) => {
                may_have_changed(&tests[index - 1].calls, &last.outcomes)
            }
            _ => false,
        };
        if is_used || (index > 0 && sut.has_ended()) {
            sut.start_again(&mut session)?;
        }
        make_test(&mut sut, &mut session, test, reset)?;
        let ended = !sut.becomes_quiet();
        run.push(PlainTest { outcomes: session.end(), ended });
    }
    sut.stop();
    Ok(run)
}

/// Begins to call a plain SUT: users log in as `logins` knows them.
///
/// # Errors
/// When the system gives no event loop.
pub(crate) fn session_of(
    spec: &SutSpec,
    limits: CallLimits,
    logins: &Logins,
) -> Result<Session, StartSutError> {
    let spawn_error = |source| StartSutError::Spawn { folder: spec.start.cwd.clone(), source };
    Session::new(limits, Arc::new(Mutex::new(logins.afresh()))).map_err(spawn_error)
}

/// Resets a plain SUT, sets up what a test needs and makes its calls, as the written test does.
///
/// # Errors
/// When the SUT is lost and cannot be started again.
pub(crate) fn make_test(
    sut: &mut PlainSut<'_>,
    session: &mut Session,
    test: &Test,
    reset: &Reset,
) -> Result<(), StartSutError> {
    let calls = &test.calls;
    sut.forget_counts();
    sut.reset(session, reset)?;
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
            sut.start_again(session)?;
            tell(session.log_in(&calls[index + 1..], &sut.at()));
        }
    }
    Ok(())
}

fn tell(login: Result<(), LoginFailure>) {
    if let Err(failure) = login {
        tracing::warn!("before a test of the written suite: {failure}");
    }
}
