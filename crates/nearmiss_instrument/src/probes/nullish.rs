//! `??`: `a??b??c` becomes `__nm.q(r,id,a,0)??__nm.q(r,id2,b,0)??c`.

use nearmiss_targets::SlotKind;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{BinaryOp, Expr};
use swc_core::ecma::visit::Visit;

use super::logical::operands;
use crate::coverage::Mark;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// Places the probe on a chain of `??`.
pub(crate) fn claim(planner: &mut Planner<'_>, expr: &Expr) -> bool {
    let Expr::Bin(binary) = expr else { return false };
    if binary.op != BinaryOp::NullishCoalescing {
        return false;
    }
    let at = offset(binary.span.lo);
    let Some(line) = planner.line(at) else { return false };
    let operands = operands(binary);
    let dual = planner.begin_dual(binary.span);
    let root = planner.begin_tree(line, at);
    let ids: Vec<u32> = operands[..operands.len() - 1]
        .iter()
        .map(|operand| {
            let at = offset(operand.span().lo);
            let line = planner.line(at).unwrap_or(line);
            let id = planner.slot(SlotKind::BranchTrue, line, at);
            planner.mark(Mark::Nullish, operand.span(), id);
            planner.slot(SlotKind::BranchFalse, line, at);
            id
        })
        .collect();
    planner.end_tree(root);
    let own = planner.slot_count();
    for (index, operand) in operands.iter().enumerate() {
        let Some(&id) = ids.get(index) else {
            planner.wrapped_in(1, |planner| planner.visit_expr(operand));
            continue;
        };
        planner.edits.insert(
            offset(operand.span().lo),
            &[
                Part::Text("__nm.q("),
                Part::Slot(root),
                Part::Text(","),
                Part::Slot(id),
                Part::Text(","),
            ],
        );
        planner.wrapped_in(1, |planner| planner.visit_expr(operand));
        planner.edits.insert(offset(operand.span().hi), &[Part::Text(",0)")]);
    }
    if planner.slot_count() == own && planner.may_repeat_tree(&dual, binary.span) {
        planner.fill_dual(&dual, root, expr, &[]);
        planner.edits.insert(offset(binary.span.hi), &[Part::Text(")")]);
    }
    true
}
