//! `&&` and `||`.
//!
//! Inline: `a&&b` becomes
//! `(__nm.S[r]===1||__nm.p(id),__nm.and(r,id,2,1,0,0,a)&&__nm.and(r,id,2,2,__nm.h[1],0,b))`; what
//! the operands before left behind is read as an argument before an operand runs, so it travels in
//! the engine's operand stack, also across `await`.
//!
//! Closure (paper 002 section 3.4): `__nm.andc(r,id,[()=>a,()=>b],[0,0],[0,0])`. It cannot hold
//! `await`, `yield` and direct `eval`: chains with one are written inline, and those of static fields.

use swc_core::common::Spanned;
use swc_core::ecma::ast::{
    ArrowExpr, AwaitExpr, BinExpr, BinaryOp, CallExpr, Callee, Class, Expr, Function, YieldExpr,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::tree::{Node, Root, write as write_node};
use crate::Logical;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;
use crate::purity::{PureLeaf, pure_leaf};

/// How many pure leaves may follow an operand.
const MAX_LEAVES: usize = 4;

/// A logical operator.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Operator {
    And,
    Or,
}

/// One operand of a chain.
pub(crate) struct Operand<'a> {
    pub(crate) expr: &'a Expr,
    pub(crate) node: Node<'a>,
}

/// A flat chain of one operator.
pub(crate) struct Chain<'a> {
    pub(crate) operator: Operator,
    pub(crate) operands: Vec<Operand<'a>>,
}

/// Reads an operator.
pub(crate) fn operator(op: BinaryOp) -> Option<Operator> {
    match op {
        BinaryOp::LogicalAnd => Some(Operator::And),
        BinaryOp::LogicalOr => Some(Operator::Or),
        _ => None,
    }
}

/// The operands of the chain that ends in `last`.
pub(crate) fn operands(last: &BinExpr) -> Vec<&Expr> {
    let mut operands = vec![&*last.right];
    let mut left = &*last.left;
    while let Expr::Bin(binary) = left {
        if binary.op != last.op {
            break;
        }
        operands.push(&binary.right);
        left = &binary.left;
    }
    operands.push(left);
    operands.reverse();
    operands
}

/// Edits the chain.
pub(crate) fn write(
    planner: &mut Planner<'_>,
    root: Root,
    id: u32,
    chain: &Chain<'_>,
    expr: &Expr,
) {
    // Where V8 finds no callee it finds those in an arrow function, and names them.
    let holds = !planner.callee_unseen && !needs_inline(expr);
    if planner.logical == Logical::Closure && holds {
        write_closures(planner, root, id, chain, expr);
    } else {
        write_inline(planner, root, id, chain, expr);
    }
}

fn write_inline(planner: &mut Planner<'_>, root: Root, id: u32, chain: &Chain<'_>, expr: &Expr) {
    let (name, left_behind) = match chain.operator {
        Operator::And => ("__nm.and(", "__nm.h[1]"),
        Operator::Or => ("__nm.or(", "__nm.h[0]"),
    };
    planner.edits.insert(
        offset(expr.span().lo),
        &[
            Part::Text("(__nm.S["),
            Part::Slot(root.0),
            Part::Text("]===1||__nm.p("),
            Part::Slot(id),
            Part::Text("),"),
        ],
    );
    let count = chain.operands.len() as u32;
    for (index, operand) in chain.operands.iter().enumerate() {
        planner.edits.insert(
            offset(operand.expr.span().lo),
            &[
                Part::Text(name),
                Part::Slot(root.0),
                Part::Text(","),
                Part::Slot(id),
                Part::Text(","),
                Part::Number(count),
                Part::Text(","),
                Part::Number(index as u32 + 1),
                Part::Text(","),
                Part::Text(if index == 0 { "0" } else { left_behind }),
                Part::Text(if operand.node.has_truthiness() { ",1," } else { ",0," }),
            ],
        );
        write_operand(planner, root, index, operand);
        let mut parts = Vec::new();
        for leaf in leaves(planner, &chain.operands[index + 1..]) {
            parts.push(Part::Text(","));
            leaf_parts(&leaf, &mut parts);
        }
        parts.push(Part::Text(")"));
        planner.edits.insert(offset(operand.expr.span().hi), &parts);
    }
    planner.edits.insert(offset(expr.span().hi), &[Part::Text(")")]);
}

fn write_closures(planner: &mut Planner<'_>, root: Root, id: u32, chain: &Chain<'_>, expr: &Expr) {
    let name = match chain.operator {
        Operator::And => "__nm.andc(",
        Operator::Or => "__nm.orc(",
    };
    planner.edits.insert(
        offset(expr.span().lo),
        &[Part::Text(name), Part::Slot(root.0), Part::Text(","), Part::Slot(id), Part::Text(",[")],
    );
    let operator = match chain.operator {
        Operator::And => "&&",
        Operator::Or => "||",
    };
    let mut end = None;
    for (index, operand) in chain.operands.iter().enumerate() {
        let span = operand.expr.span();
        if let Some(end) = end
            && let Some(at) = planner.find(end, offset(span.lo), operator)
        {
            planner.edits.replace(at, 2, &[Part::Text(",")]);
        }
        // An operand may begin with a brace.
        planner.edits.insert(offset(span.lo), &[Part::Text("()=>(")]);
        write_operand(planner, root, index, operand);
        planner.edits.insert(offset(span.hi), &[Part::Text(")")]);
        end = Some(offset(span.hi));
    }
    let mut parts = vec![Part::Text("],[")];
    for (index, operand) in chain.operands.iter().enumerate() {
        parts.push(Part::Text(if index == 0 { "" } else { "," }));
        parts.push(Part::Text(if operand.node.has_truthiness() { "1" } else { "0" }));
    }
    parts.push(Part::Text("],["));
    for index in 0..chain.operands.len() {
        parts.push(Part::Text(if index == 0 { "" } else { "," }));
        let leaves = leaves(planner, &chain.operands[index + 1..]);
        if leaves.is_empty() {
            parts.push(Part::Text("0"));
            continue;
        }
        // Read when the operand has decided, not before the chain: an operand may assign.
        parts.push(Part::Text("()=>["));
        for (position, leaf) in leaves.iter().enumerate() {
            parts.push(Part::Text(if position == 0 { "" } else { "," }));
            leaf_parts(leaf, &mut parts);
        }
        parts.push(Part::Text("]"));
    }
    parts.push(Part::Text("])"));
    planner.edits.insert(offset(expr.span().hi), &parts);
}

/// Edits an operand. The slots of a predicate tell whether it was evaluated.
fn write_operand(planner: &mut Planner<'_>, root: Root, index: usize, operand: &Operand<'_>) {
    let write = |planner: &mut Planner<'_>| {
        write_node(planner, root, &operand.node, operand.expr);
    };
    match operand.node {
        Node::Operand { .. } | Node::Tracked { .. } | Node::Chain { .. } if index > 0 => {
            planner.seen(operand.expr, write);
        }
        _ => write(planner),
    }
}

/// The pure leaves that follow directly.
fn leaves<'a>(planner: &Planner<'_>, operands: &[Operand<'a>]) -> Vec<PureLeaf<'a>> {
    operands
        .iter()
        .take(MAX_LEAVES)
        .map_while(|operand| pure_leaf(planner.scopes, planner.source, operand.expr))
        .collect()
}

fn leaf_parts(leaf: &PureLeaf<'_>, parts: &mut Vec<Part>) {
    let copy = |expr: &Expr| Part::Copy(offset(expr.span().lo), offset(expr.span().hi));
    parts.extend([Part::Number(leaf.op), Part::Text(","), copy(leaf.left), Part::Text(",")]);
    parts.push(leaf.right.map_or(Part::Text("0"), copy));
}

/// Whether an arrow function cannot hold the expression.
fn needs_inline(expr: &Expr) -> bool {
    #[derive(Default)]
    struct Search(bool);
    impl Visit for Search {
        fn visit_await_expr(&mut self, _: &AwaitExpr) {
            self.0 = true;
        }
        fn visit_yield_expr(&mut self, _: &YieldExpr) {
            self.0 = true;
        }
        fn visit_call_expr(&mut self, call: &CallExpr) {
            self.0 |= matches!(&call.callee, Callee::Expr(callee)
                if matches!(callee.unwrap_parens(), Expr::Ident(name) if &*name.sym == "eval"));
            call.visit_children_with(self);
        }
        fn visit_function(&mut self, _: &Function) {}
        fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}
        fn visit_class(&mut self, class: &Class) {
            // Computed keys and the parent run outside the class.
            class.super_class.visit_with(self);
            for member in &class.body {
                use swc_core::ecma::ast::ClassMember;
                match member {
                    ClassMember::Method(method) => method.key.visit_with(self),
                    ClassMember::ClassProp(property) => property.key.visit_with(self),
                    _ => {}
                }
            }
        }
    }
    let mut search = Search::default();
    expr.visit_with(&mut search);
    search.0
}
