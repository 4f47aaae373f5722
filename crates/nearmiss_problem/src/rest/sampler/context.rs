//! What sampling goes by beside the document.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::rest::experience::Experience;
use crate::rest::model::Model;

/// How often an operation that never succeeded is taken, if there is one.
const HARD: f64 = 0.2;

/// Experience, and what of it may be used.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    /// What answers taught.
    pub experience: &'a Experience,
    /// Whether calls are related by resources.
    pub resources: bool,
    /// Whether values of answers are used again.
    pub pool: bool,
    /// Set where all is done for a call to succeed.
    pub seeks: bool,
    /// Set where what was there before is worked on rather than what the test makes.
    pub others: bool,
}

impl Model {
    /// Any operation that is tested; some more often, of which no call has succeeded.
    pub(super) fn any_operation(&self, context: Context<'_>, rng: &mut Pcg64Mcg) -> usize {
        if context.resources && rng.random_bool(HARD) {
            let successes = &context.experience.successes;
            let hard: Vec<usize> = self.asked().filter(|index| successes.is_hard(*index)).collect();
            if !hard.is_empty() {
                return hard[rng.random_range(0..hard.len())];
            }
        }
        if self.focus.is_all() {
            return rng.random_range(0..self.operations.len());
        }
        let asked: Vec<usize> = self.asked().collect();
        asked[rng.random_range(0..asked.len())]
    }
}
