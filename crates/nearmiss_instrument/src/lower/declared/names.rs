//! The names of one file, by their bindings.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use swc_core::ecma::ast::{
    ClassDecl, ClassExpr, Decl, ExportDecl, Expr, FnDecl, Id, Ident, ImportDecl, ImportSpecifier,
    ModuleDecl, ModuleItem, Pat, Program, Stmt, TsEntityName, TsEnumDecl, TsEnumMemberId,
    TsInterfaceDecl, TsModuleDecl, TsModuleName, TsModuleRef, TsNamespaceBody, TsType,
    TsTypeAliasDecl, TsTypeParam, VarDecl, VarDeclKind,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::constants::{constant_of, enum_of, property_of};
use super::{Declared, EnumFacts, Imported, Plain};

/// Kind of a binding in its own file.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Local {
    Class,
    Enum(EnumFacts),
    /// Plain type that stands for it: one that can be called is a function.
    Interface(Plain),
    Alias(Box<TsType>),
    Parameter(Option<Box<TsType>>),
    Constant(super::Constant),
    Value,
    /// A name of another file; `*` is all of it.
    Import {
        specifier: String,
        name: String,
        only_type: bool,
    },
}

impl Local {
    pub(super) fn interface(interface: &TsInterfaceDecl) -> Self {
        let is_function = super::plain::can_be_called(&interface.body.body);
        Self::Interface(if is_function { Plain::Function } else { Plain::Object })
    }

    /// Of two declarations of one name, whether this one says more.
    fn goes_before(&self, other: &Self) -> bool {
        let rank = |local: &Self| match local {
            Self::Class | Self::Import { .. } => 4,
            Self::Enum(_) => 3,
            Self::Constant(_) => 2,
            Self::Alias(_) | Self::Parameter(_) => 2,
            Self::Interface(_) => 1,
            Self::Value => 0,
        };
        rank(self) >= rank(other)
    }
}

/// The names of a file.
pub(in crate::lower) struct Names<'a> {
    locals: FxHashMap<Id, Local>,
    /// Members of namespaces: the binding of the outermost one, then names with dots.
    members: BTreeMap<(Id, String), Local>,
    spaces: FxHashSet<Id>,
    imported: &'a Imported,
    /// Whether `null` and `undefined` are types of their own.
    pub(in crate::lower) strict_nulls: bool,
}

impl<'a> Names<'a> {
    /// Reads a file whose names are resolved.
    pub(in crate::lower) fn of_program(
        program: &Program,
        imported: &'a Imported,
        strict_nulls: bool,
    ) -> Self {
        let mut names = Self::empty(imported, strict_nulls);
        program.visit_with(&mut Collecting { names: &mut names });
        names
    }

    pub(super) fn empty(imported: &'a Imported, strict_nulls: bool) -> Self {
        Self {
            locals: FxHashMap::default(),
            members: BTreeMap::new(),
            spaces: FxHashSet::default(),
            imported,
            strict_nulls,
        }
    }

    pub(in crate::lower) fn local(&self, name: &Ident) -> Option<&Local> {
        self.local_of(&name.to_id())
    }

    pub(in crate::lower) fn local_of(&self, id: &Id) -> Option<&Local> {
        self.locals.get(id)
    }

    /// Answers what a name is, followed into the file that it is imported from.
    pub(in crate::lower) fn of(&self, name: &Ident) -> Option<Declared> {
        self.declared(self.local(name)?)
    }

    pub(in crate::lower) fn declared(&self, local: &Local) -> Option<Declared> {
        Some(match local {
            Local::Class => Declared::Class,
            Local::Enum(facts) => Declared::Enum(facts.clone()),
            Local::Interface(plain) => Declared::Type(*plain),
            Local::Alias(aliased) => Declared::Type(super::plain_of(aliased, self)),
            Local::Parameter(constraint) => {
                let plain =
                    constraint.as_deref().map(|constraint| super::plain_of(constraint, self));
                Declared::Type(plain.unwrap_or(Plain::Object))
            }
            Local::Constant(value) => Declared::Constant(value.clone()),
            Local::Value => Declared::Value,
            Local::Import { specifier, name, .. } => {
                return self.imported.get(specifier)?.get(name).cloned();
            }
        })
    }

    /// Answers what a dotted expression is.
    pub(in crate::lower) fn of_expression(&self, expression: &Expr) -> Option<Declared> {
        let (root, path) = dotted(expression)?;
        self.of_path(&root, &path)
    }

    /// Answers what a dotted name is.
    pub(in crate::lower) fn of_entity(&self, entity: &TsEntityName) -> Option<Declared> {
        let (root, path) = entity_path(entity);
        self.of_path(root, &path)
    }

    fn of_path(&self, root: &Ident, path: &[String]) -> Option<Declared> {
        if path.is_empty() {
            return self.of(root);
        }
        if let Some(Local::Import { specifier, name, .. }) = self.local(root) {
            let all = self.imported.get(specifier)?;
            let wanted = if name == "*" {
                path.join(".")
            } else {
                // A member of an enum stands for its enum.
                if path.len() == 1
                    && let Some(Declared::Enum(facts)) = all.get(name)
                {
                    return Some(Declared::Type(facts.plain));
                }
                format!("{name}.{}", path.join("."))
            };
            return all.get(&wanted).cloned().or_else(|| {
                let (space, _) = wanted.rsplit_once('.')?;
                match all.get(space)? {
                    Declared::Enum(facts) => Some(Declared::Type(facts.plain)),
                    _ => None,
                }
            });
        }
        let key = (root.to_id(), path.join("."));
        if let Some(member) = self.members.get(&key) {
            return self.declared(member);
        }
        match (self.local(root), path) {
            (Some(Local::Enum(facts)), [_]) => Some(Declared::Type(facts.plain)),
            _ => None,
        }
    }

    /// The bindings of enums and namespaces, which are variables when they are compiled.
    pub(in crate::lower) fn enums_and_namespaces(&self) -> FxHashSet<Id> {
        let enums = self.locals.iter().filter(|(_, local)| matches!(local, Local::Enum(_)));
        enums.map(|(id, _)| id.clone()).chain(self.spaces.iter().cloned()).collect()
    }

    pub(super) fn note(&mut self, name: &Ident, local: Local) {
        match self.locals.get(&name.to_id()) {
            Some(known) if !local.goes_before(known) => {}
            _ => {
                self.locals.insert(name.to_id(), local);
            }
        }
    }

    pub(super) fn note_enum(&mut self, declaration: &TsEnumDecl) {
        let before = match self.local(&declaration.id) {
            Some(Local::Enum(facts)) => Some(facts),
            _ => None,
        };
        let facts = enum_of(declaration, self, before);
        self.note(&declaration.id, Local::Enum(facts));
    }

    pub(super) fn note_variables(&mut self, variables: &VarDecl) {
        for declarator in &variables.decls {
            let Pat::Ident(name) = &declarator.name else { continue };
            let untyped = variables.kind == VarDeclKind::Const && name.type_ann.is_none();
            let value = declarator.init.as_deref().filter(|_| untyped);
            let local = match value.and_then(|value| constant_of(value, self)) {
                Some(value) => Local::Constant(value),
                None => Local::Value,
            };
            self.note(&name.id, local);
        }
    }

    fn note_import(&mut self, import: &ImportDecl) {
        let specifier = import.src.value.to_string_lossy().into_owned();
        for one in &import.specifiers {
            let (local, name, only_type) = match one {
                ImportSpecifier::Named(named) => {
                    let name = named.imported.as_ref();
                    let name = name.map_or_else(
                        || named.local.sym.to_string(),
                        |name| name.atom().to_string(),
                    );
                    (&named.local, name, named.is_type_only)
                }
                ImportSpecifier::Default(default) => (&default.local, "default".to_owned(), false),
                ImportSpecifier::Namespace(space) => (&space.local, "*".to_owned(), false),
            };
            let only_type = only_type || import.type_only;
            self.note(local, Local::Import { specifier: specifier.clone(), name, only_type });
        }
    }

    /// Notes what a statement imports, in either form.
    pub(super) fn note_imports(&mut self, declaration: &ModuleDecl) {
        match declaration {
            ModuleDecl::Import(import) => self.note_import(import),
            ModuleDecl::TsImportEquals(import) => {
                let TsModuleRef::TsExternalModuleRef(module) = &import.module_ref else { return };
                let specifier = module.expr.value.to_string_lossy().into_owned();
                let (name, only_type) = ("*".to_owned(), import.is_type_only);
                self.note(&import.id, Local::Import { specifier, name, only_type });
            }
            _ => {}
        }
    }

    /// Answers what is imported: specifier and name, `*` for all.
    pub(super) fn imports(&self) -> Vec<(String, String)> {
        let imports = self.locals.values().filter_map(|local| match local {
            Local::Import { specifier, name, .. } => Some((specifier.clone(), name.clone())),
            _ => None,
        });
        let mut imports: Vec<_> = imports.collect();
        imports.sort();
        imports
    }

    /// The exported members of a namespace.
    pub(super) fn note_namespace(&mut self, root: &Id, prefix: &str, body: &TsNamespaceBody) {
        let block = match body {
            TsNamespaceBody::TsModuleBlock(block) => block,
            TsNamespaceBody::TsNamespaceDecl(inner) => {
                let prefix = format!("{prefix}{}.", inner.id.sym);
                return self.note_namespace(root, &prefix, &inner.body);
            }
        };
        for item in &block.body {
            let ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) = item else { continue };
            let (name, local) = match &export.decl {
                Decl::Class(class) => (&class.ident, Local::Class),
                Decl::TsEnum(declaration) => {
                    (&declaration.id, Local::Enum(enum_of(declaration, self, None)))
                }
                Decl::TsInterface(interface) => (&interface.id, Local::interface(interface)),
                Decl::TsTypeAlias(alias) => (&alias.id, Local::Alias(alias.type_ann.clone())),
                Decl::TsModule(inner) => {
                    if let (TsModuleName::Ident(id), Some(body)) = (&inner.id, &inner.body) {
                        let prefix = format!("{prefix}{}.", id.sym);
                        self.note_namespace(root, &prefix, body);
                    }
                    continue;
                }
                Decl::Var(variables) => {
                    for declarator in &variables.decls {
                        let Pat::Ident(name) = &declarator.name else { continue };
                        let value = declarator
                            .init
                            .as_deref()
                            .filter(|_| variables.kind == VarDeclKind::Const);
                        if let Some(value) = value.and_then(|value| constant_of(value, self)) {
                            let key = (root.clone(), format!("{prefix}{}", name.id.sym));
                            self.members.insert(key, Local::Constant(value));
                        }
                    }
                    continue;
                }
                _ => continue,
            };
            self.members.insert((root.clone(), format!("{prefix}{}", name.sym)), local);
        }
    }

    /// The members of a namespace: names with dots, and what they are.
    pub(super) fn members_of(&self, root: &Ident) -> Vec<(String, Declared)> {
        let id = root.to_id();
        let own = self.members.iter().filter(|((space, _), _)| *space == id);
        own.filter_map(|((_, name), local)| Some((name.clone(), self.declared(local)?))).collect()
    }
}

/// The name of an enum's member.
pub(in crate::lower) fn member_name(id: &TsEnumMemberId) -> String {
    match id {
        TsEnumMemberId::Ident(name) => name.sym.to_string(),
        TsEnumMemberId::Str(text) => text.value.to_string_lossy().into_owned(),
    }
}

pub(super) fn dotted(expression: &Expr) -> Option<(Ident, Vec<String>)> {
    match expression {
        Expr::Ident(name) => Some((name.clone(), Vec::new())),
        Expr::Member(member) => {
            let (root, mut path) = dotted(&member.obj)?;
            path.push(property_of(&member.prop)?);
            Some((root, path))
        }
        Expr::Paren(inner) => dotted(&inner.expr),
        _ => None,
    }
}

/// The first name of a dotted one, and the others.
pub(in crate::lower) fn entity_path(entity: &TsEntityName) -> (&Ident, Vec<String>) {
    match entity {
        TsEntityName::Ident(name) => (name, Vec::new()),
        TsEntityName::TsQualifiedName(qualified) => {
            let (root, mut path) = entity_path(&qualified.left);
            path.push(qualified.right.sym.to_string());
            (root, path)
        }
    }
}

/// Collects the names of a whole file.
struct Collecting<'a, 'b> {
    names: &'b mut Names<'a>,
}

impl Visit for Collecting<'_, '_> {
    fn visit_module_items(&mut self, items: &[ModuleItem]) {
        // Constants and enums may be named before they stand there, by namespaces and types.
        for item in items {
            match item {
                ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(ExportDecl { decl, .. }))
                | ModuleItem::Stmt(Stmt::Decl(decl)) => match decl {
                    Decl::Var(variables) => self.names.note_variables(variables),
                    Decl::TsEnum(declaration) => self.names.note_enum(declaration),
                    _ => {}
                },
                ModuleItem::ModuleDecl(declaration) => self.names.note_imports(declaration),
                _ => {}
            }
        }
        items.visit_children_with(self);
    }

    fn visit_class_decl(&mut self, class: &ClassDecl) {
        self.names.note(&class.ident, Local::Class);
        class.visit_children_with(self);
    }

    fn visit_class_expr(&mut self, class: &ClassExpr) {
        if let Some(name) = &class.ident {
            self.names.note(name, Local::Class);
        }
        class.visit_children_with(self);
    }

    fn visit_fn_decl(&mut self, function: &FnDecl) {
        self.names.note(&function.ident, Local::Value);
        function.visit_children_with(self);
    }

    fn visit_var_decl(&mut self, variables: &VarDecl) {
        self.names.note_variables(variables);
        variables.visit_children_with(self);
    }

    fn visit_ts_enum_decl(&mut self, declaration: &TsEnumDecl) {
        if !matches!(self.names.local(&declaration.id), Some(Local::Enum(_))) {
            self.names.note_enum(declaration);
        }
    }

    fn visit_ts_interface_decl(&mut self, interface: &TsInterfaceDecl) {
        self.names.note(&interface.id, Local::interface(interface));
        interface.visit_children_with(self);
    }

    fn visit_ts_type_alias_decl(&mut self, alias: &TsTypeAliasDecl) {
        self.names.note(&alias.id, Local::Alias(alias.type_ann.clone()));
        alias.visit_children_with(self);
    }

    fn visit_ts_type_param(&mut self, parameter: &TsTypeParam) {
        self.names.note(&parameter.name, Local::Parameter(parameter.constraint.clone()));
        parameter.visit_children_with(self);
    }

    fn visit_ts_module_decl(&mut self, declaration: &TsModuleDecl) {
        if let (TsModuleName::Ident(id), Some(body)) = (&declaration.id, &declaration.body) {
            self.names.note(id, Local::Value);
            self.names.spaces.insert(id.to_id());
            self.names.note_namespace(&id.to_id(), "", body);
        }
        declaration.visit_children_with(self);
    }
}
