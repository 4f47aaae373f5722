//! Predicate trees: maximal nests of comparisons, logical operators, `!` and truthiness tests.
//!
//! The nest is read first, so that its slots are contiguous, then its text is edited from left to
//! right. A short tree is written twice: `(__nm.S[r]===1?a<b:__nm.lt(r,id,a,b))`.

use nearmiss_targets::SlotKind;
use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::{
    BinExpr, CallExpr, Callee, Expr, NewExpr, OptChainExpr, UnaryExpr, UnaryOp,
};
use swc_core::ecma::visit::Visit;

use super::{comparisons, logical, not, tracked_calls, tracked_chains, truthiness};
use crate::coverage::Mark;
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// A predicate, or an operand that is none.
pub(crate) enum Node<'a> {
    /// A comparison, `in` or `instanceof`.
    Comparison { expr: &'a BinExpr, probe: &'static str, id: u32 },
    /// A flat chain of one logical operator.
    Logical { chain: logical::Chain<'a>, id: u32 },
    /// `!` of a predicate.
    Not { expr: &'a UnaryExpr, operand: Box<Node<'a>> },
    /// A value of which only the truthiness counts.
    Truthiness { expr: &'a Expr, id: u32 },
    /// A call of a tracked method. As a test it has slots of its own truthiness before it: it may
    /// be a method of the program that only shares the name.
    Tracked { call: &'a CallExpr, text: String, test: Option<u32>, id: u32 },
    /// A chain of `?.` with calls of tracked methods. `ids`: their slots, outermost first, and that of the `?.`.
    Chain { chain: tracked_chains::Chain<'a>, test: Option<u32>, ids: Vec<u32> },
    /// `new` of a constructor that the runtime knows.
    Made { new: &'a NewExpr, text: String, id: u32 },
    /// No predicate: its truthiness is taken from its value.
    Operand { expr: &'a Expr },
}

impl Node<'_> {
    /// Whether evaluating the node leaves its truthiness behind.
    pub(crate) fn has_truthiness(&self) -> bool {
        match self {
            Self::Operand { .. } => false,
            Self::Chain { chain, .. } => chain.is_call(),
            _ => true,
        }
    }
}

/// Where an expression stands in its tree.
#[derive(Clone, Copy, PartialEq)]
enum Position {
    /// Only predicates count.
    Operand,
    /// The truthiness of any value counts.
    Test,
    /// The value is iterated.
    Iterated,
}

/// The root cell of the tree at hand.
#[derive(Clone, Copy)]
pub(crate) struct Root(pub(crate) u32);

/// Places a tree on an expression that is a predicate.
pub(crate) fn claim(planner: &mut Planner<'_>, expr: &Expr) -> bool {
    if !is_predicate(planner, expr) {
        return false;
    }
    place(planner, expr, Position::Operand);
    true
}

/// Places a tree on the test of `if`, a loop or `?:`.
pub(crate) fn test(planner: &mut Planner<'_>, expr: &Expr) {
    place(planner, expr, Position::Test);
}

/// How the value of a call is iterated, which decides what V8 says of it.
#[derive(Clone, Copy)]
pub(crate) enum Iteration {
    /// A list of targets takes it apart: of the value itself V8 says nothing that names the call.
    Targets,
    /// `[...CALL]`
    Spread,
    /// `for (x of CALL)`
    ForOf,
}

/// Places a tree on a tracked call of a method whose value is iterated; answers whether it is one.
/// V8 says of such a call what it says of no other, and only where it stands by itself: so it is never written twice.
pub(crate) fn iterated(planner: &mut Planner<'_>, expr: &Expr, iteration: Iteration) -> bool {
    let expr = expr.unwrap_parens();
    let Expr::Call(call) = expr else { return false };
    let of_method = matches!(&call.callee, Callee::Expr(callee) if callee.is_member());
    let text = tracked_calls::tracked(planner, call).filter(|_| of_method);
    if text.is_none_or(|text| tracked_calls::iterated_text(&text).is_none()) {
        return false;
    }
    let probe = match iteration {
        Iteration::Targets => None,
        Iteration::Spread => Some("__nm.u("),
        Iteration::ForOf => Some("__nm.f("),
    };
    let probe = probe.filter(|_| planner.line(offset(expr.span().lo)).is_some());
    if let Some(probe) = probe {
        // The text is that of the first slot behind the root of the tree.
        let id = u32::try_from(planner.slot_count()).unwrap_or(u32::MAX - 1) + 1;
        let parts = [Part::Text(probe), Part::Slot(id), Part::Text(",")];
        planner.edits.insert(offset(expr.span().lo), &parts);
    }
    place(planner, expr, Position::Iterated);
    if probe.is_some() {
        planner.edits.insert(offset(expr.span().hi), &[Part::Text(")")]);
    }
    true
}

fn place(planner: &mut Planner<'_>, expr: &Expr, position: Position) {
    let at = offset(expr.span().lo);
    let Some(line) = planner.line(at) else {
        // Generated code: no target, but what stands inside may have one.
        walk_without_targets(planner, expr);
        return;
    };
    let dual = planner.begin_dual(expr.span());
    let root = planner.begin_tree(line, at);
    let node = read(planner, expr, position, line, 0);
    planner.end_tree(root);
    let own = planner.slot_count();
    write(planner, Root(root), &node, expr);
    if position != Position::Iterated
        && planner.slot_count() == own
        && planner.may_repeat_tree(&dual, expr.span())
    {
        planner.fill_dual(&dual, root, expr, &[]);
        planner.edits.insert(offset(expr.span().hi), &[Part::Text(")")]);
    }
}

fn walk_without_targets(planner: &mut Planner<'_>, expr: &Expr) {
    use swc_core::ecma::visit::VisitWith;
    match expr {
        Expr::Bin(binary) => {
            planner.visit_expr(&binary.left);
            planner.visit_expr(&binary.right);
        }
        other => other.visit_children_with(planner),
    }
}

fn is_predicate(planner: &Planner<'_>, expr: &Expr) -> bool {
    match expr {
        Expr::Bin(binary) => {
            comparisons::probe(binary).is_some() || logical::operator(binary.op).is_some()
        }
        Expr::Unary(unary) => unary.op == UnaryOp::Bang,
        Expr::Call(call) => tracked_calls::tracked(planner, call).is_some(),
        Expr::New(new) => tracked_calls::tracked_new(planner, new).is_some(),
        Expr::OptChain(chain) => tracked_chains::tracked(planner, chain).is_some(),
        _ => false,
    }
}

/// What is known of an expression of a nest before it is read.
#[derive(Clone, Copy)]
struct Place {
    at: u32,
    line: u32,
    position: Position,
    /// Nodes of the nest round it.
    level: u32,
}

const BRANCH: [SlotKind; 2] = [SlotKind::BranchTrue, SlotKind::BranchFalse];

impl Place {
    /// Takes two slots for it; answers the first.
    fn pair(self, planner: &mut Planner<'_>, kinds: [SlotKind; 2]) -> u32 {
        let id = planner.slot(kinds[0], self.line, self.at);
        planner.slot(kinds[1], self.line, self.at);
        id
    }

    /// Takes two slots for the outcomes of a predicate.
    fn branch(self, planner: &mut Planner<'_>, span: Span) -> u32 {
        let id = self.pair(planner, BRANCH);
        planner.mark(Mark::Predicate, span, id);
        id
    }

    /// Takes two slots for the truthiness of a call, where it is a test.
    fn test(self, planner: &mut Planner<'_>, span: Span) -> Option<u32> {
        (self.position == Position::Test).then(|| self.branch(planner, span))
    }
}

/// Reads the nest and gives each predicate its slots, outer ones first.
fn read<'a>(
    planner: &mut Planner<'_>,
    whole: &'a Expr,
    position: Position,
    outer_line: u32,
    level: u32,
) -> Node<'a> {
    let expr = whole.unwrap_parens();
    let at = offset(expr.span().lo);
    if planner.is_full(level) || planner.is_ignored(at) {
        return Node::Operand { expr: whole };
    }
    let line = planner.line(at).unwrap_or(outer_line);
    let place = Place { at, line, position, level };
    let predicate = match expr {
        Expr::Bin(binary) => read_binary(planner, binary, place),
        Expr::Unary(unary) if unary.op == UnaryOp::Bang => {
            let operand = Box::new(read(planner, &unary.arg, Position::Test, line, level + 1));
            Some(Node::Not { expr: unary, operand })
        }
        Expr::Call(call) => read_call(planner, call, place),
        Expr::OptChain(chain) => read_chain(planner, chain, place),
        Expr::New(new) => read_new(planner, new, place),
        _ => None,
    };
    match predicate {
        Some(node) => node,
        None if position == Position::Test => {
            let id = place.branch(planner, expr.span());
            Node::Truthiness { expr: whole, id }
        }
        None => Node::Operand { expr: whole },
    }
}

fn read_binary<'a>(
    planner: &mut Planner<'_>,
    binary: &'a BinExpr,
    place: Place,
) -> Option<Node<'a>> {
    if let Some(probe) = comparisons::probe(binary) {
        let id = place.branch(planner, binary.span);
        return Some(Node::Comparison { expr: binary, probe, id });
    }
    let operator = logical::operator(binary.op)?;
    let id = place.branch(planner, binary.span);
    let operands = logical::operands(binary).into_iter().map(|operand| {
        let node = read(planner, operand, Position::Operand, place.line, place.level + 1);
        logical::Operand { expr: operand, node }
    });
    let operands = operands.collect();
    Some(Node::Logical { chain: logical::Chain { operator, operands }, id })
}

fn read_call<'a>(planner: &mut Planner<'_>, call: &'a CallExpr, place: Place) -> Option<Node<'a>> {
    let text = tracked_calls::tracked(planner, call)?;
    let iterated = tracked_calls::iterated_text(&text);
    let text = iterated.filter(|_| place.position == Position::Iterated).unwrap_or(text);
    let test = place.test(planner, call.span);
    let callee = call.callee.as_expr().map(|callee| &**callee);
    let outcomes = tracked_calls::outcomes(planner, callee);
    let id = place.pair(planner, outcomes);
    planner.mark(Mark::Call, call.span, id);
    Some(Node::Tracked { call, text, test, id })
}

fn read_chain<'a>(
    planner: &mut Planner<'_>,
    whole: &'a OptChainExpr,
    place: Place,
) -> Option<Node<'a>> {
    let of_test = place.position == Position::Test;
    let chain = tracked_chains::tracked(planner, whole);
    let chain = chain.filter(|chain| !of_test || chain.is_call())?;
    let test = place.test(planner, whole.span);
    let outcomes = chain.methods().map(tracked_calls::outcomes_of_method);
    let ids: Vec<u32> = outcomes.chain([BRANCH]).map(|kinds| place.pair(planner, kinds)).collect();
    if let [outermost, .., link] = ids[..] {
        planner.mark(Mark::Call, whole.span, outermost);
        planner.mark(Mark::Link, whole.span, link);
    }
    Some(Node::Chain { chain, test, ids })
}

fn read_new<'a>(planner: &mut Planner<'_>, new: &'a NewExpr, place: Place) -> Option<Node<'a>> {
    let text = tracked_calls::tracked_new(planner, new)?;
    let outcomes = tracked_calls::outcomes(planner, Some(&*new.callee));
    let id = place.pair(planner, outcomes);
    planner.mark(Mark::Call, new.span, id);
    Some(Node::Made { new, text, id })
}

/// Edits the text of a node. `whole` is its expression with the parentheses round it.
pub(crate) fn write(planner: &mut Planner<'_>, root: Root, node: &Node<'_>, whole: &Expr) {
    if let Node::Operand { expr } = node {
        return planner.visit_expr(expr);
    }
    planner.wrapped_in(1, |planner| match node {
        Node::Comparison { expr, probe, id } => comparisons::write(planner, root, *id, expr, probe),
        Node::Logical { chain, id } => {
            logical::write(planner, root, *id, chain, whole.unwrap_parens());
        }
        Node::Not { expr, operand } => not::write(planner, root, expr, operand),
        Node::Truthiness { expr, id } => truthiness::write(planner, root, *id, expr),
        Node::Tracked { call, text, test, id } => {
            tracked_calls::write(planner, root, *id, *test, call, text);
        }
        Node::Chain { chain, test, ids } => {
            tracked_chains::write(planner, root, ids, *test, chain);
        }
        Node::Made { new, text, id } => tracked_calls::write_new(planner, root, *id, new, text),
        Node::Operand { .. } => {}
    });
}
