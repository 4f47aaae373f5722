//! Runs of a suite in other orders of its tests.

use std::time::Instant;

use nearmiss_report::counted;
use nearmiss_runner::{PlainRun, Reset};
use nearmiss_writer::{TestSuite, recording_files};

use super::change::Change;
use super::order::Order;
use super::{Others, Visit, World};

/// Orders of the tests that are tried where their reverse changes nothing. With a restart before each test none is:
/// nothing is left then but what stands outside of the API's process, which the reverse shows.
const FEW_ORDERS: usize = 2;
/// Orders in a row that take nothing away before the others are taken to do the same, where any order takes something.
/// Of fewer tests it is as many as there are to see what each leaves to each.
const QUIET_ORDERS: usize = 6;
/// Orders that are tried at most, and of long suites so many that they run so many tests in all.
const MOST_ORDERS: usize = 16;
const MOST_ORDERED_TESTS: usize = 3_000;

impl World<'_> {
    /// Runs a suite in other orders, after the reverse, until more of them are likely to take nothing more away. What
    /// earlier tests leave may show only after a third one, and in any place.
    pub(super) fn visit_orders(
        &self,
        suite: &TestSuite,
        agrees: &dyn Fn(&PlainRun, &[Visit]) -> bool,
        visits: &mut Vec<Visit>,
    ) {
        let files = recording_files(suite);
        let one_by_one = if suite.is_in_band() { files.len() } else { 0 };
        let tests = files.iter().map(|file| file.cases.len());
        let most = tests.chain([one_by_one]).max().unwrap_or(0);
        // Of two there is no third order.
        if most < 3 {
            return;
        }
        let followed = Change::Order(Order::Reversed).followed();
        let all: usize = files.iter().map(|file| file.cases.len()).sum();
        let most_orders = (MOST_ORDERED_TESTS / all.max(1)).clamp(FEW_ORDERS, MOST_ORDERS);
        let mut quiet = 0;
        let mut is_told = false;
        for number in 0..most_orders {
            let wanted = match visits.iter().any(|visit| visit.follows == followed) {
                true => QUIET_ORDERS.min(Order::all_pairs(most)),
                false if matches!(self.settings.api.reset, Reset::Restart) => 0,
                false => FEW_ORDERS,
            };
            if quiet >= wanted {
                return;
            }
            if Instant::now() >= self.until {
                let orders = counted(number, "other order");
                (self.tell)(&format!("tried {orders}; more would take too long"));
                return;
            }
            if !std::mem::replace(&mut is_told, true) {
                (self.tell)(&format!("running them in other orders, {most_orders} at most"));
            }
            let change = Change::Order(Order::Shuffled(number));
            let Ok(run) = self.run(suite, Others { changes: &[change], ..Others::default() })
            else {
                return;
            };
            if agrees(&run, visits) {
                quiet += 1;
            } else {
                quiet = 0;
                visits.push(Visit { follows: followed, run });
            }
        }
    }
}
