//! How deep a tree nests.

use swc_core::common::Spanned as _;
use swc_core::ecma::ast::{Expr, Program, Stmt};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::host_file::HostFile;

/// The offset in the source at which a tree is deeper than the host's stack takes.
pub(super) fn too_deep(program: &Program, host: &HostFile<'_>) -> Option<usize> {
    let mut depth = Depth { now: 0, deepest: host.deepest, found: None };
    program.visit_with(&mut depth);
    let at = depth.found?.saturating_sub(host.start.0) as usize;
    Some(if at <= host.source.len() { at } else { 0 })
}

struct Depth {
    now: u32,
    deepest: u32,
    found: Option<u32>,
}

impl Depth {
    fn nested(&mut self, at: u32, inside: impl FnOnce(&mut Self)) {
        if self.now >= self.deepest {
            self.found.get_or_insert(at);
        }
        // What is too deep for others is too deep for us.
        if self.found.is_some() {
            return;
        }
        self.now += 1;
        inside(self);
        self.now -= 1;
    }
}

impl Visit for Depth {
    fn visit_expr(&mut self, expr: &Expr) {
        self.nested(expr.span().lo.0, |depth| expr.visit_children_with(depth));
    }

    fn visit_stmt(&mut self, statement: &Stmt) {
        self.nested(statement.span().lo.0, |depth| statement.visit_children_with(depth));
    }
}
