//! Sets of code points, as character classes describe them.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Last code point.
const LAST: u32 = 0x10_ffff;
/// The sorts of printable ASCII that sampling treats alike: a class of letters and digits gives a
/// digit in one of three draws, not in ten of 62.
const SORTS: [(u32, u32); 8] = [
    (0x30, 0x39),
    (0x41, 0x5a),
    (0x61, 0x7a),
    (0x20, 0x20),
    (0x21, 0x2f),
    (0x3a, 0x40),
    (0x5b, 0x60),
    (0x7b, 0x7e),
];

/// A set of code points: sorted ranges that do not touch.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct CharSet {
    ranges: Vec<(u32, u32)>,
}

impl CharSet {
    pub(super) fn of(ranges: &[(u32, u32)]) -> Self {
        let mut set = Self { ranges: ranges.to_vec() };
        set.normalise();
        set
    }

    pub(super) fn single(point: u32) -> Self {
        Self { ranges: vec![(point, point)] }
    }

    /// `.`: all but line ends.
    pub(super) fn dot() -> Self {
        Self::of(&[(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)]).negated()
    }

    pub(super) fn digits() -> Self {
        Self::of(&[(0x30, 0x39)])
    }

    pub(super) fn word() -> Self {
        Self::of(&[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)])
    }

    pub(super) fn space() -> Self {
        Self::of(&[
            (0x09, 0x0d),
            (0x20, 0x20),
            (0xa0, 0xa0),
            (0x1680, 0x1680),
            (0x2000, 0x200a),
            (0x2028, 0x2029),
            (0x202f, 0x202f),
            (0x205f, 0x205f),
            (0x3000, 0x3000),
            (0xfeff, 0xfeff),
        ])
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.ranges.extend_from_slice(&other.ranges);
        self.normalise();
    }

    pub(super) fn negated(&self) -> Self {
        let mut ranges = Vec::new();
        let mut next = 0;
        for (low, high) in &self.ranges {
            if *low > next {
                ranges.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= LAST {
            ranges.push((next, LAST));
        }
        Self { ranges }
    }

    /// With the other case of each ASCII letter.
    pub(super) fn ignoring_case(&self) -> Self {
        let mut set = self.clone();
        for (from, to, shift) in [(0x41, 0x5a, 0x20_i32), (0x61, 0x7a, -0x20)] {
            for (low, high) in &self.ranges {
                let (low, high) = ((*low).max(from), (*high).min(to));
                if low <= high {
                    let other = (low.wrapping_add_signed(shift), high.wrapping_add_signed(shift));
                    set.ranges.push(other);
                }
            }
        }
        set.normalise();
        set
    }

    pub(super) fn contains(&self, point: u32) -> bool {
        let after = self.ranges.partition_point(|(low, _)| *low <= point);
        after > 0 && self.ranges[after - 1].1 >= point
    }

    /// The only member, if there is just one.
    pub(super) fn only(&self) -> Option<u32> {
        match self.ranges[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// A member, printable ASCII where the set has some; `None` for the empty set.
    pub(super) fn sample(&self, rng: &mut Pcg64Mcg) -> Option<u32> {
        if self.ranges.is_empty() {
            return None;
        }
        let mut sorts: Vec<Vec<(u32, u32)>> = Vec::new();
        for (low, high) in SORTS {
            let pieces: Vec<(u32, u32)> = self
                .ranges
                .iter()
                .map(|range| (range.0.max(low), range.1.min(high)))
                .filter(|range| range.0 <= range.1)
                .collect();
            if !pieces.is_empty() {
                sorts.push(pieces);
            }
        }
        let beyond = sorts.is_empty() || rng.random_bool(0.02);
        let pieces = if beyond { &self.ranges } else { &sorts[rng.random_range(0..sorts.len())] };
        let (low, high) = pieces[rng.random_range(0..pieces.len())];
        Some(rng.random_range(low..=high))
    }

    fn normalise(&mut self) {
        self.ranges.retain(|(low, high)| low <= high);
        self.ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(self.ranges.len());
        for (low, high) in self.ranges.drain(..) {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        self.ranges = merged;
    }
}
