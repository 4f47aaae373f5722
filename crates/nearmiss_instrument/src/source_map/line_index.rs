//! Byte offsets to lines and UTF-16 columns, and back.

use std::cell::Cell;
use std::sync::Arc;

use super::unit_index::{UnitIndex, utf16_units};

/// Lines after the one found last that are looked at before searching.
const NEAR_LINES: usize = 4;

/// Where the lines of a text start, without the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineStarts(Arc<Starts>);

#[derive(Debug, Default)]
struct Starts {
    offsets: Vec<u32>,
    /// Nothing for ASCII, where units are bytes.
    units: Option<UnitIndex>,
}

/// Where the lines of a text start.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    starts: LineStarts,
    /// The line found last: most lookups go on from there.
    last: Cell<u32>,
}

impl<'a> LineIndex<'a> {
    /// Indexes `text`. Texts beyond 4 GiB are not supported; V8 takes none above 512 MiB.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let ascii = text.is_ascii();
        let mut offsets = Vec::with_capacity(bytes.len() / 32 + 1);
        offsets.push(0);
        let mut start = |at: usize| offsets.push(u32::try_from(at).unwrap_or(u32::MAX));
        let returns = memchr::memchr(b'\r', bytes).is_some();
        if ascii && !returns {
            memchr::memchr_iter(b'\n', bytes).for_each(|at| start(at + 1));
        } else {
            // 0xe2 begins U+2028 and U+2029.
            for at in memchr::memchr3_iter(b'\n', b'\r', 0xe2, bytes) {
                let rest = &bytes[at..];
                match bytes[at] {
                    b'\n' => start(at + 1),
                    // The line feed behind it ends the line.
                    b'\r' if rest.get(1) == Some(&b'\n') => {}
                    b'\r' => start(at + 1),
                    _ if rest.starts_with("\u{2028}".as_bytes())
                        || rest.starts_with("\u{2029}".as_bytes()) =>
                    {
                        start(at + 3);
                    }
                    _ => {}
                }
            }
        }
        let units = (!ascii).then(|| UnitIndex::new(bytes));
        Self::again(text, LineStarts(Arc::new(Starts { offsets, units })))
    }

    /// The index of a text that was indexed before.
    pub(crate) fn again(text: &'a str, starts: LineStarts) -> Self {
        Self { text, starts, last: Cell::new(0) }
    }

    /// What was found out about the text, for [`Self::again`].
    pub(crate) fn starts(&self) -> LineStarts {
        self.starts.clone()
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The number of lines; an empty text has one.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.starts.0.offsets.len()).unwrap_or(u32::MAX)
    }

    /// The 0-based line that holds the byte at `offset`.
    #[must_use]
    pub fn line(&self, offset: usize) -> u32 {
        let offsets = self.starts.0.offsets.as_slice();
        let last = self.last.get() as usize;
        let found = if offsets[last] as usize <= offset {
            let end = offsets.len().min(last + NEAR_LINES);
            (last..end)
                .find(|line| offsets.get(line + 1).is_none_or(|&next| offset < next as usize))
        } else {
            None
        };
        let line =
            found.unwrap_or_else(|| offsets.partition_point(|&start| start as usize <= offset) - 1);
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        self.last.set(line);
        line
    }

    /// The byte offset of the start of a 0-based line.
    #[must_use]
    pub fn line_start(&self, line: u32) -> Option<usize> {
        self.starts.0.offsets.get(line as usize).map(|&start| start as usize)
    }

    /// The 0-based line and UTF-16 column of the byte at `offset`.
    #[must_use]
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.line(offset);
        let start = self.starts.0.offsets[line as usize] as usize;
        (line, self.utf16_length(start, offset))
    }

    /// The number of UTF-16 units between two byte offsets.
    #[must_use]
    pub fn utf16_length(&self, from: usize, to: usize) -> u32 {
        let to = to.min(self.text.len());
        let from = from.min(to);
        match &self.starts.0.units {
            None => u32::try_from(to - from).unwrap_or(u32::MAX),
            Some(units) => {
                let text = self.text.as_bytes();
                units.before(text, to) - units.before(text, from)
            }
        }
    }

    /// The byte offset of a 0-based line and UTF-16 column, or `None` outside the text.
    #[must_use]
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let start = self.line_start(line)?;
        let end = self.line_start(line + 1).unwrap_or(self.text.len());
        let column = column as usize;
        let Some(index) = &self.starts.0.units else {
            return (start + column <= end).then_some(start + column);
        };
        let text = self.text.as_bytes();
        let (from, mut units) = index.near(text, start, column);
        for (at, &byte) in text[..end].iter().enumerate().skip(from) {
            if units >= column && (byte & 0xc0) != 0x80 {
                return Some(at);
            }
            units += usize::from(utf16_units(byte));
        }
        (units >= column).then_some(end)
    }
}
