//! Functions: a target on entering the body, and the statement that an exception left.
//!
//! `function f(){stmt}` becomes `function f(){__nm.S[1]===1||__nm.c(1);let
//! __nm$s=0;try{stmt}catch(__nm$e){throw __nm.x(__nm$e,__nm$s)}}`; `x=>v` becomes
//! `x=>(__nm.S[1]===1||__nm.c(1),v)` with v a statement target.

use nearmiss_targets::SlotKind;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{
    ArrowExpr, ArrowFunctionBody, Constructor, Function, FunctionBody, Stmt,
};
use swc_core::ecma::visit::VisitWith;

use super::{defaults, statements, ternary};
use crate::coverage::Mark;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// Edits a function or method.
pub(crate) fn function(planner: &mut Planner<'_>, function: &Function) {
    planner.in_function(false, |planner| {
        let unused = defaults::collect(planner, |planner| function.params.visit_with(planner));
        if let Some(body) = &function.body {
            block_body(planner, body, offset(function.span.lo), &unused);
        }
    });
}

/// Edits a constructor.
pub(crate) fn constructor(planner: &mut Planner<'_>, constructor: &Constructor) {
    planner.in_function(false, |planner| {
        let unused = defaults::collect(planner, |planner| constructor.params.visit_with(planner));
        if let Some(body) = &constructor.body {
            block_body(planner, body, offset(constructor.span.lo), &unused);
        }
    });
}

/// Edits an arrow function.
pub(crate) fn arrow(planner: &mut Planner<'_>, arrow: &ArrowExpr) {
    // V8 prints what stands in the body of a function whose result it prints, if it has parsed it.
    if planner.rendered && matches!(&*arrow.body, ArrowFunctionBody::Expr(_)) {
        planner.opaque += 1;
        return;
    }
    planner.in_function(false, |planner| {
        let at = offset(arrow.span.lo);
        let unused = defaults::collect(planner, |planner| arrow.params.visit_with(planner));
        let value = match &*arrow.body {
            ArrowFunctionBody::FunctionBody(body) => {
                return block_body(planner, body, at, &unused);
            }
            ArrowFunctionBody::Expr(value) => value,
        };
        let mut parts = vec![Part::Text("(")];
        if let Some(line) = planner.line(at) {
            let id = planner.slot(SlotKind::Function, line, at);
            planner.mark(Mark::Function, value.span(), id);
            parts.extend([Part::Entered(id), Part::Text(",")]);
        }
        parts.extend(defaults::unused(&unused, ","));
        let wrap = parts.len() > 1;
        if wrap {
            planner.edits.insert(offset(value.span().lo), &parts);
        }
        ternary::value(planner, value);
        if wrap {
            planner.edits.insert(offset(value.span().hi), &[Part::Text(")")]);
        }
    });
}

fn block_body(
    planner: &mut Planner<'_>,
    body: &FunctionBody,
    function_at: u32,
    unused: &[(u32, u32)],
) {
    let (lo, hi) = (offset(body.span.lo), offset(body.span.hi));
    let (start, directives) = body_start(body);
    let (directives, statements) = body.stmts.split_at(directives);
    let mut parts = Vec::new();
    if !directives.is_empty() && planner.source.as_bytes()[start as usize - 1] != b';' {
        parts.push(Part::Text(";"));
    }
    let line = planner.line(function_at);
    if let Some(line) = line {
        let id = planner.slot(SlotKind::Function, line, function_at);
        planner.mark(Mark::Function, body.span, id);
        parts.extend([Part::Entered(id), Part::Text(";")]);
    }
    parts.extend(defaults::unused(unused, ";"));
    let wrapped =
        line.is_some() && !statements.is_empty() && planner.scopes.may_move_into_block(lo);
    if wrapped {
        parts.push(Part::Text("let __nm$s=0;try{"));
    }
    planner.edits.insert(start, &parts);
    let outer = std::mem::replace(&mut planner.wrapped, wrapped);
    statements::list(planner, statements);
    planner.wrapped = outer;
    if wrapped {
        let end = "}catch(__nm$e){throw __nm.x(__nm$e,__nm$s)}";
        planner.edits.insert(hi - 1, &[Part::Text(end)]);
    }
}

/// Where the first probe of a body stands, and how many directives come before it: whatever comes
/// before a directive would make it an expression.
pub(crate) fn body_start(body: &FunctionBody) -> (u32, usize) {
    let directives = body.stmts.iter().take_while(|statement| is_directive(statement)).count();
    let last = body.stmts[..directives].last();
    (last.map_or(offset(body.span.lo) + 1, |last| offset(last.span().hi)), directives)
}

/// Whether a statement at the start of a body is a directive.
pub(crate) fn is_directive(statement: &Stmt) -> bool {
    statement.can_precede_directive()
}
