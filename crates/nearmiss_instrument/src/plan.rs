//! From source text to a plan, and from a plan to text.

use std::borrow::Borrow;

use nearmiss_targets::TargetTable;
use sourcemap::SourceMap;
use swc_core::ecma::ast::Program;

use crate::coverage::{Coverage, SlotPlace, collect, places::Places, slot_places};
use crate::emit::{Base, Edits, Hoisted, Numbers};
use crate::ignore::Ignored;
use crate::lower::{Lowered, Syntax, lower};
use crate::planner::{MAX_DEPTH, Outcome, Planner};
use crate::scope::Scopes;
use crate::source_map::{
    Chunk, LineIndex, LineStarts, MapDetail, OriginalLines, OutgoingMap, outgoing_map_of_lines,
};
use crate::{Diagnostic, InstrumentError, InstrumentOptions, large_stack, parse, standalone};

/// A source whose probes are decided.
#[derive(Debug)]
pub struct Planned {
    code: String,
    lines: LineStarts,
    incoming: Option<SourceMap>,
    source_name: String,
    edits: Option<Edits>,
    table: TargetTable,
    roots: Vec<u32>,
    texts: Vec<(u32, String)>,
    diagnostics: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    module: bool,
    coverage: Option<(Coverage, u32)>,
    places: Vec<SlotPlace>,
    prologue_at: u32,
    hides_require: bool,
    hoisted: Vec<Hoisted>,
    root: String,
}

/// Probed text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Emitted {
    /// The text to run.
    pub code: String,
    /// Its source map (version 3, JSON); `None` when the source passed through unchanged.
    pub map: Option<String>,
}

impl Planned {
    /// The targets: slot `base + i` is entry `i`.
    #[must_use]
    pub fn table(&self) -> &TargetTable {
        &self.table
    }

    /// `[slot offset, length, ...]` of the predicate trees.
    #[must_use]
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// Slot offset of each tracked call, and its callee as V8 prints it.
    #[must_use]
    pub fn texts(&self) -> &[(u32, String)] {
        &self.texts
    }

    /// What the parser doubted: when not empty, let V8 compile the original before this runs, and
    /// run the original if V8 refuses it.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// What is doubtful about maps and compilation, for the user.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Whether the code was read as an ES module.
    #[must_use]
    pub fn is_module(&self) -> bool {
        self.module
    }

    /// Whether the source passes through unchanged since it holds probes already (or declares the
    /// runtime's name).
    #[must_use]
    pub fn is_already_instrumented(&self) -> bool {
        self.edits.is_none()
    }

    /// The text that is instrumented.
    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// The edits, unless the source passes through unchanged.
    pub(crate) fn edits(&self) -> Option<&Edits> {
        self.edits.as_ref()
    }

    /// Whether a function of this CommonJS module hides the module's `require`: it cannot register
    /// itself then.
    #[must_use]
    pub fn hides_require(&self) -> bool {
        self.hides_require
    }

    /// What is covered by which slots, if that was asked for.
    #[must_use]
    pub fn coverage(&self) -> Option<&Coverage> {
        self.coverage.as_ref().map(|(coverage, _)| coverage)
    }

    /// Where the nodes stand that slots tell of, by slot; nothing unless coverage was asked for.
    #[must_use]
    pub fn places(&self) -> &[SlotPlace] {
        &self.places
    }

    /// Number of slots: those of the table and those that only coverage needs.
    #[must_use]
    pub fn slot_count(&self) -> u32 {
        let extras = self.coverage.as_ref().map_or(0, |(_, extras)| *extras);
        self.table.slots.len() as u32 + extras
    }

    /// The path of the source that the targets name.
    #[must_use]
    pub fn source_path(&self) -> String {
        let mut folders: Vec<&str> = self.root.split('/').collect();
        folders.pop();
        for part in self.table.file.split('/') {
            if part == ".." && folders.len() > 1 {
                folders.pop();
            } else {
                folders.push(part);
            }
        }
        folders.join("/")
    }

    /// Gives back what only emission needs, the greater part of a plan: nothing can be emitted after it.
    /// Whoever keeps many plans (a host that collects its garbage late) calls it as soon as a text is
    /// out, so that the next source is planned in memory that is warm.
    pub fn end_emission(&mut self) {
        self.code = String::new();
        self.lines = LineStarts::default();
        self.incoming = None;
        self.edits = self.edits.take().map(|_| Edits::default());
        self.hoisted = Vec::new();
    }

    /// The text for a module whose first slot is `base`.
    #[must_use]
    pub fn emit(&self, base: u32) -> Emitted {
        self.emit_after(base, "")
    }

    /// The same, with a text of statements, without a newline, that stand before the program's
    /// first, after its directives. For an ES module they may be imports: they come first then.
    #[must_use]
    pub fn emit_after(&self, base: u32, prologue: &str) -> Emitted {
        let base = Base::Number(base);
        self.emit_with((base, base), prologue, self.incoming())
    }

    /// The map from the JavaScript that is probed to the original.
    pub(crate) fn incoming(&self) -> Option<&SourceMap> {
        self.incoming.as_ref()
    }

    /// The text with slots as `base` says (and `early` for hoisted functions up to their body) and
    /// `prologue` before the first statement; its map goes through `incoming`.
    pub(crate) fn emit_with(
        &self,
        (base, early): (Base<'_>, Base<'_>),
        prologue: &str,
        incoming: Option<&SourceMap>,
    ) -> Emitted {
        let Some(edits) = &self.edits else {
            return Emitted { code: self.code.clone(), map: None };
        };
        let numbers = Numbers {
            base,
            table: self.table.slots.len() as u32,
            prologue: (!prologue.is_empty()).then_some((self.prologue_at, prologue)),
            hoisted: &self.hoisted,
            early,
        };
        let (code, chunks) = edits.emit(&self.code, &numbers);
        let request = OutgoingMap {
            code: &self.code,
            output: &code,
            chunks: &chunks,
            incoming,
            source: &self.source_name,
            sources_content: true,
            detail: MapDetail::Edits,
        };
        let lines = LineIndex::again(&self.code, self.lines.clone());
        let map = outgoing_map_of_lines(&request, lines);
        Emitted { code, map: Some(map) }
    }

    /// The text for a module whose first slot is `base`, and what of it stems from the JavaScript that is probed; nothing where
    /// there are no probes.
    pub(crate) fn emitted_chunks(&self, base: u32) -> Option<(String, Vec<Chunk>)> {
        let numbers = Numbers::new(Base::Number(base), self.table.slots.len() as u32);
        Some(self.edits.as_ref()?.emit(&self.code, &numbers))
    }

    /// The text for a module whose first slot is `base`, without a source map.
    #[must_use]
    pub fn emit_without_map(&self, base: u32) -> Emitted {
        let numbers = Numbers::new(Base::Number(base), self.table.slots.len() as u32);
        let code = match &self.edits {
            Some(edits) => edits.emit(&self.code, &numbers).0,
            None => self.code.clone(),
        };
        Emitted { code, map: None }
    }
}

/// Decides which probes go where.
///
/// # Errors
/// When the source does not parse or is nested too deeply; the diagnostics say where. Run the
/// original then.
pub fn plan(source: &str, options: &InstrumentOptions) -> Result<Planned, InstrumentError> {
    large_stack::on_large_stack(|| plan_here(source, options))
}

fn plan_here(source: &str, options: &InstrumentOptions) -> Result<Planned, InstrumentError> {
    let Lowered { code, map: incoming, warnings, ignored } = lower(source, &options.lower)?;
    if let Some(at) = large_stack::too_deep(&code) {
        return Err(InstrumentError::TooDeep(vec![nesting_diagnostic(&code, at)]));
    }
    let parsed = parse::parse(&code, options.module).map_err(InstrumentError::Parse)?;
    let compiled = options.lower.syntax != Syntax::Js;
    // Comments do not outlive the compilation.
    let ignored = if compiled { ignored } else { parsed.ignored };
    let doubts = parsed.doubts;
    plan_tree(code, incoming, parsed.program, &ignored, options).map(|planned| Planned {
        diagnostics: doubts,
        warnings,
        ..planned
    })
}

/// Plans a tree that was parsed from `code`; one that is handed over ends as soon as it was read.
pub(crate) fn plan_tree(
    code: String,
    incoming: Option<SourceMap>,
    program: impl Borrow<Program>,
    ignored: &Ignored,
    options: &InstrumentOptions,
) -> Result<Planned, InstrumentError> {
    let scopes = Scopes::of(program.borrow());
    let module = matches!(program.borrow(), Program::Module(_));
    let prologue_at = standalone::prologue_place(&code, program.borrow());
    let hoisted = standalone::hoisted(program.borrow());
    let hides_require = standalone::hides_require(program.borrow());
    let index = LineIndex::new(&code);
    let starts = index.starts();
    let lines = OriginalLines::of_lines(index, incoming.as_ref());
    let file = match lines.source() {
        Some(source) if options.lower.syntax == Syntax::Js => beside(options, source),
        _ => options.file.clone(),
    };
    let mut outcome = Outcome::default();
    let mut kept = None;
    if !scopes.names_runtime {
        let planner = Planner::new(&code, &scopes, &lines, ignored, options);
        let walked = planner.run(program.borrow());
        // Ended before more memory is taken: the tree is the greatest thing there is.
        kept = options.coverage.then_some(program);
        outcome = walked.finish();
    }
    let mut slots_at = Vec::new();
    let coverage = outcome.marks.zip(kept).map(|(marks, program)| {
        let places = Places::new(&code, incoming.as_ref(), &lines);
        let table = outcome.slots.len() as u32;
        let coverage = collect(program.borrow(), &marks, &places, table);
        slots_at = slot_places(&marks, &places, &coverage);
        (coverage, marks.extras())
    });
    drop(lines);
    if let Some(at) = outcome.too_deep {
        return Err(InstrumentError::TooDeep(vec![nesting_diagnostic(&code, at as usize)]));
    }
    Ok(Planned {
        coverage,
        places: slots_at,
        prologue_at,
        hoisted,
        hides_require,
        root: options.lower.root.clone().unwrap_or_default(),
        code,
        lines: starts,
        incoming,
        source_name: options.lower.file.clone(),
        edits: (!scopes.names_runtime).then_some(outcome.edits),
        table: TargetTable { file, slots: outcome.slots },
        roots: outcome.roots,
        texts: outcome.texts,
        diagnostics: Vec::new(),
        warnings: Vec::new(),
        module,
    })
}

/// The source that a map names, as targets name it.
fn beside(options: &InstrumentOptions, source: &str) -> String {
    let path = source.strip_prefix("file://").unwrap_or(source);
    if path.starts_with('/') || path.contains("://") {
        let root = options.lower.root.as_deref();
        return root.and_then(|root| path.strip_prefix(root)).unwrap_or(path).to_owned();
    }
    let mut folders: Vec<&str> = options.file.split('/').collect();
    folders.pop();
    for part in source.split('/') {
        match part {
            "." | "" => {}
            ".." if folders.last().is_some_and(|last| *last != "..") => {
                folders.pop();
            }
            part => folders.push(part),
        }
    }
    folders.join("/")
}

fn nesting_diagnostic(code: &str, at: usize) -> Diagnostic {
    let (line, column) = LineIndex::new(code).position(at);
    let message = format!("nested too deeply to be instrumented (limit {MAX_DEPTH})");
    Diagnostic { line: line + 1, column: column + 1, message }
}
