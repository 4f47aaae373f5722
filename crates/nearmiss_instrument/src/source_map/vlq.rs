//! The `mappings` text of a source map, written segment by segment.

use super::segments::OriginalPosition;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes segments in order of generated position.
#[derive(Debug, Default)]
pub(super) struct MappingsWriter {
    text: Vec<u8>,
    line: u32,
    column: u32,
    source: u32,
    original_line: u32,
    original_column: u32,
    name: u32,
    /// Whether the current line has a segment.
    started: bool,
    /// What the last segment of the current line maps to.
    last: Option<OriginalPosition>,
}

impl MappingsWriter {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { text: Vec::with_capacity(capacity), ..Self::default() }
    }

    /// Adds a segment. One that says what the segment before it says, or that unmaps what is not
    /// mapped, is left out. `line` and `column` never decrease.
    pub(super) fn add(&mut self, line: u32, column: u32, original: Option<OriginalPosition>) {
        while self.line < line {
            self.text.push(b';');
            self.line += 1;
            self.column = 0;
            self.started = false;
            self.last = None;
        }
        if original == self.last && (self.started || original.is_none()) {
            return;
        }
        if self.started {
            self.text.push(b',');
        }
        self.started = true;
        self.last = original;
        self.digit_group(delta(column, self.column));
        self.column = column;
        let Some(original) = original else { return };
        self.digit_group(delta(original.source, self.source));
        self.digit_group(delta(original.line, self.original_line));
        self.digit_group(delta(original.column, self.original_column));
        self.source = original.source;
        self.original_line = original.line;
        self.original_column = original.column;
        if let Some(name) = original.name {
            self.digit_group(delta(name, self.name));
            self.name = name;
        }
    }

    /// Node misreads an unmapped segment at the very end of the text, so one is not left there.
    pub(super) fn finish(mut self) -> String {
        if self.started && self.last.is_none() {
            self.text.push(b';');
        }
        String::from_utf8(self.text).expect("digits are ASCII")
    }

    fn digit_group(&mut self, value: i64) {
        let mut rest = (value.unsigned_abs() << 1) | u64::from(value < 0);
        // Differences of numbers of 32 bits have seven digits at most.
        let mut digits = [0; 8];
        let mut length = 0;
        loop {
            let mut digit = (rest & 31) as usize;
            rest >>= 5;
            if rest > 0 {
                digit |= 32;
            }
            digits[length] = DIGITS[digit];
            length += 1;
            if rest == 0 {
                break;
            }
        }
        self.text.extend_from_slice(&digits[..length]);
    }
}

fn delta(new: u32, old: u32) -> i64 {
    i64::from(new) - i64::from(old)
}
