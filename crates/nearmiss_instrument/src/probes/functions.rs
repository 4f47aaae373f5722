//! Functions: a target on entering the body, and the statement that an exception left.
//!
//! `function f(){stmt}` becomes `function f(){__nm.S[1]===1||__nm.c(1);let
//! __nm$s=0;try{stmt}catch(__nm$e){__nm.x=__nm$s;throw __nm$e}}`; `x=>v` becomes
//! `x=>(__nm.S[1]===1||__nm.c(1),v)` with v a statement target.

use nearmiss_targets::SlotKind;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{
    ArrowExpr, ArrowFunctionBody, Constructor, Function, FunctionBody, ObjectPatProp, Param, Pat,
    Stmt,
};
use swc_core::ecma::visit::VisitWith;

use super::{defaults, statements, ternary};
use crate::emit::Part;
use crate::faults::Fault;
use crate::parse::offset;
use crate::planner::Planner;

/// Edits a function or method.
pub(crate) fn function(planner: &mut Planner<'_>, function: &Function) {
    planner.in_function(false, |planner| {
        let unused = parameters(planner, &function.params);
        if let Some(body) = &function.body {
            block_body(planner, body, offset(function.span.lo), &unused);
        }
    });
}

/// Walks the parameters; answers their defaults. Where one is taken apart as a list, V8 prints the first call of
/// the parameters when it is not iterable: no default gets a probe there.
fn parameters(planner: &mut Planner<'_>, params: &[Param]) -> Vec<(u32, u32)> {
    let patterns = params.iter().any(|param| holds_array(&param.pat));
    defaults::collect(planner, |planner| {
        if patterns {
            planner.defaults = None;
        }
        params.visit_with(planner);
    })
}

fn holds_array(pattern: &Pat) -> bool {
    match pattern {
        Pat::Array(_) => true,
        Pat::Assign(assign) => holds_array(&assign.left),
        Pat::Rest(rest) => holds_array(&rest.arg),
        Pat::Object(object) => object.props.iter().any(|property| match property {
            ObjectPatProp::KeyValue(property) => holds_array(&property.value),
            _ => false,
        }),
        _ => false,
    }
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
        let patterns = arrow.params.iter().any(holds_array);
        let unused = defaults::collect(planner, |planner| {
            if patterns {
                planner.defaults = None;
            }
            arrow.params.visit_with(planner);
        });
        let value = match &*arrow.body {
            ArrowFunctionBody::FunctionBody(body) => {
                return block_body(planner, body, at, &unused);
            }
            ArrowFunctionBody::Expr(value) => value,
        };
        let mut parts = vec![Part::Text("(")];
        if let Some(line) = planner.line(at) {
            let id = planner.slot(SlotKind::Function, line, at);
            parts.extend(entered(id, ","));
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

fn entered(id: u32, separator: &'static str) -> [Part; 6] {
    [
        Part::Text("__nm.S["),
        Part::Slot(id),
        Part::Text("]===1||__nm.c("),
        Part::Slot(id),
        Part::Text(")"),
        Part::Text(separator),
    ]
}

fn block_body(
    planner: &mut Planner<'_>,
    body: &FunctionBody,
    function_at: u32,
    unused: &[(u32, u32)],
) {
    let (lo, hi) = (offset(body.span.lo), offset(body.span.hi));
    let directives = body.stmts.iter().take_while(|statement| is_directive(statement)).count();
    let (directives, statements) = body.stmts.split_at(directives);
    let mut parts = Vec::new();
    // Whatever comes before a directive would make it an expression.
    let late = planner.faults.has(Fault::LateDirective);
    let last = if late { None } else { directives.last() };
    let start = last.map_or(lo + 1, |last| offset(last.span().hi));
    if last.is_some() && planner.source.as_bytes()[start as usize - 1] != b';' {
        parts.push(Part::Text(";"));
    }
    let line = planner.line(function_at);
    if let Some(line) = line {
        let id = planner.slot(SlotKind::Function, line, function_at);
        parts.extend(entered(id, ";"));
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
        let end = "}catch(__nm$e){__nm.x=__nm$s;throw __nm$e}";
        planner.edits.insert(hi - 1, &[Part::Text(end)]);
    }
}

/// Whether a statement at the start of a body is a directive.
pub(crate) fn is_directive(statement: &Stmt) -> bool {
    statement.can_precede_directive()
}
