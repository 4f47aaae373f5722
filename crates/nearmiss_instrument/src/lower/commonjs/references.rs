//! Names that are imported or exported, where they are read and written.

use swc_core::common::{DUMMY_SP, Spanned, util::take::Take};
use swc_core::ecma::ast::{
    AssignExpr, AssignPat, AssignTarget, CallExpr, Callee, Decl, Expr, ExprStmt, Ident,
    KeyValuePatProp, KeyValueProp, Lit, MemberExpr, Module, ModuleItem, Number, ObjectPatProp,
    OptCall, Pat, Prop, PropName, SeqExpr, SimpleAssignTarget, Stmt, TaggedTpl, VarDecl,
    VarDeclKind, VarDeclarator,
};
use swc_core::ecma::utils::find_pat_ids;
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

use super::exported::Exported;
use super::form::Form;
use super::required::{Modules, private};
use super::statements::initialized;

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

    /// The names that are exported besides and that `expression` itself writes.
    fn written(&self, expression: &Expr) -> Vec<Ident> {
        let mut names = match expression {
            Expr::Assign(assignment) => match &assignment.left {
                AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => vec![name.id.clone()],
                AssignTarget::Pat(pattern) => find_pat_ids(&Pat::from(pattern.clone())),
                AssignTarget::Simple(_) => Vec::new(),
            },
            Expr::Update(update) => update.arg.as_ident().cloned().into_iter().collect(),
            _ => Vec::new(),
        };
        names.retain(|name| self.is_aliased(name));
        names
    }

    /// The value of a name that is exported besides.
    fn read(&self, name: &Ident) -> Box<Expr> {
        let name = Ident { span: DUMMY_SP, ..name.clone() };
        Box::new(self.member(&name).map_or_else(|| Expr::Ident(name), Expr::Member))
    }

    /// Exports `names` once more where `expression`, whose parts are rewritten, gives them values.
    fn write(&mut self, expression: &mut Expr, names: &[Ident], value_is_used: bool) {
        let Some(name) = names.first() else { return };
        let is_simple = match &*expression {
            Expr::Assign(assignment) => matches!(assignment.left, AssignTarget::Simple(_)),
            Expr::Update(update) => update.prefix,
            _ => return,
        };
        let value = Box::new(expression.take());
        if is_simple {
            *expression = *self.exporting(name, value);
            return;
        }
        let held = value_is_used.then(|| self.hold());
        let mut steps = vec![match &held {
            Some(held) => hold_value(held, value),
            None => value,
        }];
        steps.extend(names.iter().map(|name| self.exporting(name, self.read(name))));
        steps.extend(held.map(|held| Box::new(Expr::Ident(held))));
        *expression = Expr::Seq(SeqExpr { span: DUMMY_SP, exprs: steps });
    }
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

    /// A `var` of a block is one of the file; behind it stands what exports it.
    fn visit_mut_stmts(&mut self, statements: &mut Vec<Stmt>) {
        statements.visit_mut_children_with(self);
        for statement in std::mem::take(statements) {
            let mut names = match &statement {
                Stmt::Decl(Decl::Var(variables)) => initialized(variables),
                _ => Vec::new(),
            };
            names.retain(|name| self.is_aliased(name));
            statements.push(statement);
            let exports = names.iter().map(|name| self.exporting(name, self.read(name)));
            statements.extend(exports.map(|expr| Stmt::Expr(ExprStmt { span: DUMMY_SP, expr })));
        }
    }

    fn visit_mut_expr_stmt(&mut self, statement: &mut ExprStmt) {
        let names = self.written(&statement.expr);
        if names.is_empty() {
            statement.expr.visit_mut_with(self);
            return;
        }
        statement.expr.visit_mut_children_with(self);
        self.write(&mut statement.expr, &names, false);
    }

    fn visit_mut_expr(&mut self, expression: &mut Expr) {
        let names = self.written(expression);
        expression.visit_mut_children_with(self);
        if let Expr::Ident(name) = expression {
            if let Some(member) = self.member(name) {
                *expression = Expr::Member(member);
            }
        } else {
            self.write(expression, &names, true);
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
