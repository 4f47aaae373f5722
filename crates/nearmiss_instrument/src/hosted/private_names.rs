//! The names that edits declare (`__nm$s` in each function), told apart by scope.
//!
//! Passes that move code between functions, such as the minifier, go by name and context alone.

use std::collections::HashMap;

use swc_core::atoms::Atom;
use swc_core::common::{Mark, SyntaxContext};
use swc_core::ecma::ast::{
    BlockStmt, CatchClause, Decl, Function, FunctionBody, Ident, ImportSpecifier, ModuleDecl,
    ModuleItem, Pat, Program, Stmt,
};
use swc_core::ecma::visit::{VisitMut, VisitMutWith};

use super::contexts::PRIVATE;

/// Gives each private name the context of the scope that declares it.
pub(super) fn separate(program: &mut Program) {
    program.visit_mut_with(&mut Separate { scopes: Vec::new() });
}

struct Separate {
    scopes: Vec<HashMap<Atom, SyntaxContext>>,
}

impl Separate {
    fn scope(&mut self, names: Vec<Atom>, inside: impl FnOnce(&mut Self)) {
        if names.is_empty() {
            return inside(self);
        }
        let fresh = |name| (name, SyntaxContext::empty().apply_mark(Mark::new()));
        self.scopes.push(names.into_iter().map(fresh).collect());
        inside(self);
        self.scopes.pop();
    }
}

fn declared_by_pattern(pattern: &Pat) -> Option<&Ident> {
    pattern.as_ident().map(|name| &name.id)
}

fn declared<'a>(statements: impl Iterator<Item = &'a Stmt>) -> Vec<Atom> {
    let mut names = Vec::new();
    for statement in statements {
        match statement {
            Stmt::Decl(Decl::Var(variables)) => {
                let patterns = variables.decls.iter().map(|declarator| &declarator.name);
                names.extend(patterns.filter_map(declared_by_pattern));
            }
            Stmt::Decl(Decl::Fn(function)) => names.push(&function.ident),
            _ => {}
        }
    }
    private(names)
}

fn private(names: Vec<&Ident>) -> Vec<Atom> {
    names
        .into_iter()
        .map(|name| name.sym.clone())
        .filter(|name| name.starts_with(PRIVATE))
        .collect()
}

impl VisitMut for Separate {
    fn visit_mut_ident(&mut self, name: &mut Ident) {
        if name.sym.starts_with(PRIVATE) {
            let context = self.scopes.iter().rev().find_map(|scope| scope.get(&name.sym));
            name.ctxt = context.copied().unwrap_or(name.ctxt);
        }
    }

    fn visit_mut_program(&mut self, program: &mut Program) {
        let names = match program {
            Program::Script(script) => declared(script.body.iter()),
            Program::Module(module) => {
                let mut names = declared(module.body.iter().filter_map(ModuleItem::as_stmt));
                for item in &module.body {
                    let ModuleItem::ModuleDecl(ModuleDecl::Import(import)) = item else { continue };
                    names.extend(private(import.specifiers.iter().map(local).collect()));
                }
                names
            }
        };
        self.scope(names, |inner| program.visit_mut_children_with(inner));
    }

    fn visit_mut_function(&mut self, function: &mut Function) {
        let patterns = function.params.iter().map(|parameter| &parameter.pat);
        let names = private(patterns.filter_map(declared_by_pattern).collect());
        self.scope(names, |inner| function.visit_mut_children_with(inner));
    }

    fn visit_mut_function_body(&mut self, body: &mut FunctionBody) {
        let names = declared(body.stmts.iter());
        self.scope(names, |inner| body.visit_mut_children_with(inner));
    }

    fn visit_mut_block_stmt(&mut self, block: &mut BlockStmt) {
        let names = declared(block.stmts.iter());
        self.scope(names, |inner| block.visit_mut_children_with(inner));
    }

    fn visit_mut_catch_clause(&mut self, clause: &mut CatchClause) {
        let name = clause.param.as_ref().and_then(declared_by_pattern);
        let names = private(name.into_iter().collect());
        self.scope(names, |inner| clause.visit_mut_children_with(inner));
    }
}

fn local(specifier: &ImportSpecifier) -> &Ident {
    match specifier {
        ImportSpecifier::Named(named) => &named.local,
        ImportSpecifier::Default(default) => &default.local,
        ImportSpecifier::Namespace(namespace) => &namespace.local,
    }
}
