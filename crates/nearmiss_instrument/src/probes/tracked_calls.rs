//! Calls of methods that the runtime has a replacement for.
//!
//! `o.m(a)` becomes `__nm.t(r,id,__nm.o=(o),__nm.o.m,a)`: the function is read before the
//! arguments, as in the original. A function that is called by its name, `f(a)`, becomes
//! `__nm.t(r,id,void 0,f,a)`, and `new C(a)` becomes `__nm.w(r,id,C,a)`. What V8 prints when it is no function goes with the plan.
//! The name may be one that the file gave it, and compilers of modules write `(0, module.f)(a)`.
//!
//! As the test of `if`, a loop, `?:` or `!` it is also a branch: a chain of one operand round it,
//! `__nm.and(r,id,1,1,0,1,__nm.t(...))`, has the truthiness that the call leaves behind.

use nearmiss_targets::SlotKind;
use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::{CallExpr, Callee, Expr, Lit, MemberExpr, MemberProp, NewExpr};
use swc_core::ecma::visit::Visit;

use super::tracked_chains::write_arguments;
use super::tree::Root;
use crate::callee_text::{callee_text, constructor_text};
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;
use crate::replacements::{is_constructor, is_function, is_throwing, is_tracked};

/// The text of a callee where a list of targets takes the value of the call apart: marked, for what is no function is
/// then "not a function or its return value is not iterable", and without the `(...)` of calls inside, which V8 leaves out
/// there. `None` where V8 prints something else again, and where that may stand in a literal.
pub(crate) fn iterated_text(text: &str) -> Option<String> {
    let literal = text.contains(['"', '/']) && text.contains("(...)");
    let other = literal || text.contains("(intermediate value)");
    (!other).then(|| format!("*{}", text.replace("(...)", "")))
}

/// If the call is tracked, what V8 prints for its callee.
pub(crate) fn tracked(planner: &Planner<'_>, call: &CallExpr) -> Option<String> {
    if planner.rendered || planner.callee_unseen {
        return None;
    }
    let Callee::Expr(callee) = &call.callee else { return None };
    if call.args.iter().any(|argument| argument.spread.is_some()) {
        return None;
    }
    match &**callee {
        Expr::Member(member) => {
            let of_made =
                || !member.prop.is_private_name() && is_made_by_tracked(planner, &member.obj);
            // What stands before a call would be printed with its callee; where the call is ours we say what V8 would.
            (is_tracked_property(&member.prop) || of_made()).then(|| callee_text(member, false))?
        }
        // A property of an object of `with` would be called on that object.
        Expr::Ident(name)
            if planner.scopes.function_named(&name.sym).is_some() && !planner.scopes.has_with =>
        {
            Some(name.sym.to_string())
        }
        other => {
            let member = without_receiver(other)?;
            let text = callee_text(member, false).filter(|_| member.obj.is_ident())?;
            let MemberProp::Ident(name) = &member.prop else { return None };
            is_function(&name.sym).then(|| format!("(0 , {text})"))
        }
    }
}

/// The member of `(0, o.m)`: called so, the function is not called on the object.
fn without_receiver(callee: &Expr) -> Option<&MemberExpr> {
    let Expr::Paren(paren) = callee else { return None };
    let Expr::Seq(list) = &*paren.expr else { return None };
    match list.exprs.as_slice() {
        [first, last] => match (&**first, &**last) {
            (Expr::Lit(Lit::Num(zero)), Expr::Member(member)) if zero.value == 0.0 => Some(member),
            _ => None,
        },
        _ => None,
    }
}

/// The name that a property is read by.
fn name_of(property: &MemberProp) -> Option<&str> {
    match property {
        MemberProp::Ident(name) => Some(&name.sym),
        MemberProp::Computed(key) => match &*key.expr {
            Expr::Lit(Lit::Str(text)) => text.value.as_str(),
            _ => None,
        },
        MemberProp::PrivateName(_) => None,
    }
}

/// Whether calls of a method that is read so are tracked.
pub(crate) fn is_tracked_property(property: &MemberProp) -> bool {
    name_of(property).is_some_and(is_tracked)
}

/// Whether a call or `new` that is tracked makes this value.
fn is_made_by_tracked(planner: &Planner<'_>, object: &Expr) -> bool {
    match object.unwrap_parens() {
        Expr::Call(call) => tracked(planner, call).is_some(),
        Expr::New(new) => tracked_new(planner, new).is_some(),
        _ => false,
    }
}

/// If the `new` is tracked, what V8 prints for its callee.
pub(crate) fn tracked_new(planner: &Planner<'_>, new: &NewExpr) -> Option<String> {
    if planner.rendered || planner.callee_unseen {
        return None;
    }
    let name = match &*new.callee {
        Expr::Ident(name) => &*name.sym,
        Expr::Member(member) => name_of(&member.prop)?,
        _ => return None,
    };
    let arguments = new.args.as_ref().filter(|arguments| !arguments.is_empty())?;
    let spread = arguments.iter().any(|argument| argument.spread.is_some());
    (is_constructor(name) && !spread).then(|| constructor_text(&new.callee))?
}

/// What the two slots of a call or `new` stand for, by the name of what is called.
pub(crate) fn outcomes(planner: &Planner<'_>, callee: Option<&Expr>) -> [SlotKind; 2] {
    let throws = match callee {
        Some(Expr::Ident(name)) => {
            let name = planner.scopes.function_named(&name.sym).unwrap_or(&name.sym);
            // No text is matched by a function that is called by its name.
            is_throwing(name) || &**name == "match"
        }
        Some(Expr::Member(member)) => return outcomes_of_method(member),
        Some(other) => without_receiver(other).is_some_and(|member| member_throws(member, true)),
        None => false,
    };
    outcomes_if(throws)
}

/// The same of a method that is read so.
pub(crate) fn outcomes_of_method(member: &MemberExpr) -> [SlotKind; 2] {
    let of_assert = matches!(&*member.obj, Expr::Ident(object) if &*object.sym == "assert");
    outcomes_if(member_throws(member, of_assert))
}

fn outcomes_if(throws: bool) -> [SlotKind; 2] {
    if throws {
        [SlotKind::CallCompleted, SlotKind::CallThrew]
    } else {
        [SlotKind::ReplacementTrue, SlotKind::ReplacementFalse]
    }
}

fn member_throws(member: &MemberExpr, of_assert: bool) -> bool {
    name_of(&member.prop).is_some_and(|name| is_throwing(name) || (of_assert && name == "match"))
}

/// Edits the `new`: `new C(a)` becomes `__nm.w(r,id,C,a)`.
pub(crate) fn write_new(planner: &mut Planner<'_>, root: Root, id: u32, new: &NewExpr, text: &str) {
    planner.text(id, text.to_owned());
    let parts = [
        Part::Text("__nm.w("),
        Part::Slot(root.0),
        Part::Text(","),
        Part::Slot(id),
        Part::Text(","),
    ];
    planner.edits.replace(offset(new.span.lo), "new".len() as u32, &parts);
    let callee_end = offset(new.callee.span().hi);
    if let Some(open) = planner.find(callee_end, offset(new.span.hi), "(") {
        planner.edits.replace(open, 1, &[Part::Text(",")]);
    }
    for argument in new.args.iter().flatten() {
        planner.listed(&argument.expr);
    }
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
    planner.text(id, text.to_owned());
    if let Some(test) = test {
        planner.test_of_one(root.0, test, offset(call.span.lo));
    }
    planner.edits.insert(
        offset(call.span.lo),
        &[
            Part::Text("__nm.t("),
            Part::Slot(root.0),
            Part::Text(","),
            Part::Slot(id),
            Part::Text(if callee.is_member() { ",__nm.o=(" } else { ",void 0," }),
        ],
    );
    let name = match &**callee {
        Expr::Member(member) => write_receiver(planner, member),
        other => other.span(),
    };
    write_arguments(planner, offset(name.hi), offset(call.span.hi), &call.args);
    if test.is_some() {
        planner.edits.insert(offset(call.span.hi), &[Part::Text(")")]);
    }
}

/// Edits what stands before the name of the method; answers where the name stands.
fn write_receiver(planner: &mut Planner<'_>, member: &MemberExpr) -> Span {
    planner.visit_expr(&member.obj);
    let (object_end, name) = (offset(member.obj.span().hi), member.prop.span());
    if member.prop.is_computed() {
        planner.edits.insert(offset(name.lo), &[Part::Text("),__nm.o")]);
        return name;
    }
    if let Some(dot) = planner.find(object_end, offset(name.lo), ".") {
        planner.edits.replace(dot, 1, &[Part::Text("),__nm.o.")]);
    }
    name
}
