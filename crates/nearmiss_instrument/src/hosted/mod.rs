//! Probes for a host that parses, transforms and prints by itself: tree in, tree out.
//!
//! The probes are planned and spliced as text, by the same code as everywhere, and the probed text
//! becomes a tree again. So there is one emitter. What a host adds to a tree is carried over from
//! the tree that it handed in: positions, so that its source maps and comments stay right, and the
//! syntax contexts of names, so that its later passes see the same bindings.
//!
//! The text is the source itself where the tree is what parsing it yields. Where passes of the host
//! ran before (types stripped, decorators compiled), it is the tree as printed, with its map, just
//! as [`crate::lower`] yields it.
//!
//! The host sees one file at a time and keeps what it made for longer than a process lives, so
//! slots have no absolute numbers here: `prologue.rs` says how they get them.
//!
//! What the host would break of the probed tree is put right before it gets it: its printer takes out
//! parentheses (`patterns.rs`), its passes move names into other functions (`private_names.rs`).

mod contexts;
mod depth;
mod host_file;
mod patterns;
mod places;
mod print;
mod private_names;
mod prologue;
mod text;

use swc_core::ecma::ast::Program;

use crate::emit::{Base, Numbers};
use crate::source_map::LineIndex;
use crate::{Diagnostic, InstrumentError, InstrumentOptions, large_stack, parse};

pub use self::host_file::HostFile;
use places::Places;
use prologue::{Names, Prologue};

/// Puts probes into a tree. `None`: it holds probes already (or declares the runtime's name), or
/// there is nothing in it to be covered.
///
/// Marks are made, so swc's `GLOBALS` must be set.
///
/// # Errors
/// When the tree is nested too deeply or is no JavaScript; the host shall go on with its own tree.
pub fn instrument_tree(
    program: &Program,
    host: &HostFile<'_>,
    options: &InstrumentOptions,
) -> Result<Option<Program>, InstrumentError> {
    if let Some(at) = depth::too_deep(program, host).or_else(|| large_stack::too_deep(host.source))
    {
        let (line, column) = LineIndex::new(host.source).position(at);
        let message = format!("nested too deeply to be instrumented (limit {})", host.deepest);
        let place = Diagnostic { line: line + 1, column: column + 1, message };
        return Err(InstrumentError::TooDeep(vec![place]));
    }
    let text = text::plan(program, host, options)?;
    let Some(edits) = text.planned.edits() else { return Ok(None) };
    if text.planned.table().slots.is_empty() {
        return Ok(None);
    }
    let names = Names::of(program, &text.planned.table().file);
    let base = Base::Relative { base: &names.base, enter: &names.enter };
    let numbers = Numbers::new(base, text.planned.table().slots.len() as u32);
    let (mut output, mut chunks) = edits.emit(text.planned.code(), &numbers);
    let prologue = Prologue { names: &names, loader: host.loader, planned: &text.planned };
    prologue.insert(text.head, &mut output, &mut chunks)?;

    let mut probed = parse::parse_hosted(&output, text.goal, text.jsx)
        .map_err(InstrumentError::ProbedText)?
        .program;
    contexts::restore(&mut probed, program, &Places::new(&chunks, &text.origins), host)?;
    private_names::separate(&mut probed);
    patterns::keep_apart(&mut probed);
    Ok(Some(probed))
}

/// The tree, and a statement in it that tells the runtime when it is loaded that the file has no
/// probes, and why.
///
/// Marks are made, so swc's `GLOBALS` must be set.
#[must_use]
pub fn name_left_file(
    mut program: Program,
    host: &HostFile<'_>,
    file: &str,
    reason: &str,
) -> Program {
    prologue::name_left_file(&mut program, host, file, reason);
    private_names::separate(&mut program);
    program
}
