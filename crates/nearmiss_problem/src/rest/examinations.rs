//! Tests that oracles ask for, to see whether something is a fault.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::Individual;
use rand_pcg::Pcg64Mcg;

use super::malformed_bodies::MalformedBodies;
use super::oracles::{JudgedTest, Memory, Switched};
use crate::problem::TestRun;

/// What oracles asked for.
#[derive(Debug, Default)]
pub(super) struct Examinations {
    /// By oracle: what it has asked for already, in its own words.
    asked: BTreeMap<usize, BTreeSet<String>>,
    /// What tests showed of who may call what.
    memory: Memory,
    /// By oracle: what is to be run, in the order in which it was asked for.
    waiting: BTreeMap<usize, Vec<Individual>>,
    /// Bodies that are to be malformed.
    malformed: MalformedBodies,
    /// Operations whose calls a limiter refuses after so many, until a test has one of them.
    refusable: Vec<(String, u32)>,
    /// Tests that come to such a refusal.
    refused: Vec<Individual>,
    /// Whether the youngest were taken last.
    turn: bool,
}

impl Examinations {
    /// Lets oracles look at a test that was run, after which the share `used` of the budget is used.
    pub fn note<'a>(
        &'a mut self,
        test: JudgedTest<'a>,
        oracles: &Switched,
        used: f64,
        rng: &mut Pcg64Mcg,
    ) {
        let Self { asked, memory, waiting, malformed, .. } = self;
        memory.note(&test, used);
        // One that was asked for: the rest of it was seen before.
        if test.individual.soaks || test.individual.is_long() {
            return;
        }
        malformed.note(&test);
        let test = test.remembering(memory);
        for (index, oracle) in oracles.iter() {
            let more = oracle.examine(&test, asked.entry(index).or_default(), rng);
            waiting.entry(index).or_default().extend(more);
        }
    }

    /// Answers what tests showed so far.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Asks for calls of an operation until a limiter refuses one, which it does after so many.
    pub fn want_refusal(&mut self, operation: &str, limit: u32) {
        self.refusable.push((operation.to_owned(), limit));
    }

    /// Asks for the calls of a test again, until a limiter refuses the last one of them.
    pub fn note_refusable(&mut self, run: &TestRun<'_>) {
        self.refusable.retain(|(operation, limit)| {
            let mut calls = run.calls.iter();
            let Some(at) = calls.position(|one| *one.call.operation == **operation) else {
                return true;
            };
            self.refused.extend(again_and_again(run.individual, at, *limit));
            false
        });
    }

    /// Takes what was asked for and was not taken yet: of so many the root, so that one that asks for much gets more and does
    /// not hold up the others; by turns of what was asked for last, as it follows from what is known best, and of what has
    /// waited longest.
    pub fn take(&mut self) -> Vec<Individual> {
        self.turn = !self.turn;
        let youngest = self.turn;
        let some = |waiting: &mut Vec<Individual>| -> Vec<Individual> {
            let count = waiting.len().isqrt();
            let first = if youngest { waiting.len() - count } else { 0 };
            waiting.drain(first..first + count).collect()
        };
        let refused = std::mem::take(&mut self.refused);
        let some_malformed = self.malformed.take();
        let first = refused.into_iter().chain(some_malformed);
        first.chain(self.waiting.values_mut().flat_map(some)).collect()
    }
}

/// The call at an index, behind those that it takes something from, as often as a limiter allows, and once more.
fn again_and_again(individual: &Individual, at: usize, limit: u32) -> Option<Individual> {
    let mut long = individual.clone();
    long.soaks = false;
    long.calls.truncate(at + 1);
    let last = long.calls.last()?.clone();
    if last.links.is_empty() {
        long.calls.clear();
    }
    long.calls.extend(std::iter::repeat_n(last, limit as usize + 1));
    Some(long)
}
