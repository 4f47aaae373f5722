//! Gives the exported variables of namespaces their place back.
//!
//! # Example
//! `namespace N { export const a = 1 }` becomes `... N.a = 1; ...`, where swc leaves `N` without a
//! position; it gets that of the name `a`.

use swc_core::common::Spanned;
use swc_core::ecma::ast::{AssignExpr, AssignTarget, Expr, MemberProp, SimpleAssignTarget};
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

/// Runs after types are stripped.
pub(super) struct AdoptNamespaceSpans;

impl VisitMut for AdoptNamespaceSpans {
    noop_visit_mut_type!();

    fn visit_mut_assign_expr(&mut self, assignment: &mut AssignExpr) {
        assignment.visit_mut_children_with(self);
        let AssignTarget::Simple(SimpleAssignTarget::Member(member)) = &mut assignment.left else {
            return;
        };
        let (Expr::Ident(namespace), MemberProp::Ident(name)) = (&mut *member.obj, &member.prop)
        else {
            return;
        };
        // `N.f = f`, which follows an exported function or class, is made up altogether.
        let made_up = assignment.right.as_ident().is_some_and(|right| right.sym == name.sym);
        // A variable of the namespace, read in an initialiser, has become a member without a place.
        let written = !assignment.right.span().is_dummy() || assignment.right.is_member();
        if namespace.span.is_dummy() && written && !made_up {
            namespace.span = name.span;
            member.span = name.span;
        }
    }
}
