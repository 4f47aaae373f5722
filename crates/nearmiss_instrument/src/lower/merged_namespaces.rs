//! What one block of a namespace exports is in scope in its other blocks.
//!
//! # Example
//! `namespace N { export const a = 1 } namespace N { f(a) }`: the second `a` becomes `N.a`.
//!
//! swc compiles each block for itself. Runs on resolved names, where such an `a` is bound to nothing.

use std::collections::{BTreeMap, BTreeSet};

use swc_core::atoms::Atom;
use swc_core::common::{Mark, Span, SyntaxContext};
use swc_core::ecma::ast::{
    AssignTarget, Decl, Expr, Ident, IdentName, KeyValueProp, MemberExpr, MemberProp, ModuleDecl,
    ModuleItem, Program, Prop, PropName, SimpleAssignTarget, TsModuleBlock, TsModuleDecl,
    TsModuleName, TsNamespaceBody,
};
use swc_core::ecma::utils::find_pat_ids;
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

/// The way to a namespace: the binding of the outermost one, and names from there.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Path {
    root: Atom,
    context: SyntaxContext,
    names: Vec<Atom>,
}

impl Path {
    fn member(&self, name: &Ident) -> Expr {
        let root = Ident::new(self.root.clone(), name.span, self.context);
        let names = self.names.iter().chain([&name.sym]);
        names.fold(Expr::Ident(root), |object, property| member(object, property, name.span))
    }
}

fn member(object: Expr, property: &Atom, span: Span) -> Expr {
    let prop = MemberProp::Ident(IdentName::new(property.clone(), span));
    Expr::Member(MemberExpr { span, obj: Box::new(object), prop })
}

/// Binds names across the blocks of the namespaces of a file.
pub(super) fn merge_namespaces(program: &mut Program, unresolved: Mark) {
    let mut walk = Walk {
        unresolved: SyntaxContext::empty().apply_mark(unresolved),
        exports: BTreeMap::new(),
        open: Vec::new(),
        collects: true,
    };
    program.visit_mut_with(&mut walk);
    if !walk.exports.is_empty() {
        walk.collects = false;
        program.visit_mut_with(&mut walk);
    }
}

struct Walk {
    unresolved: SyntaxContext,
    exports: BTreeMap<Path, BTreeSet<Atom>>,
    /// The namespaces that we are in, outermost first.
    open: Vec<Path>,
    /// The first walk collects, the second binds.
    collects: bool,
}

impl Walk {
    /// The path of a namespace; one that is not exported from the block it stands in is a root.
    fn path(&self, id: &Ident, exported: bool) -> Path {
        match self.open.last() {
            Some(parent) if exported => {
                let mut path = parent.clone();
                path.names.push(id.sym.clone());
                path
            }
            _ => Path { root: id.sym.clone(), context: id.ctxt, names: Vec::new() },
        }
    }

    fn namespace(&mut self, declaration: &mut TsModuleDecl, exported: bool) {
        let (TsModuleName::Ident(id), Some(body)) = (&declaration.id, &mut declaration.body) else {
            return;
        };
        self.open.push(self.path(id, exported));
        self.body(body);
        self.open.pop();
    }

    fn body(&mut self, body: &mut TsNamespaceBody) {
        match body {
            TsNamespaceBody::TsModuleBlock(block) => self.block(block),
            // `namespace A.B`: B is exported from A.
            TsNamespaceBody::TsNamespaceDecl(inner) => {
                let path = self.path(&inner.id, true);
                self.export(&inner.id.sym);
                self.open.push(path);
                self.body(&mut inner.body);
                self.open.pop();
            }
        }
    }

    fn block(&mut self, block: &mut TsModuleBlock) {
        for item in &mut block.body {
            let ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) = item else {
                item.visit_mut_with(self);
                continue;
            };
            match &mut export.decl {
                Decl::Var(variables) => {
                    for name in find_pat_ids::<_, Ident>(&variables.decls) {
                        self.export(&name.sym);
                    }
                }
                Decl::Fn(function) => self.export(&function.ident.sym),
                Decl::Class(class) => self.export(&class.ident.sym),
                Decl::TsEnum(declaration) => self.export(&declaration.id.sym),
                Decl::TsModule(inner) => {
                    if let TsModuleName::Ident(id) = &inner.id {
                        self.export(&id.sym);
                    }
                    self.namespace(inner, true);
                    continue;
                }
                _ => {}
            }
            export.decl.visit_mut_with(self);
        }
    }

    fn export(&mut self, name: &Atom) {
        if let Some(path) = self.open.last().filter(|_| self.collects) {
            self.exports.entry(path.clone()).or_default().insert(name.clone());
        }
    }

    /// The member that a name means, if a block of an open namespace exports it.
    fn bound(&self, name: &Ident) -> Option<Expr> {
        if self.collects || name.ctxt != self.unresolved {
            return None;
        }
        let exports = |path: &&Path| {
            self.exports.get(path).is_some_and(|exports| exports.contains(&name.sym))
        };
        self.open.iter().rev().find(exports).map(|path| path.member(name))
    }
}

impl VisitMut for Walk {
    noop_visit_mut_type!();

    fn visit_mut_ts_module_decl(&mut self, declaration: &mut TsModuleDecl) {
        self.namespace(declaration, false);
    }

    fn visit_mut_expr(&mut self, expression: &mut Expr) {
        match expression {
            Expr::Ident(name) => {
                if let Some(member) = self.bound(name) {
                    *expression = member;
                }
            }
            _ => expression.visit_mut_children_with(self),
        }
    }

    fn visit_mut_assign_target(&mut self, target: &mut AssignTarget) {
        if let AssignTarget::Simple(SimpleAssignTarget::Ident(name)) = target
            && let Some(Expr::Member(member)) = self.bound(&name.id)
        {
            *target = AssignTarget::Simple(SimpleAssignTarget::Member(member));
            return;
        }
        target.visit_mut_children_with(self);
    }

    fn visit_mut_prop(&mut self, property: &mut Prop) {
        if let Prop::Shorthand(name) = property
            && let Some(value) = self.bound(name)
        {
            let key = PropName::Ident(name.clone().into());
            *property = Prop::KeyValue(KeyValueProp { key, value: Box::new(value) });
            return;
        }
        property.visit_mut_children_with(self);
    }
}
