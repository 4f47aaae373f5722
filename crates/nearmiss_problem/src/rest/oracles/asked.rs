//! How often an oracle has asked for the same thing.

use std::collections::BTreeSet;

/// Whether `what` has been asked for fewer than `most` times; notes that it is asked for now.
pub(super) fn ask(asked: &mut BTreeSet<String>, what: &str, most: usize) -> bool {
    let noted = |number: usize| format!("{what} {number}");
    // They are noted in order, and most calls are of what was asked for often enough.
    let is_used_up = most == 0 || asked.contains(&noted(most - 1));
    !is_used_up && (0..most).any(|number| asked.insert(noted(number)))
}
