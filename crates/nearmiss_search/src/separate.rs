//! Calls that have nothing to do with one another, in tests of their own.

mod groups;
mod links;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::fault::repeated_faults;
use crate::{EvaluatedIndividual, Evaluator, Fault, Individual, SearchOutcome};
pub(crate) use groups::led_from;
use groups::{groups, led_to, parted};

/// A suite whose tests say one thing each.
#[derive(Clone, Debug, Default)]
pub struct Separated {
    /// The tests: parts of one behind one another, in its place.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Tests that became several.
    pub parted: usize,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Parts tests into calls that take nothing from one another's answers, where the parts alone cover what the test does:
/// then nothing that one call leaves is needed by another. Links to answers that hold no such piece (refusals, mostly)
/// go before. Where only some calls can be parted from the others, these are, and calls that are refused on the way.
/// Parts of which all is covered by others go. Ends early, with what was found by then, when the evaluator stops.
///
/// Parts show the faults of their test, too, each in one part, since faults may be told by comparing calls. Calls go
/// that show a fault which another test shows, where all else stays covered.
///
/// `is_reset`: each test begins from the same state. Elsewhere all calls stay as they are and in their order.
pub fn separate(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    evaluator: &mut dyn Evaluator,
    is_reset: bool,
) -> Separated {
    let last = suite.iter().map(|test| test.number + 1).max();
    let number = outcome.individuals.max(last.unwrap_or_default());
    let mut work = Work { evaluator, known: &outcome.faults, number, calls: 0, is_reset };
    let mut suite: Vec<Arc<EvaluatedIndividual>> = suite.to_vec();
    if is_reset {
        work.tell_faults_once(&mut suite, outcome);
    }
    let mut parted = 0;
    let mut tests: Vec<(Arc<EvaluatedIndividual>, bool)> = Vec::new();
    for test in &suite {
        let faults = test.faults.iter().map(|(_, fault)| fault.clone()).collect();
        let parts = work.parts_of(test, &Needs { covered: outcome.covered_by(test), faults });
        parted += usize::from(parts.len() > 1);
        let is_part = parts.len() > 1;
        tests.extend(parts.into_iter().map(|part| (part, is_part)));
    }
    let calls = work.calls;
    let stays = needed(&tests, outcome);
    let kept = tests.into_iter().zip(stays).filter(|(_, stays)| *stays || !is_reset);
    Separated { tests: kept.map(|((test, _), _)| test).collect(), parted, calls }
}

/// Tells of each test whether it stays: parts that cover nothing which no other test does go.
fn needed(tests: &[(Arc<EvaluatedIndividual>, bool)], outcome: &SearchOutcome) -> Vec<bool> {
    let covers: Vec<BTreeSet<TargetId>> =
        tests.iter().map(|(test, _)| outcome.covered_by(test)).collect();
    let mut times: BTreeMap<TargetId, u32> = BTreeMap::new();
    for target in covers.iter().flatten() {
        *times.entry(*target).or_default() += 1;
    }
    let mut stays = Vec::new();
    for ((_, is_part), covers) in tests.iter().zip(covers) {
        let is_needless = *is_part && covers.iter().all(|target| times[target] > 1);
        if is_needless {
            for target in covers {
                *times.entry(target).or_default() -= 1;
            }
        }
        stays.push(!is_needless);
    }
    stays
}

/// Sum of what the parts of a test show.
struct Needs {
    covered: BTreeSet<TargetId>,
    faults: Vec<Fault>,
}

impl Needs {
    /// Those of them that a part of the test shows.
    fn of(&self, part: &EvaluatedIndividual) -> Self {
        let shows = |fault: &&Fault| part.faults.iter().any(|(_, shown)| shown.is_same_as(fault));
        let covered = part.covered.iter().copied();
        Self {
            covered: covered.filter(|target| self.covered.contains(target)).collect(),
            faults: self.faults.iter().filter(shows).cloned().collect(),
        }
    }

    /// Tells whether tests together show all of it.
    fn are_met<'a>(&self, tests: impl IntoIterator<Item = &'a EvaluatedIndividual>) -> bool {
        let tests: Vec<&EvaluatedIndividual> = tests.into_iter().collect();
        let covered: BTreeSet<TargetId> =
            tests.iter().flat_map(|test| &test.covered).copied().collect();
        let shown = || tests.iter().flat_map(|test| &test.faults);
        let is_shown = |fault: &Fault| shown().any(|(_, shown)| shown.is_same_as(fault));
        self.covered.is_subset(&covered) && self.faults.iter().all(is_shown)
    }
}

struct Work<'a> {
    evaluator: &'a mut dyn Evaluator,
    /// Faults of the search: a part may show them, since a test tells each of them.
    known: &'a [Fault],
    /// Of the next test that is new.
    number: u64,
    calls: u64,
    is_reset: bool,
}

impl Work<'_> {
    /// Takes calls that show faults out of tests all of whose faults another test shows, where what no other test
    /// covers stays covered and nothing hangs on these calls; longer tests first.
    fn tell_faults_once(
        &mut self,
        suite: &mut [Arc<EvaluatedIndividual>],
        outcome: &SearchOutcome,
    ) {
        let mut order: Vec<usize> = (0..suite.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(suite[*index].individual.calls.len()));
        for index in order {
            let test = Arc::clone(&suite[index]);
            let others = || suite.iter().enumerate().filter(|(other, _)| *other != index);
            let is_told = |fault: &Fault| {
                others()
                    .flat_map(|(_, other)| &other.faults)
                    .any(|(_, other)| other.is_same_as(fault))
            };
            let individual = &test.individual;
            let is_whole = individual.soaks || individual.is_long() || test.faults.is_empty();
            if is_whole || self.evaluator.stopped() || !test.faults.iter().all(|(_, f)| is_told(f))
            {
                continue;
            }
            let faulty: BTreeSet<usize> = test.faults.iter().map(|(call, _)| *call).collect();
            let rest: BTreeSet<usize> =
                (0..individual.calls.len()).filter(|call| !faulty.contains(call)).collect();
            let hangs = |call: &usize| {
                let links = individual.calls[*call].links.iter();
                links.filter_map(|link| link.from.call()).any(|from| faulty.contains(&from))
            };
            if rest.is_empty() || rest.iter().any(hangs) {
                continue;
            }
            let covered: BTreeSet<TargetId> =
                others().flat_map(|(_, other)| &other.covered).copied().collect();
            let only: BTreeSet<TargetId> =
                outcome.covered_by(&test).difference(&covered).copied().collect();
            if let Some(part) = self.part(individual, &rest)
                && only.iter().all(|target| part.covered.contains(target))
            {
                suite[index] = Arc::new(EvaluatedIndividual { number: test.number, ..part });
            }
        }
    }

    /// The parts of a test; the test alone, if it has none.
    fn parts_of(
        &mut self,
        test: &Arc<EvaluatedIndividual>,
        needed: &Needs,
    ) -> Vec<Arc<EvaluatedIndividual>> {
        let individual = &test.individual;
        if individual.soaks || individual.is_long() {
            return vec![Arc::clone(test)];
        }
        let test = self.without_vain_links(test, needed).map_or_else(|| Arc::clone(test), Arc::new);
        let parts = self.smaller(EvaluatedIndividual::clone(&test), needed);
        let mut parts: Vec<EvaluatedIndividual> = match self.is_reset {
            true => parts.into_iter().flat_map(|part| self.refusals_apart(part, needed)).collect(),
            false => parts,
        };
        if let [_] = parts[..] {
            return vec![test];
        }
        for (index, part) in parts.iter_mut().enumerate() {
            part.number = if index == 0 { test.number } else { self.next_number() };
        }
        parts.into_iter().map(Arc::new).collect()
    }

    fn groups_apart(
        &mut self,
        individual: &Individual,
        groups: Vec<BTreeSet<usize>>,
        needed: &Needs,
    ) -> Option<Vec<EvaluatedIndividual>> {
        let apart = self.all_apart(individual, &groups, needed);
        let apart = apart.or_else(|| self.cut_apart(individual, &groups, needed));
        apart.or_else(|| self.some_apart(individual, groups, needed))
    }

    /// The groups before some place and those behind it, each again by themselves; `None` if there is no place for
    /// that.
    fn cut_apart(
        &mut self,
        individual: &Individual,
        groups: &[BTreeSet<usize>],
        needed: &Needs,
    ) -> Option<Vec<EvaluatedIndividual>> {
        // Of two, one alone is each alone.
        for cut in (1..groups.len()).filter(|_| groups.len() > 2) {
            let (before, behind) = groups.split_at(cut);
            let calls = |groups: &[BTreeSet<usize>]| groups.iter().flatten().copied().collect();
            let before = self.part(individual, &calls(before));
            let Some(parts) = before.zip(self.part(individual, &calls(behind))) else { continue };
            let parts = [parts.0, parts.1];
            if needed.are_met(&parts) {
                return Some(
                    parts.into_iter().flat_map(|part| self.smaller(part, needed)).collect(),
                );
            }
            if self.evaluator.stopped() {
                return None;
            }
        }
        None
    }

    /// The parts of a part; the part alone, if it has none.
    fn smaller(&mut self, part: EvaluatedIndividual, needed: &Needs) -> Vec<EvaluatedIndividual> {
        let (individual, needed) = (&part.individual, needed.of(&part));
        let groups = groups(individual);
        let apart = match groups.len() < 2 || self.evaluator.stopped() {
            true => None,
            false => self.groups_apart(individual, groups, &needed),
        };
        let apart = apart.or_else(|| self.cut_through(individual, &needed));
        apart.unwrap_or_else(|| vec![part])
    }

    /// The calls of a test that are refused beside what it does, each with what it takes something from, or with all
    /// before it, and the test without them; the test alone, if it shows less without them.
    fn refusals_apart(
        &mut self,
        test: EvaluatedIndividual,
        needed: &Needs,
    ) -> Vec<EvaluatedIndividual> {
        let needed = needed.of(&test);
        let (mut rest, mut apart) = (test, Vec::new());
        // A test of two calls is about what the first one leads to.
        while rest.individual.calls.len() > 2 && !self.evaluator.stopped() {
            let refused = self.run(&rest.individual).evaluation.refused;
            let ways = refused.into_iter().rev().flat_map(|index| {
                let led_to = led_to(&rest.individual, index);
                parted(&rest.individual, index).into_iter().chain(led_to)
            });
            let ways: Vec<_> = ways.collect();
            let parts = ways.into_iter().find_map(|(alone, others)| {
                let one = self.part(&rest.individual, &alone)?;
                let others = self.part(&rest.individual, &others)?;
                needed.are_met(apart.iter().chain([&one, &others])).then_some((one, others))
            });
            let Some((one, others)) = parts else { break };
            apart.push(one);
            rest = others;
        }
        apart.push(rest);
        apart
    }

    /// Each group alone; `None` if the groups together then show less.
    fn all_apart(
        &mut self,
        individual: &Individual,
        groups: &[BTreeSet<usize>],
        needed: &Needs,
    ) -> Option<Vec<EvaluatedIndividual>> {
        let parts = groups.iter().map(|group| self.part(individual, group));
        let parts: Vec<EvaluatedIndividual> = parts.collect::<Option<_>>()?;
        needed.are_met(&parts).then_some(parts)
    }

    /// The groups that the others do without, one after another, and what is left together; `None` if there is none.
    fn some_apart(
        &mut self,
        individual: &Individual,
        mut groups: Vec<BTreeSet<usize>>,
        needed: &Needs,
    ) -> Option<Vec<EvaluatedIndividual>> {
        let mut apart: Vec<EvaluatedIndividual> = Vec::new();
        let mut together = None;
        let mut index = 0;
        // Of two, one alone is each alone.
        while index < groups.len() && groups.len() > 2 && !self.evaluator.stopped() {
            let others = groups.iter().enumerate().filter(|(other, _)| *other != index);
            let others: BTreeSet<usize> = others.flat_map(|(_, group)| group).copied().collect();
            let parts = self.part(individual, &groups[index]).zip(self.part(individual, &others));
            if let Some((one, rest)) = parts
                && needed.are_met(apart.iter().chain([&one, &rest]))
            {
                apart.push(one);
                together = Some(rest);
                groups.remove(index);
            } else {
                index += 1;
            }
        }
        apart.extend(together);
        (!apart.is_empty()).then_some(apart)
    }

    fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number - 1
    }

    /// Some calls of a test, alone, with what two runs of them show; `None` if that is a fault that nobody knows, or
    /// nothing at all.
    fn part(
        &mut self,
        individual: &Individual,
        calls: &BTreeSet<usize>,
    ) -> Option<EvaluatedIndividual> {
        let mut part = individual.clone();
        for index in (0..individual.calls.len()).rev().filter(|index| !calls.contains(index)) {
            part.remove_call(index);
        }
        let mut first = self.run(&part);
        if !first.evaluation.unused_setup.is_empty() {
            for index in first.evaluation.unused_setup.iter().rev() {
                part.remove_setup(*index);
            }
            first = self.run(&part);
        }
        let again = self.run(&part);
        let shown = || first.evaluation.faults.iter().chain(&again.evaluation.faults);
        let is_known = |fault: &Fault| self.known.iter().any(|known| known.is_same_as(fault));
        let is_new = shown().any(|(_, fault)| !is_known(fault));
        if is_new || first.evaluation.disturbed || again.evaluation.disturbed {
            return None;
        }
        Some(EvaluatedIndividual {
            number: 0,
            individual: part,
            covered: first.covered.intersection(&again.covered).copied().collect(),
            faults: repeated_faults(&first.evaluation.faults, &again.evaluation.faults),
            strayed: again.evaluation.strayed,
        })
    }

    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }
}

#[cfg(test)]
pub(crate) mod tests;
