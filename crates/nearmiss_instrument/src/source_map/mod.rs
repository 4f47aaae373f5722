//! Source maps in and out: where a place of the JavaScript that we probe stands in the file that
//! the developer wrote, and the map of what we emit.
//!
//! Lines are those of V8 (`\n`, `\r\n`, `\r`, U+2028, U+2029), columns are UTF-16 units, both
//! 0-based inside maps; [`OriginalLines`] answers 1-based lines, as targets have them. A lookup
//! never leaves its generated line: what no mapping precedes on its line has no original.

mod bundled;
mod incoming;
mod line_index;
mod original_lines;
mod outgoing;
mod segments;
mod unit_index;
mod vlq;

#[cfg(test)]
mod tests;

pub use incoming::{MapError, MapReference, find_map_reference, parse_map};
pub use line_index::LineIndex;
pub(crate) use line_index::LineStarts;
pub use original_lines::OriginalLines;
pub(crate) use outgoing::outgoing_map_of_lines;
pub use outgoing::{Chunk, MapDetail, OutgoingMap, outgoing_map};
pub use segments::{OriginalPosition, Segment, Segments};
