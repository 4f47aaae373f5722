//! The text that a tree stands for, planned.

use std::collections::HashMap;

use swc_core::common::{BytePos, DUMMY_SP, Span, Spanned, SyntaxContext};
use swc_core::ecma::ast::{JSXElement, JSXFragment, ModuleItem, Program};
use swc_core::ecma::visit::{Visit, VisitMut, VisitMutWith, VisitWith};

use super::host_file::HostFile;
use super::print::{Printed, print};
use crate::ignore::Ignored;
use crate::lower::{Syntax, ignored_in, incoming_map, map_of};
use crate::parse::{self, START, offset};
use crate::plan::plan_tree;
use crate::probes::functions::is_directive;
use crate::source_map::LineIndex;
use crate::{Diagnostic, InstrumentError, InstrumentOptions, ModuleKind, Planned};

/// A planned text and how it hangs together with the host's tree.
pub(super) struct TreeText {
    pub(super) planned: Planned,
    pub(super) origins: Origins,
    pub(super) goal: ModuleKind,
    pub(super) jsx: bool,
    /// Offset of the first statement behind hashbang and directives.
    pub(super) head: usize,
}

/// Where the planned text comes from.
pub(super) enum Origins {
    /// It is the source, whose first byte is at this position.
    Source(BytePos),
    /// It is printed.
    Printed {
        /// Byte offset in the text, and the position, if any, of what begins or ends there; sorted.
        marks: Vec<(usize, Option<BytePos>)>,
        /// Byte offset in the text: the place and context of the name that stands there.
        names: HashMap<usize, (Span, SyntaxContext)>,
    },
}

pub(super) fn plan(
    program: &Program,
    host: &HostFile<'_>,
    options: &InstrumentOptions,
) -> Result<TreeText, InstrumentError> {
    let goal = match program {
        Program::Module(_) => ModuleKind::Esm,
        Program::Script(_) => ModuleKind::CommonJs,
    };
    let jsx = holds_jsx(program);
    let mut shifted = program.clone();
    shifted.visit_mut_with(&mut Shift::to_start(host));
    // What is wrong with a map, register says when it follows it.
    let incoming = incoming_map(host.source, &options.lower, &mut Vec::new());

    // What `nearmiss/register` compiles, it prints, and parentheses are gone then; targets that stand
    // at a parenthesis are to have one line in all hosts.
    let compiled = options.lower.syntax != Syntax::Js;
    if !compiled
        && let Ok(parsed) = parse::parse_hosted(host.source, goal, jsx)
        && is_same(&shifted, &parsed.program)
    {
        let planned =
            plan_tree(host.source.to_owned(), incoming, &parsed.program, &parsed.ignored, options)?;
        let head = head(&parsed.program, host.source);
        return Ok(TreeText { planned, origins: Origins::Source(host.start), goal, jsx, head });
    }

    let Printed { code, marks, names } = print(shifted, host.source, compiled)
        .map_err(|error| InstrumentError::Hosted(error.to_string()))?;
    let parsed = parse::parse_hosted(&code, goal, jsx).map_err(not_javascript)?;
    if !parsed.doubts.is_empty() {
        // Types, for one, are errors from which the parser recovers.
        return Err(not_javascript(parsed.doubts));
    }
    let lines = LineIndex::new(host.source);
    let map = map_of(&marks, &lines, host.source, &options.lower, incoming.as_ref());
    let position = |offset: usize| host.start + BytePos(offset as u32);
    let origins = Origins::Printed {
        marks: marks.iter().map(|mark| (mark.at, mark.source.map(position))).collect(),
        names: names
            .into_iter()
            .map(|(at, (span, context))| (at, (Shift::back(host).shifted(span), context)))
            .collect(),
    };
    let head = head(&parsed.program, &code);
    // Comments are not printed, and a map from further back leads to another file than this one.
    let ignored = match incoming {
        None => ignored_in(host.source, &options.lower),
        Some(_) => Ignored::default(),
    };
    let planned = plan_tree(code, Some(map), &parsed.program, &ignored, options)?;
    Ok(TreeText { planned, origins, goal, jsx, head })
}

fn not_javascript(diagnostics: Vec<Diagnostic>) -> InstrumentError {
    let why = diagnostics.first().map_or_else(String::new, |first| first.message.clone());
    InstrumentError::Hosted(format!(
        "what the host hands over is no JavaScript ({why}); let plugins run after types are \
         stripped: no \"runPluginFirst\""
    ))
}

/// Whether the trees are equal but for syntax contexts.
fn is_same(shifted: &Program, parsed: &Program) -> bool {
    struct WithoutContexts;
    impl VisitMut for WithoutContexts {
        fn visit_mut_syntax_context(&mut self, context: &mut SyntaxContext) {
            *context = SyntaxContext::empty();
        }
    }
    let mut bare = shifted.clone();
    bare.visit_mut_with(&mut WithoutContexts);
    bare == *parsed
}

fn holds_jsx(program: &Program) -> bool {
    struct Search(bool);
    impl Visit for Search {
        fn visit_jsx_element(&mut self, _: &JSXElement) {
            self.0 = true;
        }
        fn visit_jsx_fragment(&mut self, _: &JSXFragment) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    program.visit_with(&mut search);
    search.0
}

/// The offset of the first statement behind hashbang and directives.
fn head(program: &Program, code: &str) -> usize {
    let first = match program {
        Program::Script(script) => {
            script.body.iter().find(|statement| !is_directive(statement)).map(Spanned::span)
        }
        Program::Module(module) => module
            .body
            .iter()
            .find(|item| !matches!(item, ModuleItem::Stmt(statement) if is_directive(statement)))
            .map(Spanned::span),
    };
    first.map_or(code.len(), |span| offset(span.lo) as usize)
}

/// Moves the positions of a file; what lies outside of it becomes no position.
struct Shift {
    from: u32,
    to: u32,
    length: u32,
}

impl Shift {
    fn to_start(host: &HostFile<'_>) -> Self {
        Self { from: host.start.0, to: START, length: host.source.len() as u32 }
    }

    fn back(host: &HostFile<'_>) -> Self {
        Self { from: START, to: host.start.0, length: host.source.len() as u32 }
    }

    fn shifted(&self, span: Span) -> Span {
        // Marks of swc's (`PURE`, "leave a comment here") are no places.
        let inside = |position: BytePos| {
            if position.is_reserved_for_comments() {
                return Some(position);
            }
            let offset = position.0.checked_sub(self.from)?;
            (offset <= self.length).then_some(BytePos(self.to + offset))
        };
        match (inside(span.lo), inside(span.hi)) {
            (Some(lo), Some(hi)) => Span::new(lo, hi),
            _ => DUMMY_SP,
        }
    }
}

impl VisitMut for Shift {
    fn visit_mut_span(&mut self, span: &mut Span) {
        *span = self.shifted(*span);
    }
}
