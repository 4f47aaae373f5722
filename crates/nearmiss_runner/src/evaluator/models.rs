//! Models of ORMs: what the API asks of columns of its databases.

use std::sync::PoisonError;

use super::SutEvaluator;

impl SutEvaluator<'_> {
    /// Tells the problem of models, where some are new.
    pub(super) fn teach_models(&mut self) {
        let models = self.words.models.lock().unwrap_or_else(PoisonError::into_inner);
        if models.len() > self.models {
            self.models = models.len();
            self.problem.know_models(&models);
        }
    }
}
