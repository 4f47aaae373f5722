//! Places in the source that the developer wrote, as Istanbul has them: lines from 1, columns in
//! UTF-16 units from 0, the end after the last character.

use sourcemap::SourceMap;
use swc_core::common::Span;

use super::items::{Place, Position};
use crate::parse::offset;
use crate::source_map::{LineIndex, OriginalLines, Segments};

/// Looks up places.
pub(crate) struct Places<'a> {
    lines: LineIndex<'a>,
    map: Option<Segments>,
    /// Lengths of the lines of the original, when the map holds its text.
    lengths: Option<Vec<u32>>,
}

impl<'a> Places<'a> {
    /// `original` tells which map is followed: none of several sources.
    pub(crate) fn new(
        code: &'a str,
        incoming: Option<&SourceMap>,
        original: &OriginalLines<'_>,
    ) -> Self {
        let followed = incoming.filter(|_| original.source().is_some());
        let text = followed.and_then(|map| {
            let source = map.tokens().find(sourcemap::Token::has_source)?.get_src_id();
            map.get_source_contents(source)
        });
        let lengths = text.map(|text| {
            let lines = LineIndex::new(text);
            (0..lines.line_count())
                .map(|line| {
                    let start = lines.line_start(line).unwrap_or(0);
                    let end = lines.line_start(line + 1).unwrap_or(text.len());
                    let written =
                        text[start..end].trim_end_matches(['\n', '\r', '\u{2028}', '\u{2029}']);
                    lines.utf16_length(start, start + written.len())
                })
                .collect()
        });
        Self { lines: LineIndex::new(code), map: followed.map(Segments::new), lengths }
    }

    /// The place of a node; `None` for one that has no original.
    pub(crate) fn place(&self, span: Span) -> Option<Place> {
        let (from, to) = (offset(span.lo) as usize, offset(span.hi) as usize);
        let start = self.start(from)?;
        let end = self.end(to).filter(|end| *end >= start).unwrap_or(start);
        Some(Place { start, end })
    }

    fn start(&self, at: usize) -> Option<Position> {
        let (line, column) = self.lines.position(at);
        let Some(segments) = &self.map else { return Some(Position { line: line + 1, column }) };
        let original = segments.lookup(line, column)?;
        Some(Position { line: original.line + 1, column: original.column })
    }

    /// The end after the character before `at`: as far into the text of the mapping that holds it
    /// as in the code, for what follows may come from elsewhere.
    fn end(&self, at: usize) -> Option<Position> {
        let (line, column) = self.lines.position(at);
        let Some(segments) = &self.map else { return Some(Position { line: line + 1, column }) };
        let on_line = segments.line(line);
        if let Some(exact) = on_line.iter().find(|segment| segment.column == column)
            && let Some(original) = exact.original
            && let Some(before) = column.checked_sub(1).and_then(|c| segments.lookup(line, c))
            && before.line == original.line
            && before.column < original.column
        {
            return Some(Position { line: original.line + 1, column: original.column });
        }
        let before = column.checked_sub(1)?;
        let after = on_line.partition_point(|segment| segment.column <= before);
        let segment = on_line[..after].last()?;
        let original = segment.original?;
        let column = original.column + (column - segment.column);
        let longest = self.lengths.as_ref().and_then(|all| all.get(original.line as usize));
        Some(Position {
            line: original.line + 1,
            column: longest.map_or(column, |&length| column.min(length)),
        })
    }
}
