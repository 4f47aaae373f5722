//! From a place in the probed text back to a position in the host's tree.

use swc_core::common::{BytePos, DUMMY_SP, Span, SyntaxContext};

use super::text::Origins;
use crate::parse::START;
use crate::source_map::Chunk;

/// Looks up places of the probed text.
pub(super) struct Places<'a> {
    chunks: &'a [Chunk],
    origins: &'a Origins,
}

/// What stands at a place of the probed text.
pub(super) enum Name {
    /// The edits put it there.
    Inserted,
    /// It is the host's, from this position.
    At(BytePos),
    /// It is the host's, and this is its place and context.
    Known(Span, SyntaxContext),
    /// The planned text has it, the host's tree does not.
    Unknown,
}

impl<'a> Places<'a> {
    pub(super) fn new(chunks: &'a [Chunk], origins: &'a Origins) -> Self {
        Self { chunks, origins }
    }

    /// The span in the host's tree of a span of the probed tree. What was inserted has the place
    /// of what follows it, so that a stack frame in a probe shows the line of its operand.
    pub(super) fn span(&self, span: Span) -> Span {
        if span.lo.0 < START {
            return DUMMY_SP;
        }
        match (self.begin(output(span.lo)), self.end(output(span.hi))) {
            (Some(lo), Some(hi)) => Span::new(lo, hi.max(lo)),
            (Some(lo), None) => Span::new(lo, lo),
            (None, _) => DUMMY_SP,
        }
    }

    /// The name that begins at a position of the probed tree.
    pub(super) fn name(&self, position: BytePos) -> Name {
        let at = output(position);
        let Some(chunk) = self.before(at).filter(|chunk| at < chunk.output + chunk.length) else {
            return Name::Inserted;
        };
        let planned = chunk.source + (at - chunk.output);
        match self.origins {
            Origins::Source(start) => Name::At(*start + BytePos(planned as u32)),
            Origins::Printed { names, .. } => names
                .get(&planned)
                .map_or(Name::Unknown, |&(span, context)| Name::Known(span, context)),
        }
    }

    /// The last chunk that begins at or before a place.
    fn before(&self, at: usize) -> Option<&Chunk> {
        let after = self.chunks.partition_point(|chunk| chunk.output <= at);
        self.chunks[..after].last()
    }

    fn begin(&self, at: usize) -> Option<BytePos> {
        let after = self.chunks.partition_point(|chunk| chunk.output + chunk.length <= at);
        let planned = match self.chunks.get(after) {
            Some(chunk) => chunk.source + at.saturating_sub(chunk.output),
            None => self.chunks.last().map(|chunk| chunk.source + chunk.length)?,
        };
        self.origin(planned)
    }

    fn end(&self, at: usize) -> Option<BytePos> {
        let chunk = self.before(at.checked_sub(1)?)?;
        self.origin(chunk.source + (at - chunk.output).min(chunk.length))
    }

    /// The position of a place in the planned text.
    fn origin(&self, planned: usize) -> Option<BytePos> {
        match self.origins {
            Origins::Source(start) => Some(*start + BytePos(planned as u32)),
            Origins::Printed { marks, .. } => {
                let after = marks.partition_point(|&(at, _)| at <= planned);
                marks[..after].last().and_then(|&(_, position)| position)
            }
        }
    }
}

fn output(position: BytePos) -> usize {
    (position.0 - START) as usize
}
