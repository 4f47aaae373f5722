//! Runs a suite as written on the plain (un-instrumented) SUT, in a fresh process.

use std::path::Path;
use std::sync::Arc;

use nearmiss_problem::{CallOutcome, Step};

use crate::evaluator::Reset;
use crate::resolve::wire_call;
use crate::sut_process::{StartSutError, SutProcess, SutSpec};
use crate::transport::{CallLimits, Transport, WireCall};

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
    let spawn_error = |source| StartSutError::Spawn { folder: spec.start.cwd.clone(), source };
    let mut transport = Transport::new(limits).map_err(spawn_error)?;
    let mut starts = 0;
    let mut fresh = |transport: &mut Transport| {
        starts += 1;
        let socket = folder.join(format!("{name}-{starts}"));
        let sut = spec.start(&socket, &Arc::default())?;
        transport.connect_to(&sut.host());
        Ok::<_, StartSutError>(sut)
    };
    let mut sut = fresh(&mut transport)?;
    let mut run = Vec::with_capacity(tests.len());
    for (index, steps) in tests.iter().enumerate() {
        let again = matches!(reset, Reset::Restart) && index > 0;
        if again || sut.ended().is_some() {
            sut = fresh(&mut transport)?;
        }
        reset_state(&sut, &mut transport, reset, limits);
        let mut outcomes: Vec<CallOutcome> = Vec::with_capacity(steps.len());
        for Step::Http(call) in steps {
            let wire = wire_call(call, &outcomes, &sut.host());
            let outcome = transport.call(&wire, || true);
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
    let failed = match reset {
        Reset::None | Reset::Restart => None,
        Reset::Driver => sut.order("reset", limits.time).err(),
        Reset::Url(target) => {
            let call = WireCall {
                method: "POST".to_owned(),
                target: target.clone(),
                headers: vec![
                    ("Host".to_owned(), sut.host()),
                    ("Content-Length".to_owned(), "0".to_owned()),
                ],
                body: None,
            };
            match transport.call(&call, || false) {
                CallOutcome::Response(answer) if answer.status < 400 => None,
                outcome => Some(format!("{outcome:?}")),
            }
        }
    };
    if let Some(failed) = failed {
        tracing::warn!("the SUT could not be reset before a test of the written suite: {failed}");
    }
}
