//! What a file exports, read for the files that import it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use swc_core::atoms::Atom;
use swc_core::common::{FileName, SourceMap as Files, sync::Lrc};
use swc_core::ecma::ast::{
    Decl, DefaultDecl, EsVersion, ExportSpecifier, Expr, Ident, Module, ModuleDecl,
    ModuleExportName, ModuleItem, Stmt, TsModuleName, TsNamespaceBody,
};
use swc_core::ecma::parser::{Syntax as ParserSyntax, TsSyntax, parse_file_as_module};

use super::names::{Local, Names};
use super::needs::needs_of;
use super::{Declared, Imported, Plain};
use crate::large_stack::{on_large_stack, too_deep};
use crate::lower::Syntax;

/// Thing that stands behind an exported name.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Exported {
    /// Something of the file itself.
    Here(Declared),
    /// A name of another file.
    There {
        /// The file, as it is imported.
        specifier: String,
        /// The name that it has there; `*` for all of it.
        name: String,
    },
}

/// Exports of a file, and its imports.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Declarations {
    /// Exported names; members of namespaces with dots.
    pub exports: BTreeMap<String, Exported>,
    /// Files all of whose names are exported.
    pub stars: Vec<String>,
    /// Names that are imported or exported from elsewhere: specifier and name, `*` for all.
    pub imports: Vec<(String, String)>,
    /// Names of other files, as in `imports`, that an exported name is made of: `export type Own = Theirs | null`.
    pub needs: BTreeMap<String, BTreeSet<(String, String)>>,
    /// The names that exports have in the file itself.
    locals: BTreeMap<String, Atom>,
    /// The file, if there are such names: what they are is read again once those of the others are known.
    module: Option<Arc<Module>>,
    strict_nulls: bool,
}

impl Declarations {
    /// Reads again what is exported, with what is known of other files.
    #[must_use]
    pub fn exports_with(&self, imported: &Imported) -> BTreeMap<String, Exported> {
        match &self.module {
            Some(module) => on_large_stack(|| read(module, imported, self.strict_nulls).exports),
            None => self.exports.clone(),
        }
    }
}

/// Reads what a TypeScript file exports and imports; nothing when it does not parse.
#[must_use]
pub fn declarations(source: &str, syntax: Syntax, strict_nulls: bool) -> Option<Declarations> {
    if too_deep(source).is_some() {
        return None;
    }
    on_large_stack(|| {
        let files: Lrc<Files> = Lrc::default();
        let file = files.new_source_file(FileName::Anon.into(), source.to_owned());
        let dialect = ParserSyntax::Typescript(TsSyntax {
            tsx: syntax.has_jsx(),
            decorators: true,
            ..TsSyntax::default()
        });
        let version = EsVersion::latest();
        let module = parse_file_as_module(&file, dialect, version, None, &mut Vec::new()).ok()?;
        let mut found = read(&module, &Imported::new(), strict_nulls);
        found.module = (!found.needs.is_empty()).then(|| Arc::new(module));
        Some(found)
    })
}

fn read(module: &Module, imported: &Imported, strict_nulls: bool) -> Declarations {
    let mut names = Names::empty(imported, strict_nulls);
    let mut found = Declarations { strict_nulls, ..Declarations::default() };
    // Enums and constants are computed where they stand, from what is imported anywhere.
    for item in &module.body {
        if let ModuleItem::ModuleDecl(declaration) = item {
            names.note_imports(declaration);
        }
    }
    found.imports = names.imports();
    // Namespaces and aliases name what stands further down.
    for item in &module.body {
        match item {
            ModuleItem::Stmt(Stmt::Decl(declaration)) => note(&mut names, declaration),
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => {
                note(&mut names, &export.decl)
            }
            ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) => match &export.decl {
                DefaultDecl::Class(class) => {
                    class.ident.iter().for_each(|name| names.note(name, Local::Class))
                }
                DefaultDecl::TsInterfaceDecl(interface) => {
                    names.note(&interface.id, Local::interface(interface))
                }
                DefaultDecl::Fn(function) => {
                    function.ident.iter().for_each(|name| names.note(name, Local::Value))
                }
            },
            _ => {}
        }
    }
    for item in &module.body {
        if let ModuleItem::ModuleDecl(declaration) = item {
            export(declaration, &names, &mut found);
        }
    }
    found.needs = needs_of(module, &names, &found.locals);
    found
}

fn note(names: &mut Names<'_>, declaration: &Decl) {
    match declaration {
        Decl::Class(class) => names.note(&class.ident, Local::Class),
        Decl::Fn(function) => names.note(&function.ident, Local::Value),
        Decl::Var(variables) => names.note_variables(variables),
        Decl::TsInterface(interface) => names.note(&interface.id, Local::interface(interface)),
        Decl::TsTypeAlias(alias) => names.note(&alias.id, Local::Alias(alias.type_ann.clone())),
        Decl::TsEnum(declaration) => names.note_enum(declaration),
        Decl::TsModule(space) => {
            if let (TsModuleName::Ident(id), Some(body)) = (&space.id, &space.body) {
                let local =
                    if has_values(body) { Local::Value } else { Local::Interface(Plain::Object) };
                names.note(id, local);
                names.note_namespace(&id.to_id(), "", body);
            }
        }
        Decl::Using(_) => {}
    }
}

/// Tells whether there is something of a namespace at run time.
fn has_values(body: &TsNamespaceBody) -> bool {
    match body {
        TsNamespaceBody::TsNamespaceDecl(inner) => has_values(&inner.body),
        TsNamespaceBody::TsModuleBlock(block) => block.body.iter().any(|item| match item {
            ModuleItem::Stmt(Stmt::Decl(declaration)) => is_value(declaration),
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => is_value(&export.decl),
            _ => true,
        }),
    }
}

fn is_value(declaration: &Decl) -> bool {
    match declaration {
        Decl::TsInterface(_) | Decl::TsTypeAlias(_) => false,
        Decl::TsEnum(declaration) => !declaration.is_const,
        Decl::TsModule(space) => space.body.as_ref().is_some_and(has_values),
        _ => true,
    }
}

fn export(declaration: &ModuleDecl, names: &Names<'_>, found: &mut Declarations) {
    match declaration {
        ModuleDecl::ExportDecl(export) => declared(&export.decl, names, found),
        ModuleDecl::ExportDefaultDecl(export) => {
            let kind = match &export.decl {
                DefaultDecl::Class(_) => Declared::Class,
                DefaultDecl::Fn(_) => Declared::Value,
                DefaultDecl::TsInterfaceDecl(interface) => {
                    names.of(&interface.id).unwrap_or(Declared::Type(Plain::Object))
                }
            };
            found.exports.insert("default".to_owned(), Exported::Here(kind));
        }
        ModuleDecl::ExportDefaultExpr(export) => {
            if let Expr::Ident(name) = &*export.expr {
                named("default".to_owned(), name, names, found);
            } else {
                found.exports.insert("default".to_owned(), Exported::Here(Declared::Value));
            }
        }
        ModuleDecl::ExportNamed(export) => {
            let source =
                export.src.as_ref().map(|source| source.value.to_string_lossy().into_owned());
            for specifier in &export.specifiers {
                match (specifier, &source) {
                    (ExportSpecifier::Namespace(space), Some(specifier)) => {
                        let there =
                            Exported::There { specifier: specifier.clone(), name: "*".to_owned() };
                        found.exports.insert(space.name.atom().to_string(), there);
                    }
                    (ExportSpecifier::Named(one), _) => {
                        let name = one.exported.as_ref().unwrap_or(&one.orig).atom().to_string();
                        match (&source, &one.orig) {
                            (Some(specifier), original) => {
                                let original = original.atom().to_string();
                                found.imports.push((specifier.clone(), original.clone()));
                                let there = Exported::There {
                                    specifier: specifier.clone(),
                                    name: original,
                                };
                                found.exports.insert(name, there);
                            }
                            (None, ModuleExportName::Ident(local)) => {
                                named(name.clone(), local, names, found);
                                if let Some(Exported::Here(Declared::Enum(facts))) =
                                    found.exports.get_mut(&name)
                                {
                                    facts.by_list = true;
                                }
                            }
                            (None, ModuleExportName::Str(_)) => {}
                        }
                    }
                    _ => {}
                }
            }
        }
        ModuleDecl::ExportAll(export) => {
            found.stars.push(export.src.value.to_string_lossy().into_owned());
        }
        _ => {}
    }
}

fn named(name: String, local: &Ident, names: &Names<'_>, found: &mut Declarations) {
    found.locals.insert(name.clone(), local.sym.clone());
    let exported = match names.local(local) {
        Some(Local::Import { specifier, name, .. }) => {
            Exported::There { specifier: specifier.clone(), name: name.clone() }
        }
        Some(own) => match names.declared(own) {
            Some(kind) => Exported::Here(kind),
            None => return,
        },
        None => return,
    };
    for (member, kind) in names.members_of(local) {
        found.exports.insert(format!("{name}.{member}"), Exported::Here(kind));
    }
    found.exports.insert(name, exported);
}

fn declared(declaration: &Decl, names: &Names<'_>, found: &mut Declarations) {
    let ident = match declaration {
        Decl::Class(class) => &class.ident,
        Decl::Fn(function) => &function.ident,
        Decl::TsInterface(interface) => &interface.id,
        Decl::TsTypeAlias(alias) => &alias.id,
        Decl::TsEnum(declaration) => &declaration.id,
        Decl::TsModule(space) => match &space.id {
            TsModuleName::Ident(id) => id,
            TsModuleName::Str(_) => return,
        },
        Decl::Var(variables) => {
            for name in swc_core::ecma::utils::find_pat_ids::<_, Ident>(&variables.decls) {
                let kind = names.of(&name).unwrap_or(Declared::Value);
                found.locals.insert(name.sym.to_string(), name.sym.clone());
                found.exports.insert(name.sym.to_string(), Exported::Here(kind));
            }
            return;
        }
        Decl::Using(_) => return,
    };
    named(ident.sym.to_string(), ident, names, found);
}
