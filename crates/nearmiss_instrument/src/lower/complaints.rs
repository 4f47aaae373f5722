//! What the parser and the passes complain about, with lines and columns.

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
