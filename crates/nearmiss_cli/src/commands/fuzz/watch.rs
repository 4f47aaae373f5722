//! Who listens to a search: what people see, what ends it early, what is saved.

use nearmiss_search::{SearchObserver, Snapshot};

use super::progress::Progress;
use crate::archive::Keeper;
use crate::plateau::PlateauWatch;

/// Listens to a search.
pub struct Watch {
    /// What people see.
    pub progress: Progress,
    /// What ends it early.
    pub plateau: PlateauWatch,
    /// What is saved, if anything is.
    pub keeper: Option<Keeper>,
}

impl SearchObserver for Watch {
    fn evaluated(&mut self, calls: u64, covered: usize, faults: usize) {
        self.plateau.note(calls, covered, faults);
        self.progress.evaluated(calls, covered, faults);
    }

    fn stops(&self) -> bool {
        self.plateau.is_reached()
    }

    fn wants_snapshot(&mut self, news: u64, ended: bool) -> bool {
        self.keeper.as_mut().is_some_and(|keeper| keeper.wants(news, ended))
    }

    fn snapshot(&mut self, snapshot: Snapshot) {
        if let Some(keeper) = &self.keeper {
            keeper.save(snapshot);
        }
    }
}
