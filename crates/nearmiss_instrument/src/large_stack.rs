//! Deep nesting: work runs on a large stack, and what would not fit is refused before.

/// Reserved, not committed: only what is used takes memory.
const STACK_BYTES: usize = 1 << 30;
/// Where so much cannot be reserved.
const SMALL_STACK_BYTES: usize = 128 << 20;
/// Brackets, and statements that nest without, that may be open at one place.
const MAX_OPEN: usize = 10_000;
/// Operators that may be open in one bracket; additions count too, of which V8 takes 20,000.
const MAX_OPEN_OPERATORS: usize = 50_000;

/// Labels of one statement, of which swc compares each with each and complains of every pair.
const MAX_LABELS: usize = 500;

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
/// tokens, per bracket.
pub(crate) fn too_deep(source: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut level = Level::default();
    let mut labels = Labels::default();
    let bytes = source.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        labels.meet(byte);
        match byte {
            b'(' | b'[' | b'{' => open.push(std::mem::take(&mut level)),
            b')' | b']' | b'}' => level = open.pop().unwrap_or_default(),
            b';' | b',' => level.operators = 0,
            b'!' | b'~' | b'?' | b'+' | b'-' | b'`' => level.operators += 1,
            b'=' if bytes.get(at + 1) != Some(&b'=') => level.operators += 1,
            b'*' if bytes.get(at + 1) == Some(&b'*') => level.operators += 1,
            b'n' | b't' | b'v' | b'a' | b'y' if starts(&bytes[at..], &OPERATOR_WORDS) => {
                level.operators += 1;
            }
            b'e' | b'd' | b'f' | b'w' if starts(&bytes[at..], &STATEMENT_WORDS) => {
                level.statements += 1;
            }
            _ => {}
        }
        if open.len() > MAX_OPEN
            || level.operators > MAX_OPEN_OPERATORS
            || level.statements > MAX_OPEN
            || labels.count > MAX_LABELS
        {
            return Some(at);
        }
    }
    None
}

/// Labels that follow one another: `a:b:c:`.
#[derive(Default)]
struct Labels {
    count: usize,
    /// Words since the last colon.
    words: usize,
    in_word: bool,
}

impl Labels {
    fn meet(&mut self, byte: u8) {
        let is_word = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\' | 0x80..);
        match byte {
            _ if is_word => self.words += usize::from(!self.in_word),
            b':' => {
                self.count = if self.words == 1 { self.count + 1 } else { 0 };
                self.words = 0;
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => *self = Self::default(),
        }
        self.in_word = is_word;
    }
}

/// What may be open inside one bracket.
#[derive(Default)]
struct Level {
    operators: usize,
    statements: usize,
}

const OPERATOR_WORDS: [&[u8]; 5] = [b"new ", b"typeof ", b"void ", b"await ", b"yield "];
const STATEMENT_WORDS: [&[u8]; 5] = [b"else", b"do ", b"do{", b"for(", b"while("];

fn starts(rest: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|word| rest.starts_with(word))
}
