//! Several lanes at the same time: each a thread that runs the tests it is given, in their order.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use nearmiss_problem::Step;
use nearmiss_search::{Evaluation, Individual};

use super::SutEvaluator;
use super::lane::{Called, Job, Lane, LaneSettings, Settled};
use super::options::{Budget, Timing};
use crate::login::Logins;
use crate::sut_pool::SutPool;
use crate::sut_process::{StartSutError, SutProcess};

/// Tests that a lane may have at once: one that it runs and one that waits, so that it never stands
/// still while the core takes in what another lane has seen. More would search with older knowledge, and
/// help against a hanging call hardly: that takes as long as thousands of tests.
const TESTS_OF_A_LANE: usize = 2;

/// How often a search that waits looks whether a lane has failed.
const LOOK: Duration = Duration::from_millis(500);

/// The lanes.
#[derive(Default)]
pub(super) struct Workers {
    lanes: Vec<Worker>,
    results: Option<Receiver<Finished>>,
    /// Tests that were run and not taken in, in the order in which they ended.
    done: VecDeque<Finished>,
    /// Tests that were given to a lane and not taken in, by slot.
    under_way: BTreeMap<usize, Given>,
    /// Calls of these tests, which the budget has given away.
    pub reserved: u64,
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

struct Finished {
    slot: usize,
    lane: usize,
    called: Called,
    settled: Settled,
}

/// A test that a lane has.
struct Given {
    individual: Individual,
    steps: Vec<Step>,
    /// What is to be run again when it is refused for the fakes it has.
    plain: Option<Vec<Step>>,
    reserved: u64,
    /// No call of it was left by the budget.
    empty: bool,
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
        Ok(Self { lanes, results: Some(results), ..Self::default() })
    }

    /// How many tests may be under way at once.
    pub(super) fn slots(&self) -> usize {
        self.lanes.len() * TESTS_OF_A_LANE
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

    fn give(&mut self, slot: usize, mut job: Job) {
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

    fn take(&mut self, slot: usize) -> Option<Finished> {
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

impl SutEvaluator<'_> {
    /// Starts as many processes as are missing, all at once. One that does not start is told, and the
    /// search goes on without it.
    pub(super) fn start_workers(
        &mut self,
        first: SutProcess,
        count: usize,
        known: &Logins,
    ) -> std::io::Result<()> {
        let pool = Arc::clone(&self.pool);
        let started: Vec<Result<SutProcess, StartSutError>> = std::thread::scope(|scope| {
            let starts: Vec<_> = (1..count).map(|_| scope.spawn(|| pool.start(None))).collect();
            starts.into_iter().filter_map(|start| start.join().ok()).collect()
        });
        let mut suts = vec![first];
        let mut failed = None;
        for start in started {
            match start {
                Ok(sut) => suts.push(sut),
                Err(error) => failed = Some(error),
            }
        }
        let running = suts.len();
        let logins = suts.iter().map(|_| self.lane_logins(known)).collect();
        self.workers = Workers::of(suts, &self.lane_settings(running), &pool, logins)?;
        if let Some(error) = failed {
            let workers = if running == 1 { "1 worker" } else { &format!("{running} workers") };
            self.warn(format!(
                "{} of {count} workers could not be started, the search goes on with {workers}; {error}",
                count - running
            ));
        }
        Ok(())
    }

    /// Whether results are taken in the order of their tests: then they do not depend on the clock.
    pub(super) fn is_ordered(&self) -> bool {
        matches!(self.options.budget, Budget::Calls(_))
    }

    /// Gives the test of a slot to its lane.
    pub(super) fn give(&mut self, slot: usize, individual: &Individual, explores: bool) {
        let plain = self.lower(individual);
        let mut steps = plain.clone();
        let adds = explores
            && self.options.unlisted
            && self.problem.add_fakes(&mut steps, self.fakes.refusing());
        let job = self.job(&steps, individual.soaks);
        // A test is run once more where a login was forgotten.
        let reserved = job.as_ref().map_or(0, |job| {
            job.steps.len() as u64 * (1 + u64::from(job.may_repeat)) + u64::from(job.soak_calls)
        });
        let given = Given {
            individual: individual.clone(),
            steps,
            plain: adds.then_some(plain),
            reserved,
            empty: job.is_none(),
        };
        self.workers.reserved += reserved;
        self.workers.under_way.insert(slot, given);
        if let Some(job) = job {
            self.workers.give(slot, job);
        }
    }

    /// Takes in what the test of a slot showed; waits for it.
    pub(super) fn take(&mut self, slot: usize) -> Evaluation {
        let lost = || Evaluation { disturbed: true, ..Evaluation::default() };
        let Some(given) = self.workers.under_way.remove(&slot) else { return lost() };
        self.workers.reserved -= given.reserved;
        if given.empty {
            return lost();
        }
        let Some(evaluation) = self.take_steps(slot, &given.individual, &given.steps) else {
            return lost();
        };
        let Some(plain) = given.plain else { return evaluation };
        let with_fakes = std::mem::take(&mut self.statuses);
        if evaluation.disturbed || !self.fakes.is_doubtful(&plain, &with_fakes) {
            return evaluation;
        }
        // Are they refused only because of the fakes?
        let Some(job) = self.job(&plain, false) else { return evaluation };
        self.workers.give(slot, job);
        let Some(mut again) = self.take_steps(slot, &given.individual, &plain) else {
            return evaluation;
        };
        self.fakes.compare(&plain, &with_fakes, &self.statuses);
        again.calls += evaluation.calls;
        again
    }

    fn take_steps(
        &mut self,
        slot: usize,
        individual: &Individual,
        steps: &[Step],
    ) -> Option<Evaluation> {
        let Finished { called, settled, .. } = self.workers.take(slot)?;
        if let Some(why) = &settled.gone
            && self.gone.as_ref() != Some(why)
        {
            self.gone = Some(why.clone());
            if !self.workers.all_dead() {
                self.warn(format!("a worker could not be started again, the others go on; {why}"));
            }
        }
        let (mut evaluation, seen) = self.judge(steps, &called);
        self.take_in(individual, steps, (&called, settled, seen), &mut evaluation);
        Some(evaluation)
    }

    /// A slot whose test has ended; waits for one.
    pub(super) fn any_done(&mut self) -> Option<usize> {
        let workers = &mut self.workers;
        if let Some((slot, _)) = workers.under_way.iter().find(|(_, given)| given.empty) {
            return Some(*slot);
        }
        if workers.done.is_empty() && !workers.wait() {
            return None;
        }
        workers.done.front().map(|finished| finished.slot)
    }
}
