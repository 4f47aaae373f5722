//! The variable of swc's helper for `using`, bound as it was meant.
//!
//! swc gives each statement of a helper names of its own, so `_SuppressedError` of one statement is not that of the other: a
//! disposer that throws would meet a name that nobody declares. Runs when helpers are in.

use swc_core::common::SyntaxContext;
use swc_core::ecma::ast::{Decl, Ident, ModuleItem, Pat, Program, Stmt};
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

const NAME: &str = "_SuppressedError";

/// Binds the name where it is read to the variable of the helper, if that is there.
pub(super) fn bind_suppressed_error(program: &mut Program) {
    let declared = match program {
        Program::Module(module) => module.body.iter().find_map(|item| match item {
            ModuleItem::Stmt(statement) => declared_by(statement),
            ModuleItem::ModuleDecl(_) => None,
        }),
        Program::Script(script) => script.body.iter().find_map(declared_by),
    };
    if let Some(context) = declared {
        program.visit_mut_with(&mut Bind { context });
    }
}

fn declared_by(statement: &Stmt) -> Option<SyntaxContext> {
    let Stmt::Decl(Decl::Var(variables)) = statement else { return None };
    match &variables.decls.first()?.name {
        Pat::Ident(name) if name.id.sym == NAME && name.id.span.is_dummy() => Some(name.id.ctxt),
        _ => None,
    }
}

struct Bind {
    context: SyntaxContext,
}

impl VisitMut for Bind {
    noop_visit_mut_type!();

    fn visit_mut_ident(&mut self, name: &mut Ident) {
        if name.sym == NAME && name.span.is_dummy() {
            name.ctxt = self.context;
        }
    }
}
