//! What is done about rate limiters: the search waits where calls are refused one after another, and sees each limiter refuse
//! once.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use nearmiss_problem::CallOutcome;

use super::SutEvaluator;
use super::options::Budget;

/// Waits that are short: they cost less than what calls in vain do.
const SHORT: Duration = Duration::from_secs(3);
/// Waits that somebody accepts who has the calls made slowly.
const LONG: Duration = Duration::from_secs(60);
/// Between two looks whether the search ends.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The part of the budget that may go to the calls of one limiter, which are made twice.
const SHARE: f64 = 0.05;
/// The part of a budget of time after which it is known how many calls there will be.
const KNOWN: f64 = 0.05;

impl SutEvaluator<'_> {
    /// Waits where calls are refused one after another and a short wait is asked for; says so, or that it does not wait.
    pub(super) fn heed_too_many(&mut self, outcomes: &[CallOutcome]) {
        if !self.too_many.go_on(outcomes) {
            return;
        }
        self.too_many.in_a_row = 0;
        let most = if self.options.limits.apart.is_zero() { SHORT } else { LONG };
        let told = "calls are answered 429, one after another, by a rate limiter whose counts nearmiss cannot forget";
        let advice =
            "raise its limit for the search, or let nearmiss call more slowly with --rate-limit";
        match self.too_many.asks {
            Some(wait) if wait <= most => {
                self.warn(format!(
                    "{told}: it waits as it is asked to, up to {} s; {advice}",
                    most.as_secs()
                ));
                self.sleep(wait);
            }
            Some(wait) => {
                self.warn(format!(
                    "{told}; it asks to wait {} s, which the search does not; {advice}",
                    wait.as_secs()
                ));
            }
            None => self.warn(format!("{told}; {advice}")),
        }
    }

    /// Sleeps, but not beyond the end of the search.
    fn sleep(&self, wait: Duration) {
        let end = Instant::now() + wait;
        let end = self.until().map_or(end, |until| end.min(until));
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || self.options.interrupt.load(Ordering::Relaxed) {
                return;
            }
            std::thread::sleep(left.min(LOOK_EVERY));
        }
    }
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
        if let Budget::Calls(calls) = self.options.budget {
            return Some(calls as f64);
        }
        let used = nearmiss_search::Evaluator::used(self);
        (used >= KNOWN).then(|| self.calls as f64 / used)
    }
}
