//! Measurement of whether the SUT remembers more and more while it is searched ([`growth`]): a call is made again and again once its test has
//! ended.

use nearmiss_problem::CallOutcome;
use nearmiss_problem::auth::may_give_secrets;

use super::lane::Lane;
use super::lane_test::{Called, Job, Soak, Soaked};
use crate::memory_growth::{Repeated, growth, held_by, measured};

/// Tests that a process has run whose code is known to V8.
const SETTLED: u32 = 300;

impl Lane {
    /// What is to be measured after a test, if it went well.
    pub(super) fn soak_of(&self, job: &Job, called: &Called) -> Option<Soak> {
        if job.soak_calls == 0 || called.disturbed || called.outcomes.len() != job.test.calls.len()
        {
            return None;
        }
        let (call, (outcome, earlier)) = (job.test.calls.last()?, called.outcomes.split_last()?);
        let CallOutcome::Response(answer) = outcome else { return None };
        let host = self.sut.as_ref()?.host();
        let wire = self.session.wire_after(&called.outcomes, call, &host);
        let same = call.http().method == "POST";
        answer.is_success().then(|| Soak {
            wire,
            steps: job.test.calls.clone(),
            earlier: earlier.to_vec(),
            answer: answer.clone(),
            same,
            calls: job.soak_calls,
        })
    }

    /// Measures. The epoch is closed: nothing that the calls touch is recorded.
    pub(super) fn soak(&mut self, soak: &Soak) -> Soaked {
        let is_settled = self.in_segment >= SETTLED;
        let mut call = OnLane { lane: self, soak, left: soak.calls };
        let growth = growth(&mut call, is_settled);
        let left = call.left;
        if let Some(sut) = &self.sut {
            measured(sut);
        }
        tracing::debug!(target = %soak.wire.target, growth, calls = soak.calls - left, "soaked");
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "bytes, above the floor"
        )]
        Soaked { calls: soak.calls - left, growth: growth.map(|bytes| bytes as u64) }
    }

    /// Makes the call once; `None` if it is answered in another way.
    fn soak_once(&mut self, soak: &Soak) -> Option<()> {
        let limit = self.within(self.settings.limits.time);
        self.session.transport.limit_time(limit);
        let sut = self.sut.as_ref()?;
        let before = sut.requests();
        let outcome = self.session.transport.call(&soak.wire, || sut.requests() != before);
        let CallOutcome::Response(answer) = outcome else {
            if self.lost_after(outcome == CallOutcome::Timeout) {
                self.sut = None;
            }
            return None;
        };
        let is_alike =
            answer.status == soak.answer.status && (!soak.same || answer.body == soak.answer.body);
        self.note_soaked(soak, CallOutcome::Response(answer));
        is_alike.then_some(())
    }

    /// Takes in the secrets of an answer: each may be another one, and all stay in the process.
    fn note_soaked(&self, soak: &Soak, outcome: CallOutcome) {
        let outcome = [outcome];
        if may_give_secrets(&[], &outcome) {
            let outcomes: Vec<CallOutcome> = soak.earlier.iter().cloned().chain(outcome).collect();
            self.note_secrets(&soak.steps, &outcomes);
        }
    }
}

/// A call that is made again and again on a lane.
struct OnLane<'a> {
    lane: &'a mut Lane,
    soak: &'a Soak,
    /// Calls that may still be made.
    left: u32,
}

impl Repeated for OnLane<'_> {
    fn again(&mut self, count: u32) -> Option<()> {
        for _ in 0..count {
            if self.left == 0 || self.lane.is_over() || self.lane.is_interrupted() {
                return None;
            }
            self.left -= 1;
            self.lane.soak_once(self.soak)?;
        }
        Some(())
    }

    fn held(&self, enough: f64) -> Option<f64> {
        held_by(self.lane.sut.as_ref()?, enough)
    }
}
