//! The one walk over the tree: hands each node to the probes and keeps what they decide.
//!
//! The walk goes in the order of the source, so that edits need no sorting; slots are numbered in
//! the order of the walk.

use nearmiss_targets::{SlotEntry, SlotKind};
use rustc_hash::FxHashMap;
use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::{
    ArrowExpr, AssignExpr, AssignPat, AssignPatProp, AssignTarget, CallExpr, Callee, Class,
    ClassProp, ComputedPropName, Constructor, Expr, ExprOrSpread, Function, FunctionBody,
    KeyValuePatProp, ModuleItem, NewExpr, OptCall, Pat, PrivateProp, Program, PropName, RestPat,
    SimpleAssignTarget, SpreadElement, StaticBlock, Stmt, TaggedTpl, UnaryOp, UpdateExpr,
    VarDeclarator, YieldExpr,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use crate::coverage::{Mark, Marks, is_logical};
use crate::emit::{Edits, Part, Reserved};
use crate::faults::{self, Fault, Faults};
use crate::ignore::{self, Ignored};
use crate::parse::offset;
use crate::probes;
use crate::purity::one_line;
use crate::scope::Scopes;
use crate::source_map::OriginalLines;
use crate::{InstrumentOptions, Logical, ModuleKind};

/// Nesting beyond which a file is refused; V8 itself gives up between 5,000 and 10,000 brackets.
pub(crate) const MAX_DEPTH: u32 = 20_000;
/// How many probes may stand inside one another. V8 compiles some 350 of the costliest on its usual
/// stack, and a module may be loaded when much of that is used.
const MAX_WRAPPED: u32 = 120;
/// Longest original text that is repeated in the dual form, in bytes.
const DUAL_LIMIT: u32 = 80;

/// A slot as it is planned; its number on its line is counted at the end.
struct Draft {
    kind: SlotKind,
    line: u32,
    at: u32,
    length: u32,
}

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
    /// What coverage is told from; `None` when nobody asked for it.
    marks: Option<Marks>,
    pub(crate) faults: Faults,
    /// A fault refuses the program.
    pub(crate) refused: Option<u32>,
    /// The target that is walked next is read as well.
    pub(crate) target_fault: bool,
    depth: u32,
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
    pub(crate) refused: Option<u32>,
}

/// What was decided, slots not yet counted.
pub(crate) struct Walked {
    edits: Edits,
    drafts: Vec<Draft>,
    roots: Vec<u32>,
    texts: Vec<(u32, String)>,
    marks: Option<Marks>,
    too_deep: Option<u32>,
    refused: Option<u32>,
}

impl Walked {
    /// Counts the slots on their lines.
    pub(crate) fn finish(self) -> Outcome {
        let Self { edits, drafts, roots, texts, marks, too_deep, refused } = self;
        let slots = count(&drafts);
        Outcome { edits, slots, roots, texts, marks, too_deep, refused }
    }
}

/// A text that may be written twice, once bare and once with probes.
pub(crate) struct Dual {
    place: Reserved,
    slots: usize,
    opaque: u32,
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
            edits: Edits::default(),
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
            #[cfg(feature = "faults")]
            faults: options.faults,
            #[cfg(not(feature = "faults"))]
            faults: Faults::default(),
            refused: None,
            target_fault: false,
            marks: options.coverage.then(Marks::default),
            depth: 0,
            wrapping: 0,
            too_deep: None,
        }
    }

    /// Walks the program.
    pub(crate) fn run(mut self, program: &Program) -> Walked {
        self.answers &= !self.faults.has(Fault::CompletionValue);
        match program {
            Program::Script(script) => {
                let statements = script.body.iter();
                for statement in statements.skip_while(|s| probes::functions::is_directive(s)) {
                    self.visit_stmt(statement);
                }
            }
            Program::Module(module) => {
                self.answers = false;
                if self.faults.has(Fault::ModuleRequire) {
                    self.edits.insert(0, &[Part::Text("const __EM__=require(\"x\");")]);
                }
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
            refused: self.refused,
        }
    }

    /// Tells coverage which slot stands for the node at `span`.
    pub(crate) fn mark(&mut self, mark: Mark, span: Span, id: u32) {
        if let Some(marks) = &mut self.marks {
            marks.set(mark, span, id);
        }
    }

    /// With coverage, a slot beyond those of the table that is set when the node at `span` is
    /// reached: the text that sets it.
    pub(crate) fn reached(&mut self, span: Span) -> Option<[Part; 5]> {
        if self.is_full(0) {
            return None;
        }
        let extra = self.marks.as_mut()?.reached(span);
        Some([
            Part::Text("__nm.S["),
            Part::Extra(extra),
            Part::Text("]===1||__nm.c("),
            Part::Extra(extra),
            Part::Text(")"),
        ])
    }

    /// With coverage, writes an expression so that reaching it is seen: `(SEEN,EXPR)`.
    pub(crate) fn seen(&mut self, expr: &Expr, write: impl FnOnce(&mut Self)) {
        let Some(reached) = self.reached(expr.span()) else { return write(self) };
        let parts = [&[Part::Text("(")], &reached[..], &[Part::Text(",")]].concat();
        self.edits.insert(offset(expr.span().lo), &parts);
        write(self);
        self.edits.insert(offset(expr.span().hi), &[Part::Text(")")]);
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

    /// Whether a comment asks for no targets at a place.
    pub(crate) fn is_ignored(&self, at: u32) -> bool {
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

    /// A new slot for the place `at`.
    pub(crate) fn slot(&mut self, kind: SlotKind, line: u32, at: u32) -> u32 {
        self.slots.push(Draft { kind, line, at, length: 0 });
        self.slots.len() as u32 - 1
    }

    /// A new tree: its root cell. The slots that follow until [`Self::end_tree`] belong to it.
    pub(crate) fn begin_tree(&mut self, line: u32, at: u32) -> u32 {
        self.slot(SlotKind::Root, line, at)
    }

    /// Ends the tree `root`.
    pub(crate) fn end_tree(&mut self, root: u32) {
        let length = self.slots.len() as u32 - root;
        self.slots[root as usize].length = length;
        self.roots.extend([root, length]);
    }

    /// A tree of one predicate: its root cell and the first of its two slots.
    pub(crate) fn single(&mut self, kinds: [SlotKind; 2], at: u32) -> Option<(u32, u32)> {
        let line = self.line(at)?;
        let root = self.begin_tree(line, at);
        let id = self.slot(kinds[0], line, at);
        self.slot(kinds[1], line, at);
        self.end_tree(root);
        Some((root, id))
    }

    /// What V8 prints for the callee of the tracked call with this slot.
    pub(crate) fn text(&mut self, id: u32, text: String) {
        self.texts.push((id, text));
    }

    /// Begins a text that may be written in the dual form; to be called before its other edits.
    pub(crate) fn begin_dual(&mut self, span: Span) -> Dual {
        let place = self.edits.reserve(offset(span.lo));
        Dual { place, slots: self.slots.len(), opaque: self.opaque }
    }

    /// Whether the text since `begin_dual` may be repeated: short, on one line, without probes,
    /// functions, classes, tagged templates and direct evals.
    pub(crate) fn may_repeat(&self, dual: &Dual, span: Span) -> bool {
        self.slots.len() == dual.slots && self.may_repeat_tree(dual, span)
    }

    /// The same for a text whose probes are known to be of one tree.
    pub(crate) fn may_repeat_tree(&self, dual: &Dual, span: Span) -> bool {
        let (lo, hi) = (offset(span.lo), offset(span.hi));
        hi - lo <= DUAL_LIMIT
            && self.opaque == dual.opaque
            && one_line(&self.source[lo as usize..hi as usize])
    }

    /// How many slots there are so far.
    pub(crate) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// Writes `(__nm.S[cell]===1?TEXT:` at the place of `dual`; the caller closes the parenthesis.
    pub(crate) fn fill_dual(&mut self, dual: &Dual, cell: u32, expr: &Expr, then: &[Part]) {
        let span = expr.span();
        let (open, close) = parentheses(expr);
        let first = [
            Part::Text("(__nm.S["),
            Part::Slot(cell),
            Part::Text("]===1?"),
            Part::Text(open),
            Part::Copy(offset(span.lo), offset(span.hi)),
            Part::Text(close),
            Part::Text(":"),
        ];
        self.edits.fill(dual.place, &first, then);
    }

    /// Writes only `parts` at the place of `dual`.
    pub(crate) fn fill_single(&mut self, dual: &Dual, parts: &[Part]) {
        self.edits.fill(dual.place, parts, &[]);
    }

    /// Walks with the text of this place rendered or not.
    pub(crate) fn with_rendered(&mut self, rendered: bool, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.rendered, rendered || self.printed);
        inside(self);
        self.rendered = outer;
    }

    /// Walks what V8 does not look into when it renders a callee: keys, static fields and blocks.
    pub(crate) fn without_callee(&mut self, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.callee_unseen, true);
        inside(self);
        self.callee_unseen = outer;
    }

    /// Walks an expression whose text V8 may render.
    pub(crate) fn rendered_expr(&mut self, expr: &Expr) {
        self.with_rendered(true, |planner| planner.visit_expr(expr));
    }

    /// Walks a function or class: nothing of the place around holds inside.
    pub(crate) fn in_function(&mut self, wrapped: bool, inside: impl FnOnce(&mut Self)) {
        self.opaque += 1;
        let rendered = std::mem::replace(&mut self.rendered, false);
        let printed = std::mem::replace(&mut self.printed, false);
        let outer = std::mem::replace(&mut self.wrapped, wrapped);
        let answers = std::mem::replace(&mut self.answers, false);
        let unseen = std::mem::replace(&mut self.callee_unseen, false);
        let defaults = self.defaults.take();
        self.wrapped_in(1, inside);
        self.defaults = defaults;
        self.answers = answers;
        self.callee_unseen = unseen;
        self.wrapped = outer;
        self.printed = printed;
        self.rendered = rendered;
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

    /// Walks the arguments of a call: V8 prints them as `...`.
    pub(crate) fn arguments(&mut self, arguments: &[ExprOrSpread]) {
        self.with_rendered(false, |planner| {
            for argument in arguments {
                let spread = argument.spread.is_some();
                let around = faults::around_argument(planner.faults, &argument.expr, spread);
                planner
                    .within(around, argument.expr.span(), |planner| argument.visit_with(planner));
            }
        });
    }

    /// Walks the parts of a member expression, but puts no probe on the read itself.
    pub(crate) fn place(&mut self, expr: &Expr) {
        if self.faults.has(Fault::TargetRead) {
            return self.visit_expr(expr);
        }
        match expr {
            Expr::Paren(inner) => self.place(&inner.expr),
            Expr::Member(_) | Expr::SuperProp(_) => expr.visit_children_with(self),
            Expr::OptChain(_) => self.rendered_expr(expr),
            other => self.visit_expr(other),
        }
    }
}

/// What must stand round an expression that becomes an argument.
pub(crate) fn parentheses(expr: &Expr) -> (&'static str, &'static str) {
    // V8 refuses `for (f({a(){}},{}=0).c of x)`, one object after another.
    let pattern =
        matches!(expr, Expr::Assign(assign) if matches!(assign.left, AssignTarget::Pat(_)));
    if pattern || matches!(expr, Expr::Seq(_)) { ("(", ")") } else { ("", "") }
}

/// Whether an assignment, default or property would give this expression its name.
pub(crate) fn is_named_by_its_place(expr: &Expr) -> bool {
    match expr.unwrap_parens() {
        Expr::Arrow(_) => true,
        Expr::Fn(function) => function.ident.is_none(),
        Expr::Class(class) => class.ident.is_none(),
        _ => false,
    }
}

/// Numbers slots on their line and kind in the order of the source.
fn count(drafts: &[Draft]) -> Vec<SlotEntry> {
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by_key(|&index| drafts[index].at);
    let mut next: FxHashMap<(u32, u8), u32> = FxHashMap::default();
    let mut slots: Vec<SlotEntry> =
        drafts.iter().map(|d| SlotEntry { kind: d.kind, line: d.line, n: d.length }).collect();
    for index in order {
        let draft = &drafts[index];
        let kind = match draft.kind {
            SlotKind::Root => continue,
            SlotKind::Function => 0,
            SlotKind::Statement => 1,
            SlotKind::BranchTrue => 2,
            SlotKind::BranchFalse => 3,
            SlotKind::ReplacementTrue => 4,
            SlotKind::ReplacementFalse => 5,
            SlotKind::ObjectTrue => 6,
            SlotKind::ObjectFalse => 7,
        };
        let n = next.entry((draft.line, kind)).or_insert(0);
        slots[index].n = *n;
        *n += 1;
    }
    slots
}

impl Visit for Planner<'_> {
    fn visit_stmt(&mut self, statement: &Stmt) {
        let at = offset(statement.span().lo);
        self.nested(at, |planner| {
            planner.wrapped_in(1, |planner| probes::statements::statement(planner, statement));
        });
    }

    fn visit_expr(&mut self, expr: &Expr) {
        // Most expressions: nothing to probe, nothing inside.
        if matches!(expr, Expr::Ident(_) | Expr::Lit(_) | Expr::This(_)) {
            return;
        }
        let around = self.fault_around(expr);
        if around.is_some() {
            return self.within(around, expr.span(), |planner| planner.read(expr));
        }
        self.read(expr);
    }

    fn visit_function(&mut self, function: &Function) {
        probes::functions::function(self, function);
    }

    fn visit_constructor(&mut self, constructor: &Constructor) {
        probes::functions::constructor(self, constructor);
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        probes::functions::arrow(self, arrow);
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        probes::statements::list(self, &body.stmts);
    }

    fn visit_class(&mut self, class: &Class) {
        self.opaque += 1;
        class.decorators.visit_with(self);
        if let Some(parent) = &class.super_class {
            self.visit_expr(parent);
        }
        self.in_function(false, |planner| class.body.visit_with(planner));
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        if let Callee::Expr(callee) = &call.callee {
            if matches!(callee.unwrap_parens(), Expr::Ident(name) if &*name.sym == "eval") {
                self.opaque += 1;
            }
            // A function that is called where it stands is a function.
            let called = matches!(callee.unwrap_parens(), Expr::Arrow(_) | Expr::Fn(_));
            self.with_rendered(self.rendered || !called, |planner| planner.visit_expr(callee));
            self.forget_callee(call, callee);
        }
        self.arguments(&call.args);
    }

    fn visit_opt_call(&mut self, call: &OptCall) {
        let read = call.callee.is_member() && self.faults.has(Fault::OptionalCallReceiver);
        let around = read.then_some(("(0,", ")"));
        self.within(around, call.callee.span(), |planner| planner.rendered_expr(&call.callee));
        self.arguments(&call.args);
    }

    fn visit_computed_prop_name(&mut self, key: &ComputedPropName) {
        self.without_callee(|planner| planner.visit_expr(&key.expr));
    }

    fn visit_class_prop(&mut self, field: &ClassProp) {
        field.decorators.visit_with(self);
        field.key.visit_with(self);
        let name = match &field.key {
            PropName::Ident(name) => Some(name.span),
            _ => None,
        };
        self.field(field.is_static, name, field.value.as_deref());
    }

    fn visit_private_prop(&mut self, field: &PrivateProp) {
        field.decorators.visit_with(self);
        self.field(field.is_static, Some(field.key.span), field.value.as_deref());
    }

    fn visit_static_block(&mut self, block: &StaticBlock) {
        self.without_callee(|planner| block.visit_children_with(planner));
    }

    fn visit_new_expr(&mut self, new: &NewExpr) {
        self.rendered_expr(&new.callee);
        if let Some(arguments) = &new.args {
            self.arguments(arguments);
        }
    }

    fn visit_tagged_tpl(&mut self, tagged: &TaggedTpl) {
        self.opaque += 1;
        let read = tagged.tag.is_member() && self.faults.has(Fault::TaggedReceiver);
        let around = read.then_some(("(0,", ")"));
        self.within(around, tagged.tag.span(), |planner| planner.rendered_expr(&tagged.tag));
        self.with_rendered(false, |planner| tagged.tpl.exprs.visit_with(planner));
    }

    fn visit_expr_or_spread(&mut self, element: &ExprOrSpread) {
        if element.spread.is_some() {
            self.rendered_expr(&element.expr);
        } else {
            self.visit_expr(&element.expr);
        }
    }

    fn visit_spread_element(&mut self, spread: &SpreadElement) {
        // In an object literal; nothing is thrown for it, but V8 prints object literals.
        self.visit_expr(&spread.expr);
    }

    fn visit_yield_expr(&mut self, yielded: &YieldExpr) {
        if let Some(value) = &yielded.arg {
            if yielded.delegate {
                self.rendered_expr(value);
            } else {
                self.visit_expr(value);
            }
        }
    }

    fn visit_update_expr(&mut self, update: &UpdateExpr) {
        self.place(&update.arg);
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        match &assign.left {
            AssignTarget::Simple(target) => {
                self.visit_simple_assign_target(target);
                // V8 prints the target only.
                self.with_rendered(false, |planner| planner.visit_expr(&assign.right));
            }
            AssignTarget::Pat(pattern) => {
                pattern.visit_with(self);
                self.rendered_expr(&assign.right);
            }
        }
    }

    fn visit_simple_assign_target(&mut self, target: &SimpleAssignTarget) {
        match target {
            SimpleAssignTarget::Paren(inner) => self.place(&inner.expr),
            SimpleAssignTarget::Member(member) => member.visit_children_with(self),
            SimpleAssignTarget::SuperProp(property) => property.visit_children_with(self),
            _ => {}
        }
    }

    fn visit_pat(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Expr(target) => {
                let fault = std::mem::take(&mut self.target_fault);
                self.within(fault.then_some(("__nm.r(0,", ")")), target.span(), |planner| {
                    planner.place(target)
                });
            }
            other => other.visit_children_with(self),
        }
    }

    fn visit_key_value_pat_prop(&mut self, property: &KeyValuePatProp) {
        property.key.visit_with(self);
        self.target_fault = property.value.is_expr() && self.faults.has(Fault::TargetInObject);
        property.value.visit_with(self);
    }

    fn visit_rest_pat(&mut self, rest: &RestPat) {
        self.target_fault = rest.arg.is_expr() && self.faults.has(Fault::TargetInRest);
        rest.arg.visit_with(self);
    }

    fn visit_assign_pat(&mut self, pattern: &AssignPat) {
        pattern.left.visit_with(self);
        let name = match &*pattern.left {
            Pat::Ident(name) => Some(name.id.span),
            _ => None,
        };
        let destructured = matches!(&*pattern.left, Pat::Array(_) | Pat::Object(_));
        probes::defaults::default_value(self, &pattern.right, name, destructured);
    }

    fn visit_assign_pat_prop(&mut self, property: &AssignPatProp) {
        if let Some(value) = &property.value {
            probes::defaults::default_value(self, value, Some(property.key.id.span), false);
        }
    }

    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        declarator.name.visit_with(self);
        let Some(value) = &declarator.init else { return };
        if matches!(declarator.name, Pat::Ident(_)) {
            self.visit_expr(value);
        } else {
            self.rendered_expr(value);
        }
    }
}

impl Planner<'_> {
    /// The value of a class field.
    fn field(&mut self, is_static: bool, name: Option<Span>, value: Option<&Expr>) {
        let Some(value) = value else { return };
        if is_static {
            self.without_callee(|planner| planner.field_value(name, value));
        } else {
            self.field_value(name, value);
        }
    }

    fn field_value(&mut self, name: Option<Span>, value: &Expr) {
        if is_named_by_its_place(value) {
            self.seen_named(value, name);
        } else {
            self.seen(value, |planner| planner.visit_expr(value));
        }
    }

    /// Walks an expression whose value is read.
    fn read(&mut self, expr: &Expr) {
        let at = offset(expr.span().lo);
        // A pattern inside an expression may not be reached: nothing can be said after it.
        let defaults = self.defaults.take();
        self.nested(at, |planner| {
            if !planner.rendered
                && probes::EXPRESSIONS.iter().any(|probe| (probe.claim)(planner, expr))
            {
                return;
            }
            match expr {
                Expr::Bin(_) => planner.spine(expr),
                Expr::Unary(unary) if unary.op == UnaryOp::Delete => planner.deleted(&unary.arg),
                Expr::Unary(unary)
                    if unary.op == UnaryOp::TypeOf && planner.faults.has(Fault::ReadUndeclared) =>
                {
                    let around = Some(("(0,", ")"));
                    planner
                        .within(around, unary.arg.span(), |planner| planner.visit_expr(&unary.arg));
                }
                // Only where a chain is rendered or may not be cut.
                Expr::OptChain(_) => expr.visit_children_with(planner),
                _ => expr.visit_children_with(planner),
            }
        });
        self.defaults = defaults;
    }

    /// With coverage, writes a function or class that its place gives its name so that reaching it
    /// is seen: `(SEEN,{["NAME"]:FUNCTION}["NAME"])` gives it the same name.
    pub(crate) fn seen_named(&mut self, value: &Expr, name: Option<Span>) {
        let name = name.map(|span| Part::Copy(offset(span.lo), offset(span.hi)));
        let reached = name.is_some().then(|| self.reached(value.span())).flatten();
        let (Some(name), Some(reached)) = (name, reached) else { return self.visit_expr(value) };
        let open = [Part::Text(",{[\""), name, Part::Text("\"]:")];
        let parts = [&[Part::Text("(")], &reached[..], &open].concat();
        self.edits.insert(offset(value.span().lo), &parts);
        self.visit_expr(value);
        let close = [Part::Text("}[\""), name, Part::Text("\"])")];
        self.edits.insert(offset(value.span().hi), &close);
    }

    /// With coverage, writes `{}` in a text that V8 may print so that reaching it is seen: of an
    /// assignment V8 prints the target, and to a pattern without properties nothing is assigned.
    fn seen_object(&mut self, expr: &Expr) {
        let Some(reached) = self.reached(expr.span()) else { return };
        let parts = [&[Part::Text("({}=(")], &reached[..], &[Part::Text(",")]].concat();
        self.edits.insert(offset(expr.span().lo), &parts);
        self.edits.insert(offset(expr.span().hi), &[Part::Text("))")]);
    }

    /// A nest of operators to the left is walked in a loop.
    fn spine(&mut self, expr: &Expr) {
        let mut rights = Vec::new();
        let mut at = expr;
        while let Expr::Bin(binary) = at {
            if at.span() != expr.span()
                && !self.rendered
                && probes::EXPRESSIONS.iter().any(|probe| (probe.claim)(self, at))
            {
                break;
            }
            rights.push((binary.op, &*binary.right));
            at = &binary.left;
        }
        if !matches!(at, Expr::Bin(_)) {
            self.visit_expr(at);
        }
        for (op, right) in rights.into_iter().rev() {
            match right.unwrap_parens() {
                Expr::Object(object)
                    if self.rendered
                        && !self.printed
                        && is_logical(op)
                        && object.props.is_empty() =>
                {
                    self.seen_object(right);
                }
                _ => self.visit_expr(right),
            }
        }
    }
}
