//! A stand-in for the compiler, in hosts that compile by themselves.

use super::source::incoming_map;
use super::{Diagnostic, LowerError, LowerOptions, Lowered, Syntax};
use crate::ignore::Ignored;

/// Passes JavaScript through.
///
/// # Errors
/// Any other syntax: the compiler is not built in.
pub fn lower(source: &str, options: &LowerOptions) -> Result<Lowered, LowerError> {
    let mut warnings = Vec::new();
    let map = incoming_map(source, options, &mut warnings);
    if options.syntax == Syntax::Js {
        return Ok(Lowered { code: source.to_owned(), map, warnings, ignored: Ignored::default() });
    }
    let why = "the compiler is not built in; build nearmiss_instrument with its feature `compiler`";
    let diagnostics = vec![Diagnostic::of_file(why.to_owned())];
    Err(LowerError { file: options.file.clone(), diagnostics })
}
