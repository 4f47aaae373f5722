//! How modules are written, and the pieces of syntax that all of it is made of.

use rustc_hash::FxHashSet;
use swc_core::atoms::Atom;
use swc_core::common::{DUMMY_SP, Mark, Span, SyntaxContext};
use swc_core::ecma::ast::{
    AssignExpr, AssignOp, AssignTarget, CallExpr, Callee, ComputedPropName, Expr, ExprOrSpread,
    ExprStmt, Id, Ident, IdentName, Lit, MemberExpr, MemberProp, SimpleAssignTarget, Stmt, Str,
};
use swc_core::ecma::utils::is_valid_prop_ident;

use crate::lower::own_helpers::OwnHelpers;

/// Form in which modules are written.
pub(in crate::lower) struct Form<'a> {
    /// The mark of names that the file does not declare.
    pub(in crate::lower) unresolved: Mark,
    /// Flag: a default import of a CommonJS module is its `module.exports`.
    pub(in crate::lower) es_module_interop: bool,
    /// Helpers that are asked for.
    pub(in crate::lower) helpers: &'a OwnHelpers,
    /// Enums and namespaces, whose names are variables of the file however they are exported.
    pub(in crate::lower) kept: &'a FxHashSet<Id>,
    /// The exported names in the order of the source.
    pub(in crate::lower) order: &'a [Atom],
}

impl Form<'_> {
    /// A name that the file does not declare.
    pub(super) fn global(&self, name: &str, span: Span) -> Ident {
        Ident::new(name.into(), span, SyntaxContext::empty().apply_mark(self.unresolved))
    }

    /// `exports.<name>`, mapped to `span`.
    pub(super) fn export(&self, name: &str, span: Span) -> MemberExpr {
        let exports = Expr::Ident(self.global("exports", span));
        MemberExpr { span, obj: Box::new(exports), prop: property(name, DUMMY_SP) }
    }

    /// `exports.<name> = value`.
    pub(super) fn assign_export(&self, name: &str, span: Span, value: Box<Expr>) -> Box<Expr> {
        assign(self.export(name, span), span, value)
    }
}

/// The property of a name, `.x` or `["x y"]`.
pub(super) fn property(name: &str, span: Span) -> MemberProp {
    if is_valid_prop_ident(name) {
        return MemberProp::Ident(IdentName::new(name.into(), span));
    }
    let text = Lit::Str(Str { span, value: name.into(), raw: None });
    MemberProp::Computed(ComputedPropName { span, expr: Box::new(Expr::Lit(text)) })
}

pub(super) fn assign(target: MemberExpr, span: Span, value: Box<Expr>) -> Box<Expr> {
    Box::new(Expr::Assign(AssignExpr {
        span,
        op: AssignOp::Assign,
        left: AssignTarget::Simple(SimpleAssignTarget::Member(target)),
        right: value,
    }))
}

pub(super) fn statement(span: Span, expr: Box<Expr>) -> Stmt {
    Stmt::Expr(ExprStmt { span, expr })
}

pub(super) fn call(callee: Expr, arguments: Vec<Expr>) -> Expr {
    Expr::Call(CallExpr {
        callee: Callee::Expr(Box::new(callee)),
        args: arguments
            .into_iter()
            .map(|expr| ExprOrSpread { spread: None, expr: Box::new(expr) })
            .collect(),
        ..CallExpr::default()
    })
}
