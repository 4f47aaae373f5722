//! What is read as a number by `+v`: `+__nm.v(v)`, which only looks at texts.

use swc_core::common::Spanned;
use swc_core::ecma::ast::{Expr, UnaryOp};
use swc_core::ecma::visit::Visit;

use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// Places the probe on the operand, if that may be a text of the program's input.
pub(crate) fn claim(planner: &mut Planner<'_>, expr: &Expr) -> bool {
    let Expr::Unary(unary) = expr else { return false };
    if unary.op != UnaryOp::Plus || planner.callee_unseen || !may_be_input(&unary.arg) {
        return false;
    }
    planner.edits.insert(offset(unary.arg.span().lo), &[Part::Text("__nm.v(")]);
    planner.wrapped_in(1, |planner| planner.visit_expr(&unary.arg));
    planner.edits.insert(offset(unary.arg.span().hi), &[Part::Text(")")]);
    true
}

fn may_be_input(expr: &Expr) -> bool {
    match expr.unwrap_parens() {
        Expr::Ident(_) | Expr::Member(_) | Expr::OptChain(_) | Expr::Call(_) | Expr::Await(_) => {
            true
        }
        Expr::Bin(binary) => binary.op.may_short_circuit(),
        Expr::Cond(_) => true,
        _ => false,
    }
}
