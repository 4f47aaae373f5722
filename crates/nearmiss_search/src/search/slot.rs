//! A slot of a search that evaluates several individuals at once: it lays the run down while it waits for its
//! evaluation, and takes it up again after that.

use std::cell::RefCell;
use std::rc::Rc;
use std::task::Poll;

use super::run::Run;
use crate::{Evaluation, Evaluator, Individual, SearchObserver};

/// One slot of a search.
#[derive(Clone)]
pub(super) struct Slot<'a> {
    pub(super) number: usize,
    /// Where the run lies while no slot has it.
    pub(super) run: Rc<RefCell<Option<Run<'a>>>>,
}

/// Waits once: until the slot is polled again.
async fn next_turn() {
    let mut waited = false;
    std::future::poll_fn(|_| {
        if std::mem::replace(&mut waited, true) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

impl Run<'_> {
    /// Evaluates an individual, and notes what it cost; other slots search meanwhile.
    pub(super) async fn evaluate(&mut self, individual: &Individual, explores: bool) -> Evaluation {
        let evaluation = self.evaluated(individual, explores).await;
        self.costs.note(individual, &evaluation);
        evaluation
    }

    async fn evaluated(&mut self, individual: &Individual, explores: bool) -> Evaluation {
        let Some(slot) = self.slot.take() else {
            return if explores {
                self.evaluator.explore(individual)
            } else {
                self.evaluator.evaluate(individual)
            };
        };
        self.evaluator.submit(slot.number, individual, explores);
        let hollow = Run::new(
            self.options.clone(),
            self.templates,
            self.sampler,
            Box::new(Nothing),
            Box::new(Nothing),
        );
        slot.run.replace(Some(std::mem::replace(self, hollow)));
        next_turn().await;
        if let Some(run) = slot.run.take() {
            *self = run;
        }
        let evaluation = self.evaluator.collect(slot.number);
        self.slot = Some(slot);
        evaluation
    }
}

/// Stands where the run was while another slot has it.
struct Nothing;

impl Evaluator for Nothing {
    fn evaluate(&mut self, _individual: &Individual) -> Evaluation {
        Evaluation { disturbed: true, ..Evaluation::default() }
    }

    fn stopped(&self) -> bool {
        true
    }

    fn used(&self) -> f64 {
        1.0
    }
}

impl SearchObserver for Nothing {}
