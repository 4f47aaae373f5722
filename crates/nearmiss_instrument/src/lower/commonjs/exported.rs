//! What a module exports, collected before it is rewritten.

use rustc_hash::{FxHashMap, FxHashSet};
use swc_core::atoms::Atom;
use swc_core::ecma::ast::{
    Decl, DefaultDecl, ExportSpecifier, Id, Ident, ModuleDecl, ModuleExportName, ModuleItem, Pat,
    Program, Stmt, TsModuleName,
};
use swc_core::ecma::utils::find_pat_ids;

/// The exports of a module.
#[derive(Default)]
pub(super) struct Exported {
    /// Names that are `undefined` until their statement has run, in order.
    pub(super) names: Vec<Atom>,
    /// Functions, which are exported before anything runs: name and binding.
    pub(super) functions: Vec<(Atom, Ident)>,
    /// Variables that are properties of `exports` and nothing else: `export let a`.
    pub(super) properties: FxHashMap<Id, Atom>,
    /// Names under which a binding of the file is exported besides.
    pub(super) aliases: FxHashMap<Id, Vec<Atom>>,
    /// Whether there is an `export =`, behind which nothing else is exported.
    pub(super) assigned: bool,
    seen: FxHashSet<Atom>,
}

impl Exported {
    /// Reads the exports of `items`; `order` has the names as they stood in the source.
    pub(super) fn of(items: &[ModuleItem], kept: &FxHashSet<Id>, order: &[Atom]) -> Self {
        let functions = functions_of(items);
        let mut exported = Self::default();
        for item in items {
            if let ModuleItem::ModuleDecl(declaration) = item {
                exported.declaration(declaration, &functions, kept);
            }
        }
        let place =
            |name: &Atom| order.iter().position(|known| known == name).unwrap_or(usize::MAX);
        exported.names.sort_by_key(place);
        // All names of a function, then those of the next.
        let mut order: Vec<Id> = Vec::new();
        for (_, function) in &exported.functions {
            if !order.contains(&function.to_id()) {
                order.push(function.to_id());
            }
        }
        let place = |function: &Ident| order.iter().position(|id| *id == function.to_id());
        exported.functions.sort_by_key(|(_, function)| place(function));
        exported
    }

    fn declaration(
        &mut self,
        declaration: &ModuleDecl,
        functions: &FxHashMap<Id, Ident>,
        kept: &FxHashSet<Id>,
    ) {
        match declaration {
            ModuleDecl::ExportDecl(export) => self.declared(&export.decl, kept),
            ModuleDecl::ExportNamed(export) => {
                for specifier in &export.specifiers {
                    let (name, original) = match specifier {
                        ExportSpecifier::Namespace(space) => (space.name.atom().into_owned(), None),
                        ExportSpecifier::Named(named) => {
                            let name = named.exported.as_ref().unwrap_or(&named.orig);
                            (name.atom().into_owned(), Some(&named.orig))
                        }
                        ExportSpecifier::Default(_) => continue,
                    };
                    match original {
                        Some(ModuleExportName::Ident(local)) if export.src.is_none() => {
                            self.listed(name, local, functions);
                        }
                        _ => self.name(name),
                    }
                }
            }
            ModuleDecl::ExportDefaultDecl(export) => {
                if let DefaultDecl::Fn(function) = &export.decl
                    && let Some(name) = &function.ident
                {
                    self.functions.push(("default".into(), name.clone()));
                }
                let name = match &export.decl {
                    DefaultDecl::Class(class) => class.ident.as_ref(),
                    DefaultDecl::Fn(function) => function.ident.as_ref(),
                    DefaultDecl::TsInterfaceDecl(_) => None,
                };
                if let Some(name) = name {
                    self.aliases.entry(name.to_id()).or_default().push("default".into());
                }
            }
            ModuleDecl::TsImportEquals(import) if import.is_export => {
                self.properties.insert(import.id.to_id(), import.id.sym.clone());
            }
            ModuleDecl::TsExportAssignment(_) => self.assigned = true,
            _ => {}
        }
    }

    fn declared(&mut self, declaration: &Decl, kept: &FxHashSet<Id>) {
        match declaration {
            Decl::Fn(function) => {
                let name = &function.ident;
                self.functions.push((name.sym.clone(), name.clone()));
                self.aliases.entry(name.to_id()).or_default().push(name.sym.clone());
            }
            Decl::Class(class) => {
                self.name(class.ident.sym.clone());
                self.alias(&class.ident, class.ident.sym.clone());
            }
            Decl::Var(variables) => {
                for declarator in &variables.decls {
                    for name in find_pat_ids::<Pat, Ident>(&declarator.name) {
                        self.name(name.sym.clone());
                        if kept.contains(&name.to_id()) {
                            self.alias(&name, name.sym.clone());
                        } else {
                            self.properties.insert(name.to_id(), name.sym.clone());
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn listed(&mut self, name: Atom, local: &Ident, functions: &FxHashMap<Id, Ident>) {
        if let Some(function) = functions.get(&local.to_id()) {
            self.functions.push((name.clone(), function.clone()));
            self.aliases.entry(local.to_id()).or_default().push(name);
            return;
        }
        self.name(name.clone());
        self.alias(local, name);
    }

    fn alias(&mut self, local: &Ident, name: Atom) {
        let names = self.aliases.entry(local.to_id()).or_default();
        if !names.contains(&name) {
            names.push(name);
        }
    }

    fn name(&mut self, name: Atom) {
        if self.seen.insert(name.clone()) {
            self.names.push(name);
        }
    }
}

/// The exported names of a module as it was written: namespaces are moved about when they are compiled.
pub(in crate::lower) fn export_order(program: &Program) -> Vec<Atom> {
    let Program::Module(module) = program else { return Vec::new() };
    let mut names = Vec::new();
    for item in &module.body {
        match item {
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => match &export.decl {
                Decl::Class(class) => names.push(class.ident.sym.clone()),
                Decl::TsEnum(declaration) => names.push(declaration.id.sym.clone()),
                Decl::TsModule(space) => {
                    if let TsModuleName::Ident(name) = &space.id {
                        names.push(name.sym.clone());
                    }
                }
                Decl::Var(variables) => {
                    names.extend(
                        find_pat_ids::<_, Ident>(&variables.decls).into_iter().map(|name| name.sym),
                    );
                }
                _ => {}
            },
            ModuleItem::ModuleDecl(ModuleDecl::ExportNamed(export)) => {
                for specifier in &export.specifiers {
                    match specifier {
                        ExportSpecifier::Namespace(space) => {
                            names.push(space.name.atom().into_owned())
                        }
                        ExportSpecifier::Named(named) => {
                            let name = named.exported.as_ref().unwrap_or(&named.orig);
                            names.push(name.atom().into_owned());
                        }
                        ExportSpecifier::Default(_) => {}
                    }
                }
            }
            ModuleItem::ModuleDecl(ModuleDecl::TsImportEquals(import)) if import.is_export => {
                names.push(import.id.sym.clone());
            }
            _ => {}
        }
    }
    names
}

fn functions_of(items: &[ModuleItem]) -> FxHashMap<Id, Ident> {
    let declared = items.iter().filter_map(|item| match item {
        ModuleItem::Stmt(Stmt::Decl(Decl::Fn(function))) => Some(&function.ident),
        ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => match &export.decl {
            Decl::Fn(function) => Some(&function.ident),
            _ => None,
        },
        ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) => match &export.decl {
            DefaultDecl::Fn(function) => function.ident.as_ref(),
            _ => None,
        },
        _ => None,
    });
    declared.map(|name| (name.to_id(), name.clone())).collect()
}
