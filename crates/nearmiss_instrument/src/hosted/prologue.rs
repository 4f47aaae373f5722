//! What stands at the start of a probed file: it gets the number of the file's first slot.
//!
//! A host keeps what it made and cannot number a program, so probes say `__nm$b+12`, and `__nm$b`
//! is asked of the runtime when the file is loaded:
//!
//! ```js
//! import{load as __nm$l}from"nearmiss/swc/load";
//! var __nm$b;
//! function __nm$r(){__nm$b===void 0&&(__nm$b=__nm$l('{"file":"a.js","slots":[...]}','[]'))}
//! function __nm$c(__nm$n){__nm$r();__nm.c(__nm$b+__nm$n)}
//! __nm$r();
//! ```
//!
//! In a cycle of modules a hoisted function may be called before `__nm$r()` has run. Such a function
//! completes its own slot first, and for that calls `__nm$c`, which is hoisted as well, unless the
//! slot is 1 (`__nm.S[NaN]` is not): so the number is there when the first probe behind it runs.
//! Only what runs before a body is entered (parameter defaults, fields of a class) may, that early,
//! meet `NaN`; it then does what the program says and is not counted.

use serde_json::to_string;
use swc_core::common::{DUMMY_SP, Span, SyntaxContext};
use swc_core::ecma::ast::{
    ArrowExpr, Class, Decl, Function, Ident, ModuleItem, Pat, Program, Script, Stmt, VarDecl,
};
use swc_core::ecma::utils::find_pat_ids;
use swc_core::ecma::visit::{Visit, VisitMut, VisitMutWith, VisitWith};

use super::contexts::PRIVATE;
use super::host_file::HostFile;
use crate::parse::parse_hosted;
use crate::probes::functions::is_directive;
use crate::source_map::Chunk;
use crate::{InstrumentError, ModuleKind, Planned};

/// The names that the prologue declares.
pub(super) struct Names {
    pub(super) base: String,
    pub(super) enter: String,
    register: String,
    load: String,
    /// Whether `require` is not Node's.
    requires_otherwise: bool,
}

impl Names {
    pub(super) fn of(program: &Program, file: &str) -> Self {
        // Scripts may share their scope with others.
        let suffix = match program {
            Program::Script(_) => format!("{:x}", fingerprint(file)),
            Program::Module(_) => String::new(),
        };
        let name = |letter: char| format!("{PRIVATE}{letter}{suffix}");
        Self {
            base: name('b'),
            enter: name('c'),
            register: name('r'),
            load: name('l'),
            requires_otherwise: declares_require(program),
        }
    }
}

/// FNV-1a, for names that differ.
fn fingerprint(text: &str) -> u32 {
    text.bytes()
        .fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

pub(super) struct Prologue<'a> {
    pub(super) names: &'a Names,
    pub(super) loader: &'a str,
    pub(super) planned: &'a Planned,
}

impl Prologue<'_> {
    /// Puts the prologue before the first statement, which is at `head` of the planned text.
    pub(super) fn insert(
        &self,
        head: usize,
        output: &mut String,
        chunks: &mut Vec<Chunk>,
    ) -> Result<(), InstrumentError> {
        let text = self.text()?;
        // Nothing is edited before the first statement.
        output.insert_str(head, &text);
        let mut moved = Vec::with_capacity(chunks.len() + 1);
        for chunk in chunks.drain(..) {
            let before = head.saturating_sub(chunk.output).min(chunk.length);
            if before > 0 {
                moved.push(Chunk { length: before, ..chunk });
            }
            if before < chunk.length {
                moved.push(Chunk {
                    output: chunk.output + before + text.len(),
                    source: chunk.source + before,
                    length: chunk.length - before,
                });
            }
        }
        *chunks = moved;
        Ok(())
    }

    fn text(&self) -> Result<String, InstrumentError> {
        let Names { base, enter, register, load, requires_otherwise } = self.names;
        let failed = |error: serde_json::Error| InstrumentError::Hosted(error.to_string());
        let table = literal(&to_string(self.planned.table()).map_err(failed)?);
        let texts = literal(&to_string(self.planned.texts()).map_err(failed)?);
        let loader = literal(self.loader);
        let begin = if self.planned.is_module() {
            format!("import{{load as {load}}}from{loader};var {base};")
        } else if *requires_otherwise {
            return Err(InstrumentError::Hosted(
                "it declares a `require` of its own, and the runtime could not be loaded".into(),
            ));
        } else {
            format!("var {base},{load}=require({loader}).load;")
        };
        Ok(format!(
            "{begin}function {register}(){{{base}===void 0&&({base}={load}({table},{texts}))}}\
             function {enter}(__nm$n){{{register}();__nm.c({base}+__nm$n)}}{register}();"
        ))
    }
}

/// Puts in a statement that names a file without probes.
pub(super) fn name_left_file(program: &mut Program, host: &HostFile<'_>, file: &str, reason: &str) {
    let (loader, file, reason) = (literal(host.loader), literal(file), literal(reason));
    let (goal, text) = match program {
        Program::Module(_) => {
            let text = format!("import{{leave as __nm$l}}from{loader};__nm$l({file},{reason});");
            (ModuleKind::Esm, text)
        }
        Program::Script(_) if declares_require(program) => return,
        Program::Script(_) => {
            (ModuleKind::CommonJs, format!("require({loader}).leave({file},{reason});"))
        }
    };
    let Ok(mut parsed) = parse_hosted(&text, goal, false) else { return };
    parsed.program.visit_mut_with(&mut Synthetic {
        unresolved: SyntaxContext::empty().apply_mark(host.unresolved),
    });
    match (program, parsed.program) {
        (Program::Module(module), Program::Module(made)) => {
            let directive =
                |item: &ModuleItem| matches!(item, ModuleItem::Stmt(s) if is_directive(s));
            let head = module.body.iter().take_while(|item| directive(item)).count();
            module.body.splice(head..head, made.body);
        }
        (Program::Script(script), Program::Script(made)) => {
            let head = script.body.iter().take_while(|s| is_directive(s)).count();
            script.body.splice(head..head, made.body);
        }
        _ => {}
    }
}

/// Text in single quotes: JSON needs the fewest escapes there.
fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('\'');
    for character in text.chars() {
        match character {
            '\\' | '\'' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            other => out.push(other),
        }
    }
    out.push('\'');
    out
}

/// Nodes from nowhere.
struct Synthetic {
    unresolved: SyntaxContext,
}

impl VisitMut for Synthetic {
    fn visit_mut_span(&mut self, span: &mut Span) {
        *span = DUMMY_SP;
    }

    fn visit_mut_ident(&mut self, name: &mut Ident) {
        name.span = DUMMY_SP;
        if !name.sym.starts_with(PRIVATE) {
            name.ctxt = self.unresolved;
        }
    }
}

/// Whether a script declares `require` for all of itself.
fn declares_require(program: &Program) -> bool {
    struct Search(bool);
    impl Search {
        fn pattern(&mut self, pattern: &Pat) {
            let names: Vec<Ident> = find_pat_ids(pattern);
            self.0 |= names.iter().any(|name| name.sym == *"require");
        }
    }
    impl Visit for Search {
        fn visit_function(&mut self, _: &Function) {}
        fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}
        fn visit_class(&mut self, _: &Class) {}
        fn visit_var_decl(&mut self, variables: &VarDecl) {
            variables.decls.iter().for_each(|declarator| self.pattern(&declarator.name));
        }
        fn visit_script(&mut self, script: &Script) {
            for statement in &script.body {
                match statement {
                    Stmt::Decl(Decl::Fn(function)) => self.0 |= function.ident.sym == *"require",
                    Stmt::Decl(Decl::Class(class)) => self.0 |= class.ident.sym == *"require",
                    other => other.visit_with(self),
                }
            }
        }
    }
    let mut search = Search(false);
    if let Program::Script(script) = program {
        search.visit_script(script);
    }
    search.0
}
