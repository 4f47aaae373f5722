//! The probes: one file each, one line here for those that stand on expressions.

pub(crate) mod comparisons;
pub(crate) mod computed_reads;
pub(crate) mod defaults;
pub(crate) mod functions;
pub(crate) mod input_reads;
pub(crate) mod logical;
pub(crate) mod loops;
pub(crate) mod not;
pub(crate) mod nullish;
pub(crate) mod optional_chains;
pub(crate) mod statement_marks;
pub(crate) mod statements;
pub(crate) mod switches;
pub(crate) mod ternary;
pub(crate) mod tracked_calls;
pub(crate) mod tracked_chains;
pub(crate) mod tree;
pub(crate) mod truthiness;
pub(crate) mod type_of;
pub(crate) mod unary_plus;

use swc_core::ecma::ast::Expr;

use crate::planner::Planner;

/// A probe on expressions.
pub(crate) struct ExpressionProbe {
    /// Places the probe if the expression is one of its kind, and walks its parts; else answers
    /// false and does nothing.
    pub(crate) claim: fn(&mut Planner<'_>, &Expr) -> bool,
}

/// All probes on expressions; their kinds of expressions are disjoint.
pub(crate) const EXPRESSIONS: &[ExpressionProbe] = &[
    ExpressionProbe { claim: computed_reads::claim },
    ExpressionProbe { claim: nullish::claim },
    ExpressionProbe { claim: optional_chains::claim },
    ExpressionProbe { claim: ternary::claim },
    ExpressionProbe { claim: tree::claim },
    ExpressionProbe { claim: type_of::claim },
    ExpressionProbe { claim: unary_plus::claim },
];
