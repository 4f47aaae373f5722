//! The tests that lanes have: given to one, and taken in when they have ended.

use std::sync::Arc;

use nearmiss_problem::{Call, Test};
use nearmiss_search::{Evaluation, Individual};

use super::SutEvaluator;
use super::here::Here;
use super::lane::Lane;
use super::lane_test::{Finished, Job};
use super::options::Timing;
use super::workers::Workers;
use crate::login::Logins;
use crate::sut::{StartSutError, SutProcess};

/// Tests that a lane has at once: one that it runs and one that waits, so that it never stands
/// still while the core takes in what was seen. More would search with older knowledge, and
/// help against a hanging call hardly: that takes as long as thousands of tests.
const TESTS_OF_A_LANE: usize = 2;

/// The lanes of a search.
pub(super) enum Lanes {
    /// Not yet one.
    None,
    /// One, on the thread of the search.
    Here(Box<Here>),
    /// Several, each on a thread of its own.
    Apart(Workers),
}

/// A test that a lane has.
pub(super) struct Given {
    individual: Individual,
    test: Test,
    /// What is to be run again when it is refused for the fakes it has.
    plain: Option<Test>,
    reserved: u64,
    /// No call of it was left by the budget.
    empty: bool,
}

impl Lanes {
    /// How many tests may be under way at once.
    pub(super) fn slots(&self) -> usize {
        match self {
            Self::None => 0,
            // Where the next test cannot be begun before this one has ended, newer knowledge is worth more.
            Self::Here(here) if !here.lane.keeps_state() => 1,
            Self::Here(_) => TESTS_OF_A_LANE,
            Self::Apart(workers) => workers.count() * TESTS_OF_A_LANE,
        }
    }

    /// Whether no lane has a SUT any more.
    pub(super) fn all_dead(&self) -> bool {
        match self {
            Self::None => false,
            Self::Here(here) => here.lane.gone.is_some(),
            Self::Apart(workers) => workers.all_dead(),
        }
    }

    /// Where the time of all lanes went.
    pub(super) fn timing(&self) -> Timing {
        match self {
            Self::None => Timing::default(),
            Self::Here(here) => here.lane.timing,
            Self::Apart(workers) => workers.timing(),
        }
    }

    /// Takes in what a slot must exceed to be told, for each lane's next test.
    pub(super) fn note_floor(&mut self, slot: u32, floor: f64) {
        match self {
            Self::None => {}
            Self::Here(here) => here.new_floors.push((slot, floor)),
            Self::Apart(workers) => workers.note_floor(slot, floor),
        }
    }

    fn give(&mut self, slot: usize, job: Job) {
        match self {
            Self::None => {}
            Self::Here(here) => here.give(slot, job),
            Self::Apart(workers) => workers.give(slot, job),
        }
    }

    fn take(&mut self, slot: usize) -> Option<Finished> {
        match self {
            Self::None => None,
            Self::Here(here) => here.take(slot),
            Self::Apart(workers) => workers.take(slot),
        }
    }

    /// Ends the processes of all lanes.
    pub(super) fn close(&mut self) {
        match self {
            Self::None => {}
            Self::Here(here) => here.lane.close(),
            Self::Apart(workers) => workers.close(),
        }
    }
}

impl SutEvaluator<'_> {
    /// Makes the lanes.
    pub(super) fn start_lanes(
        &mut self,
        sut: SutProcess,
        count: usize,
        known: &Logins,
    ) -> std::io::Result<()> {
        if count > 1 {
            return self.start_workers(sut, count, known);
        }
        let (settings, pool) = (self.lane_settings(1), Arc::clone(&self.pool));
        let lane = Lane::new(settings, pool, sut, self.lane_logins(known))?;
        self.lanes = Lanes::Here(Box::new(Here::of(lane)));
        Ok(())
    }

    /// Starts as many processes as are missing, all at once. One that does not start is told, and the
    /// search goes on without it.
    fn start_workers(
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
        self.lanes = Lanes::Apart(Workers::of(suts, &self.lane_settings(running), &pool, logins)?);
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
        self.options.budget.calls().is_some()
    }

    /// Gives the test of a slot to its lane.
    pub(super) fn give(&mut self, slot: usize, individual: &Individual, explores: bool) {
        let plain = self.lower(individual);
        let mut test = plain.clone();
        let adds = explores
            && self.options.unlisted
            && self.problem.add_fakes(&mut test.calls, self.fakes.refusing());
        let mut job = self.job(&test, individual.soaks);
        if let Some(job) = &mut job {
            job.afresh = std::mem::take(&mut self.begins_afresh);
            job.reset.clone_from(&self.reset);
        }
        // A test is run once more where a login was forgotten.
        let reserved = job.as_ref().map_or(0, |job| {
            job.test.calls.len() as u64 * (1 + u64::from(job.may_repeat))
                + u64::from(job.soak_calls)
        });
        let given = Given {
            individual: individual.clone(),
            test,
            plain: adds.then_some(plain),
            reserved,
            empty: job.is_none(),
        };
        self.reserved += reserved;
        self.under_way.insert(slot, given);
        if let Some(job) = job {
            self.lanes.give(slot, job);
        }
    }

    /// Takes in what the test of a slot showed; waits for it.
    pub(super) fn take(&mut self, slot: usize) -> Evaluation {
        let lost = || Evaluation { disturbed: true, ..Evaluation::default() };
        let Some(given) = self.under_way.remove(&slot) else { return lost() };
        self.reserved -= given.reserved;
        if given.empty {
            return lost();
        }
        let Some(evaluation) = self.take_calls(slot, &given.individual, &given.test.calls) else {
            return lost();
        };
        let Some(plain) = given.plain else { return evaluation };
        let with_fakes = std::mem::take(&mut self.statuses);
        if evaluation.disturbed || !self.fakes.is_doubtful(&plain.calls, &with_fakes) {
            return evaluation;
        }
        // Are they refused only because of the fakes?
        let Some(job) = self.job(&plain, false) else { return evaluation };
        self.lanes.give(slot, job);
        let Some(mut again) = self.take_calls(slot, &given.individual, &plain.calls) else {
            return evaluation;
        };
        self.fakes.compare(&plain.calls, &with_fakes, &self.statuses);
        again.calls += evaluation.calls;
        again
    }

    fn take_calls(
        &mut self,
        slot: usize,
        individual: &Individual,
        steps: &[Call],
    ) -> Option<Evaluation> {
        let Finished { mut called, mut settled, .. } = self.lanes.take(slot)?;
        if let Some(mut thrown_at) = settled.thrown_at.take() {
            thrown_at.resize(called.outcomes.len(), None);
            called.thrown_at = thrown_at;
        }
        if let Some(why) = &settled.gone
            && self.gone.as_ref() != Some(why)
        {
            self.gone = Some(why.clone());
            if !self.lanes.all_dead() {
                self.warn(format!("a worker could not be started again, the others go on; {why}"));
            }
        }
        let (steps, strayed) = self.as_handled(steps, &called.outcomes, &settled.routes);
        let (mut evaluation, seen) = self.judge(&steps, &called);
        evaluation.strayed = strayed;
        let (operations, clock) = (self.problem.operation_count(), self.clock());
        evaluation.costs = self.costs.of_test(&steps, (&called, &settled), operations, clock);
        self.take_in(individual, &steps, (&called, settled, seen), &mut evaluation);
        Some(evaluation)
    }

    /// A slot whose test has ended; waits for one. `None` where they end in the order in which they were given.
    pub(super) fn any_done(&mut self) -> Option<usize> {
        let Lanes::Apart(workers) = &mut self.lanes else { return None };
        let empty = self.under_way.iter().find(|(_, given)| given.empty);
        empty.map(|(slot, _)| *slot).or_else(|| workers.any_done())
    }
}
