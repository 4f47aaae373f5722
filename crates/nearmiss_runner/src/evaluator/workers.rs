//! Several lanes at the same time: each a thread that runs the tests it is given, in their order.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use super::lane::{Lane, LaneSettings};
use super::lane_test::{Finished, Job};
use super::options::Timing;
use crate::login::Logins;
use crate::sut::SutProcess;
use crate::sut_pool::SutPool;

/// How often a search that waits looks whether a lane has failed.
const LOOK: Duration = Duration::from_millis(500);

/// The lanes.
pub(super) struct Workers {
    lanes: Vec<Worker>,
    results: Option<Receiver<Finished>>,
    /// Tests that were run and not taken in, in the order in which they ended.
    done: VecDeque<Finished>,
}

struct Worker {
    jobs: Sender<(usize, Job)>,
    thread: JoinHandle<()>,
    /// Floors that it was not told.
    new_floors: Vec<(u32, f64)>,
    /// It has no SUT any more.
    dead: bool,
    timing: Timing,
}

impl Workers {
    /// Lanes of these processes.
    pub(super) fn of(
        suts: Vec<SutProcess>,
        settings: &LaneSettings,
        pool: &Arc<SutPool>,
        logins: Vec<Arc<Mutex<Logins>>>,
    ) -> std::io::Result<Self> {
        let (sender, results) = channel();
        let mut lanes = Vec::new();
        for (number, (sut, logins)) in suts.into_iter().zip(logins).enumerate() {
            let mut lane = Lane::new(settings.clone(), Arc::clone(pool), sut, logins)?;
            let (jobs, to_run) = channel::<(usize, Job)>();
            let finished = sender.clone();
            let thread =
                std::thread::Builder::new().name(format!("lane-{number}")).spawn(move || {
                    for (slot, job) in to_run {
                        let called = lane.call(&job);
                        let settled = lane.settle(&called);
                        if finished.send(Finished { slot, lane: number, called, settled }).is_err()
                        {
                            break;
                        }
                    }
                    lane.close();
                })?;
            let (dead, timing) = (false, Timing::default());
            lanes.push(Worker { jobs, thread, new_floors: Vec::new(), dead, timing });
        }
        Ok(Self { lanes, results: Some(results), done: VecDeque::new() })
    }

    /// How many lanes there are.
    pub(super) fn count(&self) -> usize {
        self.lanes.len()
    }

    /// Whether no lane has a SUT any more.
    pub(super) fn all_dead(&self) -> bool {
        !self.lanes.is_empty() && self.lanes.iter().all(|lane| lane.dead)
    }

    /// Where the time of all lanes went.
    pub(super) fn timing(&self) -> Timing {
        self.lanes.iter().fold(Timing::default(), |sum, lane| sum.plus(lane.timing))
    }

    /// The lane of a slot: always the same, as long as it has a SUT.
    fn lane_of(&self, slot: usize) -> usize {
        let alive = |lane: &usize| !self.lanes[*lane].dead;
        let alive: Vec<usize> = (0..self.lanes.len()).filter(alive).collect();
        if alive.is_empty() { 0 } else { alive[slot % alive.len()] }
    }

    /// Takes in what a slot must exceed to be told, for each lane's next test.
    pub(super) fn note_floor(&mut self, slot: u32, floor: f64) {
        for lane in self.lanes.iter_mut().filter(|lane| !lane.dead) {
            lane.new_floors.push((slot, floor));
        }
    }

    /// Gives the test of a slot to its lane.
    pub(super) fn give(&mut self, slot: usize, mut job: Job) {
        let lane = self.lane_of(slot);
        job.floors = std::mem::take(&mut self.lanes[lane].new_floors);
        // A lane only ends with us.
        let _ = self.lanes[lane].jobs.send((slot, job));
    }

    /// Waits for a test to end. False when none will.
    fn wait(&mut self) -> bool {
        let Some(results) = &self.results else { return false };
        let finished = loop {
            match results.recv_timeout(LOOK) {
                Ok(finished) => break finished,
                // One that has panicked sends nothing any more.
                Err(RecvTimeoutError::Timeout)
                    if self.lanes.iter().all(|lane| !lane.thread.is_finished()) => {}
                Err(_) => return false,
            }
        };
        self.done.push_back(finished);
        true
    }

    /// What became of the test of a slot; waits for it.
    pub(super) fn take(&mut self, slot: usize) -> Option<Finished> {
        loop {
            if let Some(at) = self.done.iter().position(|finished| finished.slot == slot) {
                let finished = self.done.remove(at)?;
                let lane = &mut self.lanes[finished.lane];
                lane.dead |= finished.settled.gone.is_some();
                lane.timing = finished.settled.timing;
                return Some(finished);
            }
            if !self.wait() {
                return None;
            }
        }
    }

    /// The slot of the test that ended first; waits for one to end.
    pub(super) fn any_done(&mut self) -> Option<usize> {
        if self.done.is_empty() && !self.wait() {
            return None;
        }
        self.done.front().map(|finished| finished.slot)
    }

    /// Ends all lanes.
    pub(super) fn close(&mut self) {
        let threads: Vec<JoinHandle<()>> = self
            .lanes
            .drain(..)
            .map(|lane| {
                drop(lane.jobs);
                lane.thread
            })
            .collect();
        for thread in threads {
            let _ = thread.join();
        }
    }
}
