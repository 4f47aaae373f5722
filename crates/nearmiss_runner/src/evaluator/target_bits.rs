//! A set of targets that is asked for every touched slot of every test.

use nearmiss_targets::TargetId;
use nearmiss_targets::layout::SLOTS;

/// One bit a target: those with a slot, and those without, which are numbered behind them.
#[derive(Clone, Debug, Default)]
pub(super) struct TargetBits {
    slots: Vec<u64>,
    others: Vec<u64>,
}

impl TargetBits {
    /// Whether a target is in the set.
    pub(super) fn has(&self, target: TargetId) -> bool {
        let (words, index) = match (target.0 as usize).checked_sub(SLOTS) {
            None => (&self.slots, target.0 as usize),
            Some(index) => (&self.others, index),
        };
        words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Puts a target in, or takes it out.
    pub(super) fn set(&mut self, target: TargetId, is_in: bool) {
        let (words, index) = match (target.0 as usize).checked_sub(SLOTS) {
            None => (&mut self.slots, target.0 as usize),
            Some(index) => (&mut self.others, index),
        };
        if words.len() <= index / 64 {
            words.resize(index / 64 + 1, 0);
        }
        let bit = 1 << (index % 64);
        if is_in {
            words[index / 64] |= bit;
        } else {
            words[index / 64] &= !bit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_with_and_without_slots_are_told_apart() {
        let mut bits = TargetBits::default();
        let (slot, other) = (TargetId(70), TargetId(SLOTS as u32 + 70));
        bits.set(slot, true);
        assert!(bits.has(slot) && !bits.has(other) && !bits.has(TargetId(71)));
        bits.set(other, true);
        bits.set(slot, false);
        assert!(!bits.has(slot) && bits.has(other));
    }
}
