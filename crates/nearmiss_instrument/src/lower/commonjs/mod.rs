//! `import` and `export` as TypeScript writes them for CommonJS.
//!
//! # Example
//! `import { b } from "./b"; export class A { f() { return b() } }` becomes
//! `exports.A = void 0; const b_1 = require("./b"); class A { f() { return (0, b_1.b)() } } exports.A = A;`.
//!
//! Each statement stays where it stands, so a module in a cycle, or one that reads what code before its `import` has set, finds
//! what it finds behind tsc: `undefined` where swc's getters throw, names in the order of the source, properties that can be
//! replaced. What is left for swc's own pass are `import()` and `import.meta`. Runs when types are gone.

mod exported;
mod references;
mod required;
mod statements;

use rustc_hash::FxHashSet;
use swc_core::atoms::Atom;
use swc_core::common::{DUMMY_SP, Mark, Span, SyntaxContext};
use swc_core::ecma::ast::{
    AssignExpr, AssignOp, AssignTarget, CallExpr, Callee, ComputedPropName, Expr, ExprOrSpread,
    ExprStmt, Id, Ident, IdentName, Lit, MemberExpr, MemberProp, Module, SimpleAssignTarget, Stmt,
    Str,
};
use swc_core::ecma::utils::is_valid_prop_ident;
use swc_core::ecma::visit::VisitMutWith;

pub(super) use exported::export_order;

use exported::Exported;
use references::Rewrite;
use statements::{Statements, name_defaults};

use super::own_helpers::OwnHelpers;

/// How modules are written.
pub(super) struct Form<'a> {
    /// The mark of names that the file does not declare.
    pub(super) unresolved: Mark,
    /// Whether a default import of a CommonJS module is its `module.exports`.
    pub(super) es_module_interop: bool,
    /// Where helpers are asked for.
    pub(super) helpers: &'a OwnHelpers,
    /// Enums and namespaces, whose names are variables of the file however they are exported.
    pub(super) kept: &'a FxHashSet<Id>,
    /// The exported names in the order of the source.
    pub(super) order: &'a [Atom],
}

/// Rewrites the imports and exports of a module; answers whether it had any.
pub(super) fn write_commonjs(module: &mut Module, form: &Form<'_>) -> bool {
    if !module.body.iter().any(|item| item.is_module_decl()) {
        return false;
    }
    name_defaults(&mut module.body);
    let exported = Exported::of(&module.body, form.kept, form.order);
    let mut statements = Statements::new(form, &exported);
    statements.write(std::mem::take(&mut module.body));
    let (body, imports) = statements.finish();
    module.body = body;
    let mut rewrite = Rewrite::new(form, &exported, imports);
    module.visit_mut_with(&mut rewrite);
    true
}

impl Form<'_> {
    /// A name that the file does not declare.
    fn global(&self, name: &str, span: Span) -> Ident {
        Ident::new(name.into(), span, SyntaxContext::empty().apply_mark(self.unresolved))
    }

    /// `exports.<name>`, mapped to `span`.
    fn export(&self, name: &str, span: Span) -> MemberExpr {
        let exports = Expr::Ident(self.global("exports", span));
        MemberExpr { span, obj: Box::new(exports), prop: property(name, DUMMY_SP) }
    }

    /// `exports.<name> = value`.
    fn assign_export(&self, name: &str, span: Span, value: Box<Expr>) -> Box<Expr> {
        assign(self.export(name, span), span, value)
    }
}

/// The property of a name, `.x` or `["x y"]`.
fn property(name: &str, span: Span) -> MemberProp {
    if is_valid_prop_ident(name) {
        return MemberProp::Ident(IdentName::new(name.into(), span));
    }
    let text = Lit::Str(Str { span, value: name.into(), raw: None });
    MemberProp::Computed(ComputedPropName { span, expr: Box::new(Expr::Lit(text)) })
}

fn assign(target: MemberExpr, span: Span, value: Box<Expr>) -> Box<Expr> {
    Box::new(Expr::Assign(AssignExpr {
        span,
        op: AssignOp::Assign,
        left: AssignTarget::Simple(SimpleAssignTarget::Member(target)),
        right: value,
    }))
}

fn statement(span: Span, expr: Box<Expr>) -> Stmt {
    Stmt::Expr(ExprStmt { span, expr })
}

fn call(callee: Expr, arguments: Vec<Expr>) -> Expr {
    Expr::Call(CallExpr {
        callee: Callee::Expr(Box::new(callee)),
        args: arguments
            .into_iter()
            .map(|expr| ExprOrSpread { spread: None, expr: Box::new(expr) })
            .collect(),
        ..CallExpr::default()
    })
}
