//! A class that a decorator replaces is replaced for its own body too.
//!
//! # Example
//! `@mixin class A { static make() { return new A() } }` becomes
//! `let A_1; @mixin class A { static { A_1 = this } static make() { return new A_1() } } A_1 = A;`.
//!
//! Inside a class its name is bound to the class as written; TypeScript means the decorated one.
//! Runs before swc's legacy decorators, which leave that out.

use swc_core::common::{DUMMY_SP, Mark, SyntaxContext, util::take::Take};
use swc_core::ecma::ast::{
    AssignExpr, AssignOp, AssignTarget, BlockStmt, ClassDecl, ClassMember, Decl, Expr, ExprStmt,
    Id, Ident, KeyValueProp, ModuleDecl, ModuleItem, Pat, Prop, PropName, SimpleAssignTarget,
    StaticBlock, Stmt, ThisExpr, VarDecl, VarDeclKind, VarDeclarator,
};
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

/// Runs on names that are resolved.
pub(super) struct AliasDecoratedClasses;

impl VisitMut for AliasDecoratedClasses {
    noop_visit_mut_type!();

    fn visit_mut_module_items(&mut self, items: &mut Vec<ModuleItem>) {
        items.visit_mut_children_with(self);
        let mut aliased = Vec::with_capacity(items.len());
        for mut item in items.take() {
            let class = match &mut item {
                ModuleItem::Stmt(Stmt::Decl(Decl::Class(class))) => alias(class),
                ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => match &mut export.decl {
                    Decl::Class(class) => alias(class),
                    _ => None,
                },
                _ => None,
            };
            match class {
                None => aliased.push(item),
                Some([before, after]) => {
                    aliased.extend([ModuleItem::Stmt(before), item, ModuleItem::Stmt(after)]);
                }
            }
        }
        *items = aliased;
    }

    fn visit_mut_stmts(&mut self, statements: &mut Vec<Stmt>) {
        statements.visit_mut_children_with(self);
        let mut aliased = Vec::with_capacity(statements.len());
        for mut statement in statements.take() {
            let class = match &mut statement {
                Stmt::Decl(Decl::Class(class)) => alias(class),
                _ => None,
            };
            match class {
                None => aliased.push(statement),
                Some([before, after]) => aliased.extend([before, statement, after]),
            }
        }
        *statements = aliased;
    }
}

/// Gives a decorated class that speaks of itself an alias; answers what stands before and after it.
fn alias(declaration: &mut ClassDecl) -> Option<[Stmt; 2]> {
    let ClassDecl { ident, class, declare: false } = declaration else { return None };
    if class.decorators.is_empty() {
        return None;
    }
    let context = SyntaxContext::empty().apply_mark(Mark::new());
    let alias = Ident::new(format!("{}_1", ident.sym).into(), DUMMY_SP, context);
    let mut rename = Rename { from: ident.to_id(), to: alias.clone(), found: false };
    class.body.visit_mut_with(&mut rename);
    if !rename.found {
        return None;
    }
    let this = Expr::This(ThisExpr { span: DUMMY_SP });
    let block = StaticBlock {
        span: DUMMY_SP,
        body: BlockStmt { stmts: vec![assign(&alias, this)], ..BlockStmt::default() },
    };
    class.body.insert(0, ClassMember::StaticBlock(block));
    let mut name = ident.clone();
    name.span = DUMMY_SP;
    let after = assign(&alias, Expr::Ident(name));
    let declarator = VarDeclarator {
        span: DUMMY_SP,
        name: Pat::Ident(alias.into()),
        init: None,
        definite: false,
    };
    let before = VarDecl { kind: VarDeclKind::Let, decls: vec![declarator], ..VarDecl::default() };
    Some([Stmt::Decl(Decl::Var(Box::new(before))), after])
}

fn assign(name: &Ident, value: Expr) -> Stmt {
    let assignment = AssignExpr {
        span: DUMMY_SP,
        op: AssignOp::Assign,
        left: AssignTarget::Simple(SimpleAssignTarget::Ident(name.clone().into())),
        right: Box::new(value),
    };
    Stmt::Expr(ExprStmt { span: DUMMY_SP, expr: Box::new(Expr::Assign(assignment)) })
}

/// Renames what refers to one binding, keeping places.
struct Rename {
    from: Id,
    to: Ident,
    found: bool,
}

impl VisitMut for Rename {
    noop_visit_mut_type!();

    fn visit_mut_ident(&mut self, ident: &mut Ident) {
        if ident.to_id() == self.from {
            ident.sym = self.to.sym.clone();
            ident.ctxt = self.to.ctxt;
            self.found = true;
        }
    }

    fn visit_mut_prop(&mut self, property: &mut Prop) {
        // `{ A }` keeps its key.
        if let Prop::Shorthand(name) = property
            && name.to_id() == self.from
        {
            let key = PropName::Ident(name.clone().into());
            let mut value = name.take();
            self.visit_mut_ident(&mut value);
            let value = Box::new(Expr::Ident(value));
            *property = Prop::KeyValue(KeyValueProp { key, value });
            return;
        }
        property.visit_mut_children_with(self);
    }
}
