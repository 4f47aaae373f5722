//! The file that a host has parsed.

use swc_core::common::{BytePos, Mark};

/// What a host knows of the file that a tree was parsed from.
#[derive(Clone, Copy, Debug)]
pub struct HostFile<'a> {
    /// Its text.
    pub source: &'a str,
    /// The position of the first byte of the text in the tree.
    pub start: BytePos,
    /// The mark of names that no scope declares.
    pub unresolved: Mark,
    /// How deep expressions and statements may nest: passes recurse, on the host's stack.
    pub deepest: u32,
    /// The module that numbers a file's slots when it is loaded; it exports `load` and `leave`.
    pub loader: &'a str,
}
