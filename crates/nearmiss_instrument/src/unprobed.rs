//! The text of a probed function as it was before: programs hand texts of functions to other realms, processes and databases,
//! where there is no runtime.

use crate::Planned;
use crate::source_map::Chunk;

impl Planned {
    /// What stood where `probed`, a part of the text with its first slot at `base`, stands now; nothing when it is no part of it.
    #[must_use]
    pub fn unprobed(&self, base: u32, probed: &str) -> Option<String> {
        let (output, chunks) = self.emitted_chunks(base)?;
        let from = output.find(probed)?;
        let to = from + probed.len();
        let within = |chunk: &&Chunk| chunk.output < to && chunk.output + chunk.length > from;
        let mut inside = chunks.iter().filter(within);
        let first = inside.next()?;
        let start = first.source + from.saturating_sub(first.output);
        let end_of = |chunk: &Chunk| chunk.source + chunk.length.min(to - chunk.output);
        // An operand may be copied, and what is copied first may end later.
        let end = inside.map(end_of).fold(end_of(first), usize::max);
        self.code().get(start..end).map(str::to_owned)
    }
}
