//! Links that hold calls together which have nothing to do with one another.

use std::collections::BTreeSet;

use super::groups::taken;
use super::{Needs, Work};
use crate::{ActionAt, EvaluatedIndividual, Individual, Link};

/// Fewest calls of a test that is cut through links: shorter ones are about what these hand on.
const LEAST_CALLS: usize = 4;
/// Most answers that calls behind a cut take something from.
const MOST_CROSSING: usize = 2;

impl Work<'_> {
    /// The test without links that take nothing, where it shows the same without them; `None` if all of them take
    /// something.
    pub(super) fn without_vain_links(
        &mut self,
        test: &EvaluatedIndividual,
        needed: &Needs,
    ) -> Option<EvaluatedIndividual> {
        let is_call = |link: &Link| matches!(link.from, ActionAt::Call(_));
        let calls = &test.individual.calls;
        let has_links = calls.iter().flat_map(|call| &call.links).any(is_call);
        if !has_links || !test.faults.is_empty() || self.evaluator.stopped() {
            return None;
        }
        let before = self.run(&test.individual);
        if before.evaluation.disturbed || before.evaluation.vain_links.is_empty() {
            return None;
        }
        let mut individual = test.individual.clone();
        individual.drop_links(&before.evaluation.vain_links);
        let after = self.run(&individual);
        let shows_the_same = needed.covered.is_subset(&after.covered)
            && after.answers.are_like(&before.answers)
            && after.evaluation.faults.is_empty();
        shows_the_same.then(|| EvaluatedIndividual {
            number: test.number,
            individual,
            covered: before.covered.intersection(&after.covered).copied().collect(),
            faults: Vec::new(),
            strayed: after.evaluation.strayed,
        })
    }

    /// The calls before some place and those behind it, which take a piece or two of the answers before it and do as well without,
    /// each again by themselves; `None` if there is no place for that.
    pub(super) fn cut_through(
        &mut self,
        individual: &Individual,
        needed: &Needs,
    ) -> Option<Vec<EvaluatedIndividual>> {
        let calls = individual.calls.len();
        for cut in (1..calls).filter(|_| calls >= LEAST_CALLS) {
            let crossing = crossing(individual, cut);
            if crossing.is_empty() || crossing.len() > MOST_CROSSING || self.evaluator.stopped() {
                continue;
            }
            let mut alone = individual.clone();
            alone.drop_links(&crossing);
            // It is what lacks something, if any does.
            let Some(behind) = self.part(&alone, &(cut..calls).collect()) else { continue };
            let Some(before) = self.part(&alone, &(0..cut).collect()) else { continue };
            let parts = [before, behind];
            if needed.are_met(&parts) {
                return Some(
                    parts.into_iter().flat_map(|part| self.smaller(part, needed)).collect(),
                );
            }
        }
        None
    }
}

/// The links of calls from `cut` on to answers before it, each as the index of the call and that of the answer.
fn crossing(individual: &Individual, cut: usize) -> Vec<(usize, usize)> {
    let behind = individual.calls.iter().enumerate().skip(cut);
    let links = behind.flat_map(|(index, call)| taken(call).map(move |from| (index, from)));
    let found: BTreeSet<(usize, usize)> = links.filter(|(_, from)| *from < cut).collect();
    found.into_iter().collect()
}
