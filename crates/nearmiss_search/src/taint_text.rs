//! What tainted values look like, and which numbers are free for them.

use std::collections::BTreeSet;

/// The tainted text of a number, of at least `min_len` units (the digits are padded).
#[must_use]
pub fn taint_text(number: u32, min_len: usize) -> Vec<u16> {
    const FRAME: usize = "_EM__XYZ_".len();
    let digits = min_len.saturating_sub(FRAME);
    format!("_EM_{number:0digits$}_XYZ_").encode_utf16().collect()
}

/// What is added to the number of a taint to make a number of it (`NUMBER_TAINT` of the runtime).
pub(crate) const NUMBER_TAINT: u32 = 0x4e4d_0000;
/// Taints that a number can stand for.
const NUMBER_TAINTS: u32 = 1 << 16;

/// The tainted number of a taint, as text; `None` when there is none for it.
pub(crate) fn taint_number_text(number: u32) -> Option<Vec<u16>> {
    (number < NUMBER_TAINTS).then(|| (NUMBER_TAINT + number).to_string().encode_utf16().collect())
}

/// The numbers in use in one individual.
#[derive(Clone, Debug, Default)]
pub struct TaintNumbers {
    used: BTreeSet<u32>,
}

impl Extend<u32> for TaintNumbers {
    fn extend<T: IntoIterator<Item = u32>>(&mut self, numbers: T) {
        self.used.extend(numbers);
    }
}

impl TaintNumbers {
    /// The smallest number that is not in use, now in use.
    pub fn fresh(&mut self) -> u32 {
        let number = (0..).find(|number| !self.used.contains(number)).unwrap_or(u32::MAX);
        self.used.insert(number);
        number
    }
}
