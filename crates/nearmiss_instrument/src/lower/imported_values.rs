//! Values and types of other files, as TypeScript writes them where it knows them.
//!
//! # Example
//! Where `./kinds` has `export const enum Kind { A = 3 }` and `export interface Shape {}`,
//! `import { Kind, Shape } from "./kinds"; enum Own { B = Kind.A, C } f(Kind.A); export { Shape };` becomes
//! `enum Own { B = 3, C } f(3);`.
//!
//! Runs on resolved names, before types are stripped.

use std::collections::BTreeSet;

use swc_core::common::{DUMMY_SP, SourceMap as Files, SourceMapper as _, Span, util::take::Take};
use swc_core::ecma::ast::{
    ExportSpecifier, Expr, Ident, ImportDecl, ImportPhase, ImportSpecifier, Lit, MemberExpr,
    ModuleDecl, ModuleExportName, ModuleItem, NamedExport, Number, Program, SeqExpr, Str,
    TsEnumDecl, TsEnumMember, TsModuleRef, UnaryExpr, UnaryOp,
};
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

use super::declared::{
    Constant, Declared, Imported, Local, Names, constant_of, member_name, property_of,
};

/// Writes values of imported enums and constants, and marks what is only a type.
pub(super) struct ImportedValues<'a> {
    names: &'a Names<'a>,
    imported: &'a Imported,
    /// Whether constant enums of other files may be read where they are named.
    inlines: bool,
    /// Whether imports of types are left out though nothing says that they are types.
    elides: bool,
    /// The members of the enum that is walked, of whose value TypeScript knows.
    constants: BTreeSet<String>,
    in_enum: bool,
    /// Flag: the initializer of a member is walked, of whatever kind.
    in_initializer: bool,
    /// Flag: the expression that is walked next is all of a member's initializer.
    is_initializer: bool,
    /// Modules that stay imported though their values are written in place of what named them.
    kept: BTreeSet<String>,
}

impl<'a> ImportedValues<'a> {
    pub(super) fn new(
        names: &'a Names<'a>,
        imported: &'a Imported,
        inlines: bool,
        elides: bool,
    ) -> Self {
        Self {
            names,
            imported,
            inlines,
            elides,
            constants: BTreeSet::new(),
            in_enum: false,
            in_initializer: false,
            is_initializer: false,
            kept: BTreeSet::new(),
        }
    }

    /// Imports once more what TypeScript leaves imported though nothing of it is named any more.
    pub(super) fn import_kept(self, program: &mut Program) {
        if let Program::Module(module) = program {
            for specifier in self.kept {
                import_once_more(&mut module.body, &specifier, Vec::new());
            }
        }
    }

    /// Notes that a value was written in place of `expression`, for which TypeScript mostly keeps the import.
    ///
    /// The import goes with a member of a constant enum, `Kind.A` or `space.Kind.A` (not if `Kind` is exported by a list),
    /// and with a member of any enum that is all of another member's initializer: `A = Level.Low`, not `A = Level.Low | 1`.
    fn note_written(&mut self, expression: &Expr, is_initializer: bool) {
        let Some((root, first)) = root_and_access(expression) else { return };
        let Some(Local::Import { specifier, .. }) = self.names.local(root) else { return };
        let specifier = specifier.clone();
        let is_constant = |kind: Option<Declared>| match kind {
            Some(Declared::Enum(facts)) => facts.is_const && !facts.by_list,
            // A namespace of constant enums alone.
            Some(kind) => kind.is_type(),
            None => false,
        };
        let goes = self.inlines
            && match (self.names.of(root), first) {
                (_, None) => false,
                (Some(Declared::Enum(facts)), Some(access)) => {
                    facts.is_const || (is_initializer && access.prop.is_ident())
                }
                (kind, Some(access)) => {
                    let member = || self.names.of_expression(&Expr::Member(access.clone()));
                    is_constant(kind) || (access.prop.is_ident() && is_constant(member()))
                }
            };
        if !goes {
            self.kept.insert(specifier);
        }
    }

    /// Tells whether a member of an enum of this file is computed when it runs.
    fn is_computed_member(&self, member: &MemberExpr) -> bool {
        let Some(root) = member.obj.as_ident() else { return false };
        let Some(Local::Enum(facts)) = self.names.local(root) else { return false };
        !facts.is_const
            && property_of(&member.prop).is_some_and(|name| !facts.constants.contains_key(&name))
    }

    /// The value of a member of a constant enum that is not there at run time.
    fn of_constant_enum(&self, member: &MemberExpr) -> Option<Expr> {
        let mut root = &*member.obj;
        while let Expr::Member(inner) = root {
            root = &inner.obj;
        }
        let Expr::Ident(root) = root else { return None };
        let is_imported = match self.names.local(root)? {
            Local::Import { only_type: false, .. } => true,
            Local::Enum(facts) if facts.is_ambient => false,
            _ => return None,
        };
        let Some(Declared::Enum(facts)) = self.names.of_expression(&member.obj) else {
            return None;
        };
        if !facts.is_const || (is_imported && !self.inlines) {
            return None;
        }
        let value = constant_of(&Expr::Member(member.clone()), self.names)?;
        Some(literal(&value, member.span))
    }

    fn is_imported_type(&self, name: &ModuleExportName, specifier: Option<&str>) -> bool {
        match specifier {
            Some(specifier) => {
                let found =
                    self.imported.get(specifier).and_then(|all| all.get(name.atom().as_str()));
                found.is_some_and(Declared::is_type)
            }
            None => match name {
                ModuleExportName::Ident(local) => {
                    let is_import = matches!(self.names.local(local), Some(Local::Import { .. }));
                    is_import && self.names.of(local).is_some_and(|kind| kind.is_type())
                }
                ModuleExportName::Str(_) => false,
            },
        }
    }
}

/// A known value as an expression.
fn literal(value: &Constant, span: Span) -> Expr {
    match value {
        Constant::Text(text) => {
            Expr::Lit(Lit::Str(Str { span, value: text.as_str().into(), raw: None }))
        }
        Constant::Number(bits) => {
            let number = f64::from_bits(*bits);
            let positive = Expr::Lit(Lit::Num(Number { span, value: number.abs(), raw: None }));
            if number.is_sign_negative() {
                Expr::Unary(UnaryExpr { span, op: UnaryOp::Minus, arg: Box::new(positive) })
            } else {
                positive
            }
        }
    }
}

impl VisitMut for ImportedValues<'_> {
    noop_visit_mut_type!();

    fn visit_mut_ts_enum_decl(&mut self, declaration: &mut TsEnumDecl) {
        if declaration.declare {
            return;
        }
        let known = match self.names.of(&declaration.id) {
            Some(Declared::Enum(facts)) => facts.constants.into_keys().collect(),
            _ => BTreeSet::new(),
        };
        let outer = std::mem::replace(&mut self.constants, known);
        declaration.visit_mut_children_with(self);
        self.constants = outer;
    }

    fn visit_mut_ts_enum_member(&mut self, member: &mut TsEnumMember) {
        // `A = text as any` is computed when it runs: a text, too, then leads back to its name.
        let is_constant = self.constants.contains(&member_name(&member.id));
        let outer = std::mem::replace(&mut self.in_enum, is_constant);
        let within = std::mem::replace(&mut self.in_initializer, true);
        self.is_initializer = true;
        member.init.visit_mut_with(self);
        self.is_initializer = false;
        self.in_initializer = within;
        self.in_enum = outer;
    }

    fn visit_mut_expr(&mut self, expression: &mut Expr) {
        let is_initializer = std::mem::take(&mut self.is_initializer);
        if self.in_enum
            && let Some((root, _)) = root_and_access(expression)
            && matches!(self.names.local(root), Some(Local::Import { .. }))
            && let Some(value) = constant_of(expression, self.names)
        {
            self.note_written(expression, is_initializer);
            *expression = literal(&value, swc_core::common::Spanned::span(expression));
            return;
        }
        if self.in_initializer
            && let Expr::Member(member) = &mut *expression
            && self.is_computed_member(member)
        {
            hide(&mut member.obj);
            return;
        }
        if let Expr::Member(member) = &*expression
            && let Some(value) = self.of_constant_enum(member)
        {
            self.note_written(expression, is_initializer);
            *expression = value;
            return;
        }
        expression.visit_mut_children_with(self);
    }

    fn visit_mut_import_decl(&mut self, import: &mut ImportDecl) {
        if !self.elides {
            return;
        }
        let specifier = import.src.value.to_string_lossy().into_owned();
        let Some(all) = self.imported.get(&specifier) else { return };
        for one in &mut import.specifiers {
            if let ImportSpecifier::Named(named) = one {
                let name = named
                    .imported
                    .as_ref()
                    .map_or_else(|| named.local.sym.to_string(), |name| name.atom().to_string());
                named.is_type_only |= all.get(&name).is_some_and(Declared::is_type);
            }
        }
    }

    fn visit_mut_named_export(&mut self, export: &mut NamedExport) {
        if !self.elides {
            return;
        }
        let specifier =
            export.src.as_ref().map(|source| source.value.to_string_lossy().into_owned());
        for one in &mut export.specifiers {
            if let ExportSpecifier::Named(named) = one {
                named.is_type_only |= self.is_imported_type(&named.orig, specifier.as_deref());
            }
        }
    }
}

/// Leaves out imports that import nothing, `import {} from "./a"`, as TypeScript does; `import "./a"` is another thing.
pub(super) fn leave_out_empty_imports(program: &mut Program, files: &Files) {
    let Program::Module(module) = program else { return };
    module.body.retain(|item| {
        let ModuleItem::ModuleDecl(ModuleDecl::Import(import)) = item else { return true };
        let before = Span::new(import.span.lo, import.src.span.lo);
        let is_empty = import.specifiers.is_empty()
            && files.span_to_snippet(before).is_ok_and(|text| text.trim_end().ends_with("from"));
        !is_empty
    });
}

/// Imports a module behind its own import.
pub(super) fn import_once_more(
    items: &mut Vec<ModuleItem>,
    specifier: &str,
    specifiers: Vec<ImportSpecifier>,
) {
    let is_own = |item: &ModuleItem| match item {
        ModuleItem::ModuleDecl(ModuleDecl::Import(import)) => {
            import.src.value.to_string_lossy() == specifier
        }
        ModuleItem::ModuleDecl(ModuleDecl::TsImportEquals(import)) => match &import.module_ref {
            TsModuleRef::TsExternalModuleRef(module) => {
                module.expr.value.to_string_lossy() == specifier
            }
            TsModuleRef::TsEntityName(_) => false,
        },
        _ => false,
    };
    let at = items.iter().position(is_own).map_or(0, |at| at + 1);
    let import = ImportDecl {
        span: DUMMY_SP,
        specifiers,
        src: Box::new(Str { span: DUMMY_SP, value: specifier.into(), raw: None }),
        type_only: false,
        with: None,
        phase: ImportPhase::default(),
    };
    items.insert(at, ModuleItem::ModuleDecl(ModuleDecl::Import(import)));
}

/// Hides an enum from swc, which would write the initializer of its member once more, `E.A = f()` as `f()`.
fn hide(object: &mut Box<Expr>) {
    let zero = Box::new(Expr::Lit(Lit::Num(Number { span: DUMMY_SP, value: 0.0, raw: None })));
    let exprs = vec![zero, object.take()];
    **object = Expr::Seq(SeqExpr { span: DUMMY_SP, exprs });
}

/// The first name of a dotted expression, and what is read of it.
fn root_and_access(expression: &Expr) -> Option<(&Ident, Option<&MemberExpr>)> {
    let mut access = None;
    let mut inner = expression;
    while let Expr::Member(member) = inner {
        access = Some(member);
        inner = &member.obj;
    }
    inner.as_ident().map(|root| (root, access))
}
