//! The probes that stand before, in and behind a statement.

use nearmiss_targets::SlotKind;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{Decl, Expr, Stmt};
use swc_core::ecma::visit::Visit;

use super::defaults;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::{Planner, parentheses};

/// The slot of a statement.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub(super) slot: u32,
    /// A value of the statement may be what the script answers: the probes have none.
    silent: bool,
}

/// Gives a statement its slot, unless it has no target.
pub(super) fn mark(planner: &mut Planner<'_>, at: u32) -> Option<Mark> {
    let line = planner.line(at)?;
    let silent = planner.answers;
    Some(Mark { slot: planner.slot(SlotKind::Statement, line, at), silent })
}

/// Walks a list of statements.
pub(crate) fn list(planner: &mut Planner<'_>, statements: &[Stmt]) {
    for statement in statements {
        planner.visit_stmt(statement);
    }
}

/// `__nm.S[id]||__nm.e(id);` before a statement, and its number for the function around.
pub(super) fn enter(planner: &mut Planner<'_>, at: u32, id: Option<Mark>) {
    let Some(Mark { slot, silent }) = id else { return };
    let mut parts = last_statement(planner, slot);
    parts.extend([
        Part::Text(if silent { SILENT } else { "" }),
        Part::Text("__nm.S["),
        Part::Slot(slot),
        Part::Text("]||__nm.e("),
        Part::Slot(slot),
        Part::Text(if silent { ")}" } else { ");" }),
    ]);
    planner.edits.insert(at, &parts);
}

/// A declaration has no value: what the script answers stays what it was.
const SILENT: &str = "{let __nm$v=";

fn last_statement(planner: &Planner<'_>, id: u32) -> Vec<Part> {
    if planner.wrapped {
        vec![Part::Text("__nm$s="), Part::Slot(id), Part::Text(";")]
    } else {
        Vec::new()
    }
}

/// `__nm.S[id]===1||__nm.c(id);`.
pub(super) fn completed(id: Option<Mark>) -> Vec<Part> {
    let Some(Mark { slot, silent }) = id else { return Vec::new() };
    vec![
        Part::Text(if silent { SILENT } else { "" }),
        Part::Text("__nm.S["),
        Part::Slot(slot),
        Part::Text("]===1||__nm.c("),
        Part::Slot(slot),
        Part::Text(if silent { ")}" } else { ");" }),
    ]
}

/// Covers the defaults that were not used.
pub(super) fn not_used(defaults: &[(u32, u32)], id: Option<Mark>) -> Vec<Part> {
    if defaults.is_empty() || !id.is_some_and(|id| id.silent) {
        return defaults::unused(defaults, ";");
    }
    let mut parts = vec![Part::Text(SILENT), Part::Text("(")];
    parts.extend(defaults::unused(defaults, ","));
    parts.push(Part::Text("0)}"));
    parts
}

/// Completes a statement before it: one that jumps, or whose value needs no evaluation.
pub(super) fn complete_before(planner: &mut Planner<'_>, at: u32, id: Option<Mark>) {
    let Some(number) = id else { return };
    let parts = [last_statement(planner, number.slot), completed(id)].concat();
    planner.edits.insert(at, &parts);
}

/// Completes a statement behind its end.
pub(super) fn complete(planner: &mut Planner<'_>, end: u32, id: Option<Mark>) {
    if id.is_some() {
        planner.edits.insert(end, &completed(id));
    }
}

/// Completes a statement that ends in a semicolon, written or inserted.
pub(super) fn complete_after(
    planner: &mut Planner<'_>,
    end: u32,
    id: Option<Mark>,
    unused: &[(u32, u32)],
) {
    if id.is_none() && unused.is_empty() {
        return;
    }
    let ended = planner.source.as_bytes()[end as usize - 1] == b';';
    let mut parts = vec![Part::Text(if ended { "" } else { ";" })];
    parts.extend(completed(id));
    parts.extend(not_used(unused, id));
    planner.edits.insert(end, &parts);
}

/// `return e` becomes `return __nm.r(id,e)`; short ones are written twice.
pub(super) fn completing(planner: &mut Planner<'_>, value: &Expr, id: Option<u32>) {
    let Some(id) = id else { return planner.visit_expr(value) };
    let (open, close) = parentheses(value);
    let parts = [Part::Text("__nm.r("), Part::Slot(id), Part::Text(","), Part::Text(open)];
    let dual = planner.begin_dual(value.span());
    planner.wrapped_in(1, |planner| planner.visit_expr(value));
    let end = offset(value.span().hi);
    if planner.may_repeat(&dual, value.span()) {
        planner.fill_dual(&dual, id, value, &parts);
        planner.edits.insert(end, &[Part::Text(close), Part::Text("))")]);
    } else {
        planner.fill_single(&dual, &parts);
        planner.edits.insert(end, &[Part::Text(close), Part::Text(")")]);
    }
}

/// Puts `start` at the start of a body. Answers false where nothing can stand there.
pub(super) fn body(planner: &mut Planner<'_>, body: &Stmt, start: Vec<Part>) -> bool {
    let mut inner = body;
    while let Stmt::Labeled(labeled) = inner {
        inner = &labeled.body;
    }
    if let Stmt::Decl(Decl::Fn(_)) = inner {
        planner.visit_stmt(body);
        return false;
    }
    if let Stmt::Block(block) = body {
        planner.edits.insert(offset(block.span.lo) + 1, &start);
        planner.visit_stmt(body);
        return true;
    }
    if start.is_empty() && planner.is_full(0) {
        planner.visit_stmt(body);
        return true;
    }
    let parts = [vec![Part::Text("{")], start].concat();
    planner.edits.insert(offset(body.span().lo), &parts);
    planner.visit_stmt(body);
    planner.edits.insert(offset(body.span().hi), &[Part::Text("}")]);
    true
}
