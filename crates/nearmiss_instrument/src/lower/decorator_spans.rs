//! Keeps the source positions of decorator arguments.
//!
//! swc's legacy decorators forget the position of each decorator's call and of its arguments. It
//! does not look into parentheses, which are removed later anyway: `@Length(1)` becomes
//! `@(Length(1))`.

use swc_core::common::{DUMMY_SP, util::take::Take};
use swc_core::ecma::ast::{Decorator, Expr, ParenExpr};
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

/// Puts the calls of decorators in parentheses.
pub(super) struct ParenthesiseDecoratorCalls;

impl VisitMut for ParenthesiseDecoratorCalls {
    noop_visit_mut_type!();

    fn visit_mut_decorator(&mut self, decorator: &mut Decorator) {
        decorator.visit_mut_children_with(self);
        if decorator.expr.is_call() {
            let expr = decorator.expr.take();
            *decorator.expr = Expr::Paren(ParenExpr { span: DUMMY_SP, expr });
        }
    }
}
