//! The writer under swc's printer: collects text and mappings, and keeps statements on the lines
//! they had.
//!
//! The printer ends its lines as it likes; here the end of a line is only a permission to break.
//! The break is written when the next thing printed stood on a later line originally, and then as
//! often as it takes to reach that line; otherwise a space is written. The printer ends every
//! statement with a semicolon and comments are not printed, so joining lines is safe.

use std::io;

use swc_core::common::{BytePos, Span};
use swc_core::ecma::codegen::text_writer::WriteJs;

use crate::source_map::LineIndex;

/// From a place in the printed text (0-based line, UTF-16 column) to a byte offset in the source,
/// or to nothing where the printed text has no original.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Mark {
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// Byte offset in the printed text.
    pub(crate) at: usize,
    pub(crate) source: Option<usize>,
}

/// A writer into memory, which never fails.
pub(crate) struct LineKeepingWriter<'a> {
    source: &'a LineIndex<'a>,
    /// The positions of the source file in swc's numbering.
    start: BytePos,
    end: BytePos,
    text: String,
    marks: Vec<Mark>,
    line: u32,
    column: u32,
    /// Whether a line break is allowed here.
    may_break: bool,
    /// The position that the next text has, given before the text itself.
    pending: Option<BytePos>,
}

impl<'a> LineKeepingWriter<'a> {
    pub(crate) fn new(source: &'a LineIndex<'a>, start: BytePos, end: BytePos) -> Self {
        Self {
            source,
            start,
            end,
            text: String::new(),
            marks: Vec::new(),
            line: 0,
            column: 0,
            may_break: false,
            pending: None,
        }
    }

    /// The printed text and its mappings, in order.
    pub(crate) fn finish(mut self) -> (String, Vec<Mark>) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        (self.text, self.marks)
    }

    /// How many bytes have been printed.
    pub(crate) fn length(&self) -> usize {
        self.text.len()
    }

    fn offset(&self, position: BytePos) -> Option<usize> {
        (self.start <= position && position <= self.end)
            .then(|| (position.0 - self.start.0) as usize)
    }

    fn mark(&mut self, source: Option<usize>) {
        let mark = Mark { line: self.line, column: self.column, at: self.text.len(), source };
        match self.marks.last_mut() {
            // Of marks at one place the last counts: it belongs to the innermost node. But an
            // unmapped node may well begin with a mapped one, and the other way round the place
            // belongs to the node that is there.
            Some(last) if (last.line, last.column) == (mark.line, mark.column) => {
                if mark.source.is_some() {
                    *last = mark;
                }
            }
            Some(last) if last.source.is_none() && source.is_none() && last.line == mark.line => {}
            _ => self.marks.push(mark),
        }
    }

    /// Breaks the line, or not, before text whose original is `position`.
    fn settle(&mut self, position: Option<BytePos>) {
        if !self.may_break {
            return;
        }
        self.may_break = false;
        if self.text.is_empty() {
            self.line_breaks(position);
            self.mark(None);
            return;
        }
        if self.line == 0 && self.text.starts_with("#!") {
            self.text.push('\n');
            self.line = 1;
            self.column = 0;
        }
        if !self.line_breaks(position) && self.column > 0 && !self.text.ends_with(' ') {
            self.text.push(' ');
            self.column += 1;
        }
        // Whatever comes without a position of its own is not to inherit that of the line before.
        self.mark(None);
    }

    fn line_breaks(&mut self, position: Option<BytePos>) -> bool {
        let Some(offset) = position.and_then(|position| self.offset(position)) else {
            return false;
        };
        let wanted = self.source.line(offset);
        if wanted <= self.line {
            return false;
        }
        while self.line < wanted {
            self.text.push('\n');
            self.line += 1;
        }
        self.column = 0;
        true
    }

    fn write(&mut self, span: Option<Span>, text: &str) {
        if text.is_empty() {
            return;
        }
        if text == " " {
            // The break that is due takes the place of the space.
            if !self.may_break {
                self.text.push(' ');
                self.column += 1;
            }
            return;
        }
        let position = self.pending.take().or(span.map(|span| span.lo));
        self.settle(position);
        if let Some(position) = position {
            let offset = self.offset(position);
            self.mark(offset);
        }
        if let Some(span) = span {
            let offset = self.offset(span.lo);
            self.mark(offset);
        }
        self.text.push_str(text);
        self.advance(text);
        if let Some(offset) = span.and_then(|span| self.offset(span.hi)) {
            self.mark(Some(offset));
        }
    }

    fn advance(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let newline = match bytes[at] {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                0xe2 if bytes[at..].starts_with(b"\xe2\x80\xa8")
                    || bytes[at..].starts_with(b"\xe2\x80\xa9") =>
                {
                    at += 2;
                    true
                }
                _ => false,
            };
            if newline {
                self.line += 1;
                self.column = 0;
            } else {
                self.column += match bytes[at] {
                    0x80..=0xbf => 0,
                    0xf0..=0xff => 2,
                    _ => 1,
                };
            }
            at += 1;
        }
    }
}

impl WriteJs for LineKeepingWriter<'_> {
    fn increase_indent(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn decrease_indent(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn write_semi(&mut self, span: Option<Span>) -> io::Result<()> {
        self.write(span, ";");
        Ok(())
    }

    fn write_space(&mut self) -> io::Result<()> {
        self.write(None, " ");
        Ok(())
    }

    fn write_keyword(&mut self, span: Option<Span>, s: &'static str) -> io::Result<()> {
        self.write(span, s);
        Ok(())
    }

    fn write_operator(&mut self, span: Option<Span>, s: &str) -> io::Result<()> {
        self.write(span, s);
        Ok(())
    }

    fn write_param(&mut self, s: &str) -> io::Result<()> {
        self.write(None, s);
        Ok(())
    }

    fn write_property(&mut self, s: &str) -> io::Result<()> {
        self.write(None, s);
        Ok(())
    }

    fn write_line(&mut self) -> io::Result<()> {
        self.may_break = true;
        Ok(())
    }

    fn write_lit(&mut self, span: Span, s: &str) -> io::Result<()> {
        self.write(Some(span), s);
        Ok(())
    }

    fn write_comment(&mut self, s: &str) -> io::Result<()> {
        self.write(None, s);
        Ok(())
    }

    fn write_str_lit(&mut self, span: Span, s: &str) -> io::Result<()> {
        self.write(Some(span), s);
        Ok(())
    }

    fn write_str(&mut self, s: &str) -> io::Result<()> {
        self.write(None, s);
        Ok(())
    }

    fn write_symbol(&mut self, span: Span, s: &str) -> io::Result<()> {
        self.write(Some(span), s);
        Ok(())
    }

    fn write_punct(
        &mut self,
        span: Option<Span>,
        s: &'static str,
        _commit_pending_semi: bool,
    ) -> io::Result<()> {
        self.write(span, s);
        Ok(())
    }

    fn care_about_srcmap(&self) -> bool {
        true
    }

    fn add_srcmap(&mut self, position: BytePos) -> io::Result<()> {
        if self.may_break {
            self.pending = Some(position);
        } else {
            let offset = self.offset(position);
            self.mark(offset);
        }
        Ok(())
    }

    fn commit_pending_semi(&mut self) -> io::Result<()> {
        Ok(())
    }
}
