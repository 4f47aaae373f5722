//! Names of other files that an exported type, enum or constant is made of.
//!
//! # Example
//! Of `import { Level } from "./levels"; type Own = Level | null; export type Theirs = Own;` the exported `Theirs` needs `Level`.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use swc_core::atoms::Atom;
use swc_core::ecma::ast::{
    ArrowExpr, Class, Decl, ExportDecl, Expr, Function, Module, ModuleDecl, ModuleItem, Pat, Stmt,
    TsEntityName, TsFnOrConstructorType, TsIndexedAccessType, TsModuleName, TsTypeLit,
    TsTypeParamDecl, TsTypeParamInstantiation, VarDeclKind, VarDeclarator,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::names::{Local, Names, dotted, entity_path};
use super::plain::member_of;

/// Answers what each exported name needs; `locals` are the names by which exports are known in the file itself.
pub(super) fn needs_of(
    module: &Module,
    names: &Names<'_>,
    locals: &BTreeMap<String, Atom>,
) -> BTreeMap<String, BTreeSet<(String, String)>> {
    let mut named = Named::default();
    for item in &module.body {
        match item {
            ModuleItem::Stmt(Stmt::Decl(declaration))
            | ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(ExportDecl {
                decl: declaration,
                ..
            })) => named.add(declaration),
            _ => {}
        }
    }
    let mut needs = BTreeMap::new();
    for (exported, local) in locals {
        let mut reading =
            Reading { named: &named, names, seen: FxHashSet::default(), needs: BTreeSet::new() };
        reading.follow(local);
        if !reading.needs.is_empty() {
            needs.insert(exported.clone(), reading.needs);
        }
    }
    needs
}

/// Declarations by their names.
#[derive(Default)]
struct Named<'a> {
    declarations: FxHashMap<Atom, Vec<&'a Decl>>,
    constants: FxHashMap<Atom, &'a VarDeclarator>,
}

impl<'a> Named<'a> {
    fn add(&mut self, declaration: &'a Decl) {
        let name = match declaration {
            Decl::TsTypeAlias(alias) => &alias.id,
            Decl::TsEnum(declaration) => &declaration.id,
            Decl::TsModule(space) => match &space.id {
                TsModuleName::Ident(name) => name,
                TsModuleName::Str(_) => return,
            },
            Decl::Var(variables) if variables.kind == VarDeclKind::Const => {
                for declarator in &variables.decls {
                    if let Pat::Ident(name) = &declarator.name
                        && name.type_ann.is_none()
                    {
                        self.constants.insert(name.id.sym.clone(), declarator);
                    }
                }
                return;
            }
            _ => return,
        };
        self.declarations.entry(name.sym.clone()).or_default().push(declaration);
    }
}

/// Follows names through the declarations of the file to its imports.
struct Reading<'a, 'n> {
    named: &'a Named<'a>,
    names: &'a Names<'n>,
    seen: FxHashSet<Atom>,
    needs: BTreeSet<(String, String)>,
}

impl Reading<'_, '_> {
    fn follow(&mut self, name: &Atom) {
        if !self.seen.insert(name.clone()) {
            return;
        }
        let named = self.named;
        for declaration in named.declarations.get(name).into_iter().flatten() {
            match declaration {
                Decl::TsTypeAlias(alias) => alias.type_ann.visit_with(self),
                other => other.visit_children_with(self),
            }
        }
        if let Some(declarator) = named.constants.get(name)
            && let Some(value) = declarator.init.as_deref().filter(|value| may_be_known(value))
        {
            value.visit_with(self);
        }
    }

    /// Notes a name with what follows its first dot.
    fn name(&mut self, root: &swc_core::ecma::ast::Ident, path: &[String]) {
        match self.names.local(root) {
            Some(Local::Import { specifier, name, .. }) => {
                let wanted = match (name.as_str(), path.first()) {
                    ("*", Some(member)) => member.clone(),
                    _ => name.clone(),
                };
                self.needs.insert((specifier.clone(), wanted));
            }
            _ => self.follow(&root.sym),
        }
    }
}

impl Visit for Reading<'_, '_> {
    fn visit_ts_entity_name(&mut self, name: &TsEntityName) {
        let (root, path) = entity_path(name);
        self.name(root, &path);
    }

    fn visit_expr(&mut self, expression: &Expr) {
        match dotted(expression) {
            Some((root, path)) => self.name(&root, &path),
            None => expression.visit_children_with(self),
        }
    }

    fn visit_ts_indexed_access_type(&mut self, access: &TsIndexedAccessType) {
        if let Some(member) = member_of(access) {
            member.visit_with(self);
        }
    }

    // What stands in these says nothing of the whole.
    fn visit_ts_type_lit(&mut self, _: &TsTypeLit) {}
    fn visit_ts_fn_or_constructor_type(&mut self, _: &TsFnOrConstructorType) {}
    fn visit_ts_type_param_decl(&mut self, _: &TsTypeParamDecl) {}
    fn visit_ts_type_param_instantiation(&mut self, _: &TsTypeParamInstantiation) {}
    fn visit_class(&mut self, _: &Class) {}
    fn visit_function(&mut self, _: &Function) {}
    fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}
}

/// Tells whether TypeScript might know the value of an expression.
fn may_be_known(value: &Expr) -> bool {
    match value {
        Expr::Paren(inner) => may_be_known(&inner.expr),
        Expr::Unary(unary) => may_be_known(&unary.arg),
        Expr::Bin(binary) => may_be_known(&binary.left) && may_be_known(&binary.right),
        Expr::Tpl(template) => template.exprs.iter().all(|inner| may_be_known(inner)),
        Expr::Lit(_) => true,
        _ => dotted(value).is_some(),
    }
}
