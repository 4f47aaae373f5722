//! What a search knows at one moment, and what an earlier search knew: saved and taken up again.

use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::{EvaluatedIndividual, Fault, Individual};

/// What a search knows at one moment. Individuals are shared with the search, so taking it is cheap.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The test of each covered target, by target.
    pub covered: Vec<(TargetId, Arc<EvaluatedIndividual>)>,
    /// The nearest individual of each target that was reached and not covered, by target.
    pub near: Vec<(TargetId, Arc<EvaluatedIndividual>)>,
    /// Constants that inputs were compared with (UTF-16).
    pub constants: Vec<Vec<u16>>,
    /// The different faults that repeated.
    pub faults: Vec<Fault>,
    /// Calls made.
    pub calls: u64,
    /// Generators given out, see [`Resumed::draws`].
    pub draws: u64,
    /// Keys of targets of the archives that this search goes on from which are not covered again yet,
    /// and whose tests were not run as often as they may be.
    pub unsettled: Vec<String>,
    /// Tests of the archives that were not run yet, by [`ResumedTest::index`].
    pub not_run: Vec<usize>,
}

/// What earlier searches knew: run first, so that all of it is seen on the SUT as it is now.
#[derive(Clone, Debug, Default)]
pub struct Resumed {
    /// Tests, in the order to run them.
    pub tests: Vec<ResumedTest>,
    /// Keys of targets whose tests cannot be run any more.
    pub unfit: Vec<String>,
    /// Constants worth trying in any text.
    pub constants: Vec<Vec<u16>>,
    /// Generators that the earlier searches gave out: this one goes on behind them, so that the same
    /// seed does not search the same again.
    pub draws: u64,
}

/// A test of an earlier search.
#[derive(Clone, Debug)]
pub struct ResumedTest {
    /// What its archive calls it.
    pub index: usize,
    /// The test.
    pub individual: Individual,
    /// Keys of the targets that it was kept for; none for what came near to targets.
    pub covers: Vec<String>,
}
