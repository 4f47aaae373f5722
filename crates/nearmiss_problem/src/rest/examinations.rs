//! Tests that oracles ask for, to see whether something is a fault.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::Individual;
use rand_pcg::Pcg64Mcg;

use super::oracles::{JudgedTest, Memory, Switched};

/// What oracles asked for.
#[derive(Debug, Default)]
pub(super) struct Examinations {
    /// By oracle: what it has asked for already, in its own words.
    asked: BTreeMap<usize, BTreeSet<String>>,
    /// What tests showed of who may call what.
    memory: Memory,
    /// By oracle: what is to be run, in the order in which it was asked for.
    waiting: BTreeMap<usize, Vec<Individual>>,
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
        let Self { asked, memory, waiting, .. } = self;
        memory.note(&test, used);
        // One that was asked for: the rest of it was seen before.
        if test.individual.soaks {
            return;
        }
        let test = test.remembering(memory);
        for (index, oracle) in oracles.iter() {
            let more = oracle.examine(&test, asked.entry(index).or_default(), rng);
            waiting.entry(index).or_default().extend(more);
        }
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
        self.waiting.values_mut().flat_map(some).collect()
    }
}
