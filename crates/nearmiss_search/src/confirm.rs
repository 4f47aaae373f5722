//! Calls behind the last one of a test that show what it did.

use std::sync::Arc;

use crate::after_run::{Lengthened, Shown, run};
use crate::{Action, Answers, EvaluatedIndividual, Evaluator, Individual};

/// Puts behind tests whose last call removes something the call that `reading` gives, which reads what was removed,
/// where that is refused, twice, and all that the test covers stays covered. Ends early when the evaluator stops.
///
/// A test that shows a fault stays as it is.
pub fn confirm(
    suite: &[Arc<EvaluatedIndividual>],
    evaluator: &mut dyn Evaluator,
    reading: &mut dyn FnMut(&Individual) -> Option<Action>,
) -> Lengthened {
    let mut done = Lengthened::default();
    for test in suite {
        let confirmed = confirmed(test, (evaluator, &mut done.calls), reading);
        done.longer += usize::from(confirmed.is_some());
        done.tests.push(confirmed.map_or_else(|| Arc::clone(test), Arc::new));
    }
    done
}

/// The test with the call behind it; `None` if there is none, or it shows something else.
fn confirmed(
    test: &EvaluatedIndividual,
    (evaluator, calls): (&mut dyn Evaluator, &mut u64),
    reading: &mut dyn FnMut(&Individual) -> Option<Action>,
) -> Option<EvaluatedIndividual> {
    let individual = &test.individual;
    let stays = individual.soaks || individual.is_long() || !test.faults.is_empty();
    if stays || evaluator.stopped() {
        return None;
    }
    let mut longer = individual.clone();
    longer.calls.push(reading(individual)?);
    let mut shown = |individual: &Individual| -> Shown {
        let shown = run(individual, evaluator);
        *calls += u64::from(shown.evaluation.calls);
        shown
    };
    // All of it does what it asks for, and the reading alone is refused.
    if !matches!(shown(individual).answers, Answers::Good(_)) {
        return None;
    }
    let mut last = None;
    for _ in 0..2 {
        let again = shown(&longer);
        let covers = test.covered.iter().all(|target| again.covered.contains(target));
        let is_refused = matches!(again.answers, Answers::Refused(_));
        if !is_refused || !covers || !again.evaluation.faults.is_empty() {
            return None;
        }
        last = Some(again);
    }
    let strayed = last?.evaluation.strayed;
    Some(EvaluatedIndividual { individual: longer, strayed, ..test.clone() })
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::{COVERED, TargetId};

    use super::*;
    use crate::{Evaluation, Hit, TemplateId};

    /// A SUT in which call 1 removes what call 2 reads; call 3 removes nothing. Each covers its number.
    #[derive(Default)]
    struct Things(Answers);

    impl Evaluator for Things {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let calls: Vec<u32> = individual.calls.iter().map(|call| call.template.0).collect();
            let is_refused = calls.ends_with(&[1, 2]);
            self.0 = if is_refused { Answers::Refused(0) } else { Answers::Good(Vec::new()) };
            let hit = |target: &u32| Hit { target: TargetId(*target), h: COVERED };
            let (hits, made) = (calls.iter().map(hit).collect(), calls.len() as u32);
            Evaluation { hits, calls: made, ..Evaluation::default() }
        }

        fn answers(&mut self) -> Answers {
            self.0.clone()
        }

        fn stopped(&self) -> bool {
            false
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    fn call(template: u32) -> Action {
        let (genes, links) = (Vec::new(), Vec::new());
        Action { template: TemplateId(template), genes, links, user: None, malformed: None }
    }

    fn test(calls: &[u32]) -> Arc<EvaluatedIndividual> {
        let individual = Individual {
            calls: calls.iter().map(|template| call(*template)).collect(),
            ..Individual::default()
        };
        let covered = calls.iter().map(|target| TargetId(*target)).collect();
        let (faults, strayed) = (Vec::new(), Vec::new());
        Arc::new(EvaluatedIndividual { number: 0, individual, covered, faults, strayed })
    }

    #[test]
    fn what_is_removed_is_read_where_that_is_refused() {
        let mut reading = |individual: &Individual| {
            let last = individual.calls.last()?.template.0;
            matches!(last, 1 | 3).then(|| call(2))
        };
        let suite = [test(&[4, 1]), test(&[3]), test(&[2])];
        let done = confirm(&suite, &mut Things::default(), &mut reading);
        let calls: Vec<usize> = done.tests.iter().map(|test| test.individual.calls.len()).collect();
        assert_eq!((calls, done.longer), (vec![3, 1, 1], 1));
        assert_eq!(done.tests[0].covered, suite[0].covered);
        assert_eq!(done.calls, 2 + 3 + 3 + 1 + 2);
    }
}
