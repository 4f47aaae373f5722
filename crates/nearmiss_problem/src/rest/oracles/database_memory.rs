//! What earlier tests showed of what an API does with its databases.

use std::collections::{BTreeMap, BTreeSet};

use super::JudgedTest;
use super::left_over::{self, Left};
use super::query_loop::{Loop, loops};
use super::standing_changes::changes;
use crate::Class;

/// Sizes of what a loop has run over, each with how often its query ran; the same call each time.
type Sizes = BTreeMap<u64, u64>;

/// Memory of what a search has seen of databases.
#[derive(Debug, Default)]
pub(super) struct DatabaseMemory {
    /// Places at which later calls take away what is left over.
    handed_on: BTreeSet<Left>,
    /// Things that stayed although everything was called that might take them away.
    stays: BTreeSet<Left>,
    /// Tables that calls have changed, with the classes of their answers.
    changed: BTreeMap<String, BTreeSet<Class>>,
    /// Calls that were refused.
    refused: u32,
    /// Queries that run again and again in one call.
    loops: BTreeMap<Loop, Sizes>,
}

impl DatabaseMemory {
    /// Takes in a test that was run.
    pub fn note(&mut self, test: &JudgedTest<'_>) {
        for incident in test.incidents {
            if let Some(handed_on) = left_over::handed_on(test, incident) {
                self.handed_on.insert(handed_on);
            }
            if let Some(left) = left_over::left(test, incident)
                && left_over::is_examined(test, incident)
            {
                self.stays.insert(left);
            }
        }
        for (index, judged) in test.calls.iter().enumerate() {
            let Some(answer) = judged.answer() else { continue };
            let class = answer.class();
            self.refused += u32::from(class == Class::Refused);
            for change in changes(test, index) {
                self.changed.entry(change.table).or_default().insert(class);
            }
        }
        for (one, rows, runs) in loops(test) {
            self.loops.entry(one).or_default().insert(rows, runs);
        }
    }

    /// Tells whether a later call takes away what is left over there.
    pub fn is_handed_on(&self, left: &Left) -> bool {
        self.handed_on.contains(left)
    }

    /// Tells whether it was seen to stay whatever was called.
    pub fn stays(&self, left: &Left) -> bool {
        self.stays.contains(left)
    }

    /// Tells whether a table is changed by calls that are refused as well as by those that succeed: it keeps what happens.
    pub fn keeps_what_happens(&self, table: &str) -> bool {
        self.changed.get(table).is_some_and(|classes| {
            classes.contains(&Class::Refused) && classes.contains(&Class::Success)
        })
    }

    /// Counts the calls that were refused.
    pub fn refused(&self) -> u32 {
        self.refused
    }

    /// Answers the sizes that a loop has run over.
    pub fn sizes(&self, one: &Loop) -> Option<&Sizes> {
        self.loops.get(one)
    }
}
