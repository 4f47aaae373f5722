//! Where the faults of expressions stand: text before and after an expression.

use swc_core::ecma::ast::{
    ArrowExpr, AwaitExpr, BinaryOp, CallExpr, Callee, Class, Expr, Function, MemberProp, YieldExpr,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::{Fault, Faults};

type Around = Option<(&'static str, &'static str)>;

const CLOSURE: Around = Some(("(()=>(", "))()"));
const ASYNC_CLOSURE: Around = Some(("(async()=>(", "))()"));

/// What is put round any expression that is read.
pub(crate) fn around(faults: Faults, expr: &Expr, rendered: bool) -> Around {
    let has = |fault| faults.has(fault);
    match expr {
        Expr::Bin(binary) if matches!(binary.op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) => {
            let held = has(Fault::AwaitedChain) && awaits(expr) && !yields(expr);
            if held { ASYNC_CLOSURE } else { None }
        }
        Expr::Call(call) => {
            if has(Fault::SuperCall)
                && callee(call).is_some_and(|it| matches!(it, Expr::SuperProp(_)))
            {
                return Some(("(function(){return ", "}).call(this)"));
            }
            let awaited = call.args.iter().any(|it| awaits(&it.expr)) && !yields(expr);
            if has(Fault::AwaitedArgument) && awaited { ASYNC_CLOSURE } else { None }
        }
        Expr::SuperProp(_) if has(Fault::SuperRead) && !rendered => {
            Some(("(function(){return ", "}).call(this)"))
        }
        _ => None,
    }
}

fn callee(call: &CallExpr) -> Option<&Expr> {
    match &call.callee {
        Callee::Expr(callee) => Some(callee),
        _ => None,
    }
}

/// What is put round an argument of a call.
pub(crate) fn around_argument(faults: Faults, expr: &Expr, spread: bool) -> Around {
    let kind = match expr.unwrap_parens() {
        _ if spread => Fault::AwaitInSpread,
        Expr::Member(_) => Fault::AwaitInMember,
        Expr::Tpl(_) => Fault::AwaitInTemplate,
        Expr::Object(_) => Fault::AwaitInObject,
        Expr::Array(_) => Fault::AwaitInArray,
        Expr::Unary(_) => Fault::AwaitInUnary,
        Expr::Call(_) => Fault::AwaitInCallee,
        _ => Fault::YieldInArgument,
    };
    let held = (!matches!(kind, Fault::YieldInArgument) && faults.has(kind) && awaits(expr))
        || (faults.has(Fault::YieldInArgument) && yields(expr));
    if held { CLOSURE } else { None }
}

/// What is put round an operand of `&&` and `||`.
pub(crate) fn around_operand(faults: Faults, expr: &Expr) -> Around {
    let binary = matches!(expr.unwrap_parens(), Expr::Bin(_));
    let held = (faults.has(Fault::AwaitInBinary) && binary && awaits(expr))
        || (faults.has(Fault::YieldInLogical) && yields(expr));
    if held { CLOSURE } else { None }
}

/// What is put round a side of `?:`.
pub(crate) fn around_side(faults: Faults, expr: &Expr) -> Around {
    let held = (faults.has(Fault::AwaitInConditional) && awaits(expr))
        || (faults.has(Fault::YieldInConditional) && yields(expr));
    if held { CLOSURE } else { None }
}

/// Whether the read is one of a member by name of a variable: `o.a`. Answers the object.
pub(crate) fn twice(faults: Faults, expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Member(member) if faults.has(Fault::ProxyKeys) => {
            let named = matches!(member.prop, MemberProp::Ident(_));
            (named && member.obj.is_ident()).then_some(&*member.obj)
        }
        _ => None,
    }
}

fn awaits(expr: &Expr) -> bool {
    let mut search = Search::default();
    expr.visit_with(&mut search);
    search.awaits
}

fn yields(expr: &Expr) -> bool {
    let mut search = Search::default();
    expr.visit_with(&mut search);
    search.yields
}

#[derive(Default)]
struct Search {
    awaits: bool,
    yields: bool,
}

impl Visit for Search {
    fn visit_await_expr(&mut self, _: &AwaitExpr) {
        self.awaits = true;
    }
    fn visit_yield_expr(&mut self, _: &YieldExpr) {
        self.yields = true;
    }
    fn visit_function(&mut self, _: &Function) {}
    fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}
    fn visit_class(&mut self, _: &Class) {}
}
