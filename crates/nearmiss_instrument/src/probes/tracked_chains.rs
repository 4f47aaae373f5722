//! Calls of replaced methods in chains of `?.`.
//!
//! What follows the last `?.` of a chain, `Q?.a.m(b).c`, becomes
//! `((__nm.o=__nm.q(r,id,(Q),0))==null?__nm.qu(r):__nm.t(r,id2,__nm.o=(__nm.o.a),__nm.o.m,b).c)`: `Q`, which may hold
//! a `?.` itself, is evaluated once, and what is cut short is all that follows, as in the original. All calls behind that
//! `?.` are tracked, whatever their names: V8 would print `__nm.o` before them. Else the chain is left as it is, so also
//! where the last `?.` is that of a call.

use swc_core::common::Spanned;
use swc_core::ecma::ast::{
    Expr, ExprOrSpread, Lit, MemberExpr, MemberProp, OptCall, OptChainBase, OptChainExpr,
};
use swc_core::ecma::visit::Visit;

use super::tracked_calls::is_tracked_property;
use super::tree::Root;
use crate::callee_text::callee_text;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// Longer chains are left as they are: their probes stand inside one another.
const MAX_LINKS: usize = 30;

/// What follows the last `?.` of a chain.
pub(crate) struct Chain<'a> {
    whole: &'a OptChainExpr,
    /// What stands before that `?.`.
    object: &'a Expr,
    /// Reads and calls in the order of the source; a method's read is part of its call.
    links: Vec<Link<'a>>,
}

enum Link<'a> {
    Read(&'a MemberExpr),
    Call { member: &'a MemberExpr, call: &'a OptCall, text: String },
}

impl<'a> Chain<'a> {
    /// Whether the value is that of a call.
    pub(crate) fn is_call(&self) -> bool {
        matches!(self.links.last(), Some(Link::Call { .. }))
    }

    /// The methods that are called, outermost first.
    pub(crate) fn methods(&self) -> impl Iterator<Item = &'a MemberExpr> + '_ {
        self.links.iter().rev().filter_map(|link| match link {
            Link::Call { member, .. } => Some(*member),
            Link::Read(_) => None,
        })
    }
}

/// If calls of the chain are tracked, what follows its last `?.`.
pub(crate) fn tracked<'a>(planner: &Planner<'_>, whole: &'a OptChainExpr) -> Option<Chain<'a>> {
    if planner.rendered || planner.callee_unseen {
        return None;
    }
    let mut links = Vec::new();
    let mut names = false;
    let mut at = whole;
    let object = loop {
        if links.len() > MAX_LINKS {
            return None;
        }
        let (member, read) = match &*at.base {
            OptChainBase::Member(member) => {
                if member.prop.is_private_name() {
                    return None;
                }
                links.push(Link::Read(member));
                (member, at)
            }
            OptChainBase::Call(call) => {
                let Expr::OptChain(read) = &*call.callee else { return None };
                let OptChainBase::Member(member) = &*read.base else { return None };
                let spread = call.args.iter().any(|argument| argument.spread.is_some());
                if at.optional || spread || !is_named(member) {
                    return None;
                }
                names |= is_tracked_property(&member.prop);
                links.push(Link::Call { member, call, text: callee_text(member, read.optional)? });
                (member, read)
            }
        };
        if read.optional {
            break &*member.obj;
        }
        let Expr::OptChain(inner) = &*member.obj else { return None };
        at = inner;
    };
    links.reverse();
    names.then_some(Chain { whole, object, links })
}

/// Whether a method is read by a name.
fn is_named(member: &MemberExpr) -> bool {
    match &member.prop {
        MemberProp::Ident(_) => true,
        MemberProp::Computed(key) => matches!(&*key.expr, Expr::Lit(Lit::Str(_))),
        MemberProp::PrivateName(_) => false,
    }
}

/// Edits the chain. `ids`: slots of the calls, outermost first, and that of the `?.`.
pub(crate) fn write(
    planner: &mut Planner<'_>,
    root: Root,
    ids: &[u32],
    test: Option<u32>,
    chain: &Chain<'_>,
) {
    let Some((&cut, calls)) = ids.split_last() else { return };
    let (at, end) = (offset(chain.whole.span.lo), offset(chain.whole.span.hi));
    if let Some(test) = test {
        planner.test_of_one(root.0, test, at);
    }
    let open = [
        Part::Text("((__nm.o=__nm.q("),
        Part::Slot(root.0),
        Part::Text(","),
        Part::Slot(cut),
        Part::Text(",("),
    ];
    planner.edits.insert(at, &open);
    planner.last_link = None;
    planner.wrapped_in(ids.len() as u32, |planner| planner.visit_expr(chain.object));
    let previous = planner.last_link.filter(|_| chain.object.is_opt_chain());
    let mut head = vec![Part::Text("),")];
    head.push(previous.map_or(Part::Text("0"), Part::Slot));
    if chain.is_call() {
        head.extend([Part::Text("))==null?__nm.qu("), Part::Slot(root.0), Part::Text("):")]);
    } else {
        head.push(Part::Text("))==null?void 0:"));
    }
    let mut inner_first = calls.iter().rev();
    for (index, &id) in calls.iter().enumerate() {
        let innermost = index + 1 == calls.len();
        let called_at_once = innermost && matches!(chain.links[0], Link::Call { .. });
        head.extend([Part::Text("__nm.t("), Part::Slot(root.0), Part::Text(","), Part::Slot(id)]);
        head.push(Part::Text(if called_at_once { ",__nm.o," } else { ",__nm.o=(" }));
    }
    head.push(Part::Text("__nm.o"));
    let mut from = offset(chain.object.span().hi);
    for (index, link) in chain.links.iter().enumerate() {
        let (member, call) = match link {
            Link::Read(member) => (member, None),
            Link::Call { member, call, text } => {
                if let Some(&id) = inner_first.next() {
                    planner.text(id, text.clone());
                }
                (member, Some(call))
            }
        };
        let name = member.prop.span();
        let computed = member.prop.is_computed();
        // What stands in the place of the `?.` or, of a method, of the dot.
        if index == 0 {
            if !computed {
                head.push(Part::Text("."));
            }
            if let Some(dot) = planner.find(from, offset(name.lo), "?.") {
                planner.edits.replace(dot, 2, &head);
            }
        } else if call.is_some() {
            if computed {
                planner.edits.insert(offset(name.lo), &[Part::Text("),__nm.o")]);
            } else if let Some(dot) = planner.find(from, offset(name.lo), ".") {
                planner.edits.replace(dot, 1, &[Part::Text("),__nm.o.")]);
            }
        }
        from = offset(name.hi);
        if let Some(call) = call {
            write_arguments(planner, from, offset(call.span.hi), &call.args);
            from = offset(call.span.hi);
        } else if let MemberProp::Computed(key) = &member.prop {
            planner.wrapped_in(ids.len() as u32, |planner| planner.visit_expr(&key.expr));
        }
    }
    planner.last_link = Some(cut);
    planner.edits.insert(end, &[Part::Text(if test.is_some() { "))" } else { ")" })]);
}

/// Edits the arguments of a tracked call, which begin behind `from`, and the parenthesis before them.
pub(crate) fn write_arguments(
    planner: &mut Planner<'_>,
    from: u32,
    to: u32,
    arguments: &[ExprOrSpread],
) {
    if let Some(open) = planner.find(from, to, "(") {
        let separator = if arguments.is_empty() { "" } else { "," };
        planner.edits.replace(open, 1, &[Part::Text(separator)]);
    }
    for argument in arguments {
        planner.listed(&argument.expr);
    }
}
