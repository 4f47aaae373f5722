//! Tests of earlier searches, and how far they are run.

use std::collections::VecDeque;

use crate::{Resumed, ResumedTest};

/// How often a test is run at most until it covers its targets again: what failed once may have been
/// disturbed, or may stand on what another test leaves behind.
const MOST_RUNS: u8 = 3;
/// The same of a test of which memory is examined: a leak that is hardly above what is none is seen in most
/// measurements only, and two in a row must see it (measured on shop, of 300 bytes a call: three runs in a row did
/// not, once in 20 kills).
const MOST_SOAKS: u8 = 10;

fn most_runs(test: &ResumedTest) -> u8 {
    if test.individual.soaks { MOST_SOAKS } else { MOST_RUNS }
}

/// The tests of earlier searches and how far they are run.
#[derive(Debug, Default)]
pub(super) struct Resuming {
    pub(super) tests: Vec<(ResumedTest, u8)>,
    /// Keys of targets whose tests cannot be run any more.
    unfit: Vec<String>,
    /// Those to be run, by index.
    waiting: VecDeque<usize>,
    /// Those that are being run.
    pub(super) running: usize,
    /// Rounds begun.
    round: u8,
}

impl Resuming {
    pub(super) fn of(resumed: &mut Resumed) -> Self {
        let tests = std::mem::take(&mut resumed.tests);
        let tests = tests.into_iter().map(|test| (test, 0)).collect();
        Self { tests, unfit: std::mem::take(&mut resumed.unfit), ..Self::default() }
    }

    /// The next test to be run, by index; `covers`: whether a target is covered again by now.
    pub(super) fn next(&mut self, covers: impl Fn(&str) -> bool) -> Option<usize> {
        loop {
            if let Some(index) = self.waiting.pop_front() {
                return Some(index);
            }
            if self.round >= MOST_SOAKS || self.tests.is_empty() {
                return None;
            }
            // Whether more is to be run is known when what runs has ended; other lanes search meanwhile.
            if self.running > 0 {
                return None;
            }
            self.round += 1;
            let round = self.round;
            let indices = 0..self.tests.len();
            self.waiting = indices
                .filter(|index| {
                    let test = &self.tests[*index].0;
                    let is_open = || test.covers.iter().any(|key| !covers(key));
                    round == 1 || round <= most_runs(test) && is_open()
                })
                .collect();
        }
    }

    /// Keys of targets of earlier searches that are not covered again: first those whose tests may be
    /// run once more, then those whose tests have failed or cannot
    /// be run.
    pub(super) fn not_covered_again(
        &self,
        covers: impl Fn(&str) -> bool,
    ) -> (Vec<String>, Vec<String>) {
        let (mut unsettled, mut lost) = (Vec::new(), Vec::new());
        for (test, runs) in &self.tests {
            for key in test.covers.iter().filter(|key| !covers(key)) {
                let list = if *runs < most_runs(test) { &mut unsettled } else { &mut lost };
                list.push(key.clone());
            }
        }
        let unfit = self.unfit.iter();
        lost.extend(unfit.filter(|key| !covers(key)).cloned());
        (unsettled, lost)
    }

    /// Tests of earlier searches that were not run at all.
    pub(super) fn not_run(&self) -> Vec<usize> {
        let tests = self.tests.iter();
        tests.filter(|(_, runs)| *runs == 0).map(|(test, _)| test.index).collect()
    }
}
