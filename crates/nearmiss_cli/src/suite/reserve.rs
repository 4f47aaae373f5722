//! Tests of the archive that are not in the suite: asked for what is lost with a test that is left out.

use std::collections::BTreeSet;

use nearmiss_targets::TargetId;

use super::Kept;

/// Tests that the search has kept for some target, and that the suite did without.
#[derive(Debug, Default)]
pub struct Reserve(Vec<Kept>);

impl Reserve {
    /// A reserve of these tests, the best first where two cover as much.
    #[must_use]
    pub fn new(tests: Vec<Kept>) -> Self {
        Self(tests)
    }

    /// Takes out tests that cover what is lost with those that are `gone`, beside those that are `kept`: as few as it takes, the
    /// one that covers most first.
    pub fn instead_of(&mut self, gone: &[Kept], kept: &[Kept]) -> Vec<Kept> {
        let covered: BTreeSet<TargetId> =
            kept.iter().flat_map(|test| &test.covered).copied().collect();
        let of_gone = gone.iter().flat_map(|test| &test.covered).copied();
        let mut lost: BTreeSet<TargetId> =
            of_gone.filter(|target| !covered.contains(target)).collect();
        // What does not repeat in one test will not do so in the same test.
        self.0.retain(|test| !gone.iter().any(|gone| gone.test == test.test));
        let mut found = Vec::new();
        while !lost.is_empty() {
            let covers = |test: &Kept| test.covered.iter().filter(|at| lost.contains(at)).count();
            let best = self.0.iter().enumerate().rev().max_by_key(|(_, test)| covers(test));
            let Some((index, test)) = best.filter(|(_, test)| covers(test) > 0) else { break };
            test.covered.iter().for_each(|target| {
                lost.remove(target);
            });
            found.push(self.0.remove(index));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::Test;
    use nearmiss_search::Individual;
    use nearmiss_writer::CaseKind;
    use serde_json::json;

    use super::*;

    fn test(covered: &[u32]) -> Kept {
        let target = [json!({ "Text": format!("/{covered:?}") })];
        let request = json!({ "method": "GET", "target": target, "headers": [], "body": null });
        let call = json!({ "operation": "GET:/a", "request": { "Http": request } });
        Kept {
            individual: Individual::default(),
            test: Test::of_calls(vec![serde_json::from_value(call).unwrap()]),
            faults: Vec::new(),
            told_elsewhere: Vec::new(),
            kind: CaseKind::Success,
            covered: covered.iter().map(|slot| TargetId(*slot)).collect(),
            cause: None,
        }
    }

    #[test]
    fn what_one_test_alone_held_is_covered_by_others() {
        let mut reserve = Reserve::new(vec![
            test(&[1]),
            test(&[2, 3]),
            test(&[2, 3, 4]),
            test(&[2, 3, 4, 9]),
            test(&[5]),
        ]);
        // The same test once more is of no use, and 4 is covered still.
        let found = reserve.instead_of(&[test(&[2, 3, 4]), test(&[5, 6])], &[test(&[4])]);
        let covered: Vec<_> = found.iter().map(|test| test.covered.clone()).collect();
        assert_eq!(covered, [test(&[2, 3]).covered, test(&[5]).covered]);
        assert!(reserve.instead_of(&[test(&[7])], &[]).is_empty());
    }
}
