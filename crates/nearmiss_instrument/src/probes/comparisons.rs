//! Comparisons, `in` and `instanceof`.
//!
//! `a<b` becomes `__nm.lt(r,id,a,b)`, `k in o` becomes `__nm.in(r,id,k,o)`.

use swc_core::common::Spanned;
use swc_core::ecma::ast::{BinExpr, BinaryOp, Expr};
use swc_core::ecma::visit::Visit;

use super::tree::Root;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// The name of the probe for an operator. `#x in o` has none.
pub(crate) fn probe(binary: &BinExpr) -> Option<&'static str> {
    Some(match binary.op {
        BinaryOp::Lt => "lt",
        BinaryOp::LtEq => "le",
        BinaryOp::Gt => "gt",
        BinaryOp::GtEq => "ge",
        BinaryOp::EqEq => "eq",
        BinaryOp::NotEq => "ne",
        BinaryOp::EqEqEq => "se",
        BinaryOp::NotEqEq => "sn",
        BinaryOp::InstanceOf => "io",
        BinaryOp::In if !matches!(&*binary.left, Expr::PrivateName(_)) => "in",
        _ => return None,
    })
}

/// Edits the comparison.
pub(crate) fn write(
    planner: &mut Planner<'_>,
    root: Root,
    id: u32,
    binary: &BinExpr,
    probe: &'static str,
) {
    planner.edits.insert(
        offset(binary.span.lo),
        &[
            Part::Text("__nm."),
            Part::Text(probe),
            Part::Text("("),
            Part::Slot(root.0),
            Part::Text(","),
            Part::Slot(id),
            Part::Text(","),
        ],
    );
    planner.visit_expr(&binary.left);
    let (from, to) = (offset(binary.left.span().hi), offset(binary.right.span().lo));
    let operator = binary.op.as_str();
    if let Some(at) = planner.find(from, to, operator) {
        planner.edits.replace(at, operator.len() as u32, &[Part::Text(",")]);
    }
    planner.visit_expr(&binary.right);
    planner.edits.insert(offset(binary.span.hi), &[Part::Text(")")]);
}
