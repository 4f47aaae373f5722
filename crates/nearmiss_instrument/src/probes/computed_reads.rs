//! Computed reads: `o[k]` becomes `__nm.b(r,id,o,k)`, never as a target, in `delete` or a callee.

use nearmiss_targets::SlotKind;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{Expr, MemberProp};
use swc_core::ecma::visit::Visit;

use crate::emit::Part;
use crate::parse::offset;
use crate::planner::{Planner, parentheses};

/// Places the probe on a computed member expression that is read.
pub(crate) fn claim(planner: &mut Planner<'_>, expr: &Expr) -> bool {
    let Expr::Member(member) = expr else { return false };
    let MemberProp::Computed(key) = &member.prop else { return false };
    let dual = planner.begin_dual(member.span);
    let before = planner.slot_count();
    let kinds = [SlotKind::ObjectTrue, SlotKind::ObjectFalse];
    let Some((root, id)) = planner.single(kinds, offset(member.span.lo)) else { return false };
    let own = planner.slot_count() - before;
    planner.wrapped_in(1, |planner| planner.visit_expr(&member.obj));
    let (object_end, key_start) = (offset(member.obj.span().hi), offset(key.expr.span().lo));
    let (open, close) = parentheses(&key.expr);
    if let Some(bracket) = planner.find(object_end, key_start, "[") {
        planner.edits.replace(bracket, 1, &[Part::Text(","), Part::Text(open)]);
    }
    planner.wrapped_in(1, |planner| planner.visit_expr(&key.expr));
    let parts =
        [Part::Text("__nm.b("), Part::Slot(root), Part::Text(","), Part::Slot(id), Part::Text(",")];
    let repeat =
        planner.slot_count() == before + own && planner.may_repeat_tree(&dual, member.span);
    if repeat {
        planner.fill_dual(&dual, root, expr, &parts);
    } else {
        planner.fill_single(&dual, &parts);
    }
    let end = if repeat { "))" } else { ")" };
    let key_end = offset(key.expr.span().hi);
    if let Some(bracket) = planner.find(key_end, offset(member.span.hi), "]") {
        planner.edits.replace(bracket, 1, &[Part::Text(close), Part::Text(end)]);
    }
    true
}
