//! Databases of ours, as who calls an API sees them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Databases of ours that an API works on: what is known of them whenever somebody asks.
#[derive(Clone, Debug, Default)]
pub struct OwnDatabases(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    is_being_made: AtomicBool,
    lack_rows: AtomicBool,
}

/// A database that is being made, as long as this lives.
pub(super) struct Making(Arc<Known>);

impl OwnDatabases {
    /// Tells whether one is being made now: the API waits for it, and cannot answer.
    #[must_use]
    pub fn is_one_being_made(&self) -> bool {
        self.0.is_being_made.load(Ordering::Relaxed)
    }

    /// Tells whether any of them begins without the rows of the user's.
    #[must_use]
    pub fn lack_rows(&self) -> bool {
        self.0.lack_rows.load(Ordering::Relaxed)
    }

    /// Notes that one of them does.
    pub(crate) fn note_lacking_rows(&self) {
        self.0.lack_rows.store(true, Ordering::Relaxed);
    }

    /// Notes that one is being made, until what is answered is dropped.
    pub(super) fn making(&self) -> Making {
        self.0.is_being_made.store(true, Ordering::Relaxed);
        Making(Arc::clone(&self.0))
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        self.0.is_being_made.store(false, Ordering::Relaxed);
    }
}
