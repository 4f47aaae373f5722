//! How often an oracle has asked for the same thing.

use std::collections::BTreeSet;

/// Whether `what` has been asked for fewer than `most` times; notes that it is asked for now.
pub(super) fn ask(asked: &mut BTreeSet<String>, what: &str, most: usize) -> bool {
    (0..most).any(|number| asked.insert(format!("{what} {number}")))
}
