//! `!`: `!v` becomes `__nm.n(r,1,v)`, v being a predicate of the same tree.

use swc_core::ecma::ast::UnaryExpr;

use super::tree::{Node, Root, write as write_node};
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// Edits the negation.
pub(crate) fn write(planner: &mut Planner<'_>, root: Root, unary: &UnaryExpr, operand: &Node<'_>) {
    let has = if operand.has_truthiness() { ",1," } else { ",0," };
    planner.edits.replace(
        offset(unary.span.lo),
        1,
        &[Part::Text("__nm.n("), Part::Slot(root.0), Part::Text(has)],
    );
    write_node(planner, root, operand, &unary.arg);
    planner.edits.insert(offset(unary.span.hi), &[Part::Text(")")]);
}
