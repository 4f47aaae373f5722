//! Calls of methods that the runtime has a replacement for.
//!
//! `o.m(a)` becomes `__nm.t(r,id,__nm.o=(o),__nm.o.m,a)`: the function is read before the
//! arguments, as in the original. What V8 prints when it is no function goes with the plan.
//!
//! As the test of `if`, a loop, `?:` or `!` it is also a branch: a chain of one operand round it,
//! `__nm.and(r,id,1,1,0,1,__nm.t(...))`, has the truthiness that the call leaves behind.

use swc_core::common::Spanned;
use swc_core::ecma::ast::{CallExpr, Callee, Expr, MemberProp};
use swc_core::ecma::visit::Visit;

use super::tree::Root;
use crate::callee_text::callee_text;
use crate::emit::Part;
use crate::faults::Fault;
use crate::parse::offset;
use crate::planner::Planner;
use crate::replacements::is_tracked;

/// A fault: a replacement that clamps the start and takes the length 0 for none.
const FAULTY: &str = "),({endsWith(x,n){n=n||this.length;return String(this).startsWith(x,Math.max(0,n-String(x).length))}}).";

/// If the call is tracked, what V8 prints for its callee.
pub(crate) fn tracked(planner: &Planner<'_>, call: &CallExpr) -> Option<String> {
    if planner.rendered || planner.callee_unseen {
        return None;
    }
    let Callee::Expr(callee) = &call.callee else { return None };
    let Expr::Member(member) = &**callee else { return None };
    let MemberProp::Ident(name) = &member.prop else { return None };
    if !is_tracked(&name.sym) || call.args.iter().any(|argument| argument.spread.is_some()) {
        return None;
    }
    callee_text(member)
}

/// Edits the call.
pub(crate) fn write(
    planner: &mut Planner<'_>,
    root: Root,
    id: u32,
    test: Option<u32>,
    call: &CallExpr,
    text: &str,
) {
    let Callee::Expr(callee) = &call.callee else { return };
    let Expr::Member(member) = &**callee else { return };
    planner.text(id, text.to_owned());
    if let Some(test) = test {
        let parts = [
            Part::Text("__nm.and("),
            Part::Slot(root.0),
            Part::Text(","),
            Part::Slot(test),
            Part::Text(",1,1,0,1,"),
        ];
        planner.edits.insert(offset(call.span.lo), &parts);
    }
    planner.edits.insert(
        offset(call.span.lo),
        &[
            Part::Text("__nm.t("),
            Part::Slot(root.0),
            Part::Text(","),
            Part::Slot(id),
            Part::Text(",__nm.o=("),
        ],
    );
    planner.visit_expr(&member.obj);
    let (object_end, name) = (offset(member.obj.span().hi), member.prop.span());
    if let Some(dot) = planner.find(object_end, offset(name.lo), ".") {
        let ends = matches!(&member.prop, MemberProp::Ident(name) if &*name.sym == "endsWith");
        let read = if ends && planner.faults.has(Fault::EndsWith) { FAULTY } else { "),__nm.o." };
        planner.edits.replace(dot, 1, &[Part::Text(read)]);
    }
    if let Some(open) = planner.find(offset(name.hi), offset(call.span.hi), "(") {
        let separator = if call.args.is_empty() { "" } else { "," };
        planner.edits.replace(open, 1, &[Part::Text(separator)]);
    }
    for argument in &call.args {
        planner.listed(&argument.expr);
    }
    if test.is_some() {
        planner.edits.insert(offset(call.span.hi), &[Part::Text(")")]);
    }
}
