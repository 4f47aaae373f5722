//! Refusals of rate limiters that are to be seen once: by as many calls of one operation as its limiter lets through, and one more.

use std::sync::PoisonError;

use super::SutEvaluator;
use super::options::Budget;

/// The part of the budget that may go to the calls of one limiter, which are made twice.
const SHARE: f64 = 0.05;
/// The part of a budget of time after which it is known how many calls there will be.
const KNOWN: f64 = 0.05;

/// Refusals that are wanted.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    /// How many of the limiters that were told were looked at.
    looked: usize,
    /// Operations and how many of their calls are let through, until the budget is known to suffice.
    waiting: Vec<(String, u32)>,
    /// Packages and limits that were looked at: one refusal of each is enough.
    known: Vec<(String, u32)>,
}

impl SutEvaluator<'_> {
    /// Tells the problem of limiters that were seen, as far as the budget allows to come to their limits.
    pub(super) fn want_refusals(&mut self) {
        self.look_at_limiters();
        if self.refusals.waiting.is_empty() {
            return;
        }
        let Some(calls) = self.calls_of_budget() else { return };
        for (operation, limit) in std::mem::take(&mut self.refusals.waiting) {
            let needed = 2.0 * (f64::from(limit) + 1.0);
            if needed <= SHARE * calls {
                self.problem.want_refusal(&operation, limit);
            } else {
                self.warn(format!(
                    "{operation}: a rate limiter lets {limit} calls through, and the budget is too small to see it refuse one"
                ));
            }
        }
    }

    fn look_at_limiters(&mut self) {
        let limiters = self.words.limiters.lock().unwrap_or_else(PoisonError::into_inner);
        if limiters.len() == self.refusals.looked {
            return;
        }
        let new: Vec<_> = limiters[self.refusals.looked..].to_vec();
        self.refusals.looked = limiters.len();
        drop(limiters);
        let templates = self.problem.templates();
        for seen in new {
            // What is counted elsewhere is not forgotten: all calls after that would be refused.
            let (None, Some(limit), Some(operation)) = (seen.elsewhere, seen.limit, seen.operation)
            else {
                continue;
            };
            let known = (seen.library, limit);
            let template = templates.get(operation as usize);
            if let Some(template) = template.filter(|_| !self.refusals.known.contains(&known)) {
                self.refusals.waiting.push((template.name.clone(), limit));
                self.refusals.known.push(known);
            }
        }
    }

    /// Calls of the whole budget; `None` while that is not known.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn calls_of_budget(&self) -> Option<f64> {
        match self.options.budget {
            Budget::Calls(calls) => Some(calls as f64),
            Budget::Time(_) => {
                let used = nearmiss_search::Evaluator::used(self);
                (used >= KNOWN).then(|| self.calls as f64 / used)
            }
        }
    }
}
