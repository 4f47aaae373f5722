//! Sets of code points, as character classes describe them.

use std::fmt::Write as _;

/// Last code point.
const LAST: u32 = 0x10_ffff;

/// A set of code points: sorted ranges that do not touch.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Set {
    ranges: Vec<(u32, u32)>,
}

impl Set {
    pub fn of(ranges: &[(u32, u32)]) -> Self {
        let mut set = Self { ranges: ranges.to_vec() };
        set.normalise();
        set
    }

    /// The set of one letter.
    pub fn single(point: u32) -> Self {
        Self { ranges: vec![(point, point)] }
    }

    /// What a class without escapes holds: `azAZ__` for `[a-zA-Z_]`, two letters a range.
    pub fn between(letters: &str) -> Self {
        let points: Vec<u32> = letters.chars().map(u32::from).collect();
        let ranges: Vec<_> = points.chunks_exact(2).map(|range| (range[0], range[1])).collect();
        Self::of(&ranges)
    }

    pub fn any() -> Self {
        Self { ranges: vec![(0, LAST)] }
    }

    pub fn digits() -> Self {
        Self::between("09")
    }

    pub fn word() -> Self {
        Self::between("azAZ09__")
    }

    /// `\s` of Java, which has no spaces beyond ASCII.
    pub fn space() -> Self {
        Self::of(&[(0x09, 0x0d), (0x20, 0x20)])
    }

    /// `\h`: what is as wide as a blank.
    pub fn horizontal() -> Self {
        let single = [0x09, 0x20, 0xa0, 0x1680, 0x180e, 0x202f, 0x205f, 0x3000].map(|c| (c, c));
        Self::of(&single).with(&Self::of(&[(0x2000, 0x200a)]))
    }

    /// `\v`: what ends a line.
    pub fn vertical() -> Self {
        Self::of(&[(0x0a, 0x0d), (0x85, 0x85), (0x2028, 0x2029)])
    }

    /// `.`: all but what ends a line.
    pub fn dot() -> Self {
        Self::of(&[(0x0a, 0x0a), (0x0d, 0x0d), (0x85, 0x85), (0x2028, 0x2029)]).negated()
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub fn contains(&self, point: u32) -> bool {
        self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&point))
    }

    /// The only member, if there is just one.
    pub fn only(&self) -> Option<u32> {
        match self.ranges[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        Self::of(&[self.ranges.as_slice(), &other.ranges].concat())
    }

    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.negated().with(&other.negated()).negated()
    }

    #[must_use]
    pub fn negated(&self) -> Self {
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

    /// With the other case of each letter of ASCII and, as far as it is next to it, of Latin-1, Greek and Cyrillic.
    #[must_use]
    pub fn ignoring_case(&self) -> Self {
        let mut ranges = self.ranges.clone();
        for (low, high, shift) in [
            (0x41, 0x5a, 0x20),
            (0xc0, 0xd6, 0x20),
            (0xd8, 0xde, 0x20),
            (0x391, 0x3a9, 0x20),
            (0x410, 0x42f, 0x20),
            (0x400, 0x40f, 0x50),
        ] {
            for (first, last) in &self.ranges {
                let upper = ((*first).max(low), (*last).min(high));
                if upper.0 <= upper.1 {
                    ranges.push((upper.0 + shift, upper.1 + shift));
                }
                let lower = ((*first).max(low + shift), (*last).min(high + shift));
                if lower.0 <= lower.1 {
                    ranges.push((lower.0 - shift, lower.1 - shift));
                }
            }
        }
        Self::of(&ranges)
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

    /// Appends it as JavaScript has it.
    pub fn print(&self, out: &mut String) {
        if let Some(point) = self.only() {
            return push_letter(out, point, r"\^$.|?*+()[]{}/");
        }
        let line_ends = Self::of(&[(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)]);
        for (set, short) in [
            (Self::digits(), r"\d"),
            (Self::digits().negated(), r"\D"),
            (Self::word(), r"\w"),
            (Self::word().negated(), r"\W"),
            (Self::any(), r"[\s\S]"),
            (line_ends.negated(), "."),
            (Self::dot(), "."),
        ] {
            if *self == set {
                return out.push_str(short);
            }
        }
        // The shorter one of the two ways to say it: a set that lacks some says which.
        let negated = self.negated();
        let is_negative = negated.ranges.len() < self.ranges.len() && self.contains(LAST);
        out.push_str(if is_negative { "[^" } else { "[" });
        for (low, high) in if is_negative { &negated.ranges } else { &self.ranges } {
            push_letter(out, *low, r"\^-[]");
            if high > low {
                if high - low > 1 {
                    out.push('-');
                }
                push_letter(out, *high, r"\^-[]");
            }
        }
        out.push(']');
    }
}

/// Appends a letter, behind a backslash if it is one of `special`, as its number if it cannot be seen.
fn push_letter(out: &mut String, point: u32, special: &str) {
    match char::from_u32(point) {
        Some(letter) if (' '..='~').contains(&letter) => {
            if special.contains(letter) {
                out.push('\\');
            }
            out.push(letter);
        }
        _ if point <= 0xffff => {
            let _ = write!(out, "\\u{point:04x}");
        }
        _ => {
            let _ = write!(out, "\\u{{{point:x}}}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(set: &Set) -> String {
        let mut out = String::new();
        set.print(&mut out);
        out
    }

    #[test]
    fn a_set_is_printed_the_short_way() {
        assert_eq!(printed(&Set::single(u32::from('.'))), r"\.");
        assert_eq!(printed(&Set::between("azAZ")), "[A-Za-z]");
        assert_eq!(printed(&Set::between("ab--^^")), r"[\-\^ab]");
        assert_eq!(printed(&Set::word().negated()), r"\W");
        assert_eq!(printed(&Set::single(u32::from('\n')).negated()), r"[^\u000a]");
        assert_eq!(printed(&Set::of(&[(0x1_f600, 0x1_f64f)])), r"[\u{1f600}-\u{1f64f}]");
        assert_eq!(printed(&Set::default()), "[]");
    }

    #[test]
    fn sets_meet_and_ignore_case() {
        let consonants = Set::between("az").and(&Set::between("aaeeiioouu").negated());
        assert_eq!(printed(&consonants), "[b-df-hj-np-tv-z]");
        assert_eq!(Set::between("acÀÀЯЯ").ignoring_case(), Set::between("acACÀÀààЯЯяя"));
    }
}
