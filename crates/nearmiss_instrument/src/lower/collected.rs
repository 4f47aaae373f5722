//! Complaints of the passes, collected as they run.

use std::sync::{Arc, Mutex};

use swc_core::common::BytePos;
use swc_core::common::errors::{DiagnosticBuilder, Emitter};

use super::Diagnostic;
use super::complaints::Places;

/// Collects what the passes complain about.
#[derive(Clone, Default)]
pub(super) struct Collected(Arc<Mutex<Vec<(bool, BytePos, String)>>>);

impl Emitter for Collected {
    fn emit(&mut self, diagnostic: &mut DiagnosticBuilder<'_>) {
        let position = diagnostic.span.primary_span().map_or(BytePos(0), |span| span.lo);
        let is_error = diagnostic.is_error();
        if let Ok(mut all) = self.0.lock() {
            all.push((is_error, position, diagnostic.message()));
        }
    }
}

impl Collected {
    /// Errors and warnings.
    pub(super) fn take(&self, places: &Places<'_>) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let all = self.0.lock().map(|mut all| std::mem::take(&mut *all)).unwrap_or_default();
        let (errors, doubts): (Vec<_>, Vec<_>) = all.into_iter().partition(|(error, ..)| *error);
        let place = |list: Vec<(bool, BytePos, String)>| {
            list.into_iter().map(|(_, at, message)| places.diagnostic(at, message)).collect()
        };
        (place(errors), place(doubts))
    }
}
