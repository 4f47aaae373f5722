//! Tests of earlier searches: run again before anything else.

use std::collections::VecDeque;

use super::Run;
use super::assess::Purpose;
use crate::snapshot::{Resumed, ResumedTest, Snapshot};

/// How often a test is run at most until it covers its targets again: what failed once may have been
/// disturbed, or may stand on what another test leaves behind.
const MOST_RUNS: u8 = 3;
/// The same of a test of which memory is examined: a leak that is hardly above what is none is seen in most measurements only,
/// and two in a row must see it (measured on shop, of 300 bytes a call: three runs in a row did not, once in 20 kills).
const MOST_SOAKS: u8 = 10;

fn most_runs(test: &ResumedTest) -> u8 {
    if test.individual.soaks { MOST_SOAKS } else { MOST_RUNS }
}

/// The tests of earlier searches and how far they are run.
#[derive(Debug, Default)]
pub(super) struct Resuming {
    tests: Vec<(ResumedTest, u8)>,
    /// Keys of targets whose tests cannot be run any more.
    unfit: Vec<String>,
    /// Those to be run, by index.
    waiting: VecDeque<usize>,
    /// Those that are being run.
    running: usize,
    /// Rounds begun.
    round: u8,
}

impl Resuming {
    pub(super) fn of(resumed: &mut Resumed) -> Self {
        let tests = std::mem::take(&mut resumed.tests);
        let tests = tests.into_iter().map(|test| (test, 0)).collect();
        Self { tests, unfit: std::mem::take(&mut resumed.unfit), ..Self::default() }
    }
}

impl Run<'_> {
    /// Runs the next test of an earlier search. Answers false when there is none left.
    pub(super) async fn resume(&mut self) -> bool {
        let Some(index) = self.next_resumed() else { return false };
        let mut rng = self.next_rng();
        let individual = self.resuming.tests[index].0.individual.clone();
        self.resuming.running += 1;
        self.assess(individual, Purpose::Resume, &mut rng).await;
        // What the end of the search cut short says nothing of the test.
        if self.evaluator.used() < 1.0 && !self.evaluator.stopped() {
            self.resuming.tests[index].1 += 1;
        }
        self.resuming.running -= 1;
        true
    }

    fn next_resumed(&mut self) -> Option<usize> {
        loop {
            if let Some(index) = self.resuming.waiting.pop_front() {
                return Some(index);
            }
            if self.resuming.round >= MOST_SOAKS || self.resuming.tests.is_empty() {
                return None;
            }
            // Whether more is to be run is known when what runs has ended; other lanes search meanwhile.
            if self.resuming.running > 0 {
                return None;
            }
            self.resuming.round += 1;
            let round = self.resuming.round;
            let indices = 0..self.resuming.tests.len();
            self.resuming.waiting = indices
                .filter(|index| {
                    let test = &self.resuming.tests[*index].0;
                    let is_open = || test.covers.iter().any(|key| !self.covers(key));
                    round == 1 || round <= most_runs(test) && is_open()
                })
                .collect();
        }
    }

    fn covers(&self, key: &str) -> bool {
        self.evaluator.target(key).is_some_and(|target| self.archive.is_covered(target))
    }

    /// Keys of targets of earlier searches that are not covered again: first those whose tests may be
    /// run once more, then those whose tests have failed or cannot
    /// be run.
    pub(super) fn not_covered_again(&self) -> (Vec<String>, Vec<String>) {
        let (mut unsettled, mut lost) = (Vec::new(), Vec::new());
        for (test, runs) in &self.resuming.tests {
            for key in test.covers.iter().filter(|key| !self.covers(key)) {
                let list = if *runs < most_runs(test) { &mut unsettled } else { &mut lost };
                list.push(key.clone());
            }
        }
        let unfit = self.resuming.unfit.iter();
        lost.extend(unfit.filter(|key| !self.covers(key)).cloned());
        (unsettled, lost)
    }

    /// Tests of earlier searches that were not run at all.
    fn not_run(&self) -> Vec<usize> {
        let tests = self.resuming.tests.iter();
        tests.filter(|(_, runs)| *runs == 0).map(|(test, _)| test.index).collect()
    }

    pub(super) fn take_snapshot(&self) -> Snapshot {
        let (covered, near) = self.archive.found();
        Snapshot {
            covered,
            near,
            constants: self.knowledge.constants().to_vec(),
            faults: self.faults.iter().cloned().collect(),
            calls: self.calls,
            draws: self.draws,
            unsettled: self.not_covered_again().0,
            not_run: self.not_run(),
        }
    }

    /// Gives the observer a snapshot if it wants one.
    pub(super) fn offer_snapshot(&mut self, ended: bool) {
        if self.observer.wants_snapshot(self.archive.news(), ended) {
            let snapshot = self.take_snapshot();
            self.observer.snapshot(snapshot);
        }
    }
}
