//! Names that are imported or exported, where they are read and written.

use swc_core::common::{DUMMY_SP, Spanned, util::take::Take};
use swc_core::ecma::ast::{
    AssignExpr, AssignPat, AssignTarget, CallExpr, Callee, Decl, Expr, ExprStmt, Ident,
    KeyValuePatProp, KeyValueProp, Lit, MemberExpr, Module, ModuleItem, Number, ObjectPatProp,
    OptCall, Pat, Prop, PropName, SeqExpr, SimpleAssignTarget, Stmt, TaggedTpl, UpdateExpr,
    VarDecl, VarDeclKind, VarDeclarator,
};
use swc_core::ecma::utils::find_pat_ids;
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

use super::Form;
use super::exported::Exported;
use super::required::{Modules, private};

/// Rewrites names.
pub(super) struct Rewrite<'a> {
    form: &'a Form<'a>,
    exported: &'a Exported,
    modules: Modules,
    /// Variables that hold values while an export is written.
    held: Vec<Ident>,
}

impl<'a> Rewrite<'a> {
    pub(super) fn new(form: &'a Form<'a>, exported: &'a Exported, modules: Modules) -> Self {
        Self { form, exported, modules, held: Vec::new() }
    }

    /// The property that a name stands for.
    fn member(&self, name: &Ident) -> Option<MemberExpr> {
        let id = name.to_id();
        if let Some(imported) = self.modules.imported.get(&id) {
            return Some(imported.member(name));
        }
        if self.exported.assigned {
            return None;
        }
        self.exported.properties.get(&id).map(|property| self.form.export(property, name.span))
    }

    fn is_aliased(&self, name: &Ident) -> bool {
        !self.exported.assigned && self.exported.aliases.contains_key(&name.to_id())
    }

    /// `exports.<name> = value` for each name that `local` is exported by.
    fn exporting(&self, local: &Ident, value: Box<Expr>) -> Box<Expr> {
        let names = self.exported.aliases.get(&local.to_id()).into_iter().flatten();
        names.fold(value, |value, name| self.form.assign_export(name, DUMMY_SP, value))
    }

    /// A call through `(0, m.f)`, so that `m` is not its `this`.
    fn without_this(&self, callee: &mut Box<Expr>) {
        if let Expr::Ident(name) = &**callee
            && let Some(member) = self.member(name)
        {
            let zero =
                Box::new(Expr::Lit(Lit::Num(Number { span: DUMMY_SP, value: 0.0, raw: None })));
            let member = Box::new(Expr::Member(member));
            **callee = Expr::Seq(SeqExpr { span: DUMMY_SP, exprs: vec![zero, member] });
        }
    }

    fn hold(&mut self) -> Ident {
        let name = private("_a");
        self.held.push(name.clone());
        name
    }

    /// An assignment to a name that is exported besides.
    fn assignment(&mut self, expression: &mut Expr, value_is_used: bool) {
        let Expr::Assign(assignment) = &*expression else { return };
        match &assignment.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) if self.is_aliased(&name.id) => {
                let local = name.id.clone();
                *expression = *self.exporting(&local, Box::new(expression.take()));
            }
            AssignTarget::Pat(pattern) => {
                let pattern = Pat::from(pattern.clone());
                let names: Vec<Ident> = find_pat_ids::<Pat, Ident>(&pattern)
                    .into_iter()
                    .filter(|name| self.is_aliased(name))
                    .collect();
                if names.is_empty() {
                    return;
                }
                let mut steps = Vec::new();
                let held = value_is_used.then(|| self.hold());
                let value = Box::new(expression.take());
                steps.push(match &held {
                    Some(held) => hold_value(held, value),
                    None => value,
                });
                for name in names {
                    let value = Box::new(Expr::Ident(unplaced(&name)));
                    steps.push(self.exporting(&name, value));
                }
                steps.extend(held.map(|held| Box::new(Expr::Ident(held))));
                *expression = Expr::Seq(SeqExpr { span: DUMMY_SP, exprs: steps });
            }
            AssignTarget::Simple(_) => {}
        }
    }

    /// `a++` of a name that is exported besides.
    fn update(&mut self, expression: &mut Expr, value_is_used: bool) {
        let Expr::Update(UpdateExpr { prefix, arg, .. }) = &*expression else { return };
        let Expr::Ident(name) = &**arg else { return };
        if !self.is_aliased(name) {
            return;
        }
        let (local, prefix) = (name.clone(), *prefix);
        let value = Box::new(expression.take());
        if prefix || !value_is_used {
            let read = Box::new(Expr::Ident(unplaced(&local)));
            let value = if prefix {
                value
            } else {
                Box::new(Expr::Seq(SeqExpr { span: DUMMY_SP, exprs: vec![value, read] }))
            };
            *expression = *self.exporting(&local, value);
            return;
        }
        let held = self.hold();
        let read = Box::new(Expr::Ident(unplaced(&local)));
        let exported = self.exporting(&local, read);
        *expression = Expr::Seq(SeqExpr {
            span: DUMMY_SP,
            exprs: vec![hold_value(&held, value), exported, Box::new(Expr::Ident(held))],
        });
    }
}

fn unplaced(name: &Ident) -> Ident {
    Ident { span: DUMMY_SP, ..name.clone() }
}

fn hold_value(held: &Ident, value: Box<Expr>) -> Box<Expr> {
    Box::new(Expr::Assign(AssignExpr {
        span: DUMMY_SP,
        op: swc_core::ecma::ast::AssignOp::Assign,
        left: AssignTarget::Simple(SimpleAssignTarget::Ident(held.clone().into())),
        right: value,
    }))
}

impl VisitMut for Rewrite<'_> {
    noop_visit_mut_type!();

    fn visit_mut_module(&mut self, module: &mut Module) {
        module.visit_mut_children_with(self);
        if self.held.is_empty() {
            return;
        }
        let declarators = self.held.drain(..).map(|name| VarDeclarator {
            span: DUMMY_SP,
            name: Pat::Ident(name.into()),
            init: None,
            definite: false,
        });
        let held =
            VarDecl { kind: VarDeclKind::Var, decls: declarators.collect(), ..VarDecl::default() };
        module.body.push(ModuleItem::Stmt(Stmt::Decl(Decl::Var(Box::new(held)))));
    }

    fn visit_mut_expr_stmt(&mut self, statement: &mut ExprStmt) {
        match &*statement.expr {
            Expr::Assign(_) => {
                statement.expr.visit_mut_children_with(self);
                self.assignment(&mut statement.expr, false);
            }
            Expr::Update(_) => {
                statement.expr.visit_mut_children_with(self);
                self.update(&mut statement.expr, false);
            }
            _ => statement.expr.visit_mut_with(self),
        }
    }

    fn visit_mut_expr(&mut self, expression: &mut Expr) {
        expression.visit_mut_children_with(self);
        match expression {
            Expr::Ident(name) => {
                if let Some(member) = self.member(name) {
                    *expression = Expr::Member(member);
                }
            }
            Expr::Assign(_) => self.assignment(expression, true),
            Expr::Update(_) => self.update(expression, true),
            _ => {}
        }
    }

    fn visit_mut_call_expr(&mut self, call: &mut CallExpr) {
        if let Callee::Expr(callee) = &mut call.callee {
            self.without_this(callee);
        }
        call.visit_mut_children_with(self);
    }

    fn visit_mut_opt_call(&mut self, call: &mut OptCall) {
        self.without_this(&mut call.callee);
        call.visit_mut_children_with(self);
    }

    fn visit_mut_tagged_tpl(&mut self, template: &mut TaggedTpl) {
        self.without_this(&mut template.tag);
        template.visit_mut_children_with(self);
    }

    fn visit_mut_simple_assign_target(&mut self, target: &mut SimpleAssignTarget) {
        if let SimpleAssignTarget::Ident(name) = target
            && let Some(member) = self.member(&name.id)
        {
            *target = SimpleAssignTarget::Member(member);
            return;
        }
        target.visit_mut_children_with(self);
    }

    fn visit_mut_var_declarator(&mut self, declarator: &mut VarDeclarator) {
        if !declarator.name.is_ident() {
            declarator.name.visit_mut_with(self);
        }
        declarator.init.visit_mut_with(self);
    }

    fn visit_mut_pat(&mut self, pattern: &mut Pat) {
        if let Pat::Ident(name) = pattern
            && let Some(member) = self.member(&name.id)
        {
            *pattern = Pat::Expr(Box::new(Expr::Member(member)));
            return;
        }
        pattern.visit_mut_children_with(self);
    }

    fn visit_mut_object_pat_prop(&mut self, property: &mut ObjectPatProp) {
        if let ObjectPatProp::Assign(short) = property
            && let Some(member) = self.member(&short.key.id)
        {
            let target = Box::new(Pat::Expr(Box::new(Expr::Member(member))));
            let mut default = short.value.take();
            default.visit_mut_with(self);
            let value = match default {
                Some(right) => {
                    Box::new(Pat::Assign(AssignPat { span: right.span(), left: target, right }))
                }
                None => target,
            };
            let key = PropName::Ident(short.key.id.clone().into());
            *property = ObjectPatProp::KeyValue(KeyValuePatProp { key, value });
            return;
        }
        property.visit_mut_children_with(self);
    }

    fn visit_mut_prop(&mut self, property: &mut Prop) {
        if let Prop::Shorthand(name) = property
            && let Some(member) = self.member(name)
        {
            let key = PropName::Ident(name.clone().into());
            *property = Prop::KeyValue(KeyValueProp { key, value: Box::new(Expr::Member(member)) });
            return;
        }
        property.visit_mut_children_with(self);
    }
}
