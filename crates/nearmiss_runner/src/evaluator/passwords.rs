//! Passwords that the calls of a test were checked by.

use nearmiss_problem::{Call, ToldKey, ToldPassword, ToldStored};
use nearmiss_search::Individual;
use nearmiss_targets::layout::fact;

use super::SutEvaluator;
use super::lane_test::Settled;

impl SutEvaluator<'_> {
    /// Takes in the passwords that the API has checked in a test against what is stored.
    pub(super) fn note_passwords(
        &self,
        individual: &Individual,
        steps: &[Call],
        settled: &Settled,
    ) {
        let facts = settled.drained.iter().flat_map(|thread| &thread.facts);
        for (_, at, _, text) in facts.filter(|fact| fact.0 == fact::PASSWORD) {
            let Some(call) = steps.get(usize::from(*at)) else { continue };
            let (at, text) = (usize::from(*at), String::from_utf16_lossy(text));
            if let Some(told) = ToldPassword::read(at, &text) {
                self.problem.note_password(individual, call, &told);
            } else if let Some(told) = ToldKey::read(at, &text) {
                self.problem.note_key(individual, call, &told);
            } else if let Some(told) = ToldStored::read(&text) {
                self.problem.note_stored(&told);
            }
        }
    }
}
