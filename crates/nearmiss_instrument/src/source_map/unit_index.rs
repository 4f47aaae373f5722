//! UTF-16 units before a byte of a text, in constant time: a line may be as long as its file.

/// Bytes between two entries; a sum over so many fits into 16 bits.
const RUN: usize = 128;

/// The units before every [`RUN`]th byte of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitIndex(Vec<u32>);

impl UnitIndex {
    pub(super) fn new(text: &[u8]) -> Self {
        let mut before = Vec::with_capacity(text.len() / RUN + 1);
        let mut units = 0;
        before.push(units);
        for run in text.chunks_exact(RUN) {
            units += count(run);
            before.push(units);
        }
        Self(before)
    }

    /// The units before the byte at `offset` of the text that the index was made of.
    pub(super) fn before(&self, text: &[u8], offset: usize) -> u32 {
        let run = offset / RUN;
        self.0[run] + count(&text[run * RUN..offset])
    }

    /// A byte that is at most `units` units behind the one at `start`, and near that: its offset and
    /// how many it is behind.
    pub(super) fn near(&self, text: &[u8], start: usize, units: usize) -> (usize, usize) {
        let before = self.before(text, start);
        let run = self.0.partition_point(|&at_run| at_run as usize <= before as usize + units) - 1;
        if run * RUN <= start { (start, 0) } else { (run * RUN, (self.0[run] - before) as usize) }
    }
}

fn count(run: &[u8]) -> u32 {
    run.iter().map(|&byte| u32::from(utf16_units(byte))).sum()
}

/// UTF-16 units that a character contributes, counted at its first UTF-8 byte.
pub(crate) fn utf16_units(byte: u8) -> u8 {
    u8::from((byte & 0xc0) != 0x80) + u8::from(byte >= 0xf0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_the_text_before_every_character() {
        for before in [0, 1, 2, 3, RUN - 1, RUN, RUN + 1, 3 * RUN] {
            let text = format!("{}aé€😀{}", "x".repeat(before), "é".repeat(RUN));
            let index = UnitIndex::new(text.as_bytes());
            let mut units = 0;
            for (at, character) in text.char_indices() {
                assert_eq!(index.before(text.as_bytes(), at), units, "{before} {at}");
                units += character.len_utf16() as u32;
            }
            assert_eq!(index.before(text.as_bytes(), text.len()), units);
        }
    }
}
