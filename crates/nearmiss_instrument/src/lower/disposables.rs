//! `using` by swc, with what that leaves to be done.
//!
//! Where a file itself has a `using`, swc puts all its statements into a `try` and what it imports and exports behind that. So what
//! stands before the first one is kept out of its way, and exports of what stands behind are written apart:
//! `using a = f(); export const b = 1;` becomes `export { b }; using a = f(); const b = 1;`.
//!
//! swc gives each statement of a helper names of its own, so `_SuppressedError` of one statement is not that of the other: a
//! disposer that throws would meet a name that nobody declares. So its variable is bound as it was meant, when helpers are in.

use swc_core::common::{DUMMY_SP, Mark, SyntaxContext};
use swc_core::ecma::ast::{
    Decl, ExportNamedSpecifier, ExportSpecifier, Ident, Module, ModuleDecl, ModuleExportName,
    ModuleItem, NamedExport, Pat, Program, Stmt, VarDecl, VarDeclKind, VarDeclarator,
};
use swc_core::ecma::transforms::proposal::explicit_resource_management::explicit_resource_management;
use swc_core::ecma::utils::find_pat_ids;
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

const NAME: &str = "_SuppressedError";

/// Compiles `using`, wherever it stands.
pub(super) fn compile_disposables(program: Program) -> Program {
    let mut module = match program {
        Program::Module(module) => module,
        script => return script.apply(explicit_resource_management()),
    };
    let is_using = |item: &ModuleItem| matches!(item, ModuleItem::Stmt(Stmt::Decl(Decl::Using(_))));
    let first = module.body.iter().position(is_using).unwrap_or(module.body.len());
    let mut disposing = Vec::new();
    for item in module.body.split_off(first) {
        set_apart(item, &mut module.body, &mut disposing);
    }
    let apply = |body| {
        let part = Program::Module(Module { body, ..Module::default() });
        match part.apply(explicit_resource_management()) {
            Program::Module(part) => part.body,
            Program::Script(_) => Vec::new(),
        }
    };
    let mut body = apply(module.body);
    if !disposing.is_empty() {
        body.extend(apply(disposing));
    }
    module.body = body;
    Program::Module(module)
}

/// Puts an import or an export `outside`, and what else there is of it `inside`.
fn set_apart(item: ModuleItem, outside: &mut Vec<ModuleItem>, inside: &mut Vec<ModuleItem>) {
    let declaration = match item {
        ModuleItem::ModuleDecl(declaration) => declaration,
        statement => return inside.push(statement),
    };
    match declaration {
        ModuleDecl::ExportDecl(export) if export.decl.is_var() => {
            let names: Vec<Ident> = match &export.decl {
                Decl::Var(variables) => find_pat_ids(&variables.decls),
                _ => Vec::new(),
            };
            outside.extend(names.into_iter().map(|name| exported(name, None)));
            inside.push(ModuleItem::Stmt(Stmt::Decl(export.decl)));
        }
        ModuleDecl::ExportDefaultExpr(export) => {
            let context = SyntaxContext::empty().apply_mark(Mark::new());
            let name = Ident::new("_default".into(), DUMMY_SP, context);
            let declarator = VarDeclarator {
                span: export.span,
                name: Pat::Ident(name.clone().into()),
                init: Some(export.expr),
                definite: false,
            };
            let (kind, decls) = (VarDeclKind::Const, vec![declarator]);
            let variable = VarDecl { span: export.span, kind, decls, ..VarDecl::default() };
            outside.push(exported(name, Some("default")));
            inside.push(ModuleItem::Stmt(Stmt::Decl(Decl::Var(Box::new(variable)))));
        }
        ModuleDecl::ExportDecl(_)
        | ModuleDecl::ExportDefaultDecl(_)
        | ModuleDecl::TsExportAssignment(_) => inside.push(ModuleItem::ModuleDecl(declaration)),
        other => outside.push(ModuleItem::ModuleDecl(other)),
    }
}

/// `export { local as name }`.
fn exported(local: Ident, name: Option<&str>) -> ModuleItem {
    let name = name.map(|name| Ident::new(name.into(), DUMMY_SP, SyntaxContext::empty()));
    let specifier = ExportSpecifier::Named(ExportNamedSpecifier {
        span: DUMMY_SP,
        orig: ModuleExportName::Ident(Ident { span: DUMMY_SP, ..local }),
        exported: name.map(ModuleExportName::Ident),
        is_type_only: false,
    });
    ModuleItem::ModuleDecl(ModuleDecl::ExportNamed(NamedExport {
        span: DUMMY_SP,
        specifiers: vec![specifier],
        src: None,
        type_only: false,
        with: None,
    }))
}

/// Binds the name where it is read to the variable of the helper, if that is there.
pub(super) fn bind_suppressed_error(program: &mut Program) {
    let declared = match program {
        Program::Module(module) => module.body.iter().find_map(|item| match item {
            ModuleItem::Stmt(statement) => declared_by(statement),
            ModuleItem::ModuleDecl(_) => None,
        }),
        Program::Script(script) => script.body.iter().find_map(declared_by),
    };
    if let Some(context) = declared {
        program.visit_mut_with(&mut Bind { context });
    }
}

fn declared_by(statement: &Stmt) -> Option<SyntaxContext> {
    let Stmt::Decl(Decl::Var(variables)) = statement else { return None };
    match &variables.decls.first()?.name {
        Pat::Ident(name) if name.id.sym == NAME && name.id.span.is_dummy() => Some(name.id.ctxt),
        _ => None,
    }
}

struct Bind {
    context: SyntaxContext,
}

impl VisitMut for Bind {
    noop_visit_mut_type!();

    fn visit_mut_ident(&mut self, name: &mut Ident) {
        if name.sym == NAME && name.span.is_dummy() {
            name.ctxt = self.context;
        }
    }
}
