//! Refusals of rate limiters that are to be seen once: by as many calls of one operation as its limiter lets through, and one more.

/// Refusals that are wanted.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    /// Number of the limiters that were told and looked at.
    pub(super) looked: usize,
    /// Operations and how many of their calls are let through, until the budget is known to suffice.
    pub(super) waiting: Vec<(String, u32)>,
    /// Packages and limits that were looked at: one refusal of each is enough.
    pub(super) known: Vec<(String, u32)>,
}
