//! Decorators as of `experimentalDecorators`, as TypeScript writes them.
//!
//! # Example
//! `@d class A { @p x: string }` becomes
//! `let A = class A { x }; __decorate([p, __metadata("design:type", String)], A.prototype, "x", void 0); A = __decorate([d], A);`.
//!
//! What is of instances comes before what is static, and the class last, whatever stands first. Inside a class that a
//! decorator may replace, its name means the replacement. Runs on resolved names, while there are types; class expressions,
//! which TypeScript refuses to decorate, are left to swc.

mod members;
mod types;

use std::cell::RefCell;

use swc_core::common::{DUMMY_SP, Mark, Span, SyntaxContext, util::take::Take};
use swc_core::ecma::ast::{
    AssignExpr, AssignOp, AssignTarget, BlockStmt, Class, ClassDecl, ClassExpr, ClassMember, Decl,
    DefaultDecl, ExportDecl, ExportDefaultDecl, ExportDefaultExpr, ExportNamedSpecifier,
    ExportSpecifier, Expr, ExprStmt, FunctionBody, Id, Ident, IdentName, ImportSpecifier,
    ImportStarAsSpecifier, KeyValueProp, MemberExpr, MemberProp, ModuleDecl, ModuleExportName,
    ModuleItem, NamedExport, Pat, Prop, PropName, SimpleAssignTarget, StaticBlock, Stmt, ThisExpr,
    TsModuleDecl, TsModuleName, TsNamespaceDecl, VarDecl, VarDeclKind, VarDeclarator,
};
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

use members::Members;
use types::Types;

use super::LowerOptions;
use super::declared::Names;
use super::default_class::default_name;
use super::imported_values::import_once_more;
use super::own_helpers::OwnHelpers;

/// Compiles the decorators of class declarations.
pub(super) struct LegacyDecorators<'a> {
    types: Types<'a>,
    metadata: bool,
    /// The namespace whose block is walked.
    space: Option<Ident>,
}

/// A class, and what stands round it.
struct Decorated {
    before: Vec<Stmt>,
    class: Stmt,
    /// Whether the class is a variable now.
    replaced: bool,
    after: Vec<Stmt>,
}

impl<'a> LegacyDecorators<'a> {
    pub(super) fn new(
        names: &'a Names<'a>,
        helpers: &'a OwnHelpers,
        unresolved: Mark,
        options: &LowerOptions,
    ) -> Self {
        let wholes = (!options.commonjs).then(RefCell::default);
        let types = Types { names, unresolved, helpers, wholes, kept: RefCell::default() };
        Self { types, metadata: options.emit_decorator_metadata, space: None }
    }

    /// The imports that metadata needs, each behind the file's own import of the module: of modules as a whole, and those
    /// whose names are types here.
    fn import_for_metadata(&self, items: &mut Vec<ModuleItem>) {
        let wholes = self.types.wholes.as_ref().map(RefCell::take).unwrap_or_default();
        let wholes = wholes.into_iter().map(|(specifier, local)| {
            let whole = ImportStarAsSpecifier { span: DUMMY_SP, local };
            (specifier, vec![ImportSpecifier::Namespace(whole)])
        });
        let kept = self.types.kept.take().into_iter().map(|specifier| (specifier, Vec::new()));
        for (specifier, specifiers) in wholes.chain(kept) {
            import_once_more(items, &specifier, specifiers);
        }
    }

    /// Compiles a class declaration; nothing where it has no decorators.
    fn decorate(&self, declaration: &mut ClassDecl) -> Option<Decorated> {
        let name = declaration.ident.clone();
        let class = &mut declaration.class;
        let own = std::mem::take(&mut class.decorators);
        let mut members = Members::new(&self.types, self.metadata, &name);
        let class_call = members.class(own, class);
        let mut after: Vec<Stmt> = members.calls(class).into_iter().map(expression).collect();
        let mut before = members.variables();
        if after.is_empty() && class_call.is_none() {
            return None;
        }
        let Some(class_call) = class_call else {
            let class = Stmt::Decl(Decl::Class(declaration.take()));
            return Some(Decorated { before, class, replaced: false, after });
        };
        let mut replaced = Box::new(class_call);
        if let Some(alias) = alias(&name, class) {
            before.push(variable(VarDeclKind::Var, alias.clone(), None));
            replaced = assign(alias, replaced);
        }
        after.push(expression(*assign(unplaced(&name), replaced)));
        let span = class.span;
        let written = ClassExpr { ident: Some(name.clone()), class: class.take() };
        let class = variable(VarDeclKind::Let, Ident { span, ..name }, Some(Expr::Class(written)));
        Some(Decorated { before, class, replaced: true, after })
    }

    fn item(&mut self, item: ModuleItem, items: &mut Vec<ModuleItem>) {
        let mut is_anonymous = false;
        let (mut class, export) = match item {
            ModuleItem::Stmt(Stmt::Decl(Decl::Class(class))) => (class, Export::No),
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(ExportDecl {
                span,
                decl: Decl::Class(class),
            })) => (class, Export::Named(span)),
            ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export))
                if export.decl.is_class() =>
            {
                let DefaultDecl::Class(class) = export.decl else { return };
                is_anonymous = class.ident.is_none();
                let ident = class.ident.unwrap_or_else(default_name);
                let class = ClassDecl { ident, declare: false, class: class.class };
                (class, Export::Default(export.span))
            }
            other => {
                items.push(other);
                return;
            }
        };
        if class.declare {
            items.push(export.plain(class));
            return;
        }
        let name = class.ident.clone();
        let Some(made) = self.decorate(&mut class) else {
            let mut plain = export.plain(class);
            // Its name is `default` as long as it has none.
            if is_anonymous
                && let ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) = &mut plain
                && let DefaultDecl::Class(class) = &mut export.decl
            {
                class.ident = None;
            }
            items.push(plain);
            return;
        };
        let Decorated { before, class, replaced, after } = made;
        items.extend(before.into_iter().map(ModuleItem::Stmt));
        match (&self.space, &export) {
            (Some(space), Export::Named(_)) => {
                items.push(ModuleItem::Stmt(class));
                items.extend(after.into_iter().map(ModuleItem::Stmt));
                items.push(ModuleItem::Stmt(expression(*member_assignment(space, &name))));
                return;
            }
            (_, Export::No) => items.push(ModuleItem::Stmt(class)),
            (_, Export::Named(_)) if replaced => {
                items.push(ModuleItem::Stmt(class));
                items.push(ModuleItem::ModuleDecl(export_of(&name)));
            }
            (_, Export::Default(_)) if replaced => {
                items.push(ModuleItem::Stmt(class));
                items.extend(after.into_iter().map(ModuleItem::Stmt));
                let expr = Box::new(Expr::Ident(unplaced(&name)));
                let default = ExportDefaultExpr { span: DUMMY_SP, expr };
                items.push(ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultExpr(default)));
                return;
            }
            (_, export) => {
                let Stmt::Decl(Decl::Class(class)) = class else { return };
                items.push(export.plain(class));
            }
        }
        items.extend(after.into_iter().map(ModuleItem::Stmt));
    }
}

/// Way in which a class is exported.
enum Export {
    No,
    Named(Span),
    Default(Span),
}

impl Export {
    /// The declaration as it was.
    fn plain(&self, class: ClassDecl) -> ModuleItem {
        match self {
            Self::No => ModuleItem::Stmt(Stmt::Decl(Decl::Class(class))),
            Self::Named(span) => ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(ExportDecl {
                span: *span,
                decl: Decl::Class(class),
            })),
            Self::Default(span) => {
                let expr = ClassExpr { ident: Some(class.ident), class: class.class };
                ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(ExportDefaultDecl {
                    span: *span,
                    decl: DefaultDecl::Class(expr),
                }))
            }
        }
    }
}

impl VisitMut for LegacyDecorators<'_> {
    noop_visit_mut_type!();

    fn visit_mut_module_items(&mut self, items: &mut Vec<ModuleItem>) {
        items.visit_mut_children_with(self);
        let mut written = Vec::with_capacity(items.len());
        for item in items.take() {
            self.item(item, &mut written);
        }
        *items = written;
        if self.space.is_none() {
            self.import_for_metadata(items);
        }
    }

    fn visit_mut_stmts(&mut self, statements: &mut Vec<Stmt>) {
        statements.visit_mut_children_with(self);
        let mut written = Vec::with_capacity(statements.len());
        for statement in statements.take() {
            let Stmt::Decl(Decl::Class(mut class)) = statement else {
                written.push(statement);
                continue;
            };
            match self.decorate(&mut class) {
                None => written.push(Stmt::Decl(Decl::Class(class))),
                Some(made) => {
                    written.extend(made.before);
                    written.push(made.class);
                    written.extend(made.after);
                }
            }
        }
        *statements = written;
    }

    fn visit_mut_ts_module_decl(&mut self, declaration: &mut TsModuleDecl) {
        let TsModuleName::Ident(name) = &declaration.id else { return };
        let outer = self.space.replace(name.clone());
        declaration.body.visit_mut_with(self);
        self.space = outer;
    }

    fn visit_mut_ts_namespace_decl(&mut self, declaration: &mut TsNamespaceDecl) {
        let outer = self.space.replace(declaration.id.clone());
        declaration.body.visit_mut_with(self);
        self.space = outer;
    }

    fn visit_mut_function_body(&mut self, body: &mut FunctionBody) {
        let outer = self.space.take();
        body.visit_mut_children_with(self);
        self.space = outer;
    }
}

fn export_of(name: &Ident) -> ModuleDecl {
    ModuleDecl::ExportNamed(NamedExport {
        span: DUMMY_SP,
        specifiers: vec![ExportSpecifier::Named(ExportNamedSpecifier {
            span: DUMMY_SP,
            orig: ModuleExportName::Ident(unplaced(name)),
            exported: None,
            is_type_only: false,
        })],
        src: None,
        type_only: false,
        with: None,
    })
}

/// `space.name = name`.
fn member_assignment(space: &Ident, name: &Ident) -> Box<Expr> {
    let target = MemberExpr {
        span: DUMMY_SP,
        obj: Box::new(Expr::Ident(unplaced(space))),
        prop: MemberProp::Ident(IdentName::new(name.sym.clone(), DUMMY_SP)),
    };
    Box::new(Expr::Assign(AssignExpr {
        span: DUMMY_SP,
        op: AssignOp::Assign,
        left: AssignTarget::Simple(SimpleAssignTarget::Member(target)),
        right: Box::new(Expr::Ident(unplaced(name))),
    }))
}

fn unplaced(name: &Ident) -> Ident {
    Ident { span: DUMMY_SP, ..name.clone() }
}

fn expression(value: Expr) -> Stmt {
    Stmt::Expr(ExprStmt { span: DUMMY_SP, expr: Box::new(value) })
}

fn assign(name: Ident, value: Box<Expr>) -> Box<Expr> {
    Box::new(Expr::Assign(AssignExpr {
        span: DUMMY_SP,
        op: AssignOp::Assign,
        left: AssignTarget::Simple(SimpleAssignTarget::Ident(name.into())),
        right: value,
    }))
}

fn variable(kind: VarDeclKind, name: Ident, value: Option<Expr>) -> Stmt {
    Stmt::Decl(Decl::Var(Box::new(VarDecl {
        kind,
        decls: vec![VarDeclarator {
            span: DUMMY_SP,
            name: Pat::Ident(unplaced(&name).into()),
            init: value.map(Box::new),
            definite: false,
        }],
        ..VarDecl::default()
    })))
}

/// Gives a class that speaks of itself another name for the decorated one, which the class sets first.
fn alias(name: &Ident, class: &mut Class) -> Option<Ident> {
    let context = SyntaxContext::empty().apply_mark(Mark::new());
    let alias = Ident::new(format!("{}_1", name.sym).into(), DUMMY_SP, context);
    let mut rename = Rename { from: name.to_id(), to: alias.clone(), found: false };
    class.body.visit_mut_with(&mut rename);
    if !rename.found {
        return None;
    }
    let this = Box::new(Expr::This(ThisExpr { span: DUMMY_SP }));
    let block = StaticBlock {
        span: DUMMY_SP,
        body: BlockStmt {
            stmts: vec![expression(*assign(alias.clone(), this))],
            ..BlockStmt::default()
        },
    };
    class.body.insert(0, ClassMember::StaticBlock(block));
    Some(alias)
}

/// Renames what refers to one binding, keeping places.
struct Rename {
    from: Id,
    to: Ident,
    found: bool,
}

impl VisitMut for Rename {
    noop_visit_mut_type!();

    fn visit_mut_ident(&mut self, ident: &mut Ident) {
        if ident.to_id() == self.from {
            ident.sym = self.to.sym.clone();
            ident.ctxt = self.to.ctxt;
            self.found = true;
        }
    }

    fn visit_mut_prop(&mut self, property: &mut Prop) {
        // `{ A }` keeps its key.
        if let Prop::Shorthand(name) = property
            && name.to_id() == self.from
        {
            let key = PropName::Ident(name.clone().into());
            let mut value = name.take();
            self.visit_mut_ident(&mut value);
            let value = Box::new(Expr::Ident(value));
            *property = Prop::KeyValue(KeyValueProp { key, value });
            return;
        }
        property.visit_mut_children_with(self);
    }
}
