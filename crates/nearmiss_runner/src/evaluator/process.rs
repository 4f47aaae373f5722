//! The process of a lane: taken into use, reset before a test, started again.

use std::time::{Duration, Instant};

use super::lane::Lane;
use super::lane_test::Settled;
use super::options::Lap;
use crate::incidents::{self, Left};
use crate::reset::Reset;
use crate::sut::SutProcess;
use crate::sut_pool::MAX_FAILED_STARTS;

/// Tests between two restarts where nothing resets the SUT: few restarts, since a fresh process is
/// slow for its first thousands of calls (until its code is compiled), but state that piles up is
/// thrown away now and then.
pub(super) const SEGMENT_TESTS: u32 = 20_000;
/// Tests before that at which a fresh process is begun.
const SPARE_BEFORE: u32 = 1_000;
/// How long a process whose call timed out may take to say that nothing runs.
const IDLE_AT_ONCE: Duration = Duration::from_millis(500);

impl Lane {
    /// Takes a process into use. What it covered while it started is nobody's merit, now and after.
    pub(super) fn adopt(&mut self, mut sut: SutProcess) {
        sut.is_called();
        self.boot.extend_from_slice(sut.boot());
        self.sent_ahead = None;
        self.session.turn_to_watched(&sut);
        self.sut = Some(sut);
        self.in_segment = 0;
        self.left_open = false;
        self.has_changed = false;
    }

    /// Ends the process.
    pub(super) fn close(&mut self) {
        if let Some(mut sut) = self.sut.take() {
            sut.stop();
        }
    }

    fn restart(&mut self) -> bool {
        let mut clock = Lap::start();
        let restarted = self.start_again();
        clock.add_to(&mut self.timing.restart);
        self.timing.restarts += u64::from(restarted);
        restarted
    }

    fn start_again(&mut self) -> bool {
        self.sut = None;
        for _ in 0..MAX_FAILED_STARTS {
            match self.pool.take(self.until) {
                Ok(sut) => {
                    self.adopt(sut);
                    self.restarts += 1;
                    tracing::info!(restarts = self.restarts, "another process of the API is used");
                    self.gone = None;
                    return true;
                }
                Err(_) if self.is_over() => break,
                Err(error) => self.gone = Some(error.to_string()),
            }
            if self.is_interrupted() {
                break;
            }
        }
        false
    }

    /// Makes sure a SUT runs and is in its starting state. Answers false if none can be had.
    pub(super) fn ready(&mut self) -> bool {
        let dead = self.note_end() || self.sut.is_none();
        let worn = match self.settings.reset {
            Reset::None | Reset::Databases => self.in_segment >= SEGMENT_TESTS,
            Reset::AfterWrites => self.has_changed || self.in_segment >= SEGMENT_TESTS,
            Reset::Restart => self.in_segment >= 1,
            Reset::Url(_) | Reset::Driver => false,
        };
        if (dead || worn) && !self.restart() {
            return false;
        }
        let limit = self.within(self.settings.limits.time);
        let Some(sut) = &self.sut else { return false };
        let mut clock = Lap::start();
        let reset = self.session.reset(sut, &self.settings.reset, limit);
        clock.add_to(&mut self.timing.reset);
        match reset {
            Ok(()) => true,
            Err(_) if self.is_over() => false,
            Err(error) => {
                self.warn(error);
                self.restart()
            }
        }
    }

    /// Whether nothing is to be done to the process before each test.
    pub(super) fn keeps_state(&self) -> bool {
        match self.settings.reset {
            Reset::None => true,
            Reset::Databases => !self.sut.as_ref().is_some_and(SutProcess::has_databases),
            Reset::AfterWrites | Reset::Restart | Reset::Url(_) | Reset::Driver => false,
        }
    }

    /// Has a fresh process begun if this one is replaced soon.
    pub(super) fn expect_restart(&self) {
        let soon = match self.settings.reset {
            Reset::None | Reset::Databases => self.in_segment >= SEGMENT_TESTS - SPARE_BEFORE,
            Reset::AfterWrites | Reset::Restart => true,
            Reset::Url(_) | Reset::Driver => false,
        };
        if soon {
            self.pool.expect_restart();
        }
    }

    /// Says that the API ended by itself, if it did; answers that.
    pub(super) fn note_end(&mut self) -> bool {
        let how = self.sut.as_mut().and_then(SutProcess::ended);
        if let Some(how) = &how {
            self.warn(format!("the API {how} in mid-search and was started again"));
        }
        how.is_some()
    }

    /// Tells whether tests have left a pool of the process with so few connections that later ones would suffer from it.
    pub(super) fn is_drained(&mut self, settled: &Settled) -> bool {
        let facts = settled.drained.iter().flat_map(|thread| &thread.facts);
        let left = incidents::left_open(facts);
        self.left_open |= left.is_some();
        let is_drained = self.sut.is_some() && left == Some(Left::DrainsPool);
        if is_drained {
            self.pool.expect_restart();
        }
        is_drained
    }

    /// After a call without a whole answer: whether the process is lost. One that hangs is ended
    /// unless it answers at once that nothing runs. One that broke its connection is asked with
    /// patience: a dead process answers at once (its order connection is closed), and how busy the
    /// machine is must not decide.
    pub(super) fn lost_after(&mut self, hung: bool) -> bool {
        let patience = if hung { IDLE_AT_ONCE } else { self.settings.limits.time };
        let limit = self.within(patience);
        let Some(sut) = &mut self.sut else { return true };
        let idle = sut.order(if hung { "waits" } else { "idle" }, limit);
        if hung {
            return !matches!(idle, Ok(answer) if answer["idle"] == true);
        }
        idle.is_err() || sut.ended().is_some()
    }

    /// Whether the time of the search is over.
    pub(super) fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// So long, but not beyond the end of the search.
    pub(super) fn within(&self, limit: Duration) -> Duration {
        let left = |until: Instant| until.saturating_duration_since(Instant::now());
        self.until.map_or(limit, |until| limit.min(left(until).max(Duration::from_millis(1))))
    }
}
