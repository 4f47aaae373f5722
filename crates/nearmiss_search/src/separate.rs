//! Calls that have nothing to do with one another, in tests of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::{ActionAt, EvaluatedIndividual, Evaluator, Fault, Individual, Link, SearchOutcome};

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
/// go before. Where only some calls can be parted from the others, these are, and
/// calls that are refused on the way. Parts of which all is covered by others go. Ends early, with what was found by then, when the evaluator
/// stops.
///
/// A test that shows a fault which no other one shows stays whole, since faults may be told by comparing calls. Of others
/// the calls go that show it, where all else stays covered.
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
    let mut work = Work { evaluator, number, calls: 0, is_reset };
    let mut suite: Vec<Arc<EvaluatedIndividual>> = suite.to_vec();
    if is_reset {
        work.tell_faults_once(&mut suite, outcome);
    }
    let mut parted = 0;
    let mut tests: Vec<(Arc<EvaluatedIndividual>, bool)> = Vec::new();
    for test in &suite {
        let parts = work.parts_of(test, &outcome.covered_by(test));
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

struct Work<'a> {
    evaluator: &'a mut dyn Evaluator,
    /// Of the next test that is new.
    number: u64,
    calls: u64,
    is_reset: bool,
}

impl Work<'_> {
    /// Takes calls that show faults out of tests all of whose faults another test shows, where what no other test covers stays
    /// covered and nothing hangs on these calls; longer tests first.
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
                && cover([&part], &only)
            {
                suite[index] = Arc::new(EvaluatedIndividual { number: test.number, ..part });
            }
        }
    }

    /// The parts of a test; the test alone, if it has none.
    fn parts_of(
        &mut self,
        test: &Arc<EvaluatedIndividual>,
        needed: &BTreeSet<TargetId>,
    ) -> Vec<Arc<EvaluatedIndividual>> {
        let individual = &test.individual;
        if individual.soaks || individual.is_long() || !test.faults.is_empty() {
            return vec![Arc::clone(test)];
        }
        let test = self.without_vain_links(test, needed).map_or_else(|| Arc::clone(test), Arc::new);
        let groups = groups(&test.individual);
        let apart = match groups.len() < 2 || self.evaluator.stopped() {
            true => None,
            false => self.groups_apart(&test.individual, groups, needed),
        };
        let parts = apart.unwrap_or_else(|| vec![EvaluatedIndividual::clone(&test)]);
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
        needed: &BTreeSet<TargetId>,
    ) -> Option<Vec<EvaluatedIndividual>> {
        let apart = self.all_apart(individual, &groups, needed);
        apart.or_else(|| self.some_apart(individual, groups, needed))
    }

    /// The calls of a test that are refused beside what it does, each with what it takes something from, and the test without
    /// them; the test alone, if it shows less without them.
    fn refusals_apart(
        &mut self,
        test: EvaluatedIndividual,
        needed: &BTreeSet<TargetId>,
    ) -> Vec<EvaluatedIndividual> {
        let needed: BTreeSet<TargetId> =
            test.covered.iter().copied().filter(|target| needed.contains(target)).collect();
        let (mut rest, mut apart) = (test, Vec::new());
        // A test of two calls is about what the first one leads to.
        while rest.individual.calls.len() > 2 && !self.evaluator.stopped() {
            let refused = self.run(&rest.individual).evaluation.refused;
            let parts = refused.into_iter().rev().find_map(|index| {
                let (alone, others) = parted(&rest.individual, index)?;
                let one = self.part(&rest.individual, &alone)?;
                let others = self.part(&rest.individual, &others)?;
                cover(apart.iter().chain([&one, &others]), &needed).then_some((one, others))
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
        needed: &BTreeSet<TargetId>,
    ) -> Option<Vec<EvaluatedIndividual>> {
        let parts = groups.iter().map(|group| self.part(individual, group));
        let parts: Vec<EvaluatedIndividual> = parts.collect::<Option<_>>()?;
        cover(&parts, needed).then_some(parts)
    }

    /// The groups that the others do without, one after another, and what is left together; `None` if there is none.
    fn some_apart(
        &mut self,
        individual: &Individual,
        mut groups: Vec<BTreeSet<usize>>,
        needed: &BTreeSet<TargetId>,
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
                && cover(apart.iter().chain([&one, &rest]), needed)
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

    /// The test without links that take nothing, where it shows the same without them; `None` if all of them take
    /// something.
    fn without_vain_links(
        &mut self,
        test: &EvaluatedIndividual,
        needed: &BTreeSet<TargetId>,
    ) -> Option<EvaluatedIndividual> {
        let is_call = |link: &Link| matches!(link.from, ActionAt::Call(_));
        let calls = &test.individual.calls;
        if !calls.iter().flat_map(|call| &call.links).any(is_call) || self.evaluator.stopped() {
            return None;
        }
        let before = self.run(&test.individual);
        if before.evaluation.disturbed || before.evaluation.vain_links.is_empty() {
            return None;
        }
        let mut individual = test.individual.clone();
        individual.drop_links(&before.evaluation.vain_links);
        let after = self.run(&individual);
        let shows_the_same = needed.is_subset(&after.covered)
            && after.answers == before.answers
            && after.evaluation.faults.is_empty();
        shows_the_same.then(|| EvaluatedIndividual {
            number: test.number,
            individual,
            covered: before.covered.intersection(&after.covered).copied().collect(),
            faults: Vec::new(),
            strayed: after.evaluation.strayed,
        })
    }

    fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number - 1
    }

    /// Some calls of a test, alone, with what two runs of them show; `None` if that is a fault, or none at all.
    fn part(
        &mut self,
        individual: &Individual,
        calls: &BTreeSet<usize>,
    ) -> Option<EvaluatedIndividual> {
        let mut part = individual.clone();
        for index in (0..individual.calls.len()).rev().filter(|index| !calls.contains(index)) {
            part.remove_call(index);
        }
        let (first, again) = (self.run(&part), self.run(&part));
        let shows_faults =
            !first.evaluation.faults.is_empty() || !again.evaluation.faults.is_empty();
        if shows_faults || first.evaluation.disturbed || again.evaluation.disturbed {
            return None;
        }
        Some(EvaluatedIndividual {
            number: 0,
            individual: part,
            covered: first.covered.intersection(&again.covered).copied().collect(),
            faults: Vec::new(),
            strayed: again.evaluation.strayed,
        })
    }

    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }
}

/// Tells whether tests together cover all of these targets.
fn cover<'a>(
    tests: impl IntoIterator<Item = &'a EvaluatedIndividual>,
    needed: &BTreeSet<TargetId>,
) -> bool {
    let covered: BTreeSet<TargetId> =
        tests.into_iter().flat_map(|test| &test.covered).copied().collect();
    needed.is_subset(&covered)
}

/// A call with those that it takes something from, and all calls but that one; `None` if another one takes something from
/// its answer, or if all others only lead to it.
fn parted(individual: &Individual, index: usize) -> Option<(BTreeSet<usize>, BTreeSet<usize>)> {
    let from =
        |call: usize| individual.calls[call].links.iter().filter_map(|link| link.from.call());
    let calls = 0..individual.calls.len();
    if calls.clone().any(|call| from(call).any(|from| from == index)) {
        return None;
    }
    let mut alone = BTreeSet::from([index]);
    for call in (0..=index).rev() {
        if alone.contains(&call) {
            alone.extend(from(call));
        }
    }
    let others: BTreeSet<usize> = calls.filter(|call| *call != index).collect();
    (!others.is_subset(&alone)).then_some((alone, others))
}

/// Groups of calls, by index, such that none takes anything from an answer of another group; in the order of their
/// first calls.
fn groups(individual: &Individual) -> Vec<BTreeSet<usize>> {
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for (index, action) in individual.calls.iter().enumerate() {
        let from: Vec<usize> = action
            .links
            .iter()
            .filter_map(|link| match link.from {
                ActionAt::Call(from) => Some(from),
                ActionAt::Setup(_) => None,
            })
            .collect();
        let belongs = |group: &BTreeSet<usize>| from.iter().any(|from| group.contains(from));
        let (with, mut without): (Vec<_>, Vec<_>) = groups.into_iter().partition(belongs);
        let mut group: BTreeSet<usize> = with.into_iter().flatten().collect();
        group.insert(index);
        without.push(group);
        groups = without;
    }
    groups.sort_by_key(|group| group.first().copied());
    groups
}

/// Leaves out each test whose calls are those of an earlier one, which is given what it covers and its faults.
#[must_use]
pub fn without_repeats(tests: &[Arc<EvaluatedIndividual>]) -> Vec<Arc<EvaluatedIndividual>> {
    let mut kept: Vec<Arc<EvaluatedIndividual>> = Vec::new();
    for test in tests {
        let same = kept.iter_mut().find(|other| is_same(&other.individual, &test.individual));
        let Some(same) = same else {
            kept.push(Arc::clone(test));
            continue;
        };
        let same = Arc::make_mut(same);
        let covered: BTreeSet<TargetId> =
            same.covered.iter().chain(&test.covered).copied().collect();
        same.covered = covered.into_iter().collect();
        for fault in &test.faults {
            if !same.faults.iter().any(|(at, other)| *at == fault.0 && other.is_same_as(&fault.1)) {
                same.faults.push(fault.clone());
            }
        }
    }
    kept
}

fn is_same(one: &Individual, other: &Individual) -> bool {
    let ends = |individual: &Individual| {
        (individual.calls.len(), individual.setup.len(), individual.soaks)
    };
    ends(one) == ends(other)
        && one.actions().zip(other.actions()).all(|(one, other)| {
            one.links == other.links && crate::transplant::is_same_call(one, other)
        })
}

#[cfg(test)]
mod tests;
