//! One lane, on the thread of the search: what it has seen is taken in while its next test runs.

use std::collections::VecDeque;

use super::lane::Lane;
use super::lane_test::{Finished, Job};

/// The lane, and the tests that it was given.
pub(super) struct Here {
    pub lane: Lane,
    waiting: VecDeque<(usize, Job)>,
    done: Vec<Finished>,
    /// Floors that it was not told.
    pub new_floors: Vec<(u32, f64)>,
}

impl Here {
    pub(super) fn of(lane: Lane) -> Self {
        Self { lane, waiting: VecDeque::new(), done: Vec::new(), new_floors: Vec::new() }
    }

    /// Gives it the test of a slot. It is run when it is asked for, or begun when the one before it ends.
    pub(super) fn give(&mut self, slot: usize, mut job: Job) {
        job.floors = std::mem::take(&mut self.new_floors);
        self.waiting.push_back((slot, job));
    }

    /// What became of the test of a slot: runs it, and those that were given before it. `None` if it was not
    /// given.
    pub(super) fn take(&mut self, slot: usize) -> Option<Finished> {
        loop {
            if let Some(at) = self.done.iter().position(|finished| finished.slot == slot) {
                return Some(self.done.swap_remove(at));
            }
            let (of, job) = self.waiting.pop_front()?;
            let called = self.lane.call(&job);
            let settled = self.lane.end(&called, self.waiting.front().map(|(_, next)| next));
            self.done.push(Finished { slot: of, lane: 0, called, settled });
        }
    }
}
