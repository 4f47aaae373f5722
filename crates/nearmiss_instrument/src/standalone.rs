//! Text that registers itself: for hosts that transform file by file, ahead of run time, and
//! cannot know which slots a file will have.
//!
//! Slots are written relative to `__nm$b`, a variable of the module that a prologue on the line of
//! the first statement sets:
//!
//! ```js
//! var __nm$b=require("nearmiss/load")({file:"src/a.js",...});            // CommonJS
//! import __nm$l from"nearmiss/load";var __nm$b;__nm$i();                 // ES module
//! function __nm$i(){return __nm$b??=__nm$l({file:"src/a.js",...})}
//! function __nm$e(n){__nm.c(__nm$i()+n)}                                 // both
//! ```
//!
//! In a cycle of imports a function of an ES module may be called before its first statement has
//! run. Only function declarations are there by then, and their first probe, `__nm.S[__nm$b+1]===1||
//! __nm$e(1)`, registers the module if that has not been done. The import comes before the module's
//! own and is therefore evaluated before anything that could call into it.

use std::fmt::Write as _;

use serde_json::json;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{Decl, DefaultDecl, Function, ModuleDecl, ModuleItem, Program, Stmt};

use crate::emit::{Base, Hoisted};
use crate::parse::offset;
use crate::plan::{Emitted, Planned};
use crate::probes::functions::{body_start, is_directive};

/// The variable of the module that its prologue sets.
const VARIABLE: Base<'static> = Base::Relative { base: "__nm$b", enter: "__nm$e" };
/// What answers the same before it is sure to be set.
const CALL: Base<'static> = Base::Relative { base: "__nm$i()", enter: "__nm$e" };

/// How self-registering text is written.
#[derive(Clone, Debug, Default)]
pub struct Standalone {
    /// What the text requires or imports: `nearmiss/load` by name or path.
    pub runtime: String,
    /// A value that differs when the source or what is done with it differs; coverage carries it.
    pub hash: String,
    /// Whether the map leads to the JavaScript that was instrumented, for hosts that chain the maps
    /// of their steps themselves; else through the incoming map to the original.
    pub map_to_input: bool,
}

impl Planned {
    /// The text for a module that asks for its slots when it is loaded.
    #[must_use]
    pub fn emit_standalone(&self, options: &Standalone) -> Emitted {
        let incoming = self.incoming().filter(|_| !options.map_to_input);
        self.emit_with((VARIABLE, CALL), &self.prologue(options), incoming)
    }

    fn prologue(&self, options: &Standalone) -> String {
        let runtime = quoted(&options.runtime);
        let mut data = String::from("{");
        let table = self.table();
        let _ = write!(data, "file:{},hash:{}", quoted(&table.file), quoted(&options.hash));
        let _ = write!(data, ",size:{}", self.slot_count());
        let _ =
            write!(data, ",roots:{},texts:{}", json!(self.roots()), escaped(&json!(self.texts())));
        // Compiled only if called.
        let _ = write!(data, ",table:()=>({})", escaped(&json!(table)));
        let mut coverage_function = String::new();
        if let Some(coverage) = self.coverage() {
            data.push_str(",coverage:__nm$c");
            let path = self.source_path();
            // The names are those by which Jest finds coverage data in instrumented text.
            let _ = write!(
                coverage_function,
                "function __nm$c(){{var path={},hash={},gcv=\"__coverage__\",coverageData={};return coverageData}}",
                quoted(&path),
                quoted(&options.hash),
                literal(&coverage.to_json(&path, &options.hash)),
            );
        }
        data.push('}');
        let load = if self.is_module() {
            format!("import __nm$l from{runtime};var __nm$b;")
        } else {
            format!("var __nm$b,__nm$l=require({runtime});")
        };
        format!(
            ";{load}__nm$i();function __nm$i(){{return __nm$b??=__nm$l({data})}}\
             function __nm$e(n){{__nm.c(__nm$i()+n)}}{coverage_function};"
        )
    }
}

/// JSON that is also JavaScript in old engines.
fn escaped(value: &serde_json::Value) -> String {
    value.to_string().replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The same; Jest looks for a key that is an identifier.
fn literal(value: &serde_json::Value) -> String {
    escaped(value).replacen("\"_coverageSchema\":", "_coverageSchema:", 1)
}

fn quoted(text: &str) -> String {
    escaped(&json!(text))
}

/// Where a prologue stands: after the directives, or after the first line if that is a hashbang.
pub(crate) fn prologue_place(code: &str, program: &Program) -> u32 {
    let directives: Vec<_> = match program {
        Program::Script(script) => {
            script.body.iter().take_while(|s| is_directive(s)).map(Spanned::span).collect()
        }
        Program::Module(module) => module
            .body
            .iter()
            .take_while(
                |item| matches!(item, ModuleItem::Stmt(statement) if is_directive(statement)),
            )
            .map(Spanned::span)
            .collect(),
    };
    if let Some(last) = directives.last() {
        return offset(last.hi);
    }
    let start = if code.starts_with('\u{feff}') { 3 } else { 0 };
    if !code[start..].starts_with("#!") {
        return start as u32;
    }
    let line = code.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(code.len());
    let end = code[line..].chars().next().map_or(line, |newline| line + newline.len_utf8());
    end as u32
}

/// Whether a function hides the `require` of its module from the first statement on.
pub(crate) fn hides_require(program: &Program) -> bool {
    let Program::Script(script) = program else { return false };
    script
        .body
        .iter()
        .any(|s| matches!(s, Stmt::Decl(Decl::Fn(function)) if &*function.ident.sym == "require"))
}

/// The function declarations at the top of a module.
pub(crate) fn hoisted(program: &Program) -> Vec<Hoisted> {
    let Program::Module(module) = program else { return Vec::new() };
    let functions = module.body.iter().filter_map(|item| match item {
        ModuleItem::Stmt(Stmt::Decl(Decl::Fn(declaration))) => Some(&*declaration.function),
        ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => match &export.decl {
            Decl::Fn(declaration) => Some(&*declaration.function),
            _ => None,
        },
        ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) => match &export.decl {
            DefaultDecl::Fn(expression) => Some(&*expression.function),
            _ => None,
        },
        _ => None,
    });
    functions.filter_map(range).collect()
}

fn range(function: &Function) -> Option<Hoisted> {
    let body = function.body.as_ref()?;
    Some(Hoisted { from: offset(function.span.lo), body: body_start(body).0 })
}
