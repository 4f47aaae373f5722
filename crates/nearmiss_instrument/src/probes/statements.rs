//! Statements: half covered on entering, covered on completing.
//!
//! `a();` becomes `__nm.S[1]||__nm.e(1);a();__nm.S[1]===1||__nm.c(1);`. `return e` and `throw e`
//! complete after e, `break` and `continue` before they jump; `if`, `switch`, loops and `try`
//! complete when their head has been evaluated, which is at the start of each body that can
//! follow. Bodies get braces, but for bare function declarations (braces would hide an early
//! error).

use swc_core::common::Spanned;
use swc_core::ecma::ast::{
    AssignTarget, Decl, DefaultDecl, Expr, IfStmt, ModuleDecl, Stmt, TryStmt,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::statement_marks::{
    Mark, body, complete, complete_after, complete_before, completed, completing, enter, list,
    mark, not_used,
};
use super::{defaults, input_reads, loops, switches, tree};
use crate::coverage::Mark as Place;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;
use crate::purity::is_pure;
use crate::reexports::is_reexport;

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
    let reads = input_reads::of_statement(planner, id.is_some(), inner);
    if completes_at_once(planner, inner) {
        return complete_before(planner, at, id);
    }
    enter(planner, at, id);
    input_reads::write(planner, at, id.is_some(), &reads);
    entered(planner, inner, id);
}

/// Whether nothing is evaluated between entering a statement and completing it.
fn completes_at_once(planner: &Planner<'_>, statement: &Stmt) -> bool {
    match statement {
        Stmt::Break(_) | Stmt::Continue(_) => true,
        Stmt::Return(returned) => {
            returned.arg.as_ref().is_none_or(|value| is_pure(planner.scopes, planner.source, value))
        }
        _ => false,
    }
}

/// Walks a statement that has been entered, and completes it.
fn entered(planner: &mut Planner<'_>, statement: &Stmt, id: Option<Mark>) {
    let end = offset(statement.span().hi);
    let slot = id.map(|id| id.slot);
    match statement {
        Stmt::Return(returned) => {
            if let Some(value) = &returned.arg {
                completing(planner, value, slot);
            }
        }
        Stmt::Throw(thrown) => completing(planner, &thrown.arg, slot),
        Stmt::If(branch) => if_statement(planner, branch, id),
        Stmt::Switch(switch) => switches::write(planner, switch, slot),
        Stmt::While(each) => loops::while_loop(planner, each, id),
        Stmt::DoWhile(each) => loops::do_while_loop(planner, each, id),
        Stmt::For(each) => loops::for_loop(planner, each, id),
        Stmt::ForIn(each) => loops::for_in_loop(planner, each, id),
        Stmt::ForOf(each) => loops::for_of_loop(planner, each, id),
        Stmt::Try(attempt) => try_statement(planner, attempt, id),
        Stmt::With(with) => {
            // Inside, our names would be looked up in the object.
            completing(planner, &with.obj, slot);
            planner.opaque += 1;
        }
        Stmt::Block(block) => {
            planner.edits.insert(offset(block.span.lo) + 1, &completed(id));
            list(planner, &block.stmts);
        }
        Stmt::Decl(Decl::Var(variables)) => {
            let unused = defaults::collect(planner, |planner| variables.decls.visit_with(planner));
            complete_after(planner, end, id, &unused);
            input_reads::bound(planner, end, id.is_some(), variables);
        }
        Stmt::Decl(Decl::Class(class)) => {
            class.class.visit_with(planner);
            complete(planner, end, id);
        }
        Stmt::Expr(expression) if is_reexport(&expression.expr) => {
            complete_after(planner, end, id, &[]);
        }
        Stmt::Expr(expression) => {
            let unused = expression_statement(planner, &expression.expr);
            complete_after(planner, end, id, &unused);
        }
        other => {
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
                complete(planner, end, id);
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
            complete(planner, end, id);
        }
    }
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
        complete(planner, end, id);
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
