//! From text to tree, as a script or a module.

use swc_core::common::BytePos;
use swc_core::common::input::StringInput;
use swc_core::ecma::ast::{EsVersion, Program};
use swc_core::ecma::parser::error::Error as SwcError;
use swc_core::ecma::parser::{EsSyntax, Parser, Syntax, lexer::Lexer};

use crate::{Diagnostic, ModuleKind, source_map::LineIndex};

/// Position of the first byte: swc keeps 0 for "no position".
const START: u32 = 1;

/// The byte offset in the source of a position of the tree.
pub(crate) fn offset(position: BytePos) -> u32 {
    position.0 - START
}

/// A tree, and what the parser doubted (V8 decides on the original then).
pub(crate) struct Parsed {
    pub(crate) program: Program,
    pub(crate) doubts: Vec<Diagnostic>,
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

fn parse_as(source: &str, goal: ModuleKind) -> Result<Parsed, Vec<Diagnostic>> {
    let end = BytePos(START + u32::try_from(source.len()).unwrap_or(u32::MAX - START));
    let syntax =
        Syntax::Es(EsSyntax { explicit_resource_management: true, ..EsSyntax::default() });
    let input = StringInput::new(source, BytePos(START), end);
    let mut parser = Parser::new_from(Lexer::new(syntax, EsVersion::latest(), input, None));
    let program = match goal {
        ModuleKind::Esm => parser.parse_module().map(Program::Module),
        ModuleKind::Auto | ModuleKind::CommonJs => parser.parse_commonjs().map(Program::Script),
    };
    let index = LineIndex::new(source);
    let diagnostic = |error: SwcError| {
        use swc_core::common::Spanned as _;
        let at = error.span().lo.0.saturating_sub(START) as usize;
        let (line, column) = index.position(at.min(source.len()));
        Diagnostic {
            line: line + 1,
            column: column + 1,
            message: error.kind().msg().into_owned(),
        }
    };
    match program {
        Ok(program) => {
            let doubts = parser.take_errors().into_iter().map(diagnostic).collect();
            Ok(Parsed { program, doubts })
        }
        Err(error) => Err(vec![diagnostic(error)]),
    }
}
