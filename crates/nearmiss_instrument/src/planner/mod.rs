//! The one walk over the tree: hands each node to the probes and keeps what they decide.
//!
//! The walk goes in the order of the source, so that edits need no sorting; slots are numbered in
//! the order of the walk.

mod context;
mod dual;
mod seen;
mod slots;
mod walk;

use nearmiss_targets::SlotEntry;
use rustc_hash::FxHashMap;
use swc_core::ecma::ast::{ModuleItem, Program};
use swc_core::ecma::visit::Visit;

pub(crate) use self::dual::parentheses;
use self::slots::{Draft, count};
pub(crate) use self::walk::is_named_by_its_place;
use crate::coverage::Marks;
use crate::emit::{Edits, Part};
use crate::ignore::{self, Ignored};
use crate::probes;
use crate::scope::Scopes;
use crate::source_map::OriginalLines;
use crate::{InstrumentOptions, Logical, ModuleKind};

/// Nesting beyond which a file is refused; V8 itself gives up between 5,000 and 10,000 brackets.
pub(crate) const MAX_DEPTH: u32 = 20_000;
/// How many probes may stand inside one another. V8 compiles some 350 of the costliest on its usual
/// stack, and a module may be loaded when much of that is used.
const MAX_WRAPPED: u32 = 120;

/// What the walk knows and has decided.
pub(crate) struct Planner<'a> {
    pub(crate) source: &'a str,
    pub(crate) scopes: &'a Scopes,
    lines: &'a OriginalLines<'a>,
    ignored: &'a Ignored,
    pub(crate) edits: Edits,
    slots: Vec<Draft>,
    roots: Vec<u32>,
    texts: Vec<(u32, String)>,
    /// The text of this place may be rendered into a message.
    pub(crate) rendered: bool,
    /// V8 may print any call of this place, whatever it belongs to: no probe stands here.
    pub(crate) printed: bool,
    /// V8 does not find callees here when it renders one: "undefined is not a function".
    pub(crate) callee_unseen: bool,
    /// The function around keeps its last statement in a local.
    pub(crate) wrapped: bool,
    /// The locals that the body around uses.
    pub(crate) locals: Locals,
    /// A statement of a script, outside functions: its value may be what the script answers.
    pub(crate) answers: bool,
    /// Functions, classes, tagged templates and direct evals seen: texts that hold one are not
    /// repeated.
    pub(crate) opaque: u32,
    /// Whether the place that is walked can tell afterwards that a default was not used; the
    /// defaults met: root and slot.
    pub(crate) defaults: Option<Vec<(u32, u32)>>,
    pub(crate) logical: Logical,
    /// The error that leaves a function is told.
    pub(crate) tells_errors: bool,
    /// What coverage is told from; `None` when nobody asked for it.
    marks: Option<Marks>,
    depth: u32,
    /// What is read of the values of texts of JSON that the walk has not come to, by the place of the text.
    pub(crate) parsed: FxHashMap<u32, Vec<Part>>,
    /// The slot of the last `?.` of the chain that was walked last.
    pub(crate) last_link: Option<u32>,
    /// How many probes stand round this place.
    wrapping: u32,
    /// Offset of the place that is nested too deeply.
    pub(crate) too_deep: Option<u32>,
}

/// The locals of computed reads that a function body uses.
#[derive(Clone, Copy, Default)]
pub(crate) struct Locals {
    /// `__nm$v`
    pub(crate) value: bool,
    /// `__nm$o`
    pub(crate) object: bool,
    /// `__nm$k`
    pub(crate) key: bool,
}

/// What the walk yields.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) edits: Edits,
    pub(crate) slots: Vec<SlotEntry>,
    pub(crate) roots: Vec<u32>,
    pub(crate) texts: Vec<(u32, String)>,
    pub(crate) marks: Option<Marks>,
    pub(crate) too_deep: Option<u32>,
}

/// What was decided, slots not yet counted.
pub(crate) struct Walked {
    edits: Edits,
    drafts: Vec<Draft>,
    roots: Vec<u32>,
    texts: Vec<(u32, String)>,
    marks: Option<Marks>,
    too_deep: Option<u32>,
}

impl Walked {
    /// Counts the slots on their lines.
    pub(crate) fn finish(self) -> Outcome {
        let Self { edits, drafts, roots, texts, marks, too_deep } = self;
        let slots = count(&drafts);
        Outcome { edits, slots, roots, texts, marks, too_deep }
    }
}

impl<'a> Planner<'a> {
    pub(crate) fn new(
        source: &'a str,
        scopes: &'a Scopes,
        lines: &'a OriginalLines<'a>,
        ignored: &'a Ignored,
        options: &InstrumentOptions,
    ) -> Self {
        Self {
            source,
            scopes,
            lines,
            ignored,
            edits: Edits::for_source(source.len()),
            slots: Vec::new(),
            roots: Vec::new(),
            texts: Vec::new(),
            rendered: false,
            printed: false,
            callee_unseen: false,
            wrapped: false,
            locals: Locals::default(),
            answers: options.module == ModuleKind::Auto,
            opaque: 0,
            defaults: None,
            logical: options.logical,
            tells_errors: options.tells_errors,
            marks: options.coverage.then(Marks::default),
            depth: 0,
            parsed: FxHashMap::default(),
            last_link: None,
            wrapping: 0,
            too_deep: None,
        }
    }

    /// Walks the program.
    pub(crate) fn run(mut self, program: &Program) -> Walked {
        match program {
            Program::Script(script) => {
                let statements = script.body.iter();
                for statement in statements.skip_while(|s| probes::functions::is_directive(s)) {
                    self.visit_stmt(statement);
                }
            }
            Program::Module(module) => {
                self.answers = false;
                let directive = |item: &&ModuleItem| matches!(item, ModuleItem::Stmt(statement) if probes::functions::is_directive(statement));
                for item in module.body.iter().skip_while(directive) {
                    match item {
                        ModuleItem::Stmt(statement) => {
                            self.visit_stmt(statement);
                        }
                        ModuleItem::ModuleDecl(declaration) => {
                            probes::statements::module_declaration(&mut self, declaration);
                        }
                    }
                }
            }
        }
        Walked {
            edits: self.edits,
            drafts: self.slots,
            roots: self.roots,
            texts: self.texts,
            marks: self.marks,
            too_deep: self.too_deep,
        }
    }

    /// Walks what a probe is written round.
    pub(crate) fn wrapped_in(&mut self, probes: u32, inside: impl FnOnce(&mut Self)) {
        self.wrapping += probes;
        inside(self);
        self.wrapping -= probes;
    }

    /// Whether no probe may be put inside `level` more.
    pub(crate) fn is_full(&self, level: u32) -> bool {
        self.wrapping + level >= MAX_WRAPPED
    }

    /// Tells whether a comment asks for no targets at a place, or a bundler has put the code of a package there.
    pub(crate) fn is_ignored(&self, at: u32) -> bool {
        if self.lines.is_of_package(at as usize) {
            return true;
        }
        if self.ignored.is_empty() {
            return false;
        }
        let place = if self.ignored.is_by_place() {
            self.lines.original(at as usize).map(|(line, column)| ignore::place(line, column))
        } else {
            Some(u64::from(at))
        };
        place.is_some_and(|place| self.ignored.covers(place))
    }

    /// The original line of a place, if it has one and probes may be put there.
    pub(crate) fn line(&self, at: u32) -> Option<u32> {
        if self.is_full(0) || self.is_ignored(at) {
            return None;
        }
        self.lines.line(at as usize)
    }

    /// Begins a chain of one operand, which is the branch of a test: the caller closes the parenthesis.
    pub(crate) fn test_of_one(&mut self, root: u32, id: u32, at: u32) {
        let parts = [
            Part::Text("__nm.and("),
            Part::Slot(root),
            Part::Text(","),
            Part::Slot(id),
            Part::Text(",1,1,0,1,"),
        ];
        self.edits.insert(at, &parts);
    }

    /// What V8 prints for the callee of the tracked call with this slot.
    pub(crate) fn text(&mut self, id: u32, text: String) {
        self.texts.push((id, text));
    }

    /// The offset of `token` between two offsets, comments skipped.
    pub(crate) fn find(&self, from: u32, to: u32, token: &str) -> Option<u32> {
        let bytes = &self.source.as_bytes()[..to as usize];
        let mut at = from as usize;
        while at < bytes.len() {
            let rest = &self.source[at..to as usize];
            if rest.starts_with("/*") {
                at += rest.find("*/")? + 2;
            } else if rest.starts_with("//") || rest.starts_with("<!--") {
                at += rest.find(['\n', '\r', '\u{2028}', '\u{2029}'])?;
            } else if rest.starts_with(token) {
                return Some(at as u32);
            } else if rest.starts_with("-->") {
                // At the start of a line only: elsewhere it would be part of an operand.
                at += rest.find(['\n', '\r', '\u{2028}', '\u{2029}'])?;
            } else {
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        None
    }

    fn nested(&mut self, at: u32, inside: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            self.too_deep.get_or_insert(at);
            return;
        }
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }
}
