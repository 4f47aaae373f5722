//! Reasons for which tests are refused, found out by trying: each part of a refused call that one of its operation
//! which succeeds has in another way takes that way alone, and what makes the answer another one is the reason.

mod parts;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::after_run::run;
use crate::{Action, EvaluatedIndividual, Evaluator, Individual, TemplateId};
use parts::{Donor, Part, parts};

/// Runs with a part of another call that one test gets.
const MOST_RUNS: usize = 8;
/// Calls that succeed, and that a refused one is compared with.
const DONORS: usize = 2;

/// A reason for which the last call of a test is refused.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Cause {
    /// An input.
    Input {
        /// Index of the parameter.
        parameter: usize,
        /// Names of fields in it, and items of lists as `[2]`; empty: all of the input.
        path: Vec<String>,
        /// Difference to what succeeds.
        odd: Odd,
    },
    /// Its user.
    Caller,
    /// Form of its body, whatever is in it.
    Malformed,
    /// Something that is done before it, or is not.
    Before,
    /// Nothing that could be found out.
    Unknown,
}

/// A difference of an input from one of a call that succeeds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Odd {
    /// It is not there.
    Lacking,
    /// It is there.
    More,
    /// A value of another type.
    Type,
    /// Another value.
    Value,
}

/// Reasons by the number of their test.
#[derive(Clone, Debug, Default)]
pub struct Causes {
    /// Those of all tests that were looked at.
    pub of: BTreeMap<u64, Cause>,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Finds out why the last call of each test is refused that shows no fault, where one of its operation succeeds in some
/// test. Ends early when the evaluator stops: of the tests that are left nothing is said.
pub fn causes(suite: &[Arc<EvaluatedIndividual>], evaluator: &mut dyn Evaluator) -> Causes {
    let mut work = Work { evaluator, calls: 0, left: 0 };
    let mut of = BTreeMap::new();
    let first: Vec<Option<Ran>> = suite.iter().map(|test| work.first(test)).collect();
    let mut donors: BTreeMap<TemplateId, Vec<Donor<'_>>> = BTreeMap::new();
    for (test, ran) in suite.iter().zip(&first) {
        let Some(ran) = ran else { continue };
        for (at, call) in test.individual.calls.iter().enumerate() {
            let is_strayed = test.strayed.iter().any(|(index, _)| *index == at);
            if !is_strayed && !ran.refused.contains(&at) {
                donors.entry(call.template).or_default().push(Donor { test: &test.individual, at });
            }
        }
    }
    for (test, ran) in suite.iter().zip(first) {
        let (Some(ran), Some(last)) = (ran, test.individual.calls.last()) else { continue };
        if !ran.is_refusal() || !test.faults.is_empty() || work.evaluator.stopped() {
            continue;
        }
        let is_strayed = test.strayed.iter().any(|(index, _)| *index == ran.last);
        let Some(own) = donors.get(&last.template).filter(|_| !is_strayed) else { continue };
        work.left = MOST_RUNS;
        of.insert(test.number, work.cause(&test.individual, last, &ran, own));
    }
    Causes { of, calls: work.calls }
}

/// Answer to the last call of a test.
#[derive(Clone, Debug, Default)]
struct Ran {
    /// Calls that did not do what they asked for.
    refused: Vec<usize>,
    last: usize,
    status: Option<u16>,
    /// Number of the words of the answer that are not the call's own.
    words: Option<u64>,
}

impl Ran {
    fn is_refusal(&self) -> bool {
        self.refused.contains(&self.last)
            && self.status.is_some_and(|status| (400..500).contains(&status))
    }
}

/// Sureness with which a part is why, as its repair shows; what is surer comes first.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Effect {
    Success,
    OtherStatus,
    OtherWords,
}

struct Work<'a> {
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
    /// Runs that the test at hand may have.
    left: usize,
}

impl Work<'_> {
    /// Runs a test as it is, if it may be looked at.
    fn first(&mut self, test: &EvaluatedIndividual) -> Option<Ran> {
        let individual = &test.individual;
        let is_whole = individual.soaks || individual.is_long();
        if is_whole || self.evaluator.stopped() { None } else { self.run(individual) }
    }

    fn run(&mut self, individual: &Individual) -> Option<Ran> {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        let (status, words) = (self.evaluator.last_status(), self.evaluator.last_words());
        let evaluation = shown.evaluation;
        let is_whole = !evaluation.disturbed && evaluation.ran == individual.calls.len();
        let last = individual.calls.len().checked_sub(1)?;
        (is_whole && words.is_some()).then_some(Ran {
            refused: evaluation.refused,
            last,
            status,
            words,
        })
    }

    fn cause(
        &mut self,
        test: &Individual,
        last: &Action,
        refused: &Ran,
        donors: &[Donor<'_>],
    ) -> Cause {
        let mut ways: Vec<(Vec<Part>, &Donor<'_>)> = donors
            .iter()
            .filter(|donor| !std::ptr::eq(donor.call(), last))
            .map(|donor| (parts(test, donor, refused.status), donor))
            .collect();
        ways.sort_by_key(|(parts, donor)| (parts.len(), donor.at));
        ways.dedup_by(|(one, _), (other, _)| one == other);
        let mut best: Option<(Effect, Cause)> = None;
        for (parts, donor) in ways.into_iter().take(DONORS) {
            let parts = self.narrowed(test, parts, donor, refused);
            for part in parts {
                let Some(effect) = self.effect(test, &[&part], donor, refused) else { continue };
                if best.as_ref().is_none_or(|(known, _)| effect < *known) {
                    best = Some((effect, part.cause()));
                }
                if effect == Effect::Success {
                    break;
                }
            }
            if best.is_some() {
                break;
            }
        }
        let malformed = last.malformed.as_ref().map(|_| Cause::Malformed);
        best.map(|(_, cause)| cause).or(malformed).unwrap_or(Cause::Unknown)
    }

    /// Leaves as many parts as there are runs for: of all of them the half whose repair changes the answer, again and
    /// again.
    fn narrowed(
        &mut self,
        test: &Individual,
        mut parts: Vec<Part>,
        donor: &Donor<'_>,
        refused: &Ran,
    ) -> Vec<Part> {
        while parts.len() > self.left.max(1) && self.left > 1 {
            let others = parts.split_off(parts.len() / 2);
            let half: Vec<&Part> = parts.iter().collect();
            if self.effect(test, &half, donor, refused).is_none() {
                parts = others;
            }
        }
        parts
    }

    /// Answers what becomes of the answer when parts are as a call has them that succeeds; nothing where it stays the
    /// same, or cannot be tried.
    fn effect(
        &mut self,
        test: &Individual,
        parts: &[&Part],
        donor: &Donor<'_>,
        refused: &Ran,
    ) -> Option<Effect> {
        if self.left == 0 || self.evaluator.stopped() {
            return None;
        }
        let repaired = donor.repaired(test, parts)?;
        self.left -= 1;
        let ran = self.run(&repaired)?;
        if !ran.refused.contains(&ran.last) {
            return Some(Effect::Success);
        }
        if ran.status != refused.status {
            return Some(Effect::OtherStatus);
        }
        // What is said of an address names it, whatever is wrong.
        if ran.words == refused.words || parts.iter().any(|part| part.is_of_address()) {
            return None;
        }
        let is_same_again = self.run(test).is_some_and(|again| again.words == refused.words);
        is_same_again.then_some(Effect::OtherWords)
    }
}
