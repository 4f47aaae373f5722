//! One large stack a thread, kept for the next source: what a fresh one costs to map and to fill with
//! zeros is a tenth of the transform of an ordinary file, and so is starting a thread.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::{NonNull, null_mut};

use super::STACK_BYTES;

/// Where so much cannot be reserved.
const SMALL_STACK_BYTES: usize = 128 << 20;
/// What stays in memory between sources; deep ones give the rest back.
const KEPT_BYTES: usize = 1 << 20;
/// Below the stack: a page that faults, of whatever size pages are.
const GUARD_BYTES: usize = 1 << 16;

thread_local! {
    static KEPT: Cell<Option<Stack>> = const { Cell::new(None) };
}

/// Runs `work` on a large stack, on the same thread.
pub(crate) fn on_large_stack<T>(work: impl FnOnce() -> T) -> T {
    let kept = KEPT.try_with(Cell::take).ok().flatten();
    let reserve = || Stack::reserve(STACK_BYTES).or_else(|| Stack::reserve(SMALL_STACK_BYTES));
    let Some(stack) = kept.or_else(reserve) else { return work() };
    let outcome = stack.run(|| catch_unwind(AssertUnwindSafe(work)));
    stack.trim();
    // While the thread ends nothing is kept.
    let _ = KEPT.try_with(|kept| kept.set(Some(stack)));
    outcome.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Memory that a stack grows down in, a guard at its low end.
struct Stack {
    base: NonNull<u8>,
    bytes: usize,
}

impl Stack {
    fn reserve(bytes: usize) -> Option<Self> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        #[expect(unsafe_code, reason = "a stack is memory that only the system can give")]
        // SAFETY: a new mapping where the system likes touches no memory of ours.
        let base = unsafe { libc::mmap(null_mut(), bytes, protection, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return None;
        }
        let stack = Self { base: NonNull::new(base.cast())?, bytes };
        #[expect(unsafe_code, reason = "the guard of a stack")]
        // SAFETY: the range is the low end of the mapping above, which nothing uses yet.
        let guarded = unsafe { libc::mprotect(base, GUARD_BYTES, libc::PROT_NONE) };
        (guarded == 0).then_some(stack)
    }

    fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        #[expect(unsafe_code, reason = "switching stacks")]
        // SAFETY: the memory is mapped, aligned to pages, large and used by nobody else: the stack is
        // out of its cell while it runs. `work` does not unwind, its panics are caught.
        unsafe {
            psm::on_stack(self.base.as_ptr(), self.bytes, work)
        }
    }

    /// Gives back what a deep source took.
    fn trim(&self) {
        let bytes = self.bytes - GUARD_BYTES - KEPT_BYTES;
        #[expect(unsafe_code, reason = "giving memory back")]
        // SAFETY: the range lies in the mapping, above its guard; nothing runs on the stack.
        unsafe {
            let from = self.base.as_ptr().add(GUARD_BYTES);
            libc::madvise(from.cast(), bytes, libc::MADV_DONTNEED);
        }
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        #[expect(unsafe_code, reason = "giving memory back")]
        // SAFETY: the mapping is ours, and nothing runs on it.
        unsafe {
            libc::munmap(self.base.as_ptr().cast(), self.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(levels: usize) -> usize {
        let frame = std::hint::black_box([levels; 64]);
        if levels == 0 { 0 } else { frame[0].min(levels) - levels + 1 + depth(levels - 1) }
    }

    #[test]
    fn deep_work_runs_again_and_again_and_inside_itself() {
        for _ in 0..3 {
            assert_eq!(on_large_stack(|| depth(200_000)), 200_000);
        }
        let nested = on_large_stack(|| on_large_stack(|| depth(100_000)) + depth(100_000));
        assert_eq!(nested, 200_000);
    }

    #[test]
    fn a_panic_arrives_and_the_stack_is_kept() {
        let panic = catch_unwind(|| on_large_stack(|| std::panic::panic_any(7_u8)));
        assert_eq!(panic.unwrap_err().downcast_ref::<u8>(), Some(&7));
        assert_eq!(on_large_stack(|| depth(1000)), 1000);
    }
}
