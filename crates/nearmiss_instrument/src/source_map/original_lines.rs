//! From a byte offset in the JavaScript that is probed to the line the developer wrote.

use sourcemap::SourceMap;

use super::bundled::Bundled;
use super::{LineIndex, OriginalPosition, Segments};

/// Looks up original lines. Without a map, the lines are those of the JavaScript itself.
///
/// A map with several sources (the output of a bundler) is not followed: a target table names one
/// file, so targets of such a file have its own lines; see [`OriginalLines::source`]. It only tells
/// what comes from packages.
#[derive(Clone, Debug)]
pub struct OriginalLines<'a> {
    index: LineIndex<'a>,
    map: Option<(Segments, String)>,
    bundled: Bundled,
}

impl<'a> OriginalLines<'a> {
    /// Prepares lookups into `code`, whose map to the original is `map`.
    #[must_use]
    pub fn new(code: &'a str, map: Option<&SourceMap>) -> Self {
        Self::of_lines(LineIndex::new(code), map)
    }

    /// The same for code whose lines are known.
    pub(crate) fn of_lines(index: LineIndex<'a>, map: Option<&SourceMap>) -> Self {
        let bundled = map.map(Bundled::of).unwrap_or_default();
        let map = map.and_then(|map| {
            let source = single_source(map)?;
            Some((Segments::new(map), map.get_source(source)?.to_owned()))
        });
        Self { index, map, bundled }
    }

    /// Tells whether the token at the byte `offset` comes from a package that a bundler has put into the file, or from
    /// the bundler itself.
    #[must_use]
    pub fn is_of_package(&self, offset: usize) -> bool {
        !self.bundled.is_empty() && self.bundled.covers(self.index.position(offset))
    }

    /// The 1-based original line of the token at the byte `offset`, or `None` for generated code
    /// that has no original.
    ///
    /// esbuild maps `(a ??= b).c()` from `a` on: an opening bracket or a prefix operator without a
    /// mapping of its own belongs to what it opens, not to what ended before it.
    #[must_use]
    pub fn line(&self, offset: usize) -> Option<u32> {
        match &self.map {
            None => Some(self.index.line(offset) + 1),
            Some((segments, _)) => self.mapped(segments, offset).map(|original| original.line + 1),
        }
    }

    /// The same as a 0-based line and UTF-16 column.
    #[must_use]
    pub fn original(&self, offset: usize) -> Option<(u32, u32)> {
        match &self.map {
            None => Some(self.index.position(offset)),
            Some((segments, _)) => {
                self.mapped(segments, offset).map(|original| (original.line, original.column))
            }
        }
    }

    fn mapped(&self, segments: &Segments, offset: usize) -> Option<OriginalPosition> {
        let (line, column) = self.index.position(offset);
        let opened = self.opened(segments, line, column, offset);
        segments.lookup(line, opened.unwrap_or(column))
    }

    /// The column of the first mapping after an opening token that has none itself.
    fn opened(&self, segments: &Segments, line: u32, column: u32, offset: usize) -> Option<u32> {
        let on_line = segments.line(line);
        let next = on_line.get(on_line.partition_point(|segment| segment.column < column))?;
        let distance = next.column.checked_sub(column).filter(|&distance| distance > 0)?;
        // What opens is ASCII, so units are bytes.
        let between = self.index.text().as_bytes().get(offset..offset + distance as usize)?;
        between.iter().all(|byte| b"([{!~+- ".contains(byte)).then_some(next.column)
    }

    /// The one source that the map names (as the map writes it), or `None` when lines are those
    /// of the JavaScript file itself.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.map.as_ref().map(|(_, source)| source.as_str())
    }
}

/// The source that all mappings of a map name, if there is exactly one.
fn single_source(map: &SourceMap) -> Option<u32> {
    let mut sources = map.tokens().filter(|token| token.has_source()).map(|t| t.get_src_id());
    let first = sources.next()?;
    sources.all(|source| source == first).then_some(first)
}
