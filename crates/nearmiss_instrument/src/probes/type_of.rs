//! What is asked for its type by `typeof v`: `typeof __nm.z(v)`, which only looks at texts.

use swc_core::common::Spanned;
use swc_core::ecma::ast::{Expr, UnaryOp};
use swc_core::ecma::visit::Visit;

use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// Places the probe on the operand, if that may be an input of the program.
pub(crate) fn claim(planner: &mut Planner<'_>, expr: &Expr) -> bool {
    let Expr::Unary(unary) = expr else { return false };
    if unary.op != UnaryOp::TypeOf || planner.callee_unseen || !may_be_input(planner, &unary.arg) {
        return false;
    }
    planner.edits.insert(offset(unary.arg.span().lo), &[Part::Text("__nm.z(")]);
    planner.wrapped_in(1, |planner| planner.visit_expr(&unary.arg));
    planner.edits.insert(offset(unary.arg.span().hi), &[Part::Text(")")]);
    true
}

/// A name that nobody declares has a type, but cannot be read.
fn may_be_input(planner: &Planner<'_>, expr: &Expr) -> bool {
    match expr {
        Expr::Ident(name) => planner.scopes.is_own_binding(offset(name.span.lo)),
        Expr::Member(_) | Expr::OptChain(_) => true,
        _ => false,
    }
}
