//! A large stack where the system's own calls are not known.

use super::STACK_BYTES;

/// Runs `work` on a large stack of its own, if there can be one.
pub(crate) fn on_large_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::grow(STACK_BYTES, work)
}
