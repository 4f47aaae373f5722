//! The end of a test and the beginning of the next one, at the same time.
//!
//! From its last answer until it is quiet the SUT needs some tens of microseconds, about as long as the core and both
//! sockets take to bring the next call. So that is sent meanwhile. The runtime reads nothing more from the connection once
//! the last answer is written, until the next epoch is open (`npm/nearmiss/sut/hold.js`): the call waits in the socket, and
//! nothing that it does counts for the test before it.

use nearmiss_problem::CallOutcome;

use super::lane::Lane;
use super::lane_test::{Called, Job, SentAhead, Settled};
use super::process::SEGMENT_TESTS;
use crate::transport::WireCall;

impl Lane {
    /// Ends a test whose calls were made, as [`Lane::settle`], and begins `next`, if that can be: it is to be called next then.
    pub(super) fn end(&mut self, called: &Called, next: Option<&Job>) -> Settled {
        let sent = next.and_then(|next| Some((self.send_ahead(called, next)?, next)));
        let settled = self.settle(called);
        let Some((wire, next)) = sent else { return settled };
        let Some(sut) = &self.sut else {
            // The process was lost, and the call with it.
            self.session.transport.forget();
            return settled;
        };
        let requests = sut.requests();
        self.until = next.until;
        self.floors.note(&next.floors);
        self.session.begin_logged_in();
        self.open(next);
        self.sent_ahead = Some(SentAhead { wire, requests });
        settled
    }

    /// Sends the first call of a test, if it may wait in the socket for the end of the one before and
    /// nothing else has to be done first.
    fn send_ahead(&mut self, called: &Called, next: &Job) -> Option<WireCall> {
        let settings = &self.settings;
        let is_alone = !settings.awake.is_zero();
        let keeps_process =
            self.keeps_state() && settings.kill_every.is_none() && self.in_segment < SEGMENT_TESTS;
        let answered = |outcome: &CallOutcome| matches!(outcome, CallOutcome::Response(_));
        let went_well = !called.disturbed
            && called.soak.is_none()
            && self.last_call_seen
            && called.outcomes.last().is_some_and(answered);
        let is_ending = self.is_over() || self.is_interrupted();
        if !(is_alone && keeps_process && went_well) || is_ending {
            return None;
        }
        // What has to be set up comes before the first call.
        let is_free = next.test.setup.is_empty() && !self.session.has_left();
        let call = next.test.calls.first().filter(|_| is_free)?;
        let sut = self.sut.as_ref()?;
        if !self.session.are_in(&next.test.calls) {
            return None;
        }
        let wire = self.session.wire_after(&[], call, &sut.host());
        if !sut.announce_ahead(self.epoch) {
            return None;
        }
        if !self.session.transport.send_ahead(&wire) {
            sut.withdraw_ahead();
            return None;
        }
        Some(wire)
    }
}
