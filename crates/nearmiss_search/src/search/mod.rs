//! The search loop: MIO (paper 000 section 2.2) and, as its baseline, random search.

mod assess;
mod climb;
mod costs;
mod follow_up;
mod lanes;
mod resume;
mod resuming;
mod run;
mod slot;
mod snapshots;
mod steps;

use crate::options::SearchOptions;
use crate::{ActionTemplate, Evaluator, Resumed, Sampler, SearchObserver, SearchOutcome};
use resuming::Resuming;
use run::Run;

/// A search that is ready to run.
pub struct SearchLoop<'a> {
    options: SearchOptions,
    templates: &'a [ActionTemplate],
    sampler: &'a dyn Sampler,
    resumed: Resumed,
    only_resumed: bool,
}

impl<'a> SearchLoop<'a> {
    /// A search over individuals that `sampler` makes of `templates`.
    #[must_use]
    pub fn new(
        options: SearchOptions,
        templates: &'a [ActionTemplate],
        sampler: &'a dyn Sampler,
    ) -> Self {
        Self { options, templates, sampler, resumed: Resumed::default(), only_resumed: false }
    }

    /// Runs the tests of earlier searches first, each until it covers its targets again, at most three
    /// times; `only`: and nothing else.
    #[must_use]
    pub fn resuming(self, resumed: Resumed, only: bool) -> Self {
        Self { resumed, only_resumed: only, ..self }
    }

    /// Searches until the budget of `evaluator` is used up or it asks to stop. The same options,
    /// sampler and answers give the same outcome.
    pub fn run(
        mut self,
        evaluator: &mut dyn Evaluator,
        observer: &mut dyn SearchObserver,
    ) -> SearchOutcome {
        let slots = evaluator.slots();
        let (evaluator, observer) = (Box::new(evaluator), Box::new(observer));
        let mut run = Run::new(self.options, self.templates, self.sampler, evaluator, observer);
        run.resuming = Resuming::of(&mut self.resumed);
        run.only_resumed = self.only_resumed;
        run.draws = self.resumed.draws;
        run.knowledge.recall_constants(self.resumed.constants);
        if self.templates.is_empty() {
            return run.finish();
        }
        run = if slots > 1 { lanes::run_in_slots(run, slots) } else { lanes::run_in_one(run) };
        run.offer_snapshot(true);
        run.finish()
    }
}
