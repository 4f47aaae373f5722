//! Texts that are written twice: once bare, for when the probes have learnt all, and once with probes.

use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::{AssignTarget, Expr};

use super::Planner;
use crate::emit::{Part, Reserved};
use crate::parse::offset;
use crate::purity::one_line;

/// Longest original text that is repeated in the dual form, in bytes.
const DUAL_LIMIT: u32 = 80;

/// A text that may be written twice, once bare and once with probes.
pub(crate) struct Dual {
    place: Reserved,
    slots: usize,
    opaque: u32,
}

impl Planner<'_> {
    /// Begins a text that may be written in the dual form; to be called before its other edits.
    pub(crate) fn begin_dual(&mut self, span: Span) -> Dual {
        let place = self.edits.reserve(offset(span.lo));
        Dual { place, slots: self.slots.len(), opaque: self.opaque }
    }

    /// Whether the text since `begin_dual` may be repeated: short, on one line, without probes,
    /// functions, classes, tagged templates and direct evals.
    pub(crate) fn may_repeat(&self, dual: &Dual, span: Span) -> bool {
        self.slots.len() == dual.slots && self.may_repeat_tree(dual, span)
    }

    /// The same for a text whose probes are known to be of one tree.
    pub(crate) fn may_repeat_tree(&self, dual: &Dual, span: Span) -> bool {
        let (lo, hi) = (offset(span.lo), offset(span.hi));
        hi - lo <= DUAL_LIMIT
            && self.opaque == dual.opaque
            && one_line(&self.source[lo as usize..hi as usize])
    }

    /// Writes `(__nm.S[cell]===1?TEXT:` at the place of `dual`; the caller closes the parenthesis.
    pub(crate) fn fill_dual(&mut self, dual: &Dual, cell: u32, expr: &Expr, then: &[Part]) {
        let span = expr.span();
        let (open, close) = parentheses(expr);
        let first = [
            Part::Text("(__nm.S["),
            Part::Slot(cell),
            Part::Text("]===1?"),
            Part::Text(open),
            Part::Copy(offset(span.lo), offset(span.hi)),
            Part::Text(close),
            Part::Text(":"),
        ];
        self.edits.fill(dual.place, &first, then);
    }

    /// Writes only `parts` at the place of `dual`.
    pub(crate) fn fill_single(&mut self, dual: &Dual, parts: &[Part]) {
        self.edits.fill(dual.place, parts, &[]);
    }
}

/// What must stand round an expression that becomes an argument.
pub(crate) fn parentheses(expr: &Expr) -> (&'static str, &'static str) {
    // V8 refuses `for (f({a(){}},{}=0).c of x)`, one object after another.
    let pattern =
        matches!(expr, Expr::Assign(assign) if matches!(assign.left, AssignTarget::Pat(_)));
    if pattern || matches!(expr, Expr::Seq(_)) { ("(", ")") } else { ("", "") }
}
