//! Equal calls in a row, which are printed as a loop.

use nearmiss_problem::Call;

use super::call::is_used_later;
use crate::Expectation;

/// Fewer equal calls are printed one by one.
const LEAST: usize = 8;

/// Calls that are printed as a loop.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Repeated {
    /// Number of them: all equal calls in a row but the last one.
    pub count: usize,
    /// The status of all their answers, if it is one.
    pub status: Option<u16>,
}

/// Answers the calls from `index` on that are a loop, if there are so many.
pub(super) fn repeated(
    calls: &[&Call],
    expectations: &[Expectation],
    index: usize,
) -> Option<Repeated> {
    let (step, later) = calls[index..].split_first()?;
    let count = later.iter().take_while(|call| *call == step).count();
    if count < LEAST {
        return None;
    }
    let statuses = expectations.get(index..index + count)?.iter().map(|expected| match expected {
        Expectation::Answer(answer) => Some(answer.status),
        Expectation::Unstable { .. } | Expectation::Timeout | Expectation::Broken => None,
    });
    let statuses: Vec<Option<u16>> = statuses.collect::<Option<_>>()?;
    let is_used = |at: usize| is_used_later(at, &calls[at + 1..]);
    if (index..index + count).any(is_used) {
        return None;
    }
    let first = statuses[0];
    let status = first.filter(|_| statuses.iter().all(|status| *status == first));
    Some(Repeated { count, status })
}
