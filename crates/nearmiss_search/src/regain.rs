//! Targets that tests covered because of what others had left, covered by tests that make it themselves.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::after_run::{Shown, run};
use crate::fault::repeated_faults;
use crate::{EvaluatedIndividual, Evaluator, Individual, Sampler, SearchOutcome};

/// Tests that are tried before the last call of one.
const HOSTS: usize = 6;
/// Tests whose targets are sought.
const MOST: usize = 24;

/// Covers targets of `outcome` that `fresh` lacks: the last call of a test that has covered one works on what another
/// test makes, whose calls do what they ask for. Answers how many are covered again; ends early when the evaluator stops.
pub fn regain(
    fresh: &mut SearchOutcome,
    outcome: &SearchOutcome,
    sampler: &dyn Sampler,
    evaluator: &mut dyn Evaluator,
) -> usize {
    let before = fresh.archive.len();
    let lost: BTreeMap<u64, &Arc<EvaluatedIndividual>> = outcome
        .archive
        .iter()
        .filter(|(target, _)| !fresh.archive.contains_key(target))
        .map(|(_, test)| (test.number, test))
        .collect();
    let mut hosts: BTreeMap<(usize, u64), Individual> = BTreeMap::new();
    for test in fresh.archive.values().filter(|test| test.faults.is_empty()) {
        let individual = &test.individual;
        hosts.entry((individual.calls.len(), test.number)).or_insert_with(|| individual.clone());
    }
    let last = outcome.archive.values().map(|test| test.number + 1).max();
    let mut number = outcome.individuals.max(last.unwrap_or_default());
    for test in lost.into_values().take(MOST) {
        let Some(call) = test.individual.calls.last() else { continue };
        let longer = hosts.values().filter_map(|host| {
            let mut longer = Individual { soaks: false, ..host.clone() };
            longer.calls.push(sampler.behind(host, call)?);
            Some(longer)
        });
        for individual in longer.take(HOSTS) {
            let is_lost = |target| !fresh.archive.contains_key(target);
            if evaluator.stopped() || !test.covered.iter().any(is_lost) {
                break;
            }
            let shown = run(&individual, evaluator);
            take_in(fresh, outcome, (number, individual), &shown);
            number += 1;
        }
    }
    fresh.archive.len() - before
}

/// Takes in a test that covers something which is lost.
fn take_in(
    fresh: &mut SearchOutcome,
    outcome: &SearchOutcome,
    (number, individual): (u64, Individual),
    shown: &Shown,
) {
    let known = shown.covered.iter().filter(|target| outcome.archive.contains_key(target));
    let covered: Vec<_> = known.copied().collect();
    let is_new = covered.iter().any(|target| !fresh.archive.contains_key(target));
    // What was refused has made nothing.
    let makes = shown.evaluation.refused.iter().all(|index| index + 1 == individual.calls.len());
    // One that nobody knows may be a fault of the order.
    let faults = &shown.evaluation.faults;
    let is_known = |fault| outcome.faults.iter().any(|one| one.is_same_as(fault));
    let is_sound = faults.iter().all(|(_, fault)| is_known(fault));
    if shown.evaluation.disturbed || !is_new || !makes || !is_sound {
        return;
    }
    let faults = repeated_faults(faults, faults);
    let strayed = shown.evaluation.strayed.clone();
    let test = Arc::new(EvaluatedIndividual { number, individual, covered, faults, strayed });
    for target in &test.covered {
        fresh.archive.entry(*target).or_insert_with(|| Arc::clone(&test));
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::{COVERED, TargetId};

    use super::*;
    use crate::separate::tests::{call, test};
    use crate::transplant::tests::Behind;
    use crate::{Evaluation, Hit, TemplateId};

    /// A SUT that covers the numbers of a test's calls, and 20 for a call 2 behind a call 1. It refuses call 3.
    struct Made;

    impl Evaluator for Made {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let numbers: Vec<u32> = individual.calls.iter().map(|call| call.template.0).collect();
            let has_pair = numbers.windows(2).any(|pair| pair == [1, 2]);
            let covered = numbers.iter().copied().chain(has_pair.then_some(20));
            let hits = covered.map(|target| Hit { target: TargetId(target), h: COVERED });
            let refused = (0..individual.calls.len()).filter(|at| numbers[*at] == 3).collect();
            Evaluation { hits: hits.collect(), refused, ..Evaluation::default() }
        }

        fn stopped(&self) -> bool {
            false
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    #[test]
    fn what_needed_others_makes_what_it_needs() {
        let calls = |numbers: &[u32]| numbers.iter().map(|number| call(*number, None)).collect();
        let (making, leaning) = (test(0, calls(&[1]), &[1]), test(1, calls(&[2]), &[2, 20, 30]));
        let of = |archive: &[(u32, &Arc<EvaluatedIndividual>)]| SearchOutcome {
            archive: archive.iter().map(|(id, test)| (TargetId(*id), Arc::clone(test))).collect(),
            ..SearchOutcome::default()
        };
        let whole = of(&[(1, &making), (2, &leaning), (20, &leaning), (30, &leaning)]);
        let sampler = Behind { first: TemplateId(1), then: TemplateId(2) };
        let refused = test(5, calls(&[3, 1]), &[3]);
        let mut after = of(&[(2, &leaning), (3, &refused)]);
        assert_eq!(regain(&mut after, &whole, &sampler, &mut Made), 0, "3 is refused before it");
        let mut fresh = of(&[(1, &making), (2, &leaning)]);
        assert_eq!(regain(&mut fresh, &whole, &sampler, &mut Made), 1, "nothing makes 30");
        let found = &fresh.archive[&TargetId(20)];
        assert_eq!((found.individual.calls.len(), found.number), (2, 2));
        assert_eq!(fresh.archive[&TargetId(1)].number, 0);
    }
}
