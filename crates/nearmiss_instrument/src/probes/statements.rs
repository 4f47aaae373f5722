//! Statements: half covered on entering, covered on completing.
//!
//! `a();` becomes `__nm.S[1]||__nm.e(1);a();__nm.S[1]===1||__nm.c(1);`. `return e` and `throw e`
//! complete after e, `break` and `continue` before they jump; `if`, `switch`, loops and `try`
//! complete when their head has been evaluated, which is at the start of each body that can
//! follow. Bodies get braces, but for bare function declarations (braces would hide an early
//! error).

use nearmiss_targets::SlotKind;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{
    AssignTarget, Decl, DefaultDecl, Expr, ForHead, IfStmt, ModuleDecl, Stmt, TryStmt,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::{defaults, input_reads, switches, tree};
use crate::coverage::Mark as Place;
use crate::emit::Part;
use crate::faults::Fault;
use crate::parse::offset;
use crate::planner::{Planner, parentheses};
use crate::purity::is_pure;

/// The slot of a statement.
#[derive(Clone, Copy)]
struct Mark {
    slot: u32,
    /// A value of the statement may be what the script answers: the probes have none.
    silent: bool,
}

fn mark(planner: &mut Planner<'_>, at: u32) -> Option<Mark> {
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

/// Places the probes of one statement.
pub(crate) fn statement(planner: &mut Planner<'_>, whole: &Stmt) {
    let mut inner = whole;
    while let Stmt::Labeled(labeled) = inner {
        inner = &labeled.body;
    }
    let labeled = matches!(whole, Stmt::Labeled(_));
    match inner {
        Stmt::Empty(_) => return,
        Stmt::Block(block) if !labeled => return list(planner, &block.stmts),
        Stmt::Decl(Decl::Fn(function)) => return function.function.visit_with(planner),
        _ => {}
    }
    let at = offset(whole.span().lo);
    let id = mark(planner, at);
    if let Some(mark) = id {
        planner.mark(Place::Statement, whole.span(), mark.slot);
    }
    let end = offset(inner.span().hi);
    let reads = input_reads::of_statement(planner, id.is_some(), inner);
    match inner {
        Stmt::Return(returned) => match &returned.arg {
            Some(value) if !is_pure(planner.scopes, planner.source, value) => {
                enter(planner, at, id);
                input_reads::write(planner, at, id.is_some(), &reads);
                completing(planner, value, id.map(|id| id.slot));
            }
            _ => complete_before(planner, at, id),
        },
        Stmt::Break(_) | Stmt::Continue(_) => complete_before(planner, at, id),
        Stmt::Throw(thrown) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            completing(planner, &thrown.arg, id.map(|id| id.slot));
        }
        Stmt::If(branch) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            if_statement(planner, branch, id);
        }
        Stmt::Switch(switch) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            switches::write(planner, switch, id.map(|id| id.slot));
        }
        Stmt::While(each) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            tree::test(planner, &each.test);
            body(planner, &each.body, completed(id));
            complete(planner, end, id, "");
        }
        Stmt::DoWhile(each) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            body(planner, &each.body, completed(id));
            tree::test(planner, &each.test);
        }
        Stmt::For(each) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            each.init.visit_with(planner);
            if let Some(test) = &each.test {
                tree::test(planner, test);
            }
            each.update.visit_with(planner);
            body(planner, &each.body, completed(id));
            complete(planner, end, id, "");
        }
        Stmt::ForIn(each) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            planner.target_fault = planner.faults.has(Fault::TargetInForIn);
            let unused = for_head(planner, &each.left);
            planner.target_fault = false;
            planner.visit_expr(&each.right);
            let start = [completed(id), not_used(&unused, id)].concat();
            body(planner, &each.body, start);
            complete(planner, end, id, "");
        }
        Stmt::ForOf(each) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            planner.target_fault = planner.faults.has(Fault::TargetInForOf);
            let unused = for_head(planner, &each.left);
            planner.target_fault = false;
            if planner.faults.has(Fault::RenderedIterable) {
                planner.visit_expr(&each.right);
            } else if each.is_await || !tree::iterated(planner, &each.right, tree::Iteration::ForOf)
            {
                planner.rendered_expr(&each.right);
            }
            let start = [completed(id), not_used(&unused, id)].concat();
            body(planner, &each.body, start);
            complete(planner, end, id, "");
        }
        Stmt::Try(attempt) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            try_statement(planner, attempt, id);
        }
        Stmt::With(with) => {
            // Inside, our names would be looked up in the object.
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            completing(planner, &with.obj, id.map(|id| id.slot));
            planner.opaque += 1;
            if planner.faults.has(Fault::WithBody) {
                body(planner, &with.body, Vec::new());
            }
        }
        Stmt::Block(block) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            planner.edits.insert(offset(block.span.lo) + 1, &completed(id));
            list(planner, &block.stmts);
        }
        Stmt::Decl(Decl::Var(variables)) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            let unused = defaults::collect(planner, |planner| variables.decls.visit_with(planner));
            complete_after(planner, end, id, &unused);
            input_reads::bound(planner, end, id.is_some(), variables);
        }
        Stmt::Decl(Decl::Class(class)) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            class.class.visit_with(planner);
            complete(planner, end, id, "");
        }
        Stmt::Expr(expression) => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            let unused = expression_statement(planner, &expression.expr);
            complete_after(planner, end, id, &unused);
        }
        other => {
            enter(planner, at, id);
            input_reads::write(planner, at, id.is_some(), &reads);
            other.visit_children_with(planner);
            complete_after(planner, end, id, &[]);
        }
    }
}

/// Places the probes of a declaration of a module.
pub(crate) fn module_declaration(planner: &mut Planner<'_>, declaration: &ModuleDecl) {
    match declaration {
        ModuleDecl::Import(_) | ModuleDecl::ExportNamed(_) | ModuleDecl::ExportAll(_) => return,
        ModuleDecl::ExportDecl(export) if matches!(export.decl, Decl::Fn(_)) => {
            return export.decl.visit_with(planner);
        }
        ModuleDecl::ExportDefaultDecl(export) if matches!(export.decl, DefaultDecl::Fn(_)) => {
            return export.decl.visit_with(planner);
        }
        _ => {}
    }
    let (at, end) = (offset(declaration.span().lo), offset(declaration.span().hi));
    let id = mark(planner, at);
    if let Some(mark) = id {
        planner.mark(Place::Statement, declaration.span(), mark.slot);
    }
    enter(planner, at, id);
    match declaration {
        ModuleDecl::ExportDecl(export) => {
            let unused =
                defaults::collect(planner, |planner| export.decl.visit_children_with(planner));
            if matches!(export.decl, Decl::Class(_)) {
                complete(planner, end, id, "");
            } else {
                complete_after(planner, end, id, &unused);
            }
        }
        ModuleDecl::ExportDefaultExpr(export) => {
            planner.visit_expr(&export.expr);
            complete_after(planner, end, id, &[]);
        }
        other => {
            other.visit_children_with(planner);
            complete(planner, end, id, "");
        }
    }
}

/// `__nm.S[id]||__nm.e(id);` before a statement, and its number for the function around.
fn enter(planner: &mut Planner<'_>, at: u32, id: Option<Mark>) {
    let Some(Mark { slot, silent }) = id else { return };
    let mut parts = last_statement(planner, slot);
    let line = if planner.faults.has(Fault::ExtraLine) { "\n" } else { "" };
    parts.extend([
        Part::Text(line),
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
fn completed(id: Option<Mark>) -> Vec<Part> {
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
fn not_used(defaults: &[(u32, u32)], id: Option<Mark>) -> Vec<Part> {
    if defaults.is_empty() || !id.is_some_and(|id| id.silent) {
        return defaults::unused(defaults, ";");
    }
    let mut parts = vec![Part::Text(SILENT), Part::Text("(")];
    parts.extend(defaults::unused(defaults, ","));
    parts.push(Part::Text("0)}"));
    parts
}

fn complete_before(planner: &mut Planner<'_>, at: u32, id: Option<Mark>) {
    let Some(number) = id else { return };
    let parts = [last_statement(planner, number.slot), completed(id)].concat();
    planner.edits.insert(at, &parts);
}

fn complete(planner: &mut Planner<'_>, end: u32, id: Option<Mark>, before: &'static str) {
    if id.is_some() {
        let parts = [vec![Part::Text(before)], completed(id)].concat();
        planner.edits.insert(end, &parts);
    }
}

/// Completes a statement that ends in a semicolon, written or inserted.
fn complete_after(planner: &mut Planner<'_>, end: u32, id: Option<Mark>, unused: &[(u32, u32)]) {
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
fn completing(planner: &mut Planner<'_>, value: &Expr, id: Option<u32>) {
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
fn body(planner: &mut Planner<'_>, body: &Stmt, start: Vec<Part>) -> bool {
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

fn if_statement(planner: &mut Planner<'_>, branch: &IfStmt, id: Option<Mark>) {
    tree::test(planner, &branch.test);
    let mut placed = body(planner, &branch.cons, completed(id));
    let end = offset(branch.span.hi);
    match &branch.alt {
        Some(alternative) => placed &= body(planner, alternative, completed(id)),
        None if id.is_some() && placed => {
            let parts = [vec![Part::Text(" else{")], completed(id), vec![Part::Text("}")]].concat();
            planner.edits.insert(end, &parts);
        }
        None => {}
    }
    if !placed {
        complete(planner, end, id, "");
    }
}

fn try_statement(planner: &mut Planner<'_>, attempt: &TryStmt, id: Option<Mark>) {
    planner.edits.insert(offset(attempt.block.span.lo) + 1, &completed(id));
    list(planner, &attempt.block.stmts);
    if let Some(handler) = &attempt.handler {
        let unused = defaults::collect(planner, |planner| handler.param.visit_with(planner));
        let start = offset(handler.body.span.lo) + 1;
        planner.edits.insert(start, &not_used(&unused, id));
        list(planner, &handler.body.stmts);
    }
    if let Some(finalizer) = &attempt.finalizer {
        list(planner, &finalizer.stmts);
    }
}

fn for_head(planner: &mut Planner<'_>, head: &ForHead) -> Vec<(u32, u32)> {
    defaults::collect(planner, |planner| head.visit_with(planner))
}

/// Walks the expression of a statement; answers the defaults of a destructuring assignment.
fn expression_statement(planner: &mut Planner<'_>, expr: &Expr) -> Vec<(u32, u32)> {
    if let Expr::Assign(assign) = expr.unwrap_parens()
        && let AssignTarget::Pat(pattern) = &assign.left
    {
        let unused = defaults::collect(planner, |planner| pattern.visit_with(planner));
        planner.rendered_expr(&assign.right);
        return unused;
    }
    planner.visit_expr(expr);
    Vec::new()
}
