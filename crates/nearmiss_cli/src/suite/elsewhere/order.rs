//! Orders in which the tests of a suite run. Runners have orders of their own (`--randomize` of Jest,
//! `sequence.shuffle` of Vitest), and people run one test alone, or put another one between two.

use nearmiss_writer::{SuiteFile, TestSuite};
use rand::RngExt;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// An order of tests, and of files that run one after another.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Order {
    /// As they are written.
    Written,
    /// The other way round.
    Reversed,
    /// One of any number of others, by its number. In [`Order::all_pairs`] that follow each other, every test comes
    /// directly after every other one once: what one test leaves to the next is seen, whichever two these are.
    Shuffled(usize),
}

impl Order {
    /// Answers how many orders that follow each other it takes until each of so many things has come directly after
    /// each other one.
    pub fn all_pairs(things: usize) -> usize {
        things + things % 2
    }

    /// Answers where the things stood that come first, second and so on in this order.
    pub fn of(self, things: usize) -> Vec<usize> {
        match self {
            Self::Written => (0..things).collect(),
            Self::Reversed => (0..things).rev().collect(),
            Self::Shuffled(number) => shuffled(things, number),
        }
    }

    /// Puts the tests of each file in this order. Answers where each of them stood.
    pub fn arrange(self, suite: &mut TestSuite, files: &[SuiteFile]) -> Vec<usize> {
        let mut stood: Vec<usize> = (0..suite.cases.len()).collect();
        for SuiteFile { cases, .. } in files {
            for (case, from) in cases.iter().zip(self.of(cases.len())) {
                stood[*case] = cases[from];
            }
        }
        suite.cases = stood.iter().map(|from| suite.cases[*from].clone()).collect();
        stood
    }
}

/// Goes through things that stand round a circle from one of them, by turns to this side and to that: the steps are all
/// of another length, and from each begin each of them leads to another pair. Where there are odd ones, one place stays
/// empty. How they stand, and from where it begins, is drawn, so that orders are unlike each other from the first on.
///
/// (E. J. Williams, "Experimental designs balanced for the estimation of residual effects of treatments", 1949.)
fn shuffled(things: usize, number: usize) -> Vec<usize> {
    let places = Order::all_pairs(things);
    if places == 0 {
        return Vec::new();
    }
    let mut rng = Pcg64Mcg::seed_from_u64((number / places) as u64);
    let (circle, begins) = (drawn(places, &mut rng), drawn(places, &mut rng));
    let begin = begins[number % places];
    let steps = (0..places).map(|at| match at % 2 {
        0 => begin + places - at / 2,
        _ => begin + at / 2 + 1,
    });
    steps.map(|place| circle[place % places]).filter(|thing| *thing < things).collect()
}

/// Draws an order of numbers below a count.
fn drawn(count: usize, rng: &mut Pcg64Mcg) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    for at in (1..count).rev() {
        all.swap(at, rng.random_range(..=at));
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_test_comes_directly_after_each_other_one() {
        for tests in 2..14 {
            for block in 0..2 {
                let count = Order::all_pairs(tests);
                let orders = (0..count).map(|at| Order::Shuffled(block * count + at).of(tests));
                let mut pairs = BTreeSet::new();
                let mut first = BTreeSet::new();
                for order in orders {
                    assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), tests);
                    pairs.extend(order.windows(2).map(|pair| (pair[0], pair[1])));
                    first.insert(order[0]);
                }
                assert_eq!((pairs.len(), first.len()), (tests * (tests - 1), tests), "{tests}");
            }
        }
    }

    #[test]
    fn orders_of_many_tests_are_unlike_each_other() {
        // In a third of two drawn orders, more or less, a test stands among the first ten in both.
        let first = |number| Order::Shuffled(number).of(30)[..10].iter().copied().collect();
        let all: Vec<BTreeSet<usize>> = (0..4).map(first).collect();
        let pairs = (0..4).flat_map(|a| (0..a).map(move |b| (a, b)));
        let shared: usize = pairs.map(|(a, b)| all[a].intersection(&all[b]).count()).sum();
        assert!(shared < 6 * 6, "{shared}");
        assert!(Order::Shuffled(3).of(0).is_empty());
        assert_eq!(Order::Shuffled(3).of(1), [0]);
    }
}
