//! The suite of a search: few tests that cover all that it covered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::{EvaluatedIndividual, SearchOutcome};

/// Few individuals that together cover all covered targets: a greedy set cover (most new targets
/// first, then fewest actions, then earliest), then without those that the others make redundant.
/// Ordered by number.
#[must_use]
pub fn minimal_suite(outcome: &SearchOutcome) -> Vec<Arc<EvaluatedIndividual>> {
    let mut candidates: BTreeMap<u64, Arc<EvaluatedIndividual>> = BTreeMap::new();
    for individual in outcome.archive.values() {
        candidates.entry(individual.number).or_insert_with(|| Arc::clone(individual));
    }
    // What an individual is archived for belongs to what it covers, whoever built the outcome.
    let mut covers: BTreeMap<u64, BTreeSet<TargetId>> = BTreeMap::new();
    for (target, individual) in &outcome.archive {
        covers.entry(individual.number).or_default().insert(*target);
    }
    for (number, individual) in &candidates {
        covers.entry(*number).or_default().extend(outcome.covered_by(individual));
    }

    let mut left: BTreeSet<TargetId> = outcome.archive.keys().copied().collect();
    let mut chosen: Vec<u64> = Vec::new();
    // Gains only fall, so a stale gain is an upper bound and the best fresh one wins.
    let mut queue: BTreeSet<(std::cmp::Reverse<usize>, usize, u64)> = candidates
        .iter()
        .map(|(number, individual)| {
            let gain = covers[number].len();
            (std::cmp::Reverse(gain), individual.individual.calls.len(), *number)
        })
        .collect();
    while !left.is_empty() {
        let Some((std::cmp::Reverse(stale), actions, number)) = queue.pop_first() else { break };
        let gain = covers[&number].intersection(&left).count();
        if gain < stale {
            if gain > 0 {
                queue.insert((std::cmp::Reverse(gain), actions, number));
            }
            continue;
        }
        left.retain(|target| !covers[&number].contains(target));
        chosen.push(number);
    }

    let mut times: BTreeMap<TargetId, u32> = BTreeMap::new();
    for number in &chosen {
        for target in &covers[number] {
            *times.entry(*target).or_default() += 1;
        }
    }
    // Those chosen last bring least: try to do without them first.
    let mut kept = BTreeSet::new();
    for number in chosen.into_iter().rev() {
        if covers[&number].iter().all(|target| times[target] > 1) {
            for target in &covers[&number] {
                *times.entry(*target).or_default() -= 1;
            }
        } else {
            kept.insert(number);
        }
    }
    kept.iter().filter_map(|number| candidates.get(number).cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Individual, TemplateId};

    fn individual(number: u64, actions: usize, covered: &[u32]) -> Arc<EvaluatedIndividual> {
        let action = Action {
            template: TemplateId(0),
            genes: Vec::new(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        Arc::new(EvaluatedIndividual {
            number,
            individual: Individual { calls: vec![action; actions], ..Individual::default() },
            covered: covered.iter().copied().map(TargetId).collect(),
            faults: Vec::new(),
            strayed: Vec::new(),
        })
    }

    fn outcome(archive: &[(u32, &Arc<EvaluatedIndividual>)]) -> SearchOutcome {
        SearchOutcome {
            archive: archive.iter().map(|(t, i)| (TargetId(*t), Arc::clone(i))).collect(),
            ..SearchOutcome::default()
        }
    }

    fn numbers(suite: &[Arc<EvaluatedIndividual>]) -> Vec<u64> {
        suite.iter().map(|individual| individual.number).collect()
    }

    #[test]
    fn the_suite_covers_all_with_few() {
        let (a, b, c) =
            (individual(1, 1, &[1, 2, 3]), individual(2, 1, &[3, 4]), individual(3, 1, &[4, 5]));
        let suite = minimal_suite(&outcome(&[(1, &a), (2, &a), (3, &b), (4, &b), (5, &c)]));
        assert_eq!(numbers(&suite), [1, 3]);
        assert!(minimal_suite(&SearchOutcome::default()).is_empty());
    }

    #[test]
    fn ties_go_to_the_shorter_then_the_earlier() {
        let (long, short, late) =
            (individual(1, 5, &[1, 2]), individual(2, 2, &[1, 2]), individual(3, 2, &[1, 2]));
        let suite = minimal_suite(&outcome(&[(1, &long), (2, &short)]));
        assert_eq!(numbers(&suite), [2]);
        let suite = minimal_suite(&outcome(&[(1, &late), (2, &short)]));
        assert_eq!(numbers(&suite), [2]);
    }

    #[test]
    fn what_later_choices_make_redundant_is_left_out() {
        // Greedy takes 1 first, then needs 2 and 3, which cover all that 1 covers.
        let first = individual(1, 1, &[1, 2, 3, 4]);
        let second = individual(2, 1, &[1, 2, 5]);
        let third = individual(3, 1, &[3, 4, 6]);
        let suite = minimal_suite(&outcome(&[
            (1, &first),
            (2, &first),
            (3, &first),
            (4, &first),
            (5, &second),
            (6, &third),
        ]));
        assert_eq!(numbers(&suite), [2, 3]);
    }
}
