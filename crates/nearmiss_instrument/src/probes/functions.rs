//! Functions: a target on entering the body, and the statement that an exception left.
//!
//! `function f(){stmt}` becomes `function f(){__nm.S[1]===1||__nm.c(1);let
//! __nm$s=0;try{stmt}catch(__nm$e){__nm.x=__nm$s;throw __nm$e}}`; `x=>v` becomes
//! `x=>(__nm.S[1]===1||__nm.c(1),v)` with v a statement target.

use nearmiss_targets::SlotKind;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{
    ArrowExpr, ArrowFunctionBody, Constructor, Function, FunctionBody, ObjectPatProp,
    ParamOrTsParamProp, Pat, Stmt,
};
use swc_core::ecma::visit::Visit;

use super::{defaults, input_reads, statement_marks, ternary};
use crate::coverage::Mark;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// Edits a function or method.
pub(crate) fn function(planner: &mut Planner<'_>, function: &Function) {
    planner.in_function(false, |planner| {
        let unused = parameters(planner, function.params.iter().map(|param| &param.pat));
        if let Some(body) = &function.body {
            let patterns = function.params.iter().map(|param| &param.pat);
            let inputs = input_reads::of_parameters(planner, patterns, ";");
            block_body(planner, body, offset(function.span.lo), &unused, inputs);
        }
    });
}

/// Walks parameters; answers their defaults. Where one is taken apart as a list, V8 prints the call before it when
/// there is no list: no probe stands in these parameters.
fn parameters<'p>(
    planner: &mut Planner<'_>,
    patterns: impl Iterator<Item = &'p Pat> + Clone,
) -> Vec<(u32, u32)> {
    let printed = patterns.clone().any(holds_array);
    defaults::collect(planner, |planner| {
        if printed {
            planner.defaults = None;
        }
        let outer = std::mem::replace(&mut planner.printed, printed);
        planner.with_rendered(printed, |planner| {
            patterns.for_each(|pattern| planner.visit_pat(pattern))
        });
        planner.printed = outer;
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
        let patterns = constructor.params.iter().filter_map(|param| match param {
            ParamOrTsParamProp::Param(param) => Some(&param.pat),
            ParamOrTsParamProp::TsParamProp(_) => None,
        });
        let unused = parameters(planner, patterns);
        if let Some(body) = &constructor.body {
            block_body(planner, body, offset(constructor.span.lo), &unused, Vec::new());
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
        let unused = parameters(planner, arrow.params.iter());
        let value = match &*arrow.body {
            ArrowFunctionBody::FunctionBody(body) => {
                let inputs = input_reads::of_parameters(planner, arrow.params.iter(), ";");
                return block_body(planner, body, at, &unused, inputs);
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
        parts.extend(input_reads::of_parameters(planner, arrow.params.iter(), ","));
        parts.extend(input_reads::of_value(planner, value));
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
    inputs: Vec<Part>,
) {
    let (lo, hi) = (offset(body.span.lo), offset(body.span.hi));
    let (start, directives) = body_start(body);
    let (directives, statements) = body.stmts.split_at(directives);
    let mut parts = Vec::new();
    // Whatever comes before a directive would make it an expression.
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
    parts.extend(inputs);
    let wrapped =
        line.is_some() && !statements.is_empty() && planner.scopes.may_move_into_block(lo);
    let place = planner.edits.reserve(start);
    let outer = std::mem::replace(&mut planner.wrapped, wrapped);
    let outer_locals = std::mem::take(&mut planner.locals);
    statement_marks::list(planner, statements);
    planner.wrapped = outer;
    let locals = std::mem::replace(&mut planner.locals, outer_locals);
    if wrapped {
        let name = |used: bool, name: &'static str| Part::Text(if used { name } else { "" });
        parts.extend([
            Part::Text("let __nm$s=0"),
            name(locals.value, ",__nm$v"),
            name(locals.object, ",__nm$o"),
            name(locals.key, ",__nm$k"),
            Part::Text(";try{"),
        ]);
    }
    planner.edits.fill(place, &parts, &[]);
    if wrapped {
        let end = if planner.tells_errors {
            "}catch(__nm$e){__nm.x=__nm$s;__nm.threw(__nm$s,__nm$e);throw __nm$e}"
        } else {
            "}catch(__nm$e){__nm.x=__nm$s;throw __nm$e}"
        };
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
