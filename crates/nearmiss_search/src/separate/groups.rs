//! Which calls of a test belong together, since one takes something from the answer of another.

use std::collections::BTreeSet;

use crate::transplant::sends;
use crate::{Action, Individual};

/// A call with those that it takes something from, and all calls but that one; `None` if another one takes something
/// from its answer, or if all others only lead to it.
pub(super) fn parted(
    individual: &Individual,
    index: usize,
) -> Option<(BTreeSet<usize>, BTreeSet<usize>)> {
    let from = |call: usize| taken(&individual.calls[call]);
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

/// A call with all those before it, which may make what it needs though it takes nothing from their answers, and all
/// calls but that one; `None` if another one takes something from its answer, or if none comes behind it.
pub(super) fn led_to(
    individual: &Individual,
    index: usize,
) -> Option<(BTreeSet<usize>, BTreeSet<usize>)> {
    let calls = 0..individual.calls.len();
    let is_taken =
        calls.clone().any(|call| taken(&individual.calls[call]).any(|from| from == index));
    let is_last = index + 1 == calls.len();
    let others: BTreeSet<usize> = calls.filter(|call| *call != index).collect();
    (!is_taken && !is_last).then(|| ((0..=index).collect(), others))
}

/// Tests of a call that ends them: with those alone that it takes something from, and with all before it.
pub(crate) fn led_from(individual: &Individual, index: usize) -> Vec<Individual> {
    let mut whole = individual.clone();
    whole.calls.truncate(index + 1);
    let mut alone = BTreeSet::from([index]);
    for call in (0..=index).rev().filter(|call| *call < whole.calls.len()) {
        if alone.contains(&call) {
            alone.extend(taken(&whole.calls[call]));
        }
    }
    let mut few = whole.clone();
    for call in (0..=index).rev().filter(|call| !alone.contains(call)) {
        few.remove_call(call);
    }
    if few.calls.len() < whole.calls.len() { vec![few, whole] } else { vec![whole] }
}

/// Groups of calls, by index, such that none takes anything from an answer of another group; in the order of their
/// first calls.
pub(super) fn groups(individual: &Individual) -> Vec<BTreeSet<usize>> {
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for (index, action) in individual.calls.iter().enumerate() {
        let from: Vec<usize> = taken(action).collect();
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

/// The calls from whose answers a call takes something that it sends.
pub(super) fn taken(action: &Action) -> impl Iterator<Item = usize> {
    let sent = action.links.iter().filter(|link| sends(action, link));
    sent.filter_map(|link| link.from.call())
}
