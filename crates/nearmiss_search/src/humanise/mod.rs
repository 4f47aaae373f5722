//! Plain values in the place of what only a search writes.
//!
//! Tests are read by people: markers of taint, random letters and numbers at the edge of their range say nothing to
//! them, and mostly nothing hangs on them any more. A test is run again with words, small numbers and dates of these
//! years, and keeps them where it shows what it has shown.

mod candidates;
mod ids;
mod noise;
mod swap;
#[cfg(test)]
mod tests;
mod words;

pub use ids::plain_ids;
pub use words::is_named;
pub(crate) use words::{is_id, words_for};

use std::collections::BTreeSet;
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::fault::repeated_faults;
use crate::shares::Shares;
use crate::{Answers, EvaluatedIndividual, Evaluator, Individual, SearchOutcome, Templates};
use swap::{Part, Swap, swaps, with};

/// A suite with plain values.
#[derive(Clone, Debug, Default)]
pub struct Humanised {
    /// The tests, in their order.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Values that others stand for now.
    pub replaced: usize,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Puts plain values in the place of noise in each test that shows the same with them: it covers what it has covered,
/// its faults are the same, and its calls succeed or are refused as before. What is left then goes, too, where only
/// targets are lost that other tests cover: markers however the calls are answered, other noise where that stays the
/// same. Ends early, with what was found by then, when the evaluator stops.
///
/// `starts`: runs at most for which the SUT is started anew; 0 where it is reset before each test, so that none needs
/// that.
///
/// A test of which memory is examined stays as it is, and one of very many calls.
pub fn humanise(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    templates: &Templates,
    evaluator: &mut dyn Evaluator,
    starts: usize,
) -> Humanised {
    let mut done = Humanised { tests: suite.to_vec(), ..Humanised::default() };
    let mut shares = Shares::of(suite, outcome);
    let mut left_afresh = starts;
    let has_marker = |test: &EvaluatedIndividual| {
        swaps(&test.individual, templates).iter().any(Swap::is_of_marker)
    };
    // Markers of all tests come first: there may be no time for more.
    let marked = (0..suite.len()).filter(|index| has_marker(&suite[*index]));
    let first = marked.map(|index| (index, &Demand::OF_MARKERS[..]));
    let then = (0..suite.len()).map(|index| (index, &Demand::OF_ALL[..]));
    let demands = first
        .chain(then)
        .flat_map(|(index, demands)| demands.iter().map(move |demand| (index, *demand)));
    for (index, (demand, is_of_markers)) in demands {
        let test = &mut done.tests[index];
        if test.individual.soaks || test.individual.is_long() || evaluator.stopped() {
            continue;
        }
        let mut swaps = swaps(&test.individual, templates);
        swaps.retain(|swap| !is_of_markers || swap.is_of_marker());
        if swaps.is_empty() {
            continue;
        }
        let needed = match demand {
            Demand::All | Demand::Alike => shares.all(index).clone(),
            Demand::OwnAlone | Demand::OwnAnswered => shares.only(index),
        };
        if demand == Demand::Alike && left_afresh == 0 {
            continue;
        }
        // The first try has asked for no more.
        if demand == Demand::OwnAnswered && needed == *shares.all(index) {
            continue;
        }
        let answers = Answers::Missing;
        let calls = 0;
        let afresh = Afresh { wanted: demand == Demand::Alike, left: left_afresh };
        let mut of_test =
            OfTest { test, demand, needed, answers, templates, evaluator, calls, afresh };
        let plain = of_test.with_plain_values(&swaps);
        done.calls += of_test.calls;
        left_afresh = of_test.afresh.left;
        if let Some((plain, replaced)) = plain {
            done.replaced += replaced;
            shares.set(index, outcome.covered_by(&plain));
            *test = Arc::new(plain);
        }
    }
    done
}

/// Demand on a test with plain values.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Demand {
    /// All that it has shown.
    All,
    /// Targets that no other test covers, its faults, and that its calls succeed or are refused as before: enough where
    /// it is a marker that goes.
    OwnAlone,
    /// Targets of its own, and answers with as much, or refusals in the same words.
    OwnAnswered,
    /// That its calls succeed or are refused as before, in a SUT that was just started: enough for a test that does not
    /// show its targets there, since it needed what earlier tests of the search had left.
    Alike,
}

/// Runs in a SUT that was just started.
#[derive(Clone, Copy, Debug)]
struct Afresh {
    /// The test shows what it has shown there alone: where nothing resets it, earlier tests leave something behind.
    wanted: bool,
    left: usize,
}

impl Demand {
    /// Demands for markers alone, each with that.
    const OF_MARKERS: [(Self, bool); 3] =
        [(Self::All, true), (Self::OwnAlone, true), (Self::Alike, true)];
    /// Demands for all that is noise.
    const OF_ALL: [(Self, bool); 2] = [(Self::All, false), (Self::OwnAnswered, false)];
}

/// Value that stands for a part, by the index of its swap.
type Taken<'a> = Vec<(&'a Part, &'a Part)>;

struct OfTest<'a> {
    test: &'a EvaluatedIndividual,
    demand: Demand,
    /// Targets that it is to cover.
    needed: BTreeSet<TargetId>,
    /// Answers that it is to have.
    answers: Answers,
    templates: &'a Templates,
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
    afresh: Afresh,
}

impl OfTest<'_> {
    /// The test with plain values, and how many; `None` if it needs each of its own.
    fn with_plain_values(&mut self, swaps: &[Swap]) -> Option<(EvaluatedIndividual, usize)> {
        let before = self.before()?;
        self.answers = before.answers;
        let (mut taken, mut shown) = (Taken::new(), None);
        self.take(&swaps.iter().collect::<Vec<_>>(), &mut taken, &mut shown);
        let first = shown?;
        let individual = with(&self.test.individual, &taken, self.templates);
        let again = self.run(&individual);
        if !self.keeps(&again) {
            return None;
        }
        let plain = EvaluatedIndividual {
            number: self.test.number,
            individual,
            covered: first.covered.intersection(&again.covered).copied().collect(),
            faults: repeated_faults(&first.evaluation.faults, &again.evaluation.faults),
            strayed: again.evaluation.strayed,
        };
        Some((plain, taken.len()))
    }

    /// Runs the test as it is; `None` if nothing may be changed.
    fn before(&mut self) -> Option<Shown> {
        let individual = &self.test.individual;
        let mut before = self.run(individual);
        if self.demand == Demand::Alike {
            let shows_all = self.has_all(&before);
            self.needed.clear();
            return (!shows_all && self.has_all(&before)).then_some(before);
        }
        if !self.has_all(&before) && self.afresh.left > 0 {
            self.afresh.wanted = true;
            before = self.run(individual);
        }
        self.has_all(&before).then_some(before)
    }

    /// Adds to what is taken as much of these as the test can do with, and notes what it shows then: all at once, else
    /// each half by itself; of one alone the first that will do.
    fn take<'s>(&mut self, swaps: &[&'s Swap], taken: &mut Taken<'s>, last: &mut Option<Shown>) {
        let most = if swaps.len() == 1 { swaps[0].to.len() } else { 1 };
        for choice in 0..most {
            if self.evaluator.stopped() || self.afresh.wanted && self.afresh.left == 0 {
                return;
            }
            let mut tried = taken.clone();
            tried.extend(swaps.iter().flat_map(|swap| swap.pairs(choice)));
            let shown = self.run(&with(&self.test.individual, &tried, self.templates));
            if self.keeps(&shown) {
                (*taken, *last) = (tried, Some(shown));
                return;
            }
        }
        if swaps.len() > 1 {
            let (first, second) = swaps.split_at(swaps.len() / 2);
            self.take(first, taken, last);
            self.take(second, taken, last);
        }
    }

    fn run(&mut self, individual: &Individual) -> Shown {
        if self.afresh.wanted && self.afresh.left > 0 {
            self.evaluator.begin_afresh();
            self.afresh.left -= 1;
        }
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }

    /// Tells whether a run shows all that the test is to show but for its answers.
    fn has_all(&self, shown: &Shown) -> bool {
        let faults = &shown.evaluation.faults;
        let has = |place: usize, fault| {
            faults.iter().any(|(at, other)| *at == place && other.is_same_as(fault))
        };
        self.needed.is_subset(&shown.covered)
            && self.test.faults.iter().all(|(place, fault)| has(*place, fault))
    }

    fn keeps(&self, shown: &Shown) -> bool {
        let is_answered = match (&self.answers, &shown.answers) {
            (Answers::Good(before), Answers::Good(now)) => {
                matches!(self.demand, Demand::OwnAlone | Demand::Alike)
                    || before.iter().all(|held| now.contains(held))
            }
            (before, now) if self.demand == Demand::OwnAnswered => before == now,
            (before, now) => before.are_like(now),
        };
        is_answered && self.has_all(shown)
    }
}
