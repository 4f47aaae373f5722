//! Calls without which a test ends in the same answer.
//!
//! What a test covers it covers with all of its calls, and other tests have come since that cover what some of them are
//! for. A reader takes each call for a step to the last one: what a call shows that leads nowhere is a test of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::shares::Shares;
use crate::{Answers, EvaluatedIndividual, Evaluator, Individual, SearchOutcome, Templates};

/// Beginnings of the names of operations that change nothing.
const READS: [&str; 3] = ["GET:", "HEAD:", "OPTIONS:"];

/// A suite whose calls lead to the ends of their tests.
#[derive(Clone, Debug, Default)]
pub struct Led {
    /// The tests, in their order.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Calls that were left out.
    pub removed: usize,
    /// Tests that calls became which led to nothing, behind the others.
    pub own: usize,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Leaves out each call without which the last one of its test is answered the same, or succeeds with as much in its
/// answer if it does not only read, all stays covered that no other test covers, and answers hold what those of no other
/// test hold. A call that alone shows some of that becomes the end of a test of its own. Longer tests first, in each
/// the last call first. Ends early when the evaluator stops.
///
/// A test that shows a fault stays as it is.
pub fn without_needless_calls(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    templates: &Templates,
    evaluator: &mut dyn Evaluator,
) -> Led {
    let mut done = Led { tests: suite.to_vec(), ..Led::default() };
    let mut shares = Shares::of(suite, outcome);
    let mut work = Work { templates, evaluator, calls: 0 };
    let mut held: Vec<BTreeSet<u32>> = Vec::with_capacity(suite.len());
    for test in suite {
        let individual = &test.individual;
        let is_long = individual.soaks || individual.is_long() || work.evaluator.stopped();
        held.push(if is_long { BTreeSet::new() } else { work.ends(individual).held });
    }
    let mut times: BTreeMap<u32, u32> = BTreeMap::new();
    for number in held.iter().flatten() {
        *times.entry(*number).or_default() += 1;
    }
    let mut parts = Vec::new();
    let mut order: Vec<usize> = (0..suite.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(suite[*index].individual.calls.len()));
    for index in order {
        let (test, individual) = (&suite[index], &suite[index].individual);
        let is_whole = individual.soaks || individual.is_long() || individual.calls.len() < 2;
        if is_whole || !test.faults.is_empty() || work.evaluator.stopped() {
            continue;
        }
        let holds = held[index].iter().filter(|number| times[number] < 2).copied().collect();
        let Some(shorter) = work.shorter(test, shares.only(index), holds) else { continue };
        let Shorter { test: shorter, held: now, own } = shorter;
        done.own += own.len();
        parts.extend(own);
        done.removed += individual.calls.len() - shorter.individual.calls.len();
        for number in held[index].difference(&now) {
            *times.entry(*number).or_default() -= 1;
        }
        held[index] = now;
        shares.set(index, outcome.covered_by(&shorter));
        done.tests[index] = Arc::new(shorter);
    }
    let last = suite.iter().map(|test| test.number + 1).max();
    let number = outcome.individuals.max(last.unwrap_or_default());
    let numbered = parts.into_iter().zip(number..);
    done.tests
        .extend(numbered.map(|(part, number)| Arc::new(EvaluatedIndividual { number, ..part })));
    done.calls = work.calls;
    done
}

/// A test without needless calls.
struct Shorter {
    test: EvaluatedIndividual,
    /// Numbers of what its answers hold.
    held: BTreeSet<u32>,
    /// Tests that end in calls which it does without.
    own: Vec<EvaluatedIndividual>,
}

/// Findings of a run of a test.
struct End {
    shown: Shown,
    held: BTreeSet<u32>,
    /// Number that stands for the last answer.
    last: Option<u64>,
}

struct Work<'a> {
    templates: &'a Templates,
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

/// Demand on a test without some of its calls.
struct Demand {
    before: End,
    /// It ends in a call that does not only read.
    writes: bool,
    /// Numbers of what the answer to that holds, and none before it.
    shown: BTreeSet<u32>,
    /// Targets that no other test covers.
    covers: BTreeSet<TargetId>,
    /// Numbers of what the answers of no other test hold.
    holds: BTreeSet<u32>,
}

impl Demand {
    /// Tells whether a test ends in the same answer.
    fn is_answered(&self, end: &End) -> bool {
        let is_same = end.last == self.before.last;
        let is_answered = match (&self.before.shown.answers, &end.shown.answers) {
            (Answers::Good(_), Answers::Good(_)) => {
                is_same || self.writes && self.shown.is_subset(&end.held)
            }
            // A call that was refused on the way may go.
            (Answers::Refused(_), Answers::Refused(_) | Answers::Good(_)) => is_same,
            _ => false,
        };
        is_answered && end.shown.evaluation.faults.is_empty()
    }

    fn is_met(&self, end: &End) -> bool {
        self.is_answered(end)
            && self.covers.is_subset(&end.shown.covered)
            && self.holds.is_subset(&end.held)
    }

    /// Tells whether a test and a part of it together show all.
    fn is_met_by_both(&self, end: &End, part: &End) -> bool {
        let is_covered = |target: &TargetId| {
            end.shown.covered.contains(target) || part.shown.covered.contains(target)
        };
        let is_held = |held: &u32| end.held.contains(held) || part.held.contains(held);
        matches!(part.shown.answers, Answers::Good(_))
            && part.shown.evaluation.faults.is_empty()
            && self.is_answered(end)
            && self.covers.iter().all(is_covered)
            && self.holds.iter().all(is_held)
    }

    /// Leaves to a part what it shows.
    fn leave_to(&mut self, part: &End) {
        self.covers.retain(|target| !part.shown.covered.contains(target));
        self.holds.retain(|held| !part.held.contains(held));
    }
}

impl Work<'_> {
    /// The test without calls that are needless; `None` if there is none.
    fn shorter(
        &mut self,
        test: &EvaluatedIndividual,
        covers: BTreeSet<TargetId>,
        holds: BTreeSet<u32>,
    ) -> Option<Shorter> {
        let before = self.ends(&test.individual);
        before.last?;
        let writes = self.writes(&test.individual);
        let shown: BTreeSet<u32> = match writes {
            true => &before.held - &self.led(&test.individual).held,
            false => BTreeSet::new(),
        };
        let mut demand = Demand { before, writes, shown, covers, holds };
        let (mut current, mut first, mut own) = (test.individual.clone(), None, Vec::new());
        for index in (0..test.individual.calls.len() - 1).rev() {
            if self.evaluator.stopped() {
                break;
            }
            let mut shorter = current.clone();
            shorter.remove_call(index);
            let end = self.ends(&shorter);
            if !demand.is_met(&end) {
                let mut part = current.clone();
                part.calls.truncate(index + 1);
                let Some((part, shown)) = self.apart(&part, &demand, &end) else { continue };
                demand.leave_to(&shown);
                own.push(part);
            }
            (current, first) = (shorter, Some(end));
        }
        let (first, again) = (first?, self.ends(&current));
        if !demand.is_met(&again) {
            return None;
        }
        let (held, shorter) = (again.held.clone(), evaluated(test.number, current, &first, &again));
        Some(Shorter { test: shorter, held, own })
    }

    /// A test of the calls to one that the test does without, if both show all, twice; with what the part shows.
    fn apart(
        &mut self,
        part: &Individual,
        demand: &Demand,
        end: &End,
    ) -> Option<(EvaluatedIndividual, End)> {
        if !demand.is_answered(end) {
            return None;
        }
        let (mut part, mut first) = (part.clone(), self.ends(part));
        if !demand.is_met_by_both(end, &first) {
            return None;
        }
        for index in (0..part.calls.len() - 1).rev() {
            let mut shorter = part.clone();
            shorter.remove_call(index);
            let shown = self.ends(&shorter);
            if shown.last == first.last && demand.is_met_by_both(end, &shown) {
                (part, first) = (shorter, shown);
            }
        }
        let again = self.ends(&part);
        let is_met = demand.is_met_by_both(end, &again);
        is_met.then(|| (evaluated(0, part, &first, &again), again))
    }

    /// Tells whether a test ends in a call that does not only read: what came before is not what it is about.
    fn writes(&self, individual: &Individual) -> bool {
        let last = individual.calls.last().and_then(|last| self.templates.get(last.template));
        last.is_some_and(|last| !READS.iter().any(|read| last.name.starts_with(read)))
    }

    /// Answers what the calls before the last one show.
    fn led(&mut self, individual: &Individual) -> End {
        let mut before = individual.clone();
        before.remove_call(individual.calls.len() - 1);
        self.ends(&before)
    }

    fn ends(&mut self, individual: &Individual) -> End {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        let held = match &shown.answers {
            Answers::Good(held) => held.iter().copied().collect(),
            Answers::Refused(_) | Answers::Missing => BTreeSet::new(),
        };
        End { shown, held, last: self.evaluator.last_answer() }
    }
}

/// The test that two runs have shown.
fn evaluated(number: u64, individual: Individual, first: &End, again: &End) -> EvaluatedIndividual {
    EvaluatedIndividual {
        number,
        individual,
        covered: first.shown.covered.intersection(&again.shown.covered).copied().collect(),
        faults: Vec::new(),
        strayed: again.shown.evaluation.strayed.clone(),
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::COVERED;

    use super::*;
    use crate::separate::tests::{call, calls_of, test};
    use crate::{ActionTemplate, Evaluation, Hit};

    /// A SUT of which call n covers target n and holds it; 3 and 5 are answered otherwise behind a 2.
    #[derive(Default)]
    struct Calls(Vec<u32>);

    impl Evaluator for Calls {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            self.0 = individual.calls.iter().map(|call| call.template.0).collect();
            let hit = |target: &u32| Hit { target: TargetId(*target), h: COVERED };
            let (hits, calls) = (self.0.iter().map(hit).collect(), self.0.len() as u32);
            Evaluation { hits, calls, ..Evaluation::default() }
        }

        fn answers(&mut self) -> Answers {
            let mut held = self.0.clone();
            held.sort_unstable();
            Answers::Good(held)
        }

        fn last_answer(&mut self) -> Option<u64> {
            let last = *self.0.last()?;
            let is_other = [3, 5].contains(&last) && self.0.contains(&2);
            Some(u64::from(last) * 10 + u64::from(is_other))
        }

        fn stopped(&self) -> bool {
            false
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    #[test]
    fn calls_stay_that_lead_to_the_last_answer_or_show_what_nobody_else_does() {
        let calls = |numbers: &[u32]| numbers.iter().map(|number| call(*number, None)).collect();
        let suite = [
            // 2 changes what 3 answers, 1 does not, and 4 is called by nobody else: it is a test of its own.
            test(0, calls(&[1, 2, 4, 3]), &[1, 2, 3, 4]),
            test(1, calls(&[1, 2]), &[1, 2]),
            test(2, calls(&[1]), &[1]),
            test(3, calls(&[3]), &[3]),
            // What it changes is the same behind 2, whatever it answers.
            test(4, calls(&[2, 5]), &[2, 5]),
        ];
        let archive = suite
            .iter()
            .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
            .collect();
        let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
        let name = |number: u32| ActionTemplate {
            name: if number == 5 { "PUT:/a" } else { "GET:/a" }.to_owned(),
            parameters: Vec::new(),
        };
        let templates = Templates { calls: (0..6).map(name).collect(), ..Templates::default() };
        let done = without_needless_calls(&suite, &outcome, &templates, &mut Calls::default());
        let expected = [vec![2, 3], vec![2], vec![1], vec![3], vec![5], vec![4]];
        assert_eq!((calls_of(&done.tests), done.removed, done.own), (expected.to_vec(), 4, 1));
    }
}
