//! The tree of a regular expression.

use super::char_set::CharSet;

/// A parsed expression.
#[derive(Debug)]
pub(super) struct Pattern {
    pub root: Node,
    /// Number of capturing groups.
    pub groups: usize,
}

/// A part of an expression. Positions are code points; a lone surrogate is one.
#[derive(Debug)]
pub(super) enum Node {
    /// Matches without consuming.
    Empty,
    /// One code point of a set.
    Set(CharSet),
    /// `^`.
    Start,
    /// `$`.
    End,
    /// `\b`, or `\B` if not `true`.
    WordBoundary(bool),
    /// A group that captures under this number, from 1.
    Capture(usize, Box<Node>),
    /// `\1`, `\k<name>`; ignoring case if true.
    BackReference(usize, bool),
    /// `(?=..)`, `(?!..)`, `(?<=..)`, `(?<!..)`.
    Look { ahead: bool, negative: bool, inner: Box<Node> },
    /// One after another.
    Sequence(Vec<Node>),
    /// One of several.
    Alternatives(Vec<Node>),
    /// `min` to `max` times.
    Repeat { inner: Box<Node>, min: u32, max: u32, lazy: bool },
}

/// UTF-16 units as code points; lone surrogates stay what they are.
pub(super) fn code_points(units: &[u16]) -> Vec<u32> {
    char::decode_utf16(units.iter().copied())
        .map(|unit| unit.map_or_else(|error| u32::from(error.unpaired_surrogate()), u32::from))
        .collect()
}

/// Appends a code point (or lone surrogate) as UTF-16 units.
pub(super) fn push_code_point(units: &mut Vec<u16>, point: u32) {
    match char::from_u32(point) {
        Some(char) => units.extend_from_slice(char.encode_utf16(&mut [0; 2])),
        None => units.extend(u16::try_from(point)),
    }
}
