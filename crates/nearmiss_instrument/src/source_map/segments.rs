//! A source map as sorted segments per generated line, for lookups that stay on their line.

use sourcemap::SourceMap;

/// A place in an original source.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OriginalPosition {
    /// Index into the sources of the map.
    pub source: u32,
    /// 0-based line.
    pub line: u32,
    /// 0-based UTF-16 column.
    pub column: u32,
    /// Index into the names of the map.
    pub name: Option<u32>,
}

/// From `column` of its generated line on, the code stems from `original`, or from nowhere.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Segment {
    /// 0-based UTF-16 column in the generated line.
    pub column: u32,
    /// The original place, `None` for code without one.
    pub original: Option<OriginalPosition>,
}

/// The segments of a map, by generated line.
#[derive(Clone, Debug, Default)]
pub struct Segments {
    /// `starts[line]..starts[line + 1]` are the segments of a line.
    starts: Vec<u32>,
    segments: Vec<Segment>,
}

impl Segments {
    /// Reads the tokens of a map. Of several segments at one place the last counts.
    #[must_use]
    pub fn new(map: &SourceMap) -> Self {
        let mut tokens: Vec<(u32, Segment)> = map
            .tokens()
            .map(|token| {
                let original = token.has_source().then(|| OriginalPosition {
                    source: token.get_src_id(),
                    line: token.get_src_line(),
                    column: token.get_src_col(),
                    name: token.has_name().then(|| token.get_name_id()),
                });
                (token.get_dst_line(), Segment { column: token.get_dst_col(), original })
            })
            .collect();
        if !tokens.is_sorted_by_key(|(line, segment)| (*line, segment.column)) {
            tokens.sort_by_key(|(line, segment)| (*line, segment.column));
        }
        let mut starts = vec![0];
        let mut segments: Vec<Segment> = Vec::with_capacity(tokens.len());
        let mut current = 0;
        for (line, segment) in tokens {
            while current < line {
                starts.push(index(segments.len()));
                current += 1;
            }
            let line_start = starts[current as usize] as usize;
            if segments.len() > line_start
                && segments.last().is_some_and(|last| last.column == segment.column)
            {
                segments.pop();
            }
            segments.push(segment);
        }
        starts.push(index(segments.len()));
        Self { starts, segments }
    }

    /// The segments of a 0-based generated line, by column.
    #[must_use]
    pub fn line(&self, line: u32) -> &[Segment] {
        let line = line as usize;
        match (self.starts.get(line), self.starts.get(line + 1)) {
            (Some(&from), Some(&to)) => &self.segments[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The original place of a generated one: that of the last segment at or before it on its
    /// line.
    #[must_use]
    pub fn lookup(&self, line: u32, column: u32) -> Option<OriginalPosition> {
        let segments = self.line(line);
        let after = segments.partition_point(|segment| segment.column <= column);
        segments[..after].last().and_then(|segment| segment.original)
    }

    /// All segments in order of generated position, with their line.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Segment)> {
        (0u32..).zip(self.starts.windows(2)).flat_map(|(line, range)| {
            self.segments[range[0] as usize..range[1] as usize]
                .iter()
                .map(move |segment| (line, segment))
        })
    }
}

fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
