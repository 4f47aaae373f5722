//! With coverage: what is written so that reaching a place is seen.

use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::Expr;
use swc_core::ecma::visit::Visit;

use super::Planner;
use crate::coverage::Mark;
use crate::emit::Part;
use crate::parse::offset;

impl Planner<'_> {
    /// Tells coverage which slot stands for the node at `span`.
    pub(crate) fn mark(&mut self, mark: Mark, span: Span, id: u32) {
        if let Some(marks) = &mut self.marks {
            marks.set(mark, span, id);
        }
    }

    /// With coverage, a slot beyond those of the table that is set when the node at `span` is
    /// reached: the text that sets it.
    pub(crate) fn reached(&mut self, span: Span) -> Option<[Part; 5]> {
        if self.is_full(0) {
            return None;
        }
        let extra = self.marks.as_mut()?.reached(span);
        Some([
            Part::Text("__nm.S["),
            Part::Extra(extra),
            Part::Text("]===1||__nm.c("),
            Part::Extra(extra),
            Part::Text(")"),
        ])
    }

    /// With coverage, writes an expression so that reaching it is seen: `(SEEN,EXPR)`.
    pub(crate) fn seen(&mut self, expr: &Expr, write: impl FnOnce(&mut Self)) {
        let Some(reached) = self.reached(expr.span()) else { return write(self) };
        let parts = [&[Part::Text("(")], &reached[..], &[Part::Text(",")]].concat();
        self.edits.insert(offset(expr.span().lo), &parts);
        write(self);
        self.edits.insert(offset(expr.span().hi), &[Part::Text(")")]);
    }

    /// With coverage, writes a function or class that its place gives its name so that reaching it
    /// is seen: `(SEEN,{["NAME"]:FUNCTION}["NAME"])` gives it the same name.
    pub(crate) fn seen_named(&mut self, value: &Expr, name: Option<Span>) {
        let name = name.map(|span| Part::Copy(offset(span.lo), offset(span.hi)));
        let reached = name.is_some().then(|| self.reached(value.span())).flatten();
        let (Some(name), Some(reached)) = (name, reached) else { return self.visit_expr(value) };
        let open = [Part::Text(",{[\""), name, Part::Text("\"]:")];
        let parts = [&[Part::Text("(")], &reached[..], &open].concat();
        self.edits.insert(offset(value.span().lo), &parts);
        self.visit_expr(value);
        let close = [Part::Text("}[\""), name, Part::Text("\"])")];
        self.edits.insert(offset(value.span().hi), &close);
    }

    /// With coverage, writes `{}` in a text that V8 may print so that reaching it is seen: of an
    /// assignment V8 prints the target, and to a pattern without properties nothing is assigned.
    pub(super) fn seen_object(&mut self, expr: &Expr) {
        let Some(reached) = self.reached(expr.span()) else { return };
        let parts = [&[Part::Text("({}=(")], &reached[..], &[Part::Text(",")]].concat();
        self.edits.insert(offset(expr.span().lo), &parts);
        self.edits.insert(offset(expr.span().hi), &[Part::Text("))")]);
    }
}
