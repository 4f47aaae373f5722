//! What finds faults in answers. An oracle is one file here and one line in [`ALL`].

mod http_500;
mod invalid_response;

use nearmiss_search::Fault;

use super::operation::Operation;
use super::rest_problem::RestProblem;
use crate::{CallOutcome, HttpCall};

/// All oracles by their code.
pub(super) const ALL: &[&dyn Oracle] = &[&http_500::Http500, &invalid_response::InvalidResponse];

/// What an oracle looks at.
pub(super) struct Judged<'a> {
    /// The problem.
    pub problem: &'a RestProblem,
    /// The operation that was called.
    pub operation: &'a Operation,
    /// The call.
    pub call: &'a HttpCall,
    /// What became of it.
    pub outcome: &'a CallOutcome,
    /// Key of the statement that the first exception of the call left unfinished.
    pub thrown_at: Option<&'a str>,
}

/// Finds one sort of fault.
pub(super) trait Oracle: Sync {
    /// The faults of a call. The same defect gives equal faults, whatever the values in the answer:
    /// neither place nor message may hold them. Deterministic; called once after each call.
    fn judge(&self, judged: &Judged<'_>) -> Vec<Fault>;
}
