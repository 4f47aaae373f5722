//! Tests of earlier searches: run again before anything else.

use super::assess::Purpose;
use super::run::Run;

impl Run<'_> {
    /// Runs the next test of an earlier search. Answers false when there is none left.
    pub(super) async fn resume(&mut self) -> bool {
        let mut resuming = std::mem::take(&mut self.resuming);
        let next = resuming.next(|key| self.covers(key));
        self.resuming = resuming;
        let Some(index) = next else { return false };
        let mut rng = self.next_rng();
        let individual = self.resuming.tests[index].0.individual.clone();
        self.resuming.running += 1;
        self.assess(individual, Purpose::Resume, &mut rng).await;
        // What the end of the search cut short says nothing of the test.
        if self.evaluator.used() < 1.0 && !self.evaluator.stopped() {
            self.resuming.tests[index].1 += 1;
        }
        self.resuming.running -= 1;
        true
    }
}
