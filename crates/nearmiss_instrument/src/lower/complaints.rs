//! What the parser and the passes complain about, with lines and columns.

use std::sync::{Arc, Mutex};

use swc_core::common::errors::{DiagnosticBuilder, Emitter};
use swc_core::common::{BytePos, SourceFile, Spanned};
use swc_core::ecma::parser::error::Error as SyntaxError;

use super::Diagnostic;
use crate::source_map::LineIndex;

/// From swc's positions to lines and columns of the source.
pub(super) struct Places<'a> {
    pub(super) lines: &'a LineIndex<'a>,
    pub(super) file: &'a SourceFile,
}

impl Places<'_> {
    pub(super) fn diagnostic(&self, position: BytePos, message: String) -> Diagnostic {
        if position < self.file.start_pos || position > self.file.end_pos {
            return Diagnostic::of_file(message);
        }
        let offset = (position.0 - self.file.start_pos.0) as usize;
        let (line, column) = self.lines.position(offset);
        Diagnostic { line: line + 1, column: column + 1, message }
    }

    /// What the parser says.
    pub(super) fn syntax(&self, error: SyntaxError) -> Diagnostic {
        let position = error.span().lo;
        self.diagnostic(position, error.into_kind().msg().into_owned())
    }
}

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
