//! What the search knows about targets: the test that covers each, and the populations of the
//! others.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use nearmiss_targets::{COVERED, TargetId};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::EvaluatedIndividual;
use crate::population::Population;

/// Most entries of all populations together. Populations are cut to a smaller size rather than grow
/// beyond it, so 100,000 targets with an individual of their own each (10 actions of 5 inputs are
/// about 8 KiB) stay below 2 GiB.
const ENTRY_LIMIT: usize = 100_000;

/// Spreads target numbers; keys are our own, so nobody can make them collide.
#[derive(Default)]
struct TargetHasher(u64);

impl Hasher for TargetHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        let mixed = (self.0 ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// A map that is never iterated where order could reach output.
type TargetMap<T> = HashMap<TargetId, T, BuildHasherDefault<TargetHasher>>;

/// A covered target.
#[derive(Debug)]
struct Covered {
    by: Arc<EvaluatedIndividual>,
    /// Calls made when it was first covered.
    first_at: u64,
}

/// A target that was reached but not covered.
#[derive(Debug, Default)]
struct Reached {
    population: Population,
    /// How often it was chosen since it last improved, and a random number that decides ties.
    rank: (u32, u32),
    /// What is less near than this is of no use.
    floor: f64,
}

/// What the search knows about targets.
#[derive(Debug, Default)]
pub(crate) struct Archive {
    covered: TargetMap<Covered>,
    reached: TargetMap<Reached>,
    /// Reached targets by rank: feedback-directed sampling takes the first.
    ranking: BTreeSet<((u32, u32), TargetId)>,
    flaky: BTreeMap<TargetId, u32>,
    entries: usize,
    /// Counts what was found: targets covered, shorter tests of them, populations that improved.
    news: u64,
    /// Most entries of one population, `None` while nothing bounds it. It only falls: what a full
    /// population has refused it goes on to refuse.
    most: Option<usize>,
    /// Floors that changed since they were last asked for.
    new_floors: Vec<(TargetId, f64)>,
}

/// The floor of a target that a test of so many actions covers: a shorter one is wanted, if there can
/// be one.
fn floor_of_covered(actions: usize) -> f64 {
    if actions > 1 { COVERED } else { f64::INFINITY }
}

impl Archive {
    /// How much was found so far; the same number: nothing new.
    pub(crate) fn news(&self) -> u64 {
        self.news
    }

    /// The test of each covered target and the nearest individual of each other one, both by target.
    #[expect(clippy::type_complexity, reason = "two lists of one form, named by the one caller")]
    pub(crate) fn found(
        &self,
    ) -> (Vec<(TargetId, Arc<EvaluatedIndividual>)>, Vec<(TargetId, Arc<EvaluatedIndividual>)>)
    {
        let covered = self.covered.iter().map(|(target, by)| (*target, Arc::clone(&by.by)));
        let mut covered: Vec<_> = covered.collect();
        covered.sort_unstable_by_key(|(target, _)| *target);
        let near = self.reached.iter().filter_map(|(target, reached)| {
            Some((*target, Arc::clone(reached.population.nearest()?)))
        });
        let mut near: Vec<_> = near.collect();
        near.sort_unstable_by_key(|(target, _)| *target);
        (covered, near)
    }

    /// Number of covered targets.
    pub(crate) fn covered_count(&self) -> usize {
        self.covered.len()
    }

    /// Tells whether a target is covered.
    pub(crate) fn is_covered(&self, target: TargetId) -> bool {
        self.covered.contains_key(&target)
    }

    /// Tells whether an individual of so many actions that covers the target would be archived: the
    /// target is not covered yet, or by a longer one.
    pub(crate) fn wants(&self, target: TargetId, actions: usize) -> bool {
        self.covered.get(&target).is_none_or(|covered| covered.by.individual.calls.len() > actions)
    }

    /// Archives an individual that was confirmed to cover the target.
    pub(crate) fn cover(&mut self, target: TargetId, by: &Arc<EvaluatedIndividual>, calls: u64) {
        if !self.wants(target, by.individual.calls.len()) {
            return;
        }
        self.news += 1;
        let by = Arc::clone(by);
        self.new_floors.push((target, floor_of_covered(by.individual.calls.len())));
        self.covered
            .entry(target)
            .and_modify(|covered| covered.by = Arc::clone(&by))
            .or_insert(Covered { by: Arc::clone(&by), first_at: calls });
        if let Some(reached) = self.reached.remove(&target) {
            self.entries -= reached.population.len();
            self.ranking.remove(&(reached.rank, target));
        }
    }

    /// Notes that a target was covered once and not when the individual was run again.
    pub(crate) fn note_flaky(&mut self, target: TargetId) {
        *self.flaky.entry(target).or_default() += 1;
    }

    /// How often a target did not repeat.
    pub(crate) fn flaky_count(&self, target: TargetId) -> u32 {
        self.flaky.get(&target).copied().unwrap_or(0)
    }

    /// Offers an individual to the population of an uncovered target. An improvement makes the
    /// target the next to be worked on.
    pub(crate) fn offer(
        &mut self,
        target: TargetId,
        h: f64,
        individual: &Arc<EvaluatedIndividual>,
        limit: usize,
        rng: &mut Pcg64Mcg,
    ) {
        let limit = self.bounded(limit);
        let ranking = &mut self.ranking;
        let reached = self.reached.entry(target).or_insert_with(|| {
            let rank = (0, rng.next_u32());
            ranking.insert((rank, target));
            Reached { population: Population::default(), rank, floor: 0.0 }
        });
        let before = reached.population.len();
        // What is refused leaves no trace, not even in the generator: it might not have been told.
        let improved = reached.population.offer(h, individual, limit);
        self.news += u64::from(improved);
        if improved && reached.rank.0 != 0 {
            self.ranking.remove(&(reached.rank, target));
            reached.rank = (0, rng.next_u32());
            self.ranking.insert((reached.rank, target));
        }
        self.entries = self.entries + reached.population.len() - before;
        if reached.population.len() >= limit
            && let Some(floor) = reached.population.floor()
            && floor > reached.floor
        {
            reached.floor = floor;
            self.new_floors.push((target, floor));
        }
        if self.entries > ENTRY_LIMIT {
            self.trim();
        }
    }

    fn bounded(&mut self, limit: usize) -> usize {
        let now = (ENTRY_LIMIT / self.reached.len().max(1)).max(1);
        let most = self.most.map_or(now, |most| most.min(now));
        self.most = Some(most);
        limit.min(most).max(1)
    }

    /// Heuristics below which nothing comes of a hit, as far as they are new.
    pub(crate) fn take_new_floors(&mut self) -> Vec<(TargetId, f64)> {
        std::mem::take(&mut self.new_floors)
    }

    /// The heuristic below which nothing comes of a hit of a target.
    pub(crate) fn floor(&self, target: TargetId) -> f64 {
        if let Some(covered) = self.covered.get(&target) {
            return floor_of_covered(covered.by.individual.calls.len());
        }
        self.reached.get(&target).map_or(0.0, |reached| reached.floor)
    }

    fn trim(&mut self) {
        let limit = self.bounded(usize::MAX);
        self.entries = 0;
        for reached in self.reached.values_mut() {
            reached.population.trim(limit);
            self.entries += reached.population.len();
        }
    }

    /// Chooses a target that was chosen least since it last improved, and one of its individuals
    /// with its heuristic.
    pub(crate) fn choose(
        &mut self,
        limit: usize,
        turns: impl Fn(TargetId, &dyn Fn(TargetId) -> bool) -> u32,
        rng: &mut Pcg64Mcg,
    ) -> Option<(TargetId, Arc<EvaluatedIndividual>, f64)> {
        let (rank, target) = self.ranking.pop_first()?;
        let limit = self.bounded(limit);
        let turns = turns(target, &|other| self.is_covered(other)).max(1);
        let reached = self.reached.get_mut(&target)?;
        reached.rank = (rank.0.saturating_add(turns), rng.next_u32());
        self.ranking.insert((reached.rank, target));
        let before = reached.population.len();
        reached.population.trim(limit);
        self.entries -= before - reached.population.len();
        let (individual, h) = reached.population.draw(rng)?;
        Some((target, Arc::clone(individual), h))
    }

    /// Tells whether no target is reached but uncovered.
    pub(crate) fn has_no_population(&self) -> bool {
        self.reached.is_empty()
    }

    /// The test of each covered target with the calls made when it was first covered; the best
    /// heuristic of each other one; how often which target did not repeat.
    #[expect(clippy::type_complexity, reason = "three ordered maps, named by the one caller")]
    pub(crate) fn into_ordered(
        self,
    ) -> (
        BTreeMap<TargetId, (Arc<EvaluatedIndividual>, u64)>,
        BTreeMap<TargetId, f64>,
        BTreeMap<TargetId, u32>,
    ) {
        let covered = self
            .covered
            .into_iter()
            .map(|(target, covered)| (target, (covered.by, covered.first_at)))
            .collect();
        let near = self
            .reached
            .into_iter()
            .filter_map(|(target, reached)| Some((target, reached.population.best()?.0)))
            .collect();
        (covered, near, self.flaky)
    }

    /// Entries of all populations together.
    #[cfg(test)]
    pub(crate) fn entries(&self) -> usize {
        self.entries
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::{Action, Individual, TemplateId};

    fn individual(number: u64, actions: usize) -> Arc<EvaluatedIndividual> {
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
            covered: Vec::new(),
            faults: Vec::new(),
            strayed: Vec::new(),
        })
    }

    #[test]
    fn the_target_that_improved_last_is_chosen_first() {
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut archive = Archive::default();
        for target in 0..3 {
            archive.offer(TargetId(target), 0.2, &individual(u64::from(target), 1), 10, &mut rng);
        }
        let mut chosen: Vec<u32> =
            (0..3).map(|_| archive.choose(10, |_, _| 1, &mut rng).unwrap().0.0).collect();
        chosen.sort_unstable();
        assert_eq!(chosen, [0, 1, 2], "each once");
        for _ in 0..6 {
            archive.choose(10, |_, _| 1, &mut rng);
        }
        archive.offer(TargetId(1), 0.1, &individual(8, 1), 10, &mut rng);
        archive.offer(TargetId(2), 0.3, &individual(9, 1), 10, &mut rng);
        for _ in 0..3 {
            assert_eq!(archive.choose(10, |_, _| 1, &mut rng).unwrap().0, TargetId(2));
        }
    }

    #[test]
    fn covered_targets_keep_the_shortest_then_earliest() {
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut archive = Archive::default();
        let target = TargetId(7);
        archive.offer(target, 0.2, &individual(0, 1), 10, &mut rng);
        for (number, actions, calls) in [(1, 3, 10), (2, 3, 20), (3, 2, 30), (4, 4, 40)] {
            archive.cover(target, &individual(number, actions), calls);
        }
        assert!(archive.has_no_population() && archive.entries() == 0);
        assert!(archive.choose(10, |_, _| 1, &mut rng).is_none());
        let (covered, near, _) = archive.into_ordered();
        assert!(near.is_empty());
        assert_eq!((covered[&target].0.number, covered[&target].1), (3, 10));
    }

    #[test]
    fn populations_together_stay_within_their_limit() {
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut archive = Archive::default();
        for round in 0..4_u32 {
            for target in 0..40_000 {
                let h = f64::from(round + 1) / 10.0;
                archive.offer(TargetId(target), h, &individual(0, 1), 10, &mut rng);
                assert!(archive.entries() <= ENTRY_LIMIT);
            }
        }
        let total: usize = archive.reached.values().map(|reached| reached.population.len()).sum();
        assert_eq!(archive.entries(), total);
        assert!(archive.reached.values().all(|reached| reached.population.len() == 2));
        assert_eq!(archive.ranking.len(), 40_000);
    }
}
