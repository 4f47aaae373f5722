//! What a file exports, read for the files that import it.

use std::collections::BTreeMap;

use swc_core::common::{FileName, SourceMap as Files, sync::Lrc};
use swc_core::ecma::ast::{
    Decl, DefaultDecl, EsVersion, ExportSpecifier, Expr, Ident, ImportSpecifier, Module,
    ModuleDecl, ModuleExportName, ModuleItem, Stmt, TsModuleName, TsNamespaceBody,
};
use swc_core::ecma::parser::{Syntax as ParserSyntax, TsSyntax, parse_file_as_module};

use super::names::{Local, Names};
use super::{Declared, Imported};
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
}

/// Reads what a TypeScript file exports and imports; nothing when it does not parse. `ambient` is true of `.d.ts`.
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
        Some(read(&module, strict_nulls))
    })
}

fn read(module: &Module, strict_nulls: bool) -> Declarations {
    let imported = Imported::new();
    let mut names = Names::empty(&imported, strict_nulls);
    let mut found = Declarations::default();
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
                    names.note(&interface.id, Local::Interface)
                }
                DefaultDecl::Fn(function) => {
                    function.ident.iter().for_each(|name| names.note(name, Local::Value))
                }
            },
            ModuleItem::ModuleDecl(ModuleDecl::Import(import)) => {
                names.note_import(import);
                let specifier = import.src.value.to_string_lossy().into_owned();
                for one in &import.specifiers {
                    let name = match one {
                        ImportSpecifier::Named(named) => named.imported.as_ref().map_or_else(
                            || named.local.sym.to_string(),
                            |name| name.atom().to_string(),
                        ),
                        ImportSpecifier::Default(_) => "default".to_owned(),
                        ImportSpecifier::Namespace(_) => "*".to_owned(),
                    };
                    found.imports.push((specifier.clone(), name));
                }
            }
            _ => {}
        }
    }
    for item in &module.body {
        if let ModuleItem::ModuleDecl(declaration) = item {
            export(declaration, &names, &mut found);
        }
    }
    found
}

fn note(names: &mut Names<'_>, declaration: &Decl) {
    match declaration {
        Decl::Class(class) => names.note(&class.ident, Local::Class),
        Decl::Fn(function) => names.note(&function.ident, Local::Value),
        Decl::Var(variables) => names.note_variables(variables),
        Decl::TsInterface(interface) => names.note(&interface.id, Local::Interface),
        Decl::TsTypeAlias(alias) => names.note(&alias.id, Local::Alias(alias.type_ann.clone())),
        Decl::TsEnum(declaration) => names.note_enum(declaration),
        Decl::TsModule(space) => {
            if let (TsModuleName::Ident(id), Some(body)) = (&space.id, &space.body) {
                let local = if has_values(body) { Local::Value } else { Local::Interface };
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
                    names.of(&interface.id).unwrap_or(Declared::Type(super::Plain::Object))
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
                                named(name, local, names, found)
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
                found.exports.insert(name.sym.to_string(), Exported::Here(kind));
            }
            return;
        }
        Decl::Using(_) => return,
    };
    named(ident.sym.to_string(), ident, names, found);
}
