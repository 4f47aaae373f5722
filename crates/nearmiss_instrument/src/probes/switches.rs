//! `switch`: each `case` is a predicate.
//!
//! `switch(d){case x:` becomes
//! `{let __nm$d;switch(__nm$d=__nm.r(sid,d)){case __nm.k(r,id,__nm$d,x):`.

use nearmiss_targets::SlotKind;
use swc_core::common::Spanned;
use swc_core::ecma::ast::SwitchStmt;
use swc_core::ecma::visit::{Visit, VisitWith};

use super::statement_marks::list;
use crate::coverage::Mark;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::{Planner, parentheses};

/// Edits the switch with the statement slot `id`.
pub(crate) fn write(planner: &mut Planner<'_>, switch: &SwitchStmt, id: Option<u32>) {
    let at = offset(switch.span.lo);
    let (Some(id), Some(line)) = (id, planner.line(at)) else {
        return switch.visit_children_with(planner);
    };
    let root = planner.begin_tree(line, at);
    let mut ids = Vec::new();
    for case in &switch.cases {
        let slot = case.test.as_ref().map(|test| {
            let at = offset(test.span().lo);
            let line = planner.line(at).unwrap_or(line);
            let id = planner.slot(SlotKind::BranchTrue, line, at);
            planner.mark(Mark::Case, test.span(), id);
            planner.slot(SlotKind::BranchFalse, line, at);
            id
        });
        ids.push(slot);
    }
    planner.end_tree(root);

    let discriminant = &switch.discriminant;
    let (open, close) = parentheses(discriminant);
    planner.edits.insert(at, &[Part::Text("{let __nm$d;")]);
    let parts = [Part::Text("__nm$d=__nm.r("), Part::Slot(id), Part::Text(","), Part::Text(open)];
    planner.edits.insert(offset(discriminant.span().lo), &parts);
    planner.visit_expr(discriminant);
    let end = offset(discriminant.span().hi);
    planner.edits.insert(end, &[Part::Text(close), Part::Text(")")]);
    for (case, id) in switch.cases.iter().zip(ids) {
        if let (Some(test), Some(id)) = (&case.test, id) {
            let (open, close) = parentheses(test);
            planner.edits.insert(
                offset(test.span().lo),
                &[
                    Part::Text("__nm.k("),
                    Part::Slot(root),
                    Part::Text(","),
                    Part::Slot(id),
                    Part::Text(",__nm$d,"),
                    Part::Text(open),
                ],
            );
            planner.visit_expr(test);
            let end = offset(test.span().hi);
            planner.edits.insert(end, &[Part::Text(close), Part::Text(")")]);
        }
        let label = case.test.as_ref().map_or(case.span.lo, |test| test.span().hi);
        if let Some(colon) = planner.find(offset(label), offset(case.span.hi), ":")
            && let Some(reached) = planner.reached(case.span)
        {
            planner.edits.insert(colon + 1, &[&reached[..], &[Part::Text(";")]].concat());
        }
        list(planner, &case.cons);
    }
    planner.edits.insert(offset(switch.span.hi), &[Part::Text("}")]);
}
