//! What a search left behind.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use nearmiss_report::ResumedSummary;
use nearmiss_runner::{CostlyCalls, Logins, Reached, Timing};
use nearmiss_search::{Humanised, Minimised, SearchOutcome, Transplanted};
use nearmiss_targets::TargetId;

use super::progress::Progress;
use crate::warnings::Warnings;

/// What a search left behind.
pub struct Searched {
    /// What was found.
    pub outcome: SearchOutcome,
    /// The tests that together cover all that is covered.
    pub minimised: Minimised,
    /// What was added to it; its tests are among those.
    pub transplanted: Transplanted,
    /// Plain values that took the place of noise; their tests are among those.
    pub humanised: Humanised,
    /// Tests may stand in any order: none needs what others leave.
    pub in_any_order: bool,
    /// The API starts anew before a test of the suite where one before it may have changed something.
    pub restarts_after_writes: bool,
    /// Targets covered at boot time.
    pub boot: BTreeSet<TargetId>,
    /// Calls made.
    pub calls: u64,
    /// Restarts of the SUT.
    pub restarts: u64,
    /// How long it took.
    pub seconds: f64,
    /// Where that time went.
    pub timing: Timing,
    /// Calls that cost far more than others, by operation.
    pub costly: BTreeMap<String, CostlyCalls>,
    /// Parts of the time after it, in order.
    pub after: Vec<(&'static str, Duration)>,
    /// Seconds that a processor worked for this process meanwhile; 0 where the system does not tell.
    pub processor: f64,
    /// The curve.
    pub progress: Progress,
    /// What people should know, with its category.
    pub warnings: Warnings,
    /// Those of them that were printed when the search began.
    pub said: Vec<String>,
    /// Who is logged in.
    pub logins: Logins,
    /// Why it ended.
    pub stopped: String,
    /// What became of the archives that it went on from.
    pub resumed: Option<ResumedSummary>,
    /// Why the SUT could not be started again, if it could not.
    pub gone: Option<String>,
    /// Whether calls reached anything.
    pub reached: Reached,
}
