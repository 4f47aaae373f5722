//! From text to tree, as a script or a module.

use std::borrow::Cow;

use swc_core::common::comments::{Comments, SingleThreadedComments};
use swc_core::common::input::StringInput;
use swc_core::common::{BytePos, Span, Spanned};
use swc_core::ecma::ast::{EsVersion, Invalid, Module, ModuleDecl, ModuleItem, Program};
use swc_core::ecma::parser::error::Error as SwcError;
use swc_core::ecma::parser::{EsSyntax, Parser, Syntax, lexer::Lexer};
use swc_core::ecma::visit::{Visit, VisitWith};

use crate::ignore::{self, Ignored};
use crate::{Diagnostic, ModuleKind, source_map::LineIndex};

/// Doubts that are kept of one source; one is enough to ask V8.
const MAX_DOUBTS: usize = 100;
/// Position of the first byte: swc keeps 0 for "no position".
pub(crate) const START: u32 = 1;

/// The byte offset in the source of a position of the tree.
pub(crate) fn offset(position: BytePos) -> u32 {
    position.0 - START
}

/// A tree, and what the parser doubted (V8 decides on the original then).
pub(crate) struct Parsed {
    pub(crate) program: Program,
    pub(crate) doubts: Vec<Diagnostic>,
    /// Where comments ask for no targets.
    pub(crate) ignored: Ignored,
}

/// Parses `source`; tries the other goal when the first refuses or doubts.
pub(crate) fn parse(source: &str, module: ModuleKind) -> Result<Parsed, Vec<Diagnostic>> {
    let goals = match module {
        ModuleKind::Auto | ModuleKind::CommonJs => [ModuleKind::CommonJs, ModuleKind::Esm],
        ModuleKind::Esm => [ModuleKind::Esm, ModuleKind::CommonJs],
    };
    let first = match parse_as(source, goals[0]) {
        Ok(parsed) if parsed.doubts.is_empty() => return Ok(parsed),
        other => other,
    };
    match (first, parse_as(source, goals[1])) {
        (_, Ok(second)) if second.doubts.is_empty() => Ok(second),
        (Ok(first), _) => Ok(first),
        (Err(_), Ok(second)) => Ok(second),
        (Err(first), Err(second)) => {
            // The goal that came further says more about the mistake.
            let reached = |list: &[Diagnostic]| list.first().map(|d| (d.line, d.column));
            Err(if reached(&second) > reached(&first) { second } else { first })
        }
    }
}

/// Parses, and again where an HTML-like comment stands before a token: swc lets the token begin
/// at the comment.
fn parse_as(source: &str, goal: ModuleKind) -> Result<Parsed, Vec<Diagnostic>> {
    parse_with(source, goal, syntax())
}

fn syntax() -> EsSyntax {
    EsSyntax { explicit_resource_management: true, ..EsSyntax::default() }
}

/// Parses what a host parsed: with one goal only, and with JSX where its tree holds some.
pub(crate) fn parse_hosted(
    source: &str,
    goal: ModuleKind,
    jsx: bool,
) -> Result<Parsed, Vec<Diagnostic>> {
    let syntax = EsSyntax { jsx, import_attributes: true, auto_accessors: true, ..syntax() };
    parse_with(source, goal, syntax)
}

fn parse_with(source: &str, goal: ModuleKind, syntax: EsSyntax) -> Result<Parsed, Vec<Diagnostic>> {
    let parsed = parse_text(source, goal, syntax)?;
    let has = |text: &str| memchr::memmem::find(source.as_bytes(), text.as_bytes()).is_some();
    if !has("<!--") && !has("-->") {
        return Ok(parsed);
    }
    let mut parsed = parsed;
    let mut text = Cow::Borrowed(source);
    loop {
        let mut comments = HtmlComments { source: &text, starts: Vec::new() };
        parsed.program.visit_with(&mut comments);
        let starts = comments.starts;
        if starts.is_empty() {
            return Ok(parsed);
        }
        let mut bytes = text.into_owned().into_bytes();
        for start in starts {
            // A comment to the end of the line as well, of the same length.
            bytes[start..start + 2].copy_from_slice(b"//");
        }
        text = Cow::Owned(String::from_utf8_lossy(&bytes).into_owned());
        parsed = parse_text(&text, goal, syntax)?;
    }
}

/// Where nodes begin with an HTML-like comment.
struct HtmlComments<'a> {
    source: &'a str,
    starts: Vec<usize>,
}

impl Visit for HtmlComments<'_> {
    fn visit_span(&mut self, span: &Span) {
        let Some(start) = span.lo.0.checked_sub(START) else { return };
        let rest = self.source.as_bytes().get(start as usize..).unwrap_or_default();
        if rest.starts_with(b"<!--") || rest.starts_with(b"-->") {
            self.starts.push(start as usize);
        }
    }
}

fn parse_text(source: &str, goal: ModuleKind, syntax: EsSyntax) -> Result<Parsed, Vec<Diagnostic>> {
    let end = BytePos(START + u32::try_from(source.len()).unwrap_or(u32::MAX - START));
    let input = StringInput::new(source, BytePos(START), end);
    let comments = ignore::mentions(source).then(SingleThreadedComments::default);
    let kept = comments.as_ref().map(|comments| comments as &dyn Comments);
    let mut parser =
        Parser::new_from(Lexer::new(Syntax::Es(syntax), EsVersion::latest(), input, kept));
    let program = match goal {
        ModuleKind::Esm => parser.parse_module().map(Program::Module),
        ModuleKind::Auto | ModuleKind::CommonJs => parser.parse_commonjs().map(Program::Script),
    };
    let index = std::cell::LazyCell::new(|| LineIndex::new(source));
    let diagnostic = |error: SwcError| {
        let at = error.span().lo.0.saturating_sub(START) as usize;
        let (line, column) = index.position(at.min(source.len()));
        Diagnostic { line: line + 1, column: column + 1, message: error.kind().msg().into_owned() }
    };
    match program {
        Ok(program) => {
            let mut doubts: Vec<_> =
                parser.take_errors().into_iter().take(MAX_DOUBTS).map(diagnostic).collect();
            if !doubts.is_empty() && has_holes(&program) {
                return Err(doubts);
            }
            if let Program::Module(module) = &program {
                doubts.extend(unended(module, source).map(|at| doubt(&index, at)));
            }
            let ignored = comments.map_or_else(Ignored::default, |comments| {
                Ignored::of(&program, &comments, source, START)
            });
            Ok(Parsed { program, doubts, ignored })
        }
        Err(error) => Err(vec![diagnostic(error)]),
    }
}

/// Whether the parser went on with nothing where it expected something: that is no tree to write
/// probes by, although V8 may take the text (`import("a") in b;`, which swc ends before the `in`).
fn has_holes(program: &Program) -> bool {
    struct Holes(bool);
    impl Visit for Holes {
        fn visit_invalid(&mut self, _: &Invalid) {
            self.0 = true;
        }
    }
    let mut holes = Holes(false);
    program.visit_with(&mut holes);
    holes.0
}

/// Where a token follows an `export {}` or `import` on its line with nothing between: swc takes
/// that, V8 does not, and a probe there would be what its message names.
fn unended(module: &Module, source: &str) -> Option<usize> {
    module.body.iter().find_map(|item| {
        let ModuleItem::ModuleDecl(
            declaration @ (ModuleDecl::ExportNamed(_)
            | ModuleDecl::ExportAll(_)
            | ModuleDecl::Import(_)),
        ) = item
        else {
            return None;
        };
        let end = offset(declaration.span().hi) as usize;
        let line =
            source[end..].split(['\n', '\r', '\u{2028}', '\u{2029}']).next().unwrap_or_default();
        let rest = line.trim_start();
        let ended = source[..end].ends_with(';') || rest.is_empty() || rest.starts_with([';', '/']);
        (!ended).then_some(end + line.len() - rest.len())
    })
}

fn doubt(index: &LineIndex<'_>, at: usize) -> Diagnostic {
    let (line, column) = index.position(at);
    Diagnostic { line: line + 1, column: column + 1, message: "Expected ';'".to_owned() }
}
