//! Loops: a statement that completes at the start of its body, and behind it where the body may not run.

use swc_core::ecma::ast::{DoWhileStmt, ForHead, ForInStmt, ForOfStmt, ForStmt, WhileStmt};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::statement_marks::{Mark, body, complete, completed, not_used};
use super::{defaults, tree};
use crate::parse::offset;
use crate::planner::Planner;

pub(super) fn while_loop(planner: &mut Planner<'_>, each: &WhileStmt, id: Option<Mark>) {
    tree::test(planner, &each.test);
    body(planner, &each.body, completed(id));
    complete(planner, offset(each.span.hi), id);
}

pub(super) fn do_while_loop(planner: &mut Planner<'_>, each: &DoWhileStmt, id: Option<Mark>) {
    body(planner, &each.body, completed(id));
    tree::test(planner, &each.test);
}

pub(super) fn for_loop(planner: &mut Planner<'_>, each: &ForStmt, id: Option<Mark>) {
    each.init.visit_with(planner);
    if let Some(test) = &each.test {
        tree::test(planner, test);
    }
    each.update.visit_with(planner);
    body(planner, &each.body, completed(id));
    complete(planner, offset(each.span.hi), id);
}

pub(super) fn for_in_loop(planner: &mut Planner<'_>, each: &ForInStmt, id: Option<Mark>) {
    let unused = head(planner, &each.left);
    planner.visit_expr(&each.right);
    let start = [completed(id), not_used(&unused, id)].concat();
    body(planner, &each.body, start);
    complete(planner, offset(each.span.hi), id);
}

pub(super) fn for_of_loop(planner: &mut Planner<'_>, each: &ForOfStmt, id: Option<Mark>) {
    let unused = head(planner, &each.left);
    if each.is_await || !tree::iterated(planner, &each.right, tree::Iteration::ForOf) {
        planner.rendered_expr(&each.right);
    }
    let start = [completed(id), not_used(&unused, id)].concat();
    body(planner, &each.body, start);
    complete(planner, offset(each.span.hi), id);
}

/// Walks what a round is bound to; answers the defaults in it.
fn head(planner: &mut Planner<'_>, head: &ForHead) -> Vec<(u32, u32)> {
    defaults::collect(planner, |planner| head.visit_with(planner))
}
