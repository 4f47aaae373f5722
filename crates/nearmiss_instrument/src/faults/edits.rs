//! What faults put into the edits of the planner.

use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::{CallExpr, Expr, MemberProp};
use swc_core::ecma::visit::Visit;

use super::{Fault, around, twice};
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::{Planner, is_named_by_its_place};

impl Planner<'_> {
    /// Puts the text of a fault round what `inside` edits.
    pub(crate) fn within(
        &mut self,
        around: Option<(&'static str, &'static str)>,
        span: Span,
        inside: impl FnOnce(&mut Self),
    ) {
        let Some((before, after)) = around else { return inside(self) };
        self.edits.insert(offset(span.lo), &[Part::Text(before)]);
        inside(self);
        self.edits.insert(offset(span.hi), &[Part::Text(after)]);
    }

    /// A fault refuses the program at this place.
    pub(crate) fn refuse(&mut self, expr: &Expr) {
        self.refused.get_or_insert(offset(expr.span().lo));
    }

    /// What a fault puts round an expression at its place.
    pub(crate) fn fault_around(&mut self, expr: &Expr) -> Option<(&'static str, &'static str)> {
        let called = self.rendered;
        if let Expr::Member(member) = expr
            && matches!(member.prop, MemberProp::PrivateName(_))
            && self.faults.has(if called { Fault::PrivateCall } else { Fault::PrivateRead })
        {
            self.refused.get_or_insert(offset(member.span.lo));
        }
        if let Some(object) = twice(self.faults, expr)
            && !called
        {
            let (lo, hi) = (offset(object.span().lo), offset(object.span().hi));
            let copy = Part::Copy(lo, hi);
            self.edits.insert(
                offset(expr.span().lo),
                &[
                    Part::Text("(typeof "),
                    copy,
                    Part::Text("===\"object\"&&"),
                    copy,
                    Part::Text("&&Object.keys("),
                    copy,
                    Part::Text("),"),
                ],
            );
            return Some(("", ")"));
        }
        if self.faults.has(Fault::LostName) && is_named_by_its_place(expr) && !called {
            return Some(("(0,", ")"));
        }
        around(self.faults, expr, called)
    }

    /// A fault: `o.m(a)` becomes `o.m.call(o,a)`, which fails with another message.
    pub(crate) fn forget_callee(&mut self, call: &CallExpr, callee: &Expr) {
        let Expr::Member(member) = callee else { return };
        if !self.faults.has(Fault::MissingMethod)
            || !member.obj.is_ident()
            || member.prop.is_computed()
        {
            return;
        }
        let (lo, hi) = (offset(member.obj.span().lo), offset(member.obj.span().hi));
        let end = offset(callee.span().hi);
        self.edits.insert(end, &[Part::Text(".call")]);
        if let Some(open) = self.find(end, offset(call.span.hi), "(") {
            let comma = if call.args.is_empty() { "" } else { "," };
            self.edits.insert(open + 1, &[Part::Copy(lo, hi), Part::Text(comma)]);
        }
    }

    pub(crate) fn deleted(&mut self, place: &Expr) {
        let computed = matches!(place, Expr::Member(member) if member.prop.is_computed());
        if computed && self.faults.has(Fault::DeleteComputed) {
            return self.visit_expr(place);
        }
        let read = !computed && place.is_member() && self.faults.has(Fault::DeleteMember);
        self.within(read.then_some(("(0,", ")")), place.span(), |planner| planner.place(place));
    }
}
