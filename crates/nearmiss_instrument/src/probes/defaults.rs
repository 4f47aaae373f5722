//! Default values of parameters and patterns.
//!
//! `function f(a=1){` becomes `function f(a=__nm.d(r,id,1)){__nm.dn(r,id);`. A
//! default that gets its name from its place (a function or class) or is destructured (V8 may
//! print it) is left as it is, and so is one after which there is no place for `dn`.

use nearmiss_targets::SlotKind;
use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::Expr;
use swc_core::ecma::visit::Visit;

use crate::coverage::Mark;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::{Planner, is_named_by_its_place};

/// Edits the value of a default; `name` is where the name stands that it is given to.
pub(crate) fn default_value(
    planner: &mut Planner<'_>,
    value: &Expr,
    name: Option<Span>,
    destructured: bool,
) {
    if destructured {
        return planner.rendered_expr(value);
    }
    let named = name.is_some() && is_named_by_its_place(value);
    let allowed = planner.defaults.is_some() && !planner.rendered && !named;
    let kinds = [SlotKind::BranchTrue, SlotKind::BranchFalse];
    let pair = if allowed { planner.single(kinds, offset(value.span().lo)) } else { None };
    let Some((root, id)) = pair else {
        if planner.rendered {
            return planner.visit_expr(value);
        }
        if named {
            return planner.seen_named(value, name);
        }
        return planner.seen(value, |planner| planner.visit_expr(value));
    };
    planner.mark(Mark::Default, value.span(), id);
    if let Some(defaults) = &mut planner.defaults {
        defaults.push((root, id));
    }
    planner.edits.insert(
        offset(value.span().lo),
        &[
            Part::Text("__nm.d("),
            Part::Slot(root),
            Part::Text(","),
            Part::Slot(id),
            Part::Text(","),
        ],
    );
    // Defaults inside this one (of a function) have their own place.
    let defaults = planner.defaults.take();
    planner.wrapped_in(1, |planner| planner.visit_expr(value));
    planner.defaults = defaults;
    planner.edits.insert(offset(value.span().hi), &[Part::Text(")")]);
}

/// Walks patterns after which [`unused`] is called.
pub(crate) fn collect(
    planner: &mut Planner<'_>,
    inside: impl FnOnce(&mut Planner<'_>),
) -> Vec<(u32, u32)> {
    let outer = planner.defaults.replace(Vec::new());
    inside(planner);
    std::mem::replace(&mut planner.defaults, outer).unwrap_or_default()
}

/// The text that covers the defaults that were not used, as a list of statements or, in an
/// arrow's expression, of operands of a comma.
pub(crate) fn unused(defaults: &[(u32, u32)], separator: &'static str) -> Vec<Part> {
    defaults
        .iter()
        .flat_map(|&(root, id)| {
            [
                Part::Text("__nm.dn("),
                Part::Slot(root),
                Part::Text(","),
                Part::Slot(id),
                Part::Text(")"),
                Part::Text(separator),
            ]
        })
        .collect()
}
