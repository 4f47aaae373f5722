//! Runs a suite as written on the plain (un-instrumented) SUT, in a fresh process.

use std::path::Path;
use std::sync::Arc;

use nearmiss_problem::{CallOutcome, Step};

use crate::evaluator::{MAX_FAILED_STARTS, Reset};
use crate::reset::reset_by_call;
use crate::resolve::wire_call;
use crate::sut_process::{StartSutError, SutProcess, SutSpec};
use crate::transport::{CallLimits, Transport};

/// Outcomes of one complete run: one list a test, one outcome a step.
pub type PlainRun = Vec<Vec<CallOutcome>>;

/// Runs every test of one file in order, reset as the written file resets, in a fresh process
/// without probes. A test that loses the process is followed by a fresh one.
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
) -> Result<PlainRun, StartSutError> {
    let mut spec = spec.clone();
    spec.instrument = false;
    // Ctrl-C ends the search; what it found is still to be written.
    spec.interrupt = Arc::default();
    let spawn_error = |source| StartSutError::Spawn { folder: spec.start.cwd.clone(), source };
    let mut transport = Transport::new(limits).map_err(spawn_error)?;
    let mut starts = 0;
    let mut fresh = |transport: &mut Transport| {
        let mut failed = 0;
        loop {
            starts += 1;
            let socket = folder.join(format!("{name}-{starts}"));
            match spec.start(&socket, &Arc::default()) {
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
        let again = matches!(reset, Reset::Restart) && index > 0;
        // Asked with patience: a process that is about to end has closed its order connection.
        if again || sut.ended().is_some() || sut.order("idle", limits.time).is_err() {
            sut = fresh(&mut transport)?;
        }
        reset_state(&sut, &mut transport, reset, limits);
        let mut outcomes: Vec<CallOutcome> = Vec::with_capacity(steps.len());
        for Step::Http(call) in steps {
            let wire = wire_call(call, &outcomes, &sut.host());
            let before = sut.requests();
            let outcome = transport.call(&wire, || sut.requests() != before);
            let hung = outcome == CallOutcome::Timeout;
            outcomes.push(outcome);
            if hung {
                sut = fresh(&mut transport)?;
            }
        }
        run.push(outcomes);
    }
    sut.stop();
    Ok(run)
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
