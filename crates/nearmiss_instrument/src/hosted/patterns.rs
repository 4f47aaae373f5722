//! Assignments to patterns that the probed text has in parentheses, since V8 would refuse them
//! without (`Planner::listed`): a host's printer takes out the parentheses that the grammar does not
//! ask for, so an operator stands before them that does.

use swc_core::common::DUMMY_SP;
use swc_core::common::util::take::Take;
use swc_core::ecma::ast::{
    AssignTarget, BinExpr, BinaryOp, Expr, ExprOrSpread, Lit, Null, Program, SeqExpr,
};
use swc_core::ecma::visit::{VisitMut, VisitMutWith};

/// Writes `null ?? ({ a } = b)` for `({ a } = b)` in lists.
pub(super) fn keep_apart(program: &mut Program) {
    program.visit_mut_with(&mut KeepApart);
}

struct KeepApart;

impl VisitMut for KeepApart {
    fn visit_mut_expr_or_spread(&mut self, element: &mut ExprOrSpread) {
        element.visit_mut_children_with(self);
        if element.spread.is_none() {
            keep(&mut element.expr);
        }
    }

    fn visit_mut_seq_expr(&mut self, sequence: &mut SeqExpr) {
        sequence.visit_mut_children_with(self);
        for expr in &mut sequence.exprs {
            keep(expr);
        }
    }
}

fn keep(expr: &mut Expr) {
    let Expr::Paren(inner) = expr else { return };
    if !matches!(&*inner.expr, Expr::Assign(assign) if matches!(assign.left, AssignTarget::Pat(_)))
    {
        return;
    }
    *expr = Expr::Bin(BinExpr {
        span: inner.span,
        op: BinaryOp::NullishCoalescing,
        left: Expr::Lit(Lit::Null(Null { span: DUMMY_SP })).into(),
        right: expr.take().into(),
    });
}
