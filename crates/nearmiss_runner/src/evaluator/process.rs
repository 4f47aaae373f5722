//! The process of the SUT: taken into use, reset before a test, started again.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{Reset, SutEvaluator, registry};
use crate::reset::reset_by_call;
use crate::sut_process::SutProcess;

/// Tests between two restarts where nothing resets the SUT: few restarts, since a fresh process is
/// slow for its first thousands of calls (until its code is compiled), but state that piles up is
/// thrown away now and then.
const SEGMENT_TESTS: u32 = 20_000;
/// How long a process whose call timed out may take to say that nothing runs.
const IDLE_AT_ONCE: Duration = Duration::from_millis(250);
/// Starts in a row that may fail before a search or a replay gives up.
pub(crate) const MAX_FAILED_STARTS: u32 = 3;

impl SutEvaluator<'_> {
    /// Takes a process into use. What it covered while it started is nobody's merit, now and after.
    pub(super) fn adopt(&mut self, sut: SutProcess) {
        let registry = registry(&self.words);
        for &(slot, h) in &sut.boot {
            registry.targets_of(slot, h, |target, h| {
                if h >= 1.0 {
                    self.boot.insert(target);
                    self.is_boot.set(target, true);
                }
            });
        }
        drop(registry);
        self.transport.connect_to(&sut.host());
        self.logins.forget_all();
        self.sut = Some(sut);
        self.in_segment = 0;
    }

    /// Ends the processes.
    pub fn close(&mut self) {
        if let Some(mut sut) = self.sut.take() {
            sut.stop();
        }
        self.pool.close();
    }

    pub(super) fn restart(&mut self) -> bool {
        self.sut = None;
        for _ in 0..MAX_FAILED_STARTS {
            match self.pool.take() {
                Ok(sut) => {
                    self.adopt(sut);
                    self.restarts += 1;
                    self.gone = None;
                    return true;
                }
                Err(error) => self.gone = Some(error),
            }
            if self.options.interrupt.load(Ordering::Relaxed) {
                break;
            }
        }
        false
    }

    /// Makes sure a SUT runs and is in its starting state. Answers false if none can be had.
    pub(super) fn ready(&mut self) -> bool {
        self.note_end();
        let dead = self.sut.as_mut().is_none_or(|sut| sut.ended().is_some());
        let worn = match self.options.reset {
            Reset::None => self.in_segment >= SEGMENT_TESTS,
            Reset::Restart => self.in_segment >= 1,
            Reset::Url(_) | Reset::Driver => false,
        };
        if (dead || worn) && !self.restart() {
            return false;
        }
        match self.options.reset.clone() {
            Reset::None | Reset::Restart => true,
            Reset::Driver => {
                let Some(sut) = &self.sut else { return false };
                match sut.order("reset", self.options.limits.time) {
                    Ok(_) => true,
                    Err(error) => {
                        self.warn(format!("resetStateOfSUT failed: {error}"));
                        self.restart()
                    }
                }
            }
            Reset::Url(target) => {
                let host = self.sut.as_ref().map(SutProcess::host).unwrap_or_default();
                match reset_by_call(&mut self.transport, &target, &host) {
                    Ok(()) => true,
                    Err(error) => {
                        self.warn(error);
                        self.restart()
                    }
                }
            }
        }
    }

    /// Says that the API ended by itself.
    pub(super) fn note_end(&mut self) {
        if let Some(how) = self.sut.as_mut().and_then(SutProcess::ended) {
            self.warn(format!("the API {how} in mid-search and was started again"));
        }
    }

    /// After a call without a whole answer: whether the process is lost. One that hangs is ended
    /// unless it answers at once that nothing runs. One that broke its connection is asked with
    /// patience: a dead process answers at once (its order connection is closed), and how busy the
    /// machine is must not decide.
    pub(super) fn lost_after(&mut self, hung: bool) -> bool {
        let Some(sut) = &mut self.sut else { return true };
        if hung {
            let idle = sut.order("idle", IDLE_AT_ONCE);
            return !matches!(idle, Ok(answer) if answer["idle"] == true);
        }
        sut.order("idle", self.options.limits.time).is_err() || sut.ended().is_some()
    }
}
