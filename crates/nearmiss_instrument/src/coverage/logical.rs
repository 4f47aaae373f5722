//! Operands of `&&`, `||` and `??` as arms: each operand of a nest, whatever its operators, is one,
//! covered when it was evaluated.

use swc_core::common::Spanned;
use swc_core::ecma::ast::{BinExpr, BinaryOp, Expr, UnaryOp};
use swc_core::ecma::visit::Visit;

use super::Mark;
use super::collect::Collector;
use super::items::{Arm, Conditions, above_zero, one};
use crate::probes::logical::operands;

/// Whether the operator makes arms.
pub(crate) fn is_logical(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing)
}

fn as_logical(expr: &Expr) -> Option<&BinExpr> {
    match expr.unwrap_parens() {
        Expr::Bin(binary) if is_logical(binary.op) => Some(binary),
        _ => None,
    }
}

impl Collector<'_> {
    /// Lists a nest of logical operators as a branch, unless something of it cannot be told.
    pub(super) fn logical(&mut self, binary: &BinExpr) {
        let mut arms = Vec::new();
        self.operands(binary, self.context.clone(), None, &mut arms);
        if arms.iter().all(|arm| !arm.conditions.is_empty()) {
            self.branch("binary-expr", binary.span, arms);
        }
    }

    /// The operands of a chain that is evaluated when `reached`, and how near that was.
    fn operands(
        &mut self,
        binary: &BinExpr,
        reached: Conditions,
        near: Option<u32>,
        arms: &mut Vec<Arm>,
    ) {
        let chain = self.marks.get(Mark::Predicate, binary.span);
        let mut before: Option<&Expr> = None;
        for operand in operands(binary) {
            let (conditions, near) = match before {
                None => (chain.map_or(reached.clone(), |id| vec![above_zero(id)]), near),
                Some(before) => self.after(binary.op, chain, before, operand),
            };
            before = Some(operand);
            if let Some(inner) = as_logical(operand) {
                self.operands(inner, conditions, near, arms);
                continue;
            }
            let place = self.place(operand.unwrap_parens().span());
            arms.push(Arm { place, conditions: conditions.clone(), near });
            self.inside(conditions, |collector| collector.visit_expr(operand));
        }
    }

    /// When the operand after `before` is evaluated, and the slot that says how near that was.
    fn after(
        &self,
        op: BinaryOp,
        chain: Option<u32>,
        before: &Expr,
        operand: &Expr,
    ) -> (Conditions, Option<u32>) {
        if op == BinaryOp::NullishCoalescing {
            let nullish = self.marks.get(Mark::Nullish, before.span());
            let conditions = match nullish {
                Some(id) => vec![one(id)],
                None => self.reached(operand.span()).into_iter().collect(),
            };
            return (conditions, nullish);
        }
        let mut conditions: Conditions = self.reached(operand.span()).into_iter().collect();
        conditions.extend(self.evaluated(operand));
        if conditions.is_empty() {
            return (conditions, None);
        }
        // A saturated tree runs without our slots, but then the chain had each of its outcomes,
        // and one of them needs all operands.
        conditions
            .extend(chain.map(|id| one(if op == BinaryOp::LogicalAnd { id } else { id + 1 })));
        let outcomes = self.outcomes(before);
        let near = outcomes.map(|(yes, no)| if op == BinaryOp::LogicalAnd { yes } else { no });
        (conditions, near)
    }

    /// The conditions under which the slots of a predicate show that it was evaluated.
    fn evaluated(&self, expr: &Expr) -> Conditions {
        let expr = expr.unwrap_parens();
        if let Some(id) = self.marks.get(Mark::Predicate, expr.span()) {
            return match as_logical(expr) {
                Some(_) => vec![above_zero(id)],
                None => vec![one(id), one(id + 1)],
            };
        }
        match expr {
            Expr::Unary(unary) if unary.op == UnaryOp::Bang => self.evaluated(&unary.arg),
            _ => Vec::new(),
        }
    }
}
