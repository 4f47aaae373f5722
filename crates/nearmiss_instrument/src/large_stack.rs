//! Deep nesting: work runs on a large stack, and what would not fit is refused before.

/// Reserved, not committed: only what is used takes memory.
const STACK_BYTES: usize = 1 << 30;
/// Where so much cannot be reserved.
const SMALL_STACK_BYTES: usize = 128 << 20;
/// Brackets, and operators that nest to the right, that may be open at one place.
const MAX_OPEN: u32 = 20_000;

/// Runs `work` on a thread with a large stack.
pub(crate) fn on_large_stack<T: Send>(work: impl Fn() -> T + Send + Sync) -> T {
    std::thread::scope(|scope| {
        for bytes in [STACK_BYTES, SMALL_STACK_BYTES] {
            let builder = std::thread::Builder::new().name("nearmiss-plan".to_owned());
            if let Ok(handle) = builder.stack_size(bytes).spawn_scoped(scope, &work) {
                return match handle.join() {
                    Ok(value) => value,
                    Err(panic) => std::panic::resume_unwind(panic),
                };
            }
        }
        work()
    })
}

/// The offset at which more is open than the parser's stack can take.
///
/// Brackets in strings and comments count too, so the answer is on the safe side. What nests to
/// the right without brackets (`!!!!x`, `a=>a=>a`, `a?b:c?d:e`, `else if`) is counted by its
/// tokens since the last statement boundary.
pub(crate) fn too_deep(source: &str) -> Option<usize> {
    let (mut open, mut pending, mut words) = (0u32, 0u32, 0u32);
    let bytes = source.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            b';' => pending = 0,
            b'!' | b'~' | b'?' | b'+' | b'-' | b'`' => pending += 1,
            b'=' if bytes.get(at + 1) != Some(&b'=') => pending += 1,
            b'*' if bytes.get(at + 1) == Some(&b'*') => pending += 1,
            b'e' | b'n' | b't' | b'v' | b'a' | b'y' if starts_nesting_word(&bytes[at..]) => {
                words += 1;
            }
            _ => {}
        }
        // Additions nest to the left, where loops walk: they may be many.
        if open > MAX_OPEN || pending > MAX_OPEN * 16 || words > MAX_OPEN * 16 {
            return Some(at);
        }
    }
    None
}

fn starts_nesting_word(rest: &[u8]) -> bool {
    [&b"else if"[..], b"new ", b"typeof ", b"void ", b"await ", b"yield "]
        .iter()
        .any(|word| rest.starts_with(word))
}
