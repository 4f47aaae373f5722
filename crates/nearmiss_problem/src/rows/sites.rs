//! Queries of operations, and how often rows were tried for each.

use std::collections::BTreeMap;

/// Times that each plan is tried until its query has found something.
const TRIES_OF_A_PLAN: u32 = 3;
/// Times that rows are tried for a query that finds what calls have made: the API may treat others in another way.
const TRIES_BESIDE: u32 = 2;

/// Times that a query is read again that no rows were found for.
const MOST_BARREN: u32 = 40;

/// Times that a query is asked after all its tries until there is another one, and twice as many until the next.
const FIRST_LATER: u32 = 8;

/// Queries of operations, as far as rows were tried for them.
#[derive(Debug, Default)]
pub(super) struct Sites {
    sites: BTreeMap<(String, String), Site>,
}

#[derive(Debug, Default)]
struct Site {
    /// It has found something, with rows of a test.
    has_found: bool,
    /// Times that rows were tried.
    tries: u32,
    /// Most plans that there were at a time.
    plans: u32,
    /// Times that there was none: with other values there may be.
    barren: u32,
    /// Times that it was asked since, and has found nothing.
    later: u32,
}

impl Sites {
    /// Takes in that a query of an operation was asked, and whether it found anything, in a test that has rows or not.
    /// Answers the number of the next try with rows, if there is to be one.
    pub fn turn(
        &mut self,
        operation: &str,
        shape: &str,
        found: bool,
        has_rows: bool,
    ) -> Option<usize> {
        let key = (operation.to_owned(), shape.to_owned());
        let site = self.sites.entry(key).or_default();
        site.has_found |= found && has_rows;
        let plans = site.plans.max(1);
        let most = if found { TRIES_BESIDE } else { plans * TRIES_OF_A_PLAN };
        // Each plan has its turn, also where the first has found something.
        let is_done = (site.has_found && site.tries >= plans) || (found && has_rows);
        if is_done || (found && site.tries >= most) {
            return None;
        }
        if site.tries >= most || site.barren >= MOST_BARREN {
            // With other values rows may do that have not done yet.
            site.later += 1;
            if !(site.later >= FIRST_LATER && site.later.is_power_of_two()) {
                return None;
            }
        }
        site.tries += 1;
        Some(site.tries as usize - 1)
    }

    /// Takes in how many plans there are for a query.
    pub fn note_plans(&mut self, operation: &str, shape: &str, plans: usize) {
        if let Some(site) = self.sites.get_mut(&(operation.to_owned(), shape.to_owned())) {
            site.plans = site.plans.max(u32::try_from(plans).unwrap_or(u32::MAX));
            if plans == 0 {
                site.barren += 1;
                site.tries -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_tried_until_they_are_found() {
        let mut sites = Sites::default();
        assert_eq!(sites.turn("a", "q", false, false), Some(0));
        sites.note_plans("a", "q", 2);
        assert_eq!(sites.turn("a", "q", false, true), Some(1));
        assert_eq!(sites.turn("a", "q", true, true), None);
        assert_eq!(sites.turn("a", "q", false, false), None);
        // Another operation is another branch.
        assert_eq!(sites.turn("b", "q", false, false), Some(0));
    }

    #[test]
    fn what_no_row_helps_is_given_up() {
        let mut sites = Sites::default();
        let turns = (0..40).map(|_| sites.turn("a", "q", false, true).is_some());
        let tried: Vec<usize> = turns.enumerate().filter(|(_, is)| *is).map(|(at, _)| at).collect();
        assert_eq!(tried, [0, 1, 2, 10, 18, 34], "and now and then with other values");
        let barren = std::iter::from_fn(|| {
            let turn = sites.turn("b", "q", false, false);
            sites.note_plans("b", "q", 0);
            turn
        });
        assert_eq!(barren.count(), 40, "other values may have rows");
    }
}
