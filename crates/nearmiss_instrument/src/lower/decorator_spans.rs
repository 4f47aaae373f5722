//! Finds decorators, and keeps the source positions of their arguments.
//!
//! swc's legacy decorators forget the position of each decorator's call and of its arguments. It
//! does not look into parentheses, which are removed later anyway: `@Length(1)` becomes
//! `@(Length(1))`.

use swc_core::common::{DUMMY_SP, util::take::Take};
use swc_core::ecma::ast::{AutoAccessor, Decorator, Expr, ParenExpr, Program};
use swc_core::ecma::visit::{
    Visit, VisitMut, VisitMutWith, VisitWith, noop_visit_mut_type, noop_visit_type,
};

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

/// Looks for decorators and `accessor` fields.
pub(super) struct DecoratorSearch {
    found: bool,
}

impl DecoratorSearch {
    pub(super) fn found_in(program: &Program) -> bool {
        let mut search = Self { found: false };
        program.visit_with(&mut search);
        search.found
    }
}

impl Visit for DecoratorSearch {
    noop_visit_type!();

    fn visit_decorator(&mut self, _: &Decorator) {
        self.found = true;
    }

    fn visit_auto_accessor(&mut self, _: &AutoAccessor) {
        self.found = true;
    }
}
