//! Functions of our own that compiled code calls, written into the file that needs them.

use std::cell::RefCell;
use std::collections::BTreeSet;

use swc_core::common::{DUMMY_SP, FileName, Mark, SourceMap, SyntaxContext, sync::Lrc};
use swc_core::ecma::ast::{
    CallExpr, Callee, Expr, ExprOrSpread, Ident, Lit, ModuleItem, Program, Script, Stmt,
};
use swc_core::ecma::parser::{Syntax, parse_file_as_script};
use swc_core::ecma::transforms::base::resolver;

/// A function that compiled code may call.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum OwnHelper {
    /// A module as a default import sees it.
    ImportDefault,
    /// A module as `import * as` sees it.
    ImportStar,
    /// `export * from`. Node finds names of CommonJS by this name.
    ExportStar,
    /// What stands for a type of which only its value is known: a class for itself, an enum for what its members are.
    TypeOf,
}

const BIND: &str = "function __bindExport(to, from, key) { \
    let property = Object.getOwnPropertyDescriptor(from, key); \
    const copied = property !== undefined && (\"get\" in property ? from.__esModule : !property.writable && !property.configurable); \
    if (!copied) property = { enumerable: true, get: function () { return from[key]; } }; \
    Object.defineProperty(to, key, property); }";

impl OwnHelper {
    fn name(self) -> &'static str {
        match self {
            Self::ImportDefault => "__importDefault",
            Self::ImportStar => "__importStar",
            Self::ExportStar => "__exportStar",
            Self::TypeOf => "__typeOf",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::ImportDefault => {
                "function __importDefault(value) { return value && value.__esModule ? value : { default: value }; }"
            }
            Self::ImportStar => {
                "function __importStar(value) { if (value && value.__esModule) return value; const space = {}; \
                if (value != null) for (const key of Object.getOwnPropertyNames(value)) if (key !== \"default\") __bindExport(space, value, key); \
                Object.defineProperty(space, \"default\", { enumerable: true, value }); return space; }"
            }
            Self::ExportStar => {
                "function __exportStar(from, to) { for (const key in from) \
                if (key !== \"default\" && !Object.prototype.hasOwnProperty.call(to, key)) __bindExport(to, from, key); }"
            }
            Self::TypeOf => {
                "function __typeOf(value) { if (typeof value === \"function\") return value; \
                if (typeof value !== \"object\" || value === null) return Object; const kinds = new Set(); \
                for (const key of Object.keys(value)) { const member = value[key]; \
                if (typeof member === \"string\" && typeof value[member] === \"number\") continue; \
                kinds.add(typeof member === \"number\" && value[member] === undefined ? \"object\" : typeof member); } \
                if (kinds.size !== 1) return Object; return kinds.has(\"number\") ? Number : kinds.has(\"string\") ? String : Object; }"
            }
        }
    }
}

/// The helpers that a file asks for.
pub(super) struct OwnHelpers {
    unresolved: Mark,
    mark: Mark,
    asked: RefCell<BTreeSet<OwnHelper>>,
}

impl OwnHelpers {
    pub(super) fn new(unresolved: Mark) -> Self {
        Self { unresolved, mark: Mark::new(), asked: RefCell::default() }
    }

    /// A call of a helper.
    pub(super) fn call(&self, helper: OwnHelper, arguments: Vec<Expr>) -> Expr {
        self.asked.borrow_mut().insert(helper);
        let context = SyntaxContext::empty().apply_mark(self.mark);
        let name = Expr::Ident(Ident::new(helper.name().into(), DUMMY_SP, context));
        let argument = |expr| ExprOrSpread { spread: None, expr: Box::new(expr) };
        Expr::Call(CallExpr {
            callee: Callee::Expr(Box::new(name)),
            args: arguments.into_iter().map(argument).collect(),
            ..CallExpr::default()
        })
    }

    /// Puts the helpers that were asked for into a program, behind its directives.
    pub(super) fn write_into(&self, program: &mut Program) {
        let asked = self.asked.borrow();
        if asked.is_empty() {
            return;
        }
        let binds =
            asked.contains(&OwnHelper::ImportStar) || asked.contains(&OwnHelper::ExportStar);
        let texts = binds.then_some(BIND).into_iter().chain(asked.iter().map(|one| one.text()));
        let text = texts.collect::<Vec<_>>().join("\n");
        let statements = self.parsed(&text);
        match program {
            Program::Module(module) => {
                let at = module.body.iter().take_while(|item| match item {
                    ModuleItem::Stmt(Stmt::Expr(statement)) => is_text(&statement.expr),
                    _ => false,
                });
                let at = at.count();
                module.body.splice(at..at, statements.into_iter().map(ModuleItem::Stmt));
            }
            Program::Script(script) => {
                let at = script.body.iter().take_while(|statement| {
                    matches!(statement, Stmt::Expr(statement) if is_text(&statement.expr))
                });
                let at = at.count();
                script.body.splice(at..at, statements);
            }
        }
    }

    fn parsed(&self, text: &str) -> Vec<Stmt> {
        let files: Lrc<SourceMap> = Lrc::default();
        let file = files.new_source_file(FileName::Anon.into(), text.to_owned());
        let parsed = parse_file_as_script(
            &file,
            Syntax::default(),
            Default::default(),
            None,
            &mut Vec::new(),
        );
        let Ok(script) = parsed else { return Vec::new() };
        let program = Program::Script(Script { ..script });
        let mut program = program.apply(resolver(self.unresolved, self.mark, false));
        drop_places(&mut program);
        match program {
            Program::Script(script) => script.body,
            Program::Module(_) => Vec::new(),
        }
    }
}

/// Tells whether an expression is a text: as a statement at the start, a directive.
pub(super) fn is_text(expression: &Expr) -> bool {
    matches!(expression, Expr::Lit(Lit::Str(_)))
}

fn drop_places(program: &mut Program) {
    use swc_core::common::Span;
    use swc_core::ecma::visit::{VisitMut, VisitMutWith};
    struct Drop;
    impl VisitMut for Drop {
        fn visit_mut_span(&mut self, span: &mut Span) {
            *span = DUMMY_SP;
        }
    }
    program.visit_mut_with(&mut Drop);
}
