//! The map of probed text: from what was emitted back to what the developer wrote.
//!
//! # Example
//! `if (a<b) c()` became `if (__nm.lt(4,5,a,b)) __nm.S[7]||__nm.e(7);c()`: the chunks are `if (`,
//! `a`, `b`, `) ` and `c()`. What was inserted before a chunk maps to the place of that chunk, so
//! a stack frame in a probe shows where its operand stands.

use sourcemap::SourceMap;

use super::unit_index::utf16_units;
use super::{LineIndex, OriginalPosition, Segments, vlq::MappingsWriter};

/// `length` bytes of the source from `source` on stand in the output from `output` on. What lies
/// between chunks of the output was inserted; it holds no newline.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Chunk {
    /// Byte offset in the output.
    pub output: usize,
    /// Byte offset in the source.
    pub source: usize,
    /// Number of bytes copied.
    pub length: usize,
}

/// How fine the segments are that a map without an incoming one has.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum MapDetail {
    /// A segment at each edit and line start: every line is exact, a column is that of the last
    /// edit before it.
    Edits,
    /// A segment at each token: every column is exact.
    #[default]
    Tokens,
}

/// What [`outgoing_map`] needs.
#[derive(Clone, Copy, Debug)]
pub struct OutgoingMap<'a> {
    /// The JavaScript that was probed.
    pub code: &'a str,
    /// The probed text.
    pub output: &'a str,
    /// What of `output` stems from `code`, in order of `output`. A chunk may be copied twice.
    pub chunks: &'a [Chunk],
    /// The map from `code` to the original.
    pub incoming: Option<&'a SourceMap>,
    /// The name of the source when there is no incoming map.
    pub source: &'a str,
    /// Whether the text of the sources goes into the map.
    pub sources_content: bool,
    /// How fine the segments are when there is no incoming map.
    pub detail: MapDetail,
}

/// Makes the map of probed text as JSON (version 3).
#[must_use]
pub fn outgoing_map(request: &OutgoingMap<'_>) -> String {
    outgoing_map_of_lines(request, LineIndex::new(request.code))
}

/// The same where the lines of the code are known.
pub(crate) fn outgoing_map_of_lines(request: &OutgoingMap<'_>, lines: LineIndex<'_>) -> String {
    let mappings = mappings(request, lines);
    let mut json = MapJson::with_capacity(mappings.len() + request.code.len() / 8 * 9 + 256);
    match request.incoming {
        None => {
            json.member(",\"sources\":", &[request.source]);
            if request.sources_content {
                json.member(",\"sourcesContent\":", &[request.code]);
            }
            json.member::<[&str]>(",\"names\":", &[]);
        }
        Some(map) => {
            json.member(",\"sources\":", &map.sources().collect::<Vec<_>>());
            let contents: Vec<Option<&str>> = map.source_contents().collect();
            if request.sources_content && contents.iter().any(Option::is_some) {
                json.member(",\"sourcesContent\":", &contents);
            }
            json.member(",\"names\":", &map.names().collect::<Vec<_>>());
        }
    }
    json.finish(&mappings)
}

/// The text of a map, written member by member: it is as long as the sources, so it is not built twice.
struct MapJson(Vec<u8>);

impl MapJson {
    fn with_capacity(capacity: usize) -> Self {
        let mut text = Vec::with_capacity(capacity);
        text.extend_from_slice(b"{\"version\":3");
        Self(text)
    }

    fn member<T: serde::Serialize + ?Sized>(&mut self, key: &str, value: &T) {
        self.0.extend_from_slice(key.as_bytes());
        serde_json::to_writer(&mut self.0, value).expect("texts can be written to memory");
    }

    /// The digits of `mappings` need no escape.
    fn finish(mut self, mappings: &str) -> String {
        self.0.extend_from_slice(b",\"mappings\":\"");
        self.0.extend_from_slice(mappings.as_bytes());
        self.0.extend_from_slice(b"\"}");
        String::from_utf8(self.0).expect("JSON is UTF-8")
    }
}

fn mappings(request: &OutgoingMap<'_>, lines: LineIndex<'_>) -> String {
    let mut walk = Walk {
        request,
        index: lines,
        segments: request.incoming.map(Segments::new),
        writer: MappingsWriter::with_capacity(request.chunks.len() * 10 + request.code.len() / 16),
        line: 0,
        column: 0,
    };
    let mut end = 0;
    for chunk in request.chunks {
        if chunk.length == 0 {
            continue;
        }
        walk.gap_and_chunk(end, chunk);
        end = chunk.output + chunk.length;
    }
    walk.writer.finish()
}

struct Walk<'a> {
    request: &'a OutgoingMap<'a>,
    index: LineIndex<'a>,
    segments: Option<Segments>,
    writer: MappingsWriter,
    /// Where the output stands, 0-based, in UTF-16 units.
    line: u32,
    column: u32,
}

impl Walk<'_> {
    /// Maps the inserted text between `end` and the chunk, and the chunk.
    fn gap_and_chunk(&mut self, end: usize, chunk: &Chunk) {
        let (mut line, mut column) = self.index.position(chunk.source);
        self.begin(line, column);
        let inserted = &self.request.output[end..chunk.output];
        self.column += utf16_length(inserted);

        let stop = chunk.source + chunk.length;
        let mut from = chunk.source;
        loop {
            let next = self.index.line_start(line + 1).filter(|&start| start <= stop);
            self.piece(line, column, from, next.unwrap_or(stop));
            let Some(start) = next else { return };
            line += 1;
            self.line += 1;
            (column, self.column, from) = (0, 0, start);
            if from == stop {
                return;
            }
            self.begin(line, column);
        }
    }

    /// A segment at the current place of the output for a place of the source.
    fn begin(&mut self, line: u32, column: u32) {
        let original = match &self.segments {
            Some(segments) => segments.lookup(line, column),
            None => Some(OriginalPosition { source: 0, line, column, name: None }),
        };
        self.writer.add(self.line, self.column, original);
    }

    /// The part of one source line between two byte offsets, the first of which is at `column`.
    fn piece(&mut self, line: u32, column: u32, from: usize, to: usize) {
        let length = self.index.utf16_length(from, to);
        if let Some(segments) = &self.segments {
            let segments = segments.line(line);
            let first = segments.partition_point(|segment| segment.column <= column);
            for segment in &segments[first..] {
                if segment.column - column >= length {
                    break;
                }
                let shifted = self.column + (segment.column - column);
                self.writer.add(self.line, shifted, segment.original);
            }
        } else if self.request.detail == MapDetail::Tokens {
            self.tokens(line, column, &self.request.code.as_bytes()[from..to]);
        }
        self.column += length;
    }

    /// A segment at each byte where a token may start. Inside strings, comments and regular
    /// expressions that is too many, which does no harm.
    fn tokens(&mut self, line: u32, column: u32, text: &[u8]) {
        let mut units = 0;
        // The segment at the start is there already.
        let mut previous = ByteClass::of(text.first().copied().unwrap_or(b' '));
        for (at, &byte) in text.iter().enumerate() {
            let class = ByteClass::of(byte);
            let starts = match class {
                ByteClass::Space => false,
                ByteClass::Bracket => true,
                ByteClass::Word | ByteClass::Operator => class != previous,
            };
            if starts && at > 0 {
                let original =
                    OriginalPosition { source: 0, line, column: column + units, name: None };
                self.writer.add(self.line, self.column + units, Some(original));
            }
            previous = class;
            units += u32::from(utf16_units(byte));
        }
    }
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum ByteClass {
    Space,
    Word,
    /// Characters that are a token of their own wherever they stand.
    Bracket,
    Operator,
}

impl ByteClass {
    fn of(byte: u8) -> Self {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' | 0x80.. => Self::Word,
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b'!' | b'~' | b'#' | b'"'
            | b'\'' | b'`' | b'-' | b'+' | b'/' | b':' => Self::Bracket,
            0..=b' ' | 0x7f => Self::Space,
            _ => Self::Operator,
        }
    }
}

fn utf16_length(text: &str) -> u32 {
    let units = if text.is_ascii() {
        text.len()
    } else {
        text.bytes().map(|byte| usize::from(utf16_units(byte))).sum()
    };
    u32::try_from(units).unwrap_or(u32::MAX)
}
