//! `require` calls, and the names of what they answer.

use rustc_hash::FxHashMap;
use swc_core::atoms::Atom;
use swc_core::common::{DUMMY_SP, Mark, SyntaxContext};
use swc_core::ecma::ast::{
    Decl, Expr, Id, Ident, ImportDecl, ImportSpecifier, Lit, MemberExpr, ModuleExportName, Pat,
    Stmt, Str, VarDecl, VarDeclKind, VarDeclarator,
};

use super::form::{Form, call, property, statement};
use crate::lower::own_helpers::OwnHelper;

/// Property of a module that an imported name stands for.
pub(super) struct Imported {
    module: Ident,
    name: Atom,
}

impl Imported {
    /// The member, at the place of the name that it stands for.
    pub(super) fn member(&self, name: &Ident) -> MemberExpr {
        let mut module = self.module.clone();
        module.span = name.span;
        MemberExpr {
            span: name.span,
            obj: Box::new(Expr::Ident(module)),
            prop: property(&self.name, DUMMY_SP),
        }
    }
}

/// Imported names, and the names that modules have been given.
#[derive(Default)]
pub(super) struct Modules {
    pub(super) imported: FxHashMap<Id, Imported>,
    given: FxHashMap<String, u32>,
}

impl Modules {
    /// A variable for a module, called as TypeScript calls it: `./a-b` is `a_b_1`.
    pub(super) fn variable(&mut self, specifier: &Str) -> Ident {
        let specifier = specifier.value.to_string_lossy();
        let base = specifier.rsplit('/').find(|part| !part.is_empty()).unwrap_or("module");
        let mut name: String = base
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' })
            .collect();
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            name.insert(0, '_');
        }
        let count = self.given.entry(name.clone()).or_default();
        *count += 1;
        let separator = if name.ends_with('_') { "" } else { "_" };
        private(&format!("{name}{separator}{count}"))
    }

    /// The statement of an `import`, whose names are remembered.
    pub(super) fn import(&mut self, form: &Form<'_>, import: &ImportDecl) -> Vec<Stmt> {
        let required = form.require(&import.src);
        if import.specifiers.is_empty() {
            return vec![statement(DUMMY_SP, Box::new(required))];
        }
        let value = form.interop(import, required);
        let spaces = import.specifiers.iter().filter_map(|specifier| match specifier {
            ImportSpecifier::Namespace(space) => Some(&space.local),
            _ => None,
        });
        if let (Some(space), 1) = (spaces.clone().next(), import.specifiers.len()) {
            return vec![constant(space.clone(), value)];
        }
        let module = self.variable(&import.src);
        for specifier in &import.specifiers {
            let (local, name) = match specifier {
                ImportSpecifier::Default(default) => (&default.local, "default".into()),
                ImportSpecifier::Named(named) => {
                    let imported = named.imported.as_ref();
                    let name = imported
                        .map_or_else(|| named.local.sym.clone(), |name| name.atom().into_owned());
                    (&named.local, name)
                }
                ImportSpecifier::Namespace(_) => continue,
            };
            self.imported.insert(local.to_id(), Imported { module: module.clone(), name });
        }
        let mut statements = vec![constant(module.clone(), value)];
        statements.extend(spaces.map(|space| constant(space.clone(), Expr::Ident(module.clone()))));
        statements
    }
}

impl Form<'_> {
    /// `require("<specifier>")`; the text of the specifier alone has a place.
    pub(super) fn require(&self, specifier: &Str) -> Expr {
        let text = Str { span: specifier.span, value: specifier.value.clone(), raw: None };
        call(Expr::Ident(self.global("require", DUMMY_SP)), vec![Expr::Lit(Lit::Str(text))])
    }

    /// Answers what a module is to an `import` of it.
    fn interop(&self, import: &ImportDecl, required: Expr) -> Expr {
        if !self.es_module_interop {
            return required;
        }
        let (mut defaults, mut others, mut space) = (0, 0, false);
        for specifier in &import.specifiers {
            match specifier {
                ImportSpecifier::Namespace(_) => space = true,
                ImportSpecifier::Default(_) => defaults += 1,
                ImportSpecifier::Named(named) => {
                    let name = named.imported.as_ref().map(ModuleExportName::atom);
                    if name.is_some_and(|name| &**name == "default") {
                        defaults += 1
                    } else {
                        others += 1
                    }
                }
            }
        }
        if space || (defaults > 0 && others > 0) {
            self.helpers.call(OwnHelper::ImportStar, vec![required])
        } else if defaults > 0 {
            self.helpers.call(OwnHelper::ImportDefault, vec![required])
        } else {
            required
        }
    }
}

/// An identifier of our own.
pub(super) fn private(name: &str) -> Ident {
    Ident::new(name.into(), DUMMY_SP, SyntaxContext::empty().apply_mark(Mark::new()))
}

/// `const name = value`.
pub(super) fn constant(name: Ident, value: Expr) -> Stmt {
    let name = Ident { span: DUMMY_SP, ..name };
    Stmt::Decl(Decl::Var(Box::new(VarDecl {
        kind: VarDeclKind::Const,
        decls: vec![VarDeclarator {
            span: DUMMY_SP,
            name: Pat::Ident(name.into()),
            init: Some(Box::new(value)),
            definite: false,
        }],
        ..VarDecl::default()
    })))
}
