//! Specifiers of modules whose files get another name when they are compiled ahead of time:
//! `./a.ts` becomes `./a.js`, as TypeScript's `rewriteRelativeImportExtensions` has it.
//!
//! The text stays as long as it was, so that no place of it moves.

use swc_core::common::input::StringInput;
use swc_core::common::{BytePos, Span};
use swc_core::ecma::ast::{
    CallExpr, Callee, EsVersion, ExportAll, Expr, ImportDecl, Lit, NamedExport, Str,
    TsExternalModuleRef,
};
use swc_core::ecma::parser::{EsSyntax, Parser, Syntax as SwcSyntax, TsSyntax, lexer::Lexer};
use swc_core::ecma::visit::{Visit, VisitWith};

use crate::large_stack::{on_large_stack, too_deep};
use crate::lower::Syntax;

/// Position of the first byte: swc keeps 0 for "no position".
const START: u32 = 1;
/// How specifiers end that may have to be renamed.
const ENDS: [&str; 5] = [".ts", ".tsx", ".jsx", ".mts", ".cts"];

/// The source with each specifier of `import`, `export ... from`, `import()` and `require()` that
/// `rename` answers for renamed; `None` when there is none, or the source does not parse. A new
/// specifier must not be longer than the old one.
#[must_use]
pub fn with_renamed_specifiers(
    source: &str,
    syntax: Syntax,
    rename: &(dyn Fn(&str) -> Option<String> + Sync),
) -> Option<String> {
    let may_hold =
        |end: &&str| ['"', '\''].iter().any(|quote| source.contains(&format!("{end}{quote}")));
    if !ENDS.iter().any(may_hold) || too_deep(source).is_some() {
        return None;
    }
    let spans = on_large_stack(|| specifiers(source, syntax))?;
    let mut text = source.to_owned();
    let mut renamed = false;
    for span in spans {
        let (from, to) = ((span.lo.0 - START) as usize, (span.hi.0 - START) as usize);
        let Some(literal) = source.get(from..to).filter(|literal| literal.len() > 2) else {
            continue;
        };
        let (quote, old) = (&literal[..1], &literal[1..literal.len() - 1]);
        let Some(new) = rename(old).filter(|new| new.len() <= old.len()) else { continue };
        let spaces = " ".repeat(old.len() - new.len());
        text.replace_range(from..to, &format!("{quote}{new}{quote}{spaces}"));
        renamed = true;
    }
    renamed.then_some(text)
}

fn specifiers(source: &str, syntax: Syntax) -> Option<Vec<Span>> {
    let dialect = if syntax.is_typescript() {
        SwcSyntax::Typescript(TsSyntax {
            tsx: syntax.has_jsx(),
            decorators: true,
            ..TsSyntax::default()
        })
    } else {
        SwcSyntax::Es(EsSyntax {
            jsx: syntax.has_jsx(),
            decorators: true,
            explicit_resource_management: true,
            ..EsSyntax::default()
        })
    };
    let end = BytePos(START + u32::try_from(source.len()).ok()?);
    let input = StringInput::new(source, BytePos(START), end);
    let mut parser = Parser::new_from(Lexer::new(dialect, EsVersion::latest(), input, None));
    let program = parser.parse_program().ok()?;
    let mut found = Found::default();
    program.visit_with(&mut found);
    Some(found.spans)
}

#[derive(Default)]
struct Found {
    spans: Vec<Span>,
}

impl Found {
    fn literal(&mut self, text: &Str) {
        self.spans.push(text.span);
    }
}

impl Visit for Found {
    fn visit_import_decl(&mut self, node: &ImportDecl) {
        self.literal(&node.src);
    }

    fn visit_export_all(&mut self, node: &ExportAll) {
        self.literal(&node.src);
    }

    fn visit_named_export(&mut self, node: &NamedExport) {
        node.src.iter().for_each(|src| self.literal(src));
    }

    fn visit_ts_external_module_ref(&mut self, node: &TsExternalModuleRef) {
        self.literal(&node.expr);
    }

    fn visit_call_expr(&mut self, node: &CallExpr) {
        let loads = match &node.callee {
            Callee::Import(_) => true,
            Callee::Expr(callee) => {
                matches!(&**callee, Expr::Ident(name) if &*name.sym == "require")
            }
            Callee::Super(_) => false,
        };
        if let (true, Some(first)) = (loads, node.args.first())
            && let Expr::Lit(Lit::Str(text)) = &*first.expr
        {
            self.literal(text);
        }
        node.visit_children_with(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_renamed_in_place_and_nothing_else() {
        let source = "import a from './a.ts'; export * from \"./b.tsx\"; export { c } from './c.mts';\n\
            const d = await import('./d.jsx'), e = require('./e.cts');\n\
            const text = './a.ts', other = load('./a.ts'); import f from './far.ts';";
        let rename = |old: &str| {
            let new = match old.rsplit_once('.')? {
                _ if old == "./far.ts" => return None,
                (stem, "ts" | "tsx" | "jsx") => format!("{stem}.js"),
                (stem, "mts") => format!("{stem}.mjs"),
                (stem, _) => format!("{stem}.cjs"),
            };
            Some(new)
        };
        let renamed = with_renamed_specifiers(source, Syntax::Ts, &rename).expect("some");
        assert_eq!(
            renamed,
            "import a from './a.js'; export * from \"./b.js\" ; export { c } from './c.mjs';\n\
            const d = await import('./d.js' ), e = require('./e.cjs');\n\
            const text = './a.ts', other = load('./a.ts'); import f from './far.ts';"
        );
        assert_eq!(renamed.len(), source.len());
        assert_eq!(with_renamed_specifiers("import './a.js'", Syntax::Js, &rename), None);
        assert_eq!(with_renamed_specifiers("import './a.ts' (", Syntax::Js, &rename), None);
    }
}
