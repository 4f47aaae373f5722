//! Truthiness of the tests of `if`, loops and `?:` and of operands of `!`.
//!
//! `if(v)` becomes `if(__nm.y(r,id,v))`.

use swc_core::common::Spanned;
use swc_core::ecma::ast::Expr;
use swc_core::ecma::visit::Visit;

use super::tree::Root;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::{Planner, parentheses};

/// Edits the value.
pub(crate) fn write(planner: &mut Planner<'_>, root: Root, id: u32, expr: &Expr) {
    let (open, close) = parentheses(expr);
    planner.edits.insert(
        offset(expr.span().lo),
        &[
            Part::Text("__nm.y("),
            Part::Slot(root.0),
            Part::Text(","),
            Part::Slot(id),
            Part::Text(","),
            Part::Text(open),
        ],
    );
    planner.visit_expr(expr);
    planner.edits.insert(offset(expr.span().hi), &[Part::Text(close), Part::Text(")")]);
}
