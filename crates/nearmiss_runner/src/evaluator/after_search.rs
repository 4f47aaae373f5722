//! Evaluations after the search, which have budgets of their own and may be reset otherwise.

use std::time::Instant;

use nearmiss_problem::rest::HeldValues;

use super::{Budget, SutEvaluator};
use crate::reset::Reset;

impl SutEvaluator<'_> {
    /// Gives a budget of its own to what comes after the search: its calls are counted from 0 and not
    /// logged.
    pub fn begin_after_search(&mut self, budget: Budget) {
        self.options.budget = budget;
        self.options.on_call = None;
        self.held = Some(HeldValues::default());
        self.calls = 0;
        self.started = Instant::now();
        self.most_restarts = None;
    }

    /// Bounds how often the SUT is started again until the next budget is given.
    pub fn limit_restarts(&mut self, most: u64) {
        self.most_restarts = Some(self.restarts + most);
    }

    /// Has the SUT start anew where a test may have changed something, after the search, or has it reset as in the
    /// search again.
    pub fn restart_after_writes(&mut self, does: bool) {
        self.reset = Some(if does { Reset::AfterWrites } else { self.options.reset.clone() });
        if does {
            self.pool.keep_more();
            // The search has changed what it has.
            self.begins_afresh = true;
        }
    }
}
