//! Deep nesting: work runs on a large stack, and what would not fit is refused before.

#[cfg(not(unix))]
mod growing;
#[cfg(unix)]
mod kept;

#[cfg(not(unix))]
pub(crate) use growing::on_large_stack;
#[cfg(unix)]
pub(crate) use kept::on_large_stack;

/// Reserved, not committed: only what is used takes memory.
const STACK_BYTES: usize = 1 << 30;

/// Brackets, and statements that nest without, that may be open at one place.
const MAX_OPEN: usize = 10_000;
/// Operators that may be open in one bracket; additions count too, of which V8 takes 20,000.
const MAX_OPEN_OPERATORS: usize = 50_000;

/// Labels of one statement, of which swc compares each with each and complains of every pair.
const MAX_LABELS: usize = 500;

/// The offset at which more is open than the parser's stack can take.
///
/// Brackets in strings and comments count too, so the answer is on the safe side. What nests to
/// the right without brackets (`!!!!x`, `a=>a=>a`, `a?b:c?d:e`, `else if`) is counted by its
/// tokens, per bracket.
pub(crate) fn too_deep(source: &str) -> Option<usize> {
    if cannot_be(source.as_bytes()) { None } else { first_too_deep(source) }
}

fn first_too_deep(source: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut level = Level::default();
    let mut labels = Labels::default();
    let bytes = source.as_bytes();
    let mut in_word = false;
    for (at, &byte) in bytes.iter().enumerate() {
        labels.meet(byte);
        let kind = KINDS[usize::from(in_word)][usize::from(byte)];
        in_word = IS_WORD[usize::from(byte)];
        match kind {
            Kind::Other => continue,
            Kind::Open => open.push(std::mem::take(&mut level)),
            Kind::Close => level = open.pop().unwrap_or_default(),
            Kind::End => level.operators = 0,
            Kind::Operator => level.operators += 1,
            Kind::Equals if bytes.get(at + 1) != Some(&b'=') => level.operators += 1,
            Kind::Times if bytes.get(at + 1) == Some(&b'*') => level.operators += 1,
            Kind::Word => word(&bytes[at..], &mut level),
            Kind::Equals | Kind::Times => continue,
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

/// Whether a source is too short, or has too little of what counts, to be too deep: most are.
fn cannot_be(source: &[u8]) -> bool {
    if labels_in_a_row(source) > MAX_LABELS {
        return false;
    }
    if source.len() <= MAX_OPEN {
        return true;
    }
    let open = |byte, _| (byte == b'(') | (byte == b'[') | (byte == b'{');
    // `else`, `do`, `for` and `while` hold one of these each.
    let word = |first, second| {
        (first == b'l') & (second == b's')
            | (first == b'd') & (second == b'o')
            | (first == b'o') & (second == b'r')
            | (first == b'h') & (second == b'i')
    };
    // A word that counts as an operator ends with one of these letters and a space.
    let operator = |first, second| {
        let word = (first == b'w') | (first == b'f') | (first == b'd') | (first == b't');
        let single = (first == b'!') | (first == b'~') | (first == b'?') | (first == b'`');
        let double = (first == b'+') | (first == b'-') | (first == b'=') | (first == b'*');
        word & (second == b' ') | single | double
    };
    // A word has two letters at least.
    count(source, open) < MAX_OPEN
        && (source.len() <= 2 * MAX_OPEN || count(source, word) < MAX_OPEN)
        && (source.len() <= MAX_OPEN_OPERATORS || count(source, operator) < MAX_OPEN_OPERATORS)
}

/// How many bytes, with the byte behind each, are of a kind; the last one counts. Without branches, and
/// in sums of one byte, which is what the compiler makes a pass over many bytes at once of.
fn count(source: &[u8], is: impl Fn(u8, u8) -> bool) -> usize {
    let after = source.get(1..).unwrap_or_default();
    let runs = source.chunks(usize::from(u8::MAX)).zip(after.chunks(usize::from(u8::MAX)));
    let of_run = |(run, after): (&[u8], &[u8])| -> u8 {
        run.iter().zip(after).map(|(&byte, &next)| u8::from(is(byte, next))).sum()
    };
    runs.map(|run| usize::from(of_run(run))).sum::<usize>() + 1
}

/// At most so many labels follow one another: the colons between which there is nothing but letters,
/// digits and white space.
fn labels_in_a_row(source: &[u8]) -> usize {
    let (mut most, mut count, mut from) = (0, 0, 0);
    for colon in memchr::memchr_iter(b':', source) {
        // From its end: what ends a row stands there more often than at its start.
        let is_word =
            |byte: &u8| !byte.is_ascii_punctuation() || matches!(byte, b'_' | b'$' | b'\\');
        count = if source[from..colon].iter().rev().all(is_word) { count + 1 } else { 1 };
        most = most.max(count);
        from = colon + 1;
    }
    most
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

/// What a byte can be the beginning of.
#[derive(Clone, Copy)]
enum Kind {
    Other,
    Open,
    Close,
    /// Ends the operators that are open.
    End,
    Operator,
    Equals,
    Times,
    Word,
}

/// By whether the byte stands inside a word: a branch on every letter would be mispredicted.
const KINDS: [[Kind; 256]; 2] = {
    let mut kinds = [[Kind::Other; 256]; 2];
    let mut byte = 0;
    while byte < 256 {
        let kind = match byte as u8 {
            b'(' | b'[' | b'{' => Kind::Open,
            b')' | b']' | b'}' => Kind::Close,
            b';' | b',' => Kind::End,
            b'!' | b'~' | b'?' | b'+' | b'-' | b'`' => Kind::Operator,
            b'=' => Kind::Equals,
            b'*' => Kind::Times,
            b'n' | b't' | b'v' | b'a' | b'y' | b'e' | b'd' | b'f' | b'w' => Kind::Word,
            _ => Kind::Other,
        };
        kinds[0][byte] = kind;
        kinds[1][byte] = if matches!(kind, Kind::Word) { Kind::Other } else { kind };
        byte += 1;
    }
    kinds
};

const IS_WORD: [bool; 256] = {
    let mut words = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let unit = byte as u8;
        words[byte] = unit.is_ascii_alphanumeric() || unit == b'_' || unit == b'$';
        byte += 1;
    }
    words
};

/// Counts a word that nests without brackets.
fn word(rest: &[u8], level: &mut Level) {
    match rest {
        [b'n', b'e', b'w', b' ', ..]
        | [b't', b'y', b'p', b'e', b'o', b'f', b' ', ..]
        | [b'v', b'o', b'i', b'd', b' ', ..]
        | [b'a', b'w', b'a', b'i', b't', b' ', ..]
        | [b'y', b'i', b'e', b'l', b'd', b' ', ..] => level.operators += 1,
        [b'e', b'l', b's', b'e', ..]
        | [b'd', b'o', b' ' | b'{', ..]
        | [b'f', b'o', b'r', b'(', ..]
        | [b'w', b'h', b'i', b'l', b'e', b'(', ..] => level.statements += 1,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_of_the_count_is_never_too_deep() {
        let pieces = [
            "(",
            "[ ",
            "{a",
            "!",
            "~",
            "`",
            "+a ",
            "a?b:",
            "a=",
            "a=>",
            "2**",
            "new ",
            "typeof ",
            "void ",
            "await ",
            "yield ",
            "else ",
            "if(a);else ",
            "do ",
            "do{",
            "for(",
            "while(",
            "a:",
            "b: ",
            "c\n:",
        ];
        for piece in pieces {
            for limit in [MAX_LABELS, MAX_OPEN, MAX_OPEN_OPERATORS] {
                for times in limit - 1..=limit + 2 {
                    let source = piece.repeat(times);
                    let told = first_too_deep(&source).is_some();
                    assert!(!(told && cannot_be(source.as_bytes())), "{piece} {times}");
                    assert_eq!(too_deep(&source).is_some(), told, "{piece} {times}");
                }
            }
        }
        assert!(cannot_be("a({b: c(d), e: 'f'});\n".repeat(1500).as_bytes()));
    }
}
