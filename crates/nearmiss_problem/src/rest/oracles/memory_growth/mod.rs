//! Code 925: each further call leaves something in the memory of the process, for ever.
//!
//! The examination makes a call that succeeded once more, and has it repeated while the memory is measured
//! ([`Individual::soaks`]). Only calls that have nothing to keep are examined: those that read, and those of `POST` that are
//! named like a question and answered like one. What makes or changes something may remember it. Calls that read are examined
//! at the end of the budget: so a search that is ended before that has not looked at them.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::asked::ask;
use super::continuation::Lead;
use super::in_process::faults;
use super::left_over::leaves_open;
use super::made_call::Made;
use super::{JudgedTest, Oracle};
use crate::rest::operation::PathPiece;

/// Calls of a search before the first examination: short searches have better to do.
const FIRST: u64 = 1_000;
/// The same for calls that read: what asks a question comes first.
const FIRST_READING: u64 = 3_000;
/// Calls of a search for each examination, which makes 500 to 800 of its own.
const FOR_EACH: u64 = 6_000;
/// Calls that are left to make for each examination of calls that read, when these begin: enough, with what other oracles
/// ask for. Not earlier: what V8 has optimised goes with the collections, and thousands of calls after them are slow
/// (measured on ncs: three examinations within 20,000 calls took an eighth of the speed of them all). Questions are few.
const ROOM: u64 = 800;
/// Calls of an operation that succeed before one is examined: its code is known by then, and compiled.
const SUCCESSES: usize = 8;
/// Words in the last piece of a path whose `POST` asks and keeps nothing.
const QUESTIONS: [&str; 16] = [
    "search",
    "query",
    "queries",
    "find",
    "filter",
    "lookup",
    "preview",
    "quote",
    "estimate",
    "calculate",
    "compute",
    "validate",
    "verify",
    "check",
    "compare",
    "count",
];

/// Memory that grows.
pub(super) struct MemoryGrowth;

impl Oracle for MemoryGrowth {
    fn name(&self) -> &'static str {
        "memory-growth"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(925, "Memory That Grows")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = faults(test, 925, &["growth"], |_| {
            "the process remembers more with each call like this, for ever".to_owned()
        });
        // What a call has left open may be what grows; that is told by itself.
        found.retain(|(call, _)| {
            !test.incidents.iter().any(|one| leaves_open(one) && one.action < *call)
        });
        found
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        _rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let Some(memory) = test.memory else { return Vec::new() };
        let calls = memory.calls();
        let mut wanted = Vec::new();
        for made in test.made().iter().filter(|made| keeps_nothing(made)) {
            let name = &made.described.name;
            if ask(asked, name, SUCCESSES) || asked.contains(&**name) {
                continue;
            }
            let asks = made.method() == "POST";
            let Some(beyond) = calls.checked_sub(if asks { FIRST } else { FIRST_READING }) else {
                continue;
            };
            // With this many calls a search has so many examinations.
            let most = beyond / FOR_EACH + 1;
            if !asks && memory.calls_left() > most * ROOM {
                continue;
            }
            // Counted last: most calls of a search do not come so far.
            let number = asked.iter().filter(|one| one.starts_with("examined ")).count() as u64;
            if number >= most {
                continue;
            }
            asked.insert(name.to_string());
            asked.insert(format!("examined {name}"));
            let mut lead = Lead::to(test, &[made.index]).individual;
            lead.soaks = true;
            wanted.push(lead);
        }
        wanted
    }
}

fn keeps_nothing(made: &Made<'_>) -> bool {
    if !made.succeeds() || made.described.anywhere {
        return false;
    }
    match made.method() {
        "GET" | "HEAD" => true,
        "POST" => {
            let told = made.answer.is_some_and(|answer| answer.header("location").is_some());
            made.status == 200 && !told && is_question(&made.described.pieces)
        }
        _ => false,
    }
}

/// Whether a path ends with a word for a question.
fn is_question(pieces: &[PathPiece]) -> bool {
    let Some(PathPiece::Literal(text)) = pieces.last() else { return false };
    let last = text.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    QUESTIONS.iter().any(|word| last.split(['-', '_', ':', '.']).any(|piece| piece == *word))
}

#[cfg(test)]
mod tests;
