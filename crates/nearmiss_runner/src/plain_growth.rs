//! Measurement of whether the plain SUT remembers more and more, too ([`growth`]): what only a process with probes shows may be theirs, or what
//! V8 learns of code that the probes have made longer.

use std::path::Path;
use std::time::Instant;

use nearmiss_problem::{CallOutcome, Test};

use crate::login::Logins;
use crate::memory_growth::{Repeated, growth};
use crate::plain_sut::PlainSut;
use crate::replay::{make_test, session_of};
use crate::reset::Reset;
use crate::session::Session;
use crate::sut::{StartSutError, SutSpec};
use crate::transport::{CallLimits, WireCall};

/// Answers what each call like the last one of a test leaves behind in a fresh process without probes, in bytes. `None`
/// where that is nothing, or where it cannot be known: the call is answered otherwise there, or `until` has come.
///
/// # Errors
/// When the SUT cannot be started.
pub fn growth_on_plain_sut(
    spec: &SutSpec,
    (folder, name): (&Path, &str),
    test: &Test,
    reset: &Reset,
    (limits, until): (CallLimits, Instant),
    logins: &Logins,
) -> Result<Option<f64>, StartSutError> {
    let mut session = session_of(spec, limits, logins)?;
    let mut sut = PlainSut::start(spec, (folder, name), limits, &mut session)?;
    make_test(&mut sut, &mut session, test, reset)?;
    let outcomes = session.end();
    let grown = match (test.calls.last(), outcomes.split_last()) {
        (Some(call), Some((CallOutcome::Response(answer), earlier))) => {
            let wire = session.wire_after(earlier, call, &sut.at().host);
            let status = answer.status;
            growth(&mut OnPlain { session, sut: &sut, wire, status, until }, false)
        }
        _ => None,
    };
    sut.stop();
    Ok(grown)
}

/// A call that is made again and again on the plain SUT.
struct OnPlain<'a, 'b> {
    session: Session,
    sut: &'a PlainSut<'b>,
    wire: WireCall,
    /// Status that it was answered with.
    status: u16,
    until: Instant,
}

impl Repeated for OnPlain<'_, '_> {
    fn again(&mut self, count: u32) -> Option<()> {
        // What counts calls would refuse some of these.
        self.sut.forget_counts();
        for _ in 0..count {
            if Instant::now() >= self.until {
                return None;
            }
            let before = self.sut.requests();
            let reached = || self.sut.has_seen_more(before);
            match self.session.transport.call(&self.wire, reached) {
                CallOutcome::Response(answer) if answer.status == self.status => {}
                _ => return None,
            }
        }
        Some(())
    }

    fn held(&self, enough: f64) -> Option<f64> {
        self.sut.held(enough)
    }
}
