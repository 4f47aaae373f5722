//! `?.`: `a?.b?.c` becomes `__nm.q(r,id2,__nm.q(r,id,a,0)?.b,id)?.c`. Optional calls are left as
//! they are, and so is a chain that is called: V8 prints it. Chains with calls of replaced methods: `tracked_chains.rs`.

use nearmiss_targets::SlotKind;
use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::{Expr, MemberProp, OptChainBase, OptChainExpr};
use swc_core::ecma::visit::Visit;

use super::tracked_chains;
use crate::coverage::Mark;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// Longer chains are left as they are: their probes stand inside one another.
const MAX_LINKS: usize = 30;

/// Places the probe on a whole chain.
pub(crate) fn claim(planner: &mut Planner<'_>, expr: &Expr) -> bool {
    let Expr::OptChain(chain) = expr else { return false };
    if tracked_chains::tracked(planner, chain).is_some() {
        return false;
    }
    let at = offset(chain.span.lo);
    let Some(line) = planner.line(at) else { return false };
    let mut links = Vec::new();
    collect(planner, chain, &mut links);
    if links.iter().filter(|link| link.probed).count() > MAX_LINKS {
        return false;
    }
    let dual = planner.begin_dual(chain.span);
    let before = planner.slot_count();
    let mut root = None;
    // Innermost first, as they are evaluated.
    let ids: Vec<u32> = links
        .iter()
        .rev()
        .filter(|link| link.probed)
        .map(|link| {
            root.get_or_insert_with(|| planner.begin_tree(line, at));
            let at = link.at;
            let line = planner.line(at).unwrap_or(line);
            let id = planner.slot(SlotKind::BranchTrue, line, at);
            planner.mark(Mark::Link, link.object, id);
            planner.slot(SlotKind::BranchFalse, line, at);
            id
        })
        .collect();
    if let Some(root) = root {
        planner.end_tree(root);
    }
    let own = planner.slot_count() - before;
    let mut left = ids.len();
    write_chain(planner, chain, root.unwrap_or(0), &ids, &mut left);
    if let Some(root) = root
        && planner.slot_count() == before + own
        && planner.may_repeat_tree(&dual, chain.span)
    {
        planner.fill_dual(&dual, root, expr, &[]);
        planner.edits.insert(offset(chain.span.hi), &[Part::Text(")")]);
    }
    planner.last_link = ids.last().copied();
    true
}

struct Link {
    probed: bool,
    at: u32,
    object: Span,
}

/// The links of a chain that may get a probe, outermost first. What stands below a call is a
/// callee.
fn collect(planner: &Planner<'_>, chain: &OptChainExpr, links: &mut Vec<Link>) {
    let OptChainBase::Member(member) = &*chain.base else { return };
    let at = offset(member.obj.span().hi);
    let object = member.obj.span();
    links.push(Link { probed: chain.optional, at, object });
    if let Expr::OptChain(inner) = &*member.obj
        && !is_apart(planner, chain, inner)
    {
        collect(planner, inner, links);
    }
}

/// Whether what stands before a `?.` has probes of its own, in a tree of its own.
fn is_apart(planner: &Planner<'_>, chain: &OptChainExpr, before: &OptChainExpr) -> bool {
    chain.optional && tracked_chains::tracked(planner, before).is_some()
}

/// Edits a chain; `left` ids are still to be used, from the end.
fn write_chain(
    planner: &mut Planner<'_>,
    chain: &OptChainExpr,
    root: u32,
    ids: &[u32],
    left: &mut usize,
) {
    let member = match &*chain.base {
        OptChainBase::Member(member) => member,
        OptChainBase::Call(call) => return planner.visit_opt_call(call),
    };
    let id = chain.optional.then(|| {
        *left -= 1;
        ids[*left]
    });
    if let Some(id) = id {
        planner.edits.insert(
            offset(member.obj.span().lo),
            &[
                Part::Text("__nm.q("),
                Part::Slot(root),
                Part::Text(","),
                Part::Slot(id),
                Part::Text(","),
            ],
        );
    }
    let links_inside = ids.len() as u32;
    let mut previous = left.checked_sub(1).and_then(|index| ids.get(index)).copied();
    match &*member.obj {
        Expr::OptChain(inner) if is_apart(planner, chain, inner) => {
            planner.last_link = None;
            planner.wrapped_in(links_inside, |planner| planner.visit_expr(&member.obj));
            previous = planner.last_link;
        }
        Expr::OptChain(inner) => write_chain(planner, inner, root, ids, left),
        other => planner.wrapped_in(links_inside, |planner| planner.visit_expr(other)),
    }
    if id.is_some() {
        let close: &[Part] = match previous {
            Some(previous) => &[Part::Text(","), Part::Slot(previous), Part::Text(")")],
            None => &[Part::Text(",0)")],
        };
        planner.edits.insert(offset(member.obj.span().hi), close);
    }
    if let MemberProp::Computed(key) = &member.prop {
        planner.visit_expr(&key.expr);
    }
}
