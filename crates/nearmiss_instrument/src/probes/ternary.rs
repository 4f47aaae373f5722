//! `?:`: its test is a predicate, each side is a statement target.
//!
//! `t?a():0` becomes
//! `TEST?(__nm.S[id]===1?a():(__nm.S[id]||__nm.e(id),__nm.r(id,a()))):(__nm.S[id2]===1||__nm.c(id2),0)`.

use nearmiss_targets::SlotKind;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{CondExpr, Expr};
use swc_core::ecma::visit::Visit;

use super::tree;
use crate::coverage::Mark;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;
use crate::purity::is_pure;

/// Places the probe on a conditional expression.
pub(crate) fn claim(planner: &mut Planner<'_>, expr: &Expr) -> bool {
    let Expr::Cond(CondExpr { test, cons, alt, .. }) = expr else { return false };
    tree::test(planner, test);
    for side in [cons, alt] {
        value(planner, side);
    }
    true
}

/// Edits an expression that is a statement target: a side, or what an arrow function answers.
pub(crate) fn value(planner: &mut Planner<'_>, expr: &Expr) {
    let (at, end) = (offset(expr.span().lo), offset(expr.span().hi));
    let Some(line) = planner.line(at) else { return planner.visit_expr(expr) };
    let id = planner.slot(SlotKind::Statement, line, at);
    planner.mark(Mark::Value, expr.span(), id);
    if is_pure(planner.scopes, planner.source, expr) {
        planner.edits.insert(at, &[Part::Text("("), Part::Complete(id), Part::Text(",")]);
        planner.visit_expr(expr);
        planner.edits.insert(end, &[Part::Text(")")]);
        return;
    }
    let dual = planner.begin_dual(expr.span());
    planner.wrapped_in(1, |planner| planner.visit_expr(expr));
    let parts = [
        Part::Text("(__nm.S["),
        Part::Slot(id),
        Part::Text("]||__nm.e("),
        Part::Slot(id),
        Part::Text("),__nm.r("),
        Part::Slot(id),
        Part::Text(","),
    ];
    if planner.may_repeat(&dual, expr.span()) {
        planner.fill_dual(&dual, id, expr, &parts);
        planner.edits.insert(end, &[Part::Text(")))")]);
    } else {
        planner.fill_single(&dual, &parts);
        planner.edits.insert(end, &[Part::Text("))")]);
    }
}
