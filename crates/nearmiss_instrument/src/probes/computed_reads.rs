//! Computed reads, never as a target, in `delete` or a callee.
//!
//! In a function body that keeps locals, `o[k]` becomes
//! `((__nm$v=o[k])!=null&&__nm.S[id]===1||__nm.g(id,o,k,__nm$v),__nm$v)`: the engine's feedback of the
//! place is kept and no number is boxed. What cannot be named twice goes through a local:
//! `(__nm$o=f())[__nm$k=g()]`. Between its assignment and its use no code of the program runs, for a
//! key that reads so itself stands only behind an object that has a name. Elsewhere it is
//! `__nm.b(r,id,o,k)`.

use nearmiss_targets::SlotKind;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{BinaryOp, ComputedPropName, Expr, Lit, MemberExpr, MemberProp};
use swc_core::ecma::visit::Visit;

use crate::coverage::Mark;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::{Planner, is_named_by_its_place, parentheses};
use crate::purity::one_line;

/// Longest string that is written a second time as a key.
const LONGEST_KEY: u32 = 20;

/// Places the probe on a computed member expression that is read.
pub(crate) fn claim(planner: &mut Planner<'_>, expr: &Expr) -> bool {
    let Expr::Member(member) = expr else { return false };
    let MemberProp::Computed(key) = &member.prop else { return false };
    if planner.wrapped && may_use_locals(planner, member, key) {
        write_local(planner, member, key)
    } else {
        write_call(planner, expr, member, key)
    }
}

const KINDS: [SlotKind; 2] = [SlotKind::ObjectTrue, SlotKind::ObjectFalse];

/// The form `__nm.b(r,id,o,k)`, or `(__nm.S[r]===1?o[k]:__nm.b(r,id,o,k))`.
fn write_call(
    planner: &mut Planner<'_>,
    expr: &Expr,
    member: &MemberExpr,
    key: &ComputedPropName,
) -> bool {
    let dual = planner.begin_dual(member.span);
    let before = planner.slot_count();
    let Some((root, id)) = planner.single(KINDS, offset(member.span.lo)) else { return false };
    planner.mark(Mark::Read, member.span, id);
    let own = planner.slot_count() - before;
    planner.wrapped_in(1, |planner| planner.visit_expr(&member.obj));
    let (open, close) = parentheses(&key.expr);
    if let Some(bracket) = opening_bracket(planner, member, key) {
        planner.edits.replace(bracket, 1, &[Part::Text(","), Part::Text(open)]);
    }
    planner.wrapped_in(1, |planner| planner.visit_expr(&key.expr));
    let parts =
        [Part::Text("__nm.b("), Part::Slot(root), Part::Text(","), Part::Slot(id), Part::Text(",")];
    let repeat =
        planner.slot_count() == before + own && planner.may_repeat_tree(&dual, member.span);
    if repeat {
        planner.fill_dual(&dual, root, expr, &parts);
    } else {
        planner.fill_single(&dual, &parts);
    }
    let end = if repeat { "))" } else { ")" };
    let key_end = offset(key.expr.span().hi);
    if let Some(bracket) = planner.find(key_end, offset(member.span.hi), "]") {
        planner.edits.replace(bracket, 1, &[Part::Text(close), Part::Text(end)]);
    }
    true
}

/// The form that reads in place.
fn write_local(planner: &mut Planner<'_>, member: &MemberExpr, key: &ComputedPropName) -> bool {
    let Some((_, id)) = planner.single(KINDS, offset(member.span.lo)) else { return false };
    planner.mark(Mark::Read, member.span, id);
    let (at, end) = (offset(member.span.lo), offset(member.span.hi));
    let object = name(planner, &member.obj);
    let key_name = name(planner, &key.expr);
    planner.locals.value = true;
    let open = if object.is_none() { "((__nm$v=(__nm$o=" } else { "((__nm$v=" };
    planner.edits.insert(at, &[Part::Text(open)]);
    planner.wrapped_in(1, |planner| planner.visit_expr(&member.obj));
    if object.is_none() {
        planner.locals.object = true;
        planner.edits.insert(offset(member.obj.span().hi), &[Part::Text(")")]);
    }
    let (open, close) = parentheses(&key.expr);
    let (key_at, key_end) = (offset(key.expr.span().lo), offset(key.expr.span().hi));
    if key_name.is_none() {
        planner.locals.key = true;
        planner.edits.insert(key_at, &[Part::Text("__nm$k="), Part::Text(open)]);
    }
    planner.wrapped_in(1, |planner| planner.visit_expr(&key.expr));
    if key_name.is_none() {
        planner.edits.insert(key_end, &[Part::Text(close)]);
    }
    planner.edits.insert(
        end,
        &[
            Part::Text(")!=null&&__nm.S["),
            Part::Slot(id),
            Part::Text("]===1||__nm.g("),
            Part::Slot(id),
            Part::Text(","),
            object.unwrap_or(Part::Text("__nm$o")),
            Part::Text(","),
            key_name.unwrap_or(Part::Text("__nm$k")),
            Part::Text(",__nm$v),__nm$v)"),
        ],
    );
    true
}

fn opening_bracket(
    planner: &Planner<'_>,
    member: &MemberExpr,
    key: &ComputedPropName,
) -> Option<u32> {
    planner.find(offset(member.obj.span().hi), offset(key.expr.span().lo), "[")
}

/// Whether the locals hold what they should when they are used.
fn may_use_locals(planner: &Planner<'_>, member: &MemberExpr, key: &ComputedPropName) -> bool {
    // An assignment would give these their name.
    !is_named_by_its_place(&member.obj)
        && !is_named_by_its_place(&key.expr)
        && (name(planner, &member.obj).is_some() || reads_nothing_computed(&key.expr))
}

/// The text of an operand that may be read a second time: `this`, a short literal or a binding of
/// this file.
fn name(planner: &Planner<'_>, expr: &Expr) -> Option<Part> {
    let inner = expr.unwrap_parens();
    let span = inner.span();
    let (lo, hi) = (offset(span.lo), offset(span.hi));
    let short = hi - lo <= LONGEST_KEY && one_line(&planner.source[lo as usize..hi as usize]);
    let repeats = match inner {
        Expr::This(_) => true,
        Expr::Ident(_) => short && planner.scopes.is_own_binding(lo),
        Expr::Lit(Lit::Num(_) | Lit::Str(_)) => short,
        _ => false,
    };
    repeats.then_some(Part::Copy(lo, hi))
}

/// Whether evaluating the key can be seen to hold no computed read (and no call, whose arguments may).
fn reads_nothing_computed(key: &Expr) -> bool {
    match key.unwrap_parens() {
        Expr::Ident(_) | Expr::This(_) | Expr::Lit(_) => true,
        Expr::Member(member) => {
            matches!(member.prop, MemberProp::Ident(_)) && reads_nothing_computed(&member.obj)
        }
        Expr::Bin(binary) => {
            matches!(
                binary.op,
                BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Mul
                    | BinaryOp::Div
                    | BinaryOp::Mod
                    | BinaryOp::BitAnd
                    | BinaryOp::RShift
                    | BinaryOp::ZeroFillRShift
            ) && reads_nothing_computed(&binary.right)
                && reads_nothing_computed(&binary.left)
        }
        Expr::Update(update) => matches!(update.arg.unwrap_parens(), Expr::Ident(_)),
        _ => false,
    }
}
