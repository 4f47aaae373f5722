//! How often an oracle has asked for the same thing.

use std::collections::BTreeSet;

/// Whether `what` has been asked for fewer than `most` times; notes that it is asked for now.
pub(super) fn ask(asked: &mut BTreeSet<String>, what: &str, most: usize) -> bool {
    // Most calls are of what was asked for often enough.
    !is_used_up(asked, what, most) && (0..most).any(|number| asked.insert(noted(what, number)))
}

/// Tells whether `what` has been asked for so often.
pub(super) fn is_used_up(asked: &BTreeSet<String>, what: &str, most: usize) -> bool {
    // They are noted in order.
    most == 0 || asked.contains(&noted(what, most - 1))
}

fn noted(what: &str, number: usize) -> String {
    format!("{what} {number}")
}
