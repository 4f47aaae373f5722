//! Byte offsets to lines and UTF-16 columns, and back.

/// Where the lines of a text start.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    ascii: bool,
    starts: Vec<u32>,
}

impl<'a> LineIndex<'a> {
    /// Indexes `text`. Texts beyond 4 GiB are not supported; V8 takes none above 512 MiB.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let ascii = text.is_ascii();
        let mut starts = vec![0];
        let mut at = 0;
        while at < bytes.len() {
            let length = match bytes[at] {
                b'\n' => 1,
                b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
                b'\r' => 1,
                // U+2028 and U+2029.
                0xe2 if bytes[at..].starts_with(b"\xe2\x80\xa8")
                    || bytes[at..].starts_with(b"\xe2\x80\xa9") =>
                {
                    3
                }
                _ => 0,
            };
            at += length.max(1);
            if length > 0 {
                starts.push(u32::try_from(at).unwrap_or(u32::MAX));
            }
        }
        Self { text, ascii, starts }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The number of lines; an empty text has one.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    /// The 0-based line that holds the byte at `offset`.
    #[must_use]
    pub fn line(&self, offset: usize) -> u32 {
        let after = self.starts.partition_point(|&start| start as usize <= offset);
        u32::try_from(after - 1).unwrap_or(u32::MAX)
    }

    /// The byte offset of the start of a 0-based line.
    #[must_use]
    pub fn line_start(&self, line: u32) -> Option<usize> {
        self.starts.get(line as usize).map(|&start| start as usize)
    }

    /// The 0-based line and UTF-16 column of the byte at `offset`.
    #[must_use]
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.line(offset);
        let start = self.starts[line as usize] as usize;
        (line, self.utf16_length(start, offset))
    }

    /// The number of UTF-16 units between two byte offsets.
    #[must_use]
    pub fn utf16_length(&self, from: usize, to: usize) -> u32 {
        let to = to.min(self.text.len());
        let units = if self.ascii {
            to.saturating_sub(from)
        } else {
            self.text.as_bytes()[from.min(to)..to].iter().map(|&byte| utf16_units(byte)).sum()
        };
        u32::try_from(units).unwrap_or(u32::MAX)
    }

    /// The byte offset of a 0-based line and UTF-16 column, or `None` outside the text.
    #[must_use]
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let start = self.line_start(line)?;
        let end = self.line_start(line + 1).unwrap_or(self.text.len());
        let column = column as usize;
        if self.ascii {
            return (start + column <= end).then_some(start + column);
        }
        let mut units = 0;
        for (at, &byte) in self.text.as_bytes()[start..end].iter().enumerate() {
            if units >= column && (byte & 0xc0) != 0x80 {
                return Some(start + at);
            }
            units += utf16_units(byte);
        }
        (units >= column).then_some(end)
    }
}

/// UTF-16 units that a character contributes, counted at its first UTF-8 byte.
pub(crate) fn utf16_units(byte: u8) -> usize {
    match byte {
        0x80..=0xbf => 0,
        0xf0..=0xff => 2,
        _ => 1,
    }
}
