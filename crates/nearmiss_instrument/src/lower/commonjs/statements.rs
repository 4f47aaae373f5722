//! The statements of a module without `import` and `export`.

use swc_core::common::{DUMMY_SP, Span, Spanned, util::take::Take};
use swc_core::ecma::ast::{
    AssignTarget, Bool, ClassDecl, Decl, DefaultDecl, ExportAll, ExportDecl, ExportDefaultDecl,
    ExportSpecifier, Expr, FnDecl, FnExpr, Function, FunctionBody, Ident, IdentName, ImportDecl,
    ImportSpecifier, KeyValueProp, Lit, MemberExpr, ModuleDecl, ModuleItem, NamedExport, Number,
    ObjectLit, Pat, Prop, PropName, PropOrSpread, ReturnStmt, Stmt, Str, TsImportEqualsDecl,
    TsModuleRef, UnaryExpr, UnaryOp, VarDecl,
};
use swc_core::ecma::utils::find_pat_ids;

use super::exported::Exported;
use super::form::{Form, assign, call, property, statement};
use super::required::{Modules, constant, private};
use crate::lower::own_helpers::{OwnHelper, is_text};

/// Names that are set to `undefined` in one statement.
const NAMES_AT_ONCE: usize = 50;

/// The statements so far.
pub(super) struct Statements<'a> {
    form: &'a Form<'a>,
    exported: &'a Exported,
    modules: Modules,
    body: Vec<ModuleItem>,
    /// What `export =` exports, which is done last.
    assigned: Option<(Span, Box<Expr>)>,
}

impl<'a> Statements<'a> {
    pub(super) fn new(form: &'a Form<'a>, exported: &'a Exported) -> Self {
        Self { form, exported, modules: Modules::default(), body: Vec::new(), assigned: None }
    }

    pub(super) fn finish(mut self) -> (Vec<ModuleItem>, Modules) {
        if let Some((span, value)) = self.assigned.take() {
            let module = Expr::Ident(self.form.global("module", DUMMY_SP));
            let target = MemberExpr {
                span: DUMMY_SP,
                obj: Box::new(module),
                prop: property("exports", DUMMY_SP),
            };
            self.push(statement(span, assign(target, span, value)));
        }
        (self.body, self.modules)
    }

    fn push(&mut self, statement: Stmt) {
        self.body.push(ModuleItem::Stmt(statement));
    }

    pub(super) fn write(&mut self, items: Vec<ModuleItem>) {
        let is_directive = |item: &ModuleItem| matches!(item, ModuleItem::Stmt(Stmt::Expr(statement)) if is_text(&statement.expr));
        let mut items = items.into_iter().peekable();
        while let Some(directive) = items.next_if(is_directive) {
            self.body.push(directive);
        }
        self.prologue();
        for item in items {
            match item {
                ModuleItem::Stmt(statement) if statement.is_empty() => {}
                ModuleItem::Stmt(statement) => self.own_statement(statement),
                ModuleItem::ModuleDecl(declaration) => self.declaration(declaration),
            }
        }
    }

    /// Marks the module as one, and gives the names of its exports their first values.
    fn prologue(&mut self) {
        if self.exported.assigned {
            return;
        }
        let exports = Expr::Ident(self.form.global("exports", DUMMY_SP));
        let yes = Box::new(Expr::Lit(Lit::Bool(Bool { span: DUMMY_SP, value: true })));
        let marked = self.define("__esModule", vec![("value", yes)], exports);
        self.push(marked);
        for names in self.exported.names.chunks(NAMES_AT_ONCE) {
            let zero =
                Box::new(Expr::Lit(Lit::Num(Number { span: DUMMY_SP, value: 0.0, raw: None })));
            let nothing = UnaryExpr { span: DUMMY_SP, op: UnaryOp::Void, arg: zero };
            let chain = names.iter().fold(Box::new(Expr::Unary(nothing)), |value, name| {
                self.form.assign_export(name, DUMMY_SP, value)
            });
            self.push(statement(DUMMY_SP, chain));
        }
        let exported = self.exported;
        for (name, function) in &exported.functions {
            self.export(name, function);
        }
    }

    /// `Object.defineProperty(exports, name, { ... })`.
    fn define(&self, name: &str, entries: Vec<(&str, Box<Expr>)>, exports: Expr) -> Stmt {
        let object = Expr::Ident(self.form.global("Object", DUMMY_SP));
        let callee = Expr::Member(MemberExpr {
            span: DUMMY_SP,
            obj: Box::new(object),
            prop: property("defineProperty", DUMMY_SP),
        });
        let entries = entries.into_iter().map(|(key, value)| {
            let key = PropName::Ident(IdentName::new(key.into(), DUMMY_SP));
            PropOrSpread::Prop(Box::new(Prop::KeyValue(KeyValueProp { key, value })))
        });
        let description = ObjectLit { span: DUMMY_SP, props: entries.collect() };
        let text = Expr::Lit(Lit::Str(Str { span: DUMMY_SP, value: name.into(), raw: None }));
        statement(DUMMY_SP, Box::new(call(callee, vec![exports, text, Expr::Object(description)])))
    }

    /// A property of `exports` that reads `value` each time.
    fn live(&mut self, name: &str, value: Box<Expr>) {
        let returned = Stmt::Return(ReturnStmt { span: DUMMY_SP, arg: Some(value) });
        let getter = Expr::Fn(FnExpr {
            ident: None,
            function: Box::new(Function {
                body: Some(FunctionBody { span: DUMMY_SP, stmts: vec![returned] }),
                ..Function::default()
            }),
        });
        let yes = Box::new(Expr::Lit(Lit::Bool(Bool { span: DUMMY_SP, value: true })));
        let exports = Expr::Ident(self.form.global("exports", DUMMY_SP));
        let defined =
            self.define(name, vec![("enumerable", yes), ("get", Box::new(getter))], exports);
        self.push(defined);
    }

    /// `exports.<name> = local`.
    fn export(&mut self, name: &str, local: &Ident) {
        let mut value = local.clone();
        value.span = DUMMY_SP;
        let assignment = self.form.assign_export(name, DUMMY_SP, Box::new(Expr::Ident(value)));
        self.push(statement(DUMMY_SP, assignment));
    }

    /// Exports a binding under all of its names.
    fn export_aliases(&mut self, local: &Ident) {
        let exported = self.exported;
        for name in exported.aliases.get(&local.to_id()).into_iter().flatten() {
            self.export(name, local);
        }
    }

    fn own_statement(&mut self, statement: Stmt) {
        let declared: Vec<Ident> = match &statement {
            Stmt::Decl(Decl::Class(class)) => vec![class.ident.clone()],
            Stmt::Decl(Decl::Var(variables)) => initialized(variables),
            _ => Vec::new(),
        };
        self.push(statement);
        for local in declared {
            self.export_aliases(&local);
        }
    }

    fn declaration(&mut self, declaration: ModuleDecl) {
        match declaration {
            ModuleDecl::Import(import) => self.import(&import),
            ModuleDecl::ExportDecl(export) => self.exported_declaration(export),
            ModuleDecl::ExportDefaultDecl(export) => self.default_declaration(export),
            ModuleDecl::ExportDefaultExpr(export) => {
                let span = export.span;
                let value = self.form.assign_export("default", span, export.expr);
                self.push(statement(span, value));
            }
            ModuleDecl::ExportNamed(export) => self.re_export(&export),
            ModuleDecl::ExportAll(export) => self.export_all(&export),
            ModuleDecl::TsImportEquals(import) => self.import_equals(*import),
            ModuleDecl::TsExportAssignment(export) => {
                self.assigned = Some((export.span, export.expr));
            }
            ModuleDecl::TsNamespaceExport(_) => {}
        }
    }

    fn import(&mut self, import: &ImportDecl) {
        for statement in self.modules.import(self.form, import) {
            self.push(statement);
        }
        let exported = self.exported;
        for specifier in &import.specifiers {
            let (local, is_live) = match specifier {
                ImportSpecifier::Named(named) => (&named.local, true),
                ImportSpecifier::Default(default) => (&default.local, false),
                ImportSpecifier::Namespace(space) => (&space.local, false),
            };
            for name in exported.aliases.get(&local.to_id()).into_iter().flatten() {
                if is_live {
                    let mut value = local.clone();
                    value.span = DUMMY_SP;
                    self.live(name, Box::new(Expr::Ident(value)));
                } else {
                    self.export(name, local);
                }
            }
        }
    }

    fn exported_declaration(&mut self, export: ExportDecl) {
        match export.decl {
            Decl::Class(class) => {
                let name = class.ident.clone();
                self.push(Stmt::Decl(Decl::Class(class)));
                self.export_aliases(&name);
            }
            Decl::Var(variables) => self.exported_variables(*variables),
            Decl::Fn(_) | Decl::Using(_) => self.push(Stmt::Decl(export.decl)),
            _ => {}
        }
    }

    /// `export const a = 1` becomes `exports.a = 1`; functions and classes keep a variable, and so their name.
    fn exported_variables(&mut self, mut variables: VarDecl) {
        let mut first = variables.span;
        let mut kept = Vec::new();
        let mut statements = Vec::new();
        let also_exported = initialized(&variables);
        for mut declarator in variables.decls.take() {
            let name = match &declarator.name {
                Pat::Ident(name) => Some(name.id.clone()),
                _ => None,
            };
            let property =
                name.as_ref().and_then(|name| self.exported.properties.get(&name.to_id()));
            let named = matches!(
                declarator.init.as_deref(),
                Some(Expr::Arrow(_) | Expr::Fn(_) | Expr::Class(_))
            );
            match (name, property.cloned(), declarator.init.take()) {
                // An enum or a namespace.
                (Some(_), None, init) => {
                    declarator.init = init;
                    kept.push(declarator);
                }
                (Some(name), Some(property), Some(init)) if named => {
                    let local = private_like(&name);
                    declarator.name = Pat::Ident(local.clone().into());
                    declarator.init = Some(init);
                    kept.push(declarator);
                    let value = Box::new(Expr::Ident(local));
                    statements.push(self.form.assign_export(&property, DUMMY_SP, value));
                }
                (Some(name), Some(property), Some(init)) => {
                    let span = Span::new(first.lo.min(name.span.lo), name.span.hi);
                    first = name.span;
                    statements.push(self.form.assign_export(&property, span, init));
                }
                (None, _, Some(init)) => {
                    if let Ok(target) = AssignTarget::try_from(declarator.name) {
                        statements.push(Box::new(Expr::Assign(swc_core::ecma::ast::AssignExpr {
                            span: declarator.span,
                            op: swc_core::ecma::ast::AssignOp::Assign,
                            left: target,
                            right: init,
                        })));
                    }
                }
                (_, _, None) => {}
            }
        }
        if !kept.is_empty() {
            variables.decls = kept;
            self.push(Stmt::Decl(Decl::Var(Box::new(variables))));
        }
        for expression in statements {
            self.push(statement(expression.span(), expression));
        }
        for name in also_exported {
            self.export_aliases(&name);
        }
    }

    fn default_declaration(&mut self, export: ExportDefaultDecl) {
        match export.decl {
            DefaultDecl::Class(class) => {
                let Some(ident) = class.ident else { return };
                let declared =
                    ClassDecl { ident: ident.clone(), declare: false, class: class.class };
                self.push(Stmt::Decl(Decl::Class(declared)));
                self.export_aliases(&ident);
            }
            DefaultDecl::Fn(function) => {
                let Some(ident) = function.ident else { return };
                let declared = FnDecl { ident, declare: false, function: function.function };
                self.push(Stmt::Decl(Decl::Fn(declared)));
            }
            DefaultDecl::TsInterfaceDecl(_) => {}
        }
    }

    fn re_export(&mut self, export: &NamedExport) {
        let Some(source) = &export.src else { return };
        let required = self.form.require(source);
        if let [ExportSpecifier::Namespace(space)] = export.specifiers.as_slice() {
            let value = if self.form.es_module_interop {
                self.form.helpers.call(OwnHelper::ImportStar, vec![required])
            } else {
                required
            };
            let assignment = self.form.assign_export(&space.name.atom(), DUMMY_SP, Box::new(value));
            self.push(statement(DUMMY_SP, assignment));
            return;
        }
        if export.specifiers.is_empty() {
            self.push(statement(DUMMY_SP, Box::new(required)));
            return;
        }
        let module = self.modules.variable(source);
        self.push(constant(module.clone(), required));
        for specifier in &export.specifiers {
            let ExportSpecifier::Named(named) = specifier else { continue };
            let original = named.orig.atom();
            let name = named.exported.as_ref().map_or_else(|| original.clone(), |name| name.atom());
            let mut object = Expr::Ident(module.clone());
            if &**original == "default" && self.form.es_module_interop {
                object = self.form.helpers.call(OwnHelper::ImportDefault, vec![object]);
            }
            let member = MemberExpr {
                span: DUMMY_SP,
                obj: Box::new(object),
                prop: property(&original, DUMMY_SP),
            };
            self.live(&name, Box::new(Expr::Member(member)));
        }
    }

    fn export_all(&mut self, export: &ExportAll) {
        let required = self.form.require(&export.src);
        let exports = Expr::Ident(self.form.global("exports", DUMMY_SP));
        let copied = self.form.helpers.call(OwnHelper::ExportStar, vec![required, exports]);
        self.push(statement(DUMMY_SP, Box::new(copied)));
    }

    fn import_equals(&mut self, import: TsImportEqualsDecl) {
        let TsModuleRef::TsExternalModuleRef(reference) = &import.module_ref else { return };
        let required = self.form.require(&reference.expr);
        if import.is_export {
            let value = self.form.assign_export(&import.id.sym, DUMMY_SP, Box::new(required));
            self.push(statement(DUMMY_SP, value));
        } else {
            self.push(constant(import.id.clone(), required));
            self.export_aliases(&import.id);
        }
    }
}

/// The names that a statement gives values to.
pub(super) fn initialized(variables: &VarDecl) -> Vec<Ident> {
    let with_values = variables.decls.iter().filter(|declarator| declarator.init.is_some());
    with_values.flat_map(|declarator| find_pat_ids::<Pat, Ident>(&declarator.name)).collect()
}

/// A variable of the same name that nothing else refers to.
fn private_like(name: &Ident) -> Ident {
    Ident { span: name.span, ..private(&name.sym) }
}

/// Gives default exports without a name the one that TypeScript gives them.
pub(super) fn name_defaults(items: &mut [ModuleItem]) {
    for item in items {
        if let ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) = item {
            let name: &mut Option<Ident> = match &mut export.decl {
                DefaultDecl::Class(class) => &mut class.ident,
                DefaultDecl::Fn(function) => &mut function.ident,
                DefaultDecl::TsInterfaceDecl(_) => continue,
            };
            name.get_or_insert_with(|| private("default_1"));
        }
    }
}
