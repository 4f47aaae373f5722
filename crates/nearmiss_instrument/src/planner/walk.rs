//! Which node goes to which probe, and what is walked in which context.

use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::{
    ArrayLit, ArrowExpr, AssignExpr, AssignPat, AssignPatProp, AssignTarget, AssignTargetPat,
    CallExpr, Callee, Class, ClassProp, ComputedPropName, Constructor, Expr, ExprOrSpread,
    Function, FunctionBody, NewExpr, ObjectPatProp, OptCall, Pat, PrivateProp, PropName, SeqExpr,
    SimpleAssignTarget, SpreadElement, StaticBlock, Stmt, TaggedTpl, UnaryOp, UpdateExpr,
    VarDeclarator, YieldExpr,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::{Planner, parentheses};
use crate::coverage::is_logical;
use crate::emit::Part;
use crate::parse::offset;
use crate::probes;
use crate::probes::tree::Iteration;

impl Visit for Planner<'_> {
    fn visit_stmt(&mut self, statement: &Stmt) {
        let at = offset(statement.span().lo);
        self.nested(at, |planner| {
            planner.wrapped_in(1, |planner| probes::statements::statement(planner, statement));
        });
    }

    fn visit_expr(&mut self, expr: &Expr) {
        // Most expressions: nothing to probe, nothing inside.
        if matches!(expr, Expr::Ident(_) | Expr::Lit(_) | Expr::This(_)) {
            return;
        }
        self.read(expr);
    }

    fn visit_function(&mut self, function: &Function) {
        probes::functions::function(self, function);
    }

    fn visit_constructor(&mut self, constructor: &Constructor) {
        probes::functions::constructor(self, constructor);
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        probes::functions::arrow(self, arrow);
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        probes::statement_marks::list(self, &body.stmts);
    }

    fn visit_class(&mut self, class: &Class) {
        self.opaque += 1;
        class.decorators.visit_with(self);
        if let Some(parent) = &class.super_class {
            self.visit_expr(parent);
        }
        self.in_function(false, |planner| class.body.visit_with(planner));
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        if let Callee::Expr(callee) = &call.callee {
            if matches!(callee.unwrap_parens(), Expr::Ident(name) if &*name.sym == "eval") {
                self.opaque += 1;
            }
            // A function that is called where it stands is a function.
            let called = matches!(callee.unwrap_parens(), Expr::Arrow(_) | Expr::Fn(_));
            self.with_rendered(self.rendered || !called, |planner| planner.visit_expr(callee));
        }
        self.arguments(&call.args);
    }

    fn visit_opt_call(&mut self, call: &OptCall) {
        self.rendered_expr(&call.callee);
        self.arguments(&call.args);
    }

    fn visit_computed_prop_name(&mut self, key: &ComputedPropName) {
        self.without_callee(|planner| planner.visit_expr(&key.expr));
    }

    fn visit_class_prop(&mut self, field: &ClassProp) {
        field.decorators.visit_with(self);
        field.key.visit_with(self);
        let name = match &field.key {
            PropName::Ident(name) => Some(name.span),
            _ => None,
        };
        self.field(field.is_static, name, field.value.as_deref());
    }

    fn visit_private_prop(&mut self, field: &PrivateProp) {
        field.decorators.visit_with(self);
        self.field(field.is_static, Some(field.key.span), field.value.as_deref());
    }

    fn visit_static_block(&mut self, block: &StaticBlock) {
        self.without_callee(|planner| block.visit_children_with(planner));
    }

    fn visit_new_expr(&mut self, new: &NewExpr) {
        self.rendered_expr(&new.callee);
        if let Some(arguments) = &new.args {
            self.arguments(arguments);
        }
    }

    fn visit_tagged_tpl(&mut self, tagged: &TaggedTpl) {
        self.opaque += 1;
        self.rendered_expr(&tagged.tag);
        self.with_rendered(false, |planner| tagged.tpl.exprs.visit_with(planner));
    }

    fn visit_array_lit(&mut self, array: &ArrayLit) {
        for element in array.elems.iter().flatten() {
            if element.spread.is_none()
                || !probes::tree::iterated(self, &element.expr, Iteration::Spread)
            {
                element.visit_with(self);
            }
        }
    }

    fn visit_expr_or_spread(&mut self, element: &ExprOrSpread) {
        if element.spread.is_some() {
            self.rendered_expr(&element.expr);
        } else {
            self.listed(&element.expr);
        }
    }

    fn visit_seq_expr(&mut self, sequence: &SeqExpr) {
        for expr in &sequence.exprs {
            self.listed(expr);
        }
    }

    fn visit_spread_element(&mut self, spread: &SpreadElement) {
        // In an object literal; nothing is thrown for it, but V8 prints object literals.
        self.visit_expr(&spread.expr);
    }

    fn visit_yield_expr(&mut self, yielded: &YieldExpr) {
        if let Some(value) = &yielded.arg {
            if yielded.delegate {
                self.rendered_expr(value);
            } else {
                self.visit_expr(value);
            }
        }
    }

    fn visit_update_expr(&mut self, update: &UpdateExpr) {
        self.place(&update.arg);
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        match &assign.left {
            AssignTarget::Simple(target) => {
                self.visit_simple_assign_target(target);
                // V8 prints the target only.
                self.with_rendered(false, |planner| planner.visit_expr(&assign.right));
            }
            AssignTarget::Pat(pattern) => {
                pattern.visit_with(self);
                let list = matches!(pattern, AssignTargetPat::Array(_));
                if !(list && probes::tree::iterated(self, &assign.right, Iteration::Targets)) {
                    self.rendered_expr(&assign.right);
                }
            }
        }
    }

    fn visit_simple_assign_target(&mut self, target: &SimpleAssignTarget) {
        match target {
            SimpleAssignTarget::Paren(inner) => self.place(&inner.expr),
            SimpleAssignTarget::Member(member) => member.visit_children_with(self),
            SimpleAssignTarget::SuperProp(property) => property.visit_children_with(self),
            _ => {}
        }
    }

    fn visit_pat(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Expr(target) => self.place(target),
            other => other.visit_children_with(self),
        }
    }

    fn visit_assign_pat(&mut self, pattern: &AssignPat) {
        pattern.left.visit_with(self);
        let name = match &*pattern.left {
            Pat::Ident(name) => Some(name.id.span),
            _ => None,
        };
        let destructured = matches!(&*pattern.left, Pat::Array(_) | Pat::Object(_));
        probes::defaults::default_value(self, &pattern.right, name, destructured);
    }

    fn visit_assign_pat_prop(&mut self, property: &AssignPatProp) {
        if let Some(value) = &property.value {
            probes::defaults::default_value(self, value, Some(property.key.id.span), false);
        }
    }

    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        declarator.name.visit_with(self);
        let Some(value) = &declarator.init else { return };
        if matches!(declarator.name, Pat::Ident(_)) || takes_apart_new(&declarator.name, value) {
            self.visit_expr(value);
        } else if !(declarator.name.is_array()
            && probes::tree::iterated(self, value, Iteration::Targets))
        {
            self.rendered_expr(value);
        }
    }
}

impl Planner<'_> {
    /// Walks an expression whose text V8 may render.
    pub(crate) fn rendered_expr(&mut self, expr: &Expr) {
        self.with_rendered(true, |planner| planner.visit_expr(expr));
    }

    /// Walks an expression whose value is read.
    fn read(&mut self, expr: &Expr) {
        let at = offset(expr.span().lo);
        // A pattern inside an expression may not be reached: nothing can be said after it.
        let defaults = self.defaults.take();
        self.nested(at, |planner| {
            if !planner.rendered
                && probes::EXPRESSIONS.iter().any(|probe| (probe.claim)(planner, expr))
            {
                return;
            }
            match expr {
                Expr::Bin(_) => planner.spine(expr),
                Expr::Unary(unary) if unary.op == UnaryOp::Delete => planner.place(&unary.arg),
                // Only where a chain is rendered or may not be cut.
                Expr::OptChain(_) => expr.visit_children_with(planner),
                _ => expr.visit_children_with(planner),
            }
        });
        self.defaults = defaults;
    }

    /// A nest of operators to the left is walked in a loop.
    fn spine(&mut self, expr: &Expr) {
        let mut rights = Vec::new();
        let mut at = expr;
        while let Expr::Bin(binary) = at {
            if at.span() != expr.span()
                && !self.rendered
                && probes::EXPRESSIONS.iter().any(|probe| (probe.claim)(self, at))
            {
                break;
            }
            rights.push((binary.op, &*binary.right));
            at = &binary.left;
        }
        if !matches!(at, Expr::Bin(_)) {
            self.visit_expr(at);
        }
        for (op, right) in rights.into_iter().rev() {
            match right.unwrap_parens() {
                Expr::Object(object)
                    if self.rendered
                        && !self.printed
                        && is_logical(op)
                        && object.props.is_empty() =>
                {
                    self.seen_object(right);
                }
                _ => self.visit_expr(right),
            }
        }
    }

    /// The value of a class field.
    fn field(&mut self, is_static: bool, name: Option<Span>, value: Option<&Expr>) {
        let Some(value) = value else { return };
        if is_static {
            self.without_callee(|planner| planner.field_value(name, value));
        } else {
            self.field_value(name, value);
        }
    }

    fn field_value(&mut self, name: Option<Span>, value: &Expr) {
        if is_named_by_its_place(value) {
            self.seen_named(value, name);
        } else {
            self.seen(value, |planner| planner.visit_expr(value));
        }
    }

    /// Walks one of several expressions. V8 takes an assignment to a pattern behind an array or object
    /// with something of ours in it for a part of a greater pattern, which it then refuses
    /// (`(function (a = f([g()], [] = 0)) {})` is such a text without us); not so in parentheses.
    pub(crate) fn listed(&mut self, expr: &Expr) {
        let (open, close) = parentheses(expr);
        let write = |planner: &mut Self| {
            if open.is_empty() {
                return planner.visit_expr(expr);
            }
            planner.edits.insert(offset(expr.span().lo), &[Part::Text(open)]);
            planner.visit_expr(expr);
            planner.edits.insert(offset(expr.span().hi), &[Part::Text(close)]);
        };
        if self.parsed.is_empty() {
            return write(self);
        }
        probes::input_reads::argument(self, expr, write);
    }

    /// Walks the arguments of a call: V8 prints them as `...`.
    pub(crate) fn arguments(&mut self, arguments: &[ExprOrSpread]) {
        self.with_rendered(false, |planner| {
            for argument in arguments {
                argument.visit_with(planner);
            }
        });
    }

    /// Walks the parts of a member expression, but puts no probe on the read itself.
    pub(crate) fn place(&mut self, expr: &Expr) {
        match expr {
            Expr::Paren(inner) => self.place(&inner.expr),
            Expr::Member(_) | Expr::SuperProp(_) => expr.visit_children_with(self),
            Expr::OptChain(_) => self.rendered_expr(expr),
            other => self.visit_expr(other),
        }
    }
}

/// Whether `new` makes what a pattern takes apart one level deep: that is an object, so nothing is thrown that V8 would
/// print it for.
fn takes_apart_new(pattern: &Pat, value: &Expr) -> bool {
    let Pat::Object(pattern) = pattern else { return false };
    let flat = pattern.props.iter().all(|property| match property {
        ObjectPatProp::KeyValue(property) => matches!(&*property.value, Pat::Ident(_)),
        ObjectPatProp::Assign(_) | ObjectPatProp::Rest(_) => true,
    });
    flat && matches!(value.unwrap_parens(), Expr::New(_))
}

/// Whether an assignment, default or property would give this expression its name.
pub(crate) fn is_named_by_its_place(expr: &Expr) -> bool {
    match expr.unwrap_parens() {
        Expr::Arrow(_) => true,
        Expr::Fn(function) => function.ident.is_none(),
        Expr::Class(class) => class.ident.is_none(),
        _ => false,
    }
}
