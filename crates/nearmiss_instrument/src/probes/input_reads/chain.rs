//! A chain of reads, `req.headers["x-key"]`, `ctx.get("x-key")`, as a path from a name.

use swc_core::common::Spanned;
use swc_core::ecma::ast::{
    BinaryOp, CallExpr, Callee, Expr, ExprOrSpread, Lit, MemberExpr, MemberProp, OptChainBase,
    PropName,
};

use crate::emit::Part;
use crate::parse::offset;

/// Reads and calls of one chain that are looked at.
const LONGEST: u32 = 12;

/// Methods that only lists have: who calls one has a list.
const OF_LISTS: [&str; 12] = [
    "every",
    "filter",
    "find",
    "findIndex",
    "flatMap",
    "forEach",
    "join",
    "map",
    "push",
    "reduce",
    "some",
    "sort",
];

/// A piece of a path, as ranges of the source.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece {
    /// `.name`, `["name"]`.
    Name(u32, u32),
    /// `.name("text")`: the name and the text.
    Call((u32, u32), (u32, u32)),
    /// `.name()`.
    Empty(u32, u32),
    /// Each item of a list.
    Each,
}

/// A path and the name that it begins with.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(super) base: (u32, u32),
    pub(super) pieces: Vec<Piece>,
    /// The path begins at the value of `JSON.parse(x)`: where `x` stands; the name is `JSON`.
    pub(super) parsed: Option<u32>,
}

/// Writes a path: names with dots between them, `get(x-key)`, `json()`, `-` for each item.
pub(super) fn text(pieces: &[Piece], into: &mut Vec<Part>) {
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            into.push(Part::Text("."));
        }
        match *piece {
            Piece::Name(lo, hi) => into.push(Part::Copy(lo, hi)),
            Piece::Call(name, argument) => into.extend([
                Part::Copy(name.0, name.1),
                Part::Text("("),
                Part::Copy(argument.0, argument.1),
                Part::Text(")"),
            ]),
            Piece::Empty(lo, hi) => into.extend([Part::Copy(lo, hi), Part::Text("()")]),
            Piece::Each => into.push(Part::Text("-")),
        }
    }
}

/// Whether a range of the source can stand in a path as it is.
pub(super) fn is_plain(source: &str, (lo, hi): (u32, u32)) -> bool {
    let text = &source[lo as usize..hi as usize];
    !text.is_empty()
        && text.len() <= 60
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_$-:/@[]".contains(&byte))
}

fn literal(source: &str, expr: &Expr) -> Option<(u32, u32)> {
    let Expr::Lit(Lit::Str(text)) = expr.unwrap_parens() else { return None };
    let range = (offset(text.span.lo) + 1, offset(text.span.hi) - 1);
    is_plain(source, range).then_some(range)
}

/// The name of a property of a pattern.
pub(super) fn key(source: &str, name: &PropName) -> Option<Piece> {
    let range = match name {
        PropName::Ident(name) => (offset(name.span.lo), offset(name.span.hi)),
        PropName::Str(text) => (offset(text.span.lo) + 1, offset(text.span.hi) - 1),
        _ => return None,
    };
    is_plain(source, range).then_some(Piece::Name(range.0, range.1))
}

fn property(source: &str, member: &MemberExpr) -> Option<(u32, u32)> {
    let range = match &member.prop {
        MemberProp::Ident(name) => (offset(name.span.lo), offset(name.span.hi)),
        MemberProp::Computed(key) => return literal(source, &key.expr),
        MemberProp::PrivateName(_) => return None,
    };
    is_plain(source, range).then_some(range)
}

/// The path of an expression; an empty one for a name.
pub(super) fn chain_of(source: &str, expr: &Expr) -> Option<Chain> {
    within(source, expr, LONGEST)
}

fn within(source: &str, expr: &Expr, left: u32) -> Option<Chain> {
    let left = left.checked_sub(1)?;
    match expr.unwrap_parens() {
        Expr::Ident(name) => {
            let base = (offset(name.span.lo), offset(name.span.hi));
            is_plain(source, base).then_some(Chain { base, pieces: Vec::new(), parsed: None })
        }
        Expr::Await(awaited) => within(source, &awaited.arg, left),
        // `req.body ?? {}`: what is sent is the left one.
        Expr::Bin(binary)
            if matches!(binary.op, BinaryOp::NullishCoalescing | BinaryOp::LogicalOr) =>
        {
            within(source, &binary.left, left)
        }
        Expr::Member(member) => of_member(source, member, left),
        Expr::Call(call) => {
            let Callee::Expr(callee) = &call.callee else { return None };
            parsed(callee, &call.args).or_else(|| of_call(source, callee, &call.args, left))
        }
        Expr::OptChain(chain) => match &*chain.base {
            OptChainBase::Member(member) => of_member(source, member, left),
            OptChainBase::Call(call) => of_call(source, &call.callee, &call.args, left),
        },
        _ => None,
    }
}

/// `JSON.parse(x)`, whose value has no name.
fn parsed(callee: &Expr, arguments: &[ExprOrSpread]) -> Option<Chain> {
    let (Expr::Member(member), [argument]) = (callee, arguments) else { return None };
    let (Expr::Ident(name), MemberProp::Ident(method)) = (&*member.obj, &member.prop) else {
        return None;
    };
    let is_it = &*name.sym == "JSON" && &*method.sym == "parse" && argument.spread.is_none();
    let base = (offset(name.span.lo), offset(name.span.hi));
    let at = offset(argument.expr.span().lo);
    is_it.then_some(Chain { base, pieces: Vec::new(), parsed: Some(at) })
}

fn of_member(source: &str, member: &MemberExpr, left: u32) -> Option<Chain> {
    let (lo, hi) = property(source, member)?;
    let mut chain = within(source, &member.obj, left)?;
    chain.pieces.push(Piece::Name(lo, hi));
    Some(chain)
}

fn of_call(source: &str, callee: &Expr, arguments: &[ExprOrSpread], left: u32) -> Option<Chain> {
    let member = match callee.unwrap_parens() {
        Expr::Member(member) => member,
        Expr::OptChain(chain) => match &*chain.base {
            OptChainBase::Member(member) => member,
            OptChainBase::Call(_) => return None,
        },
        _ => return None,
    };
    let (lo, hi) = property(source, member)?;
    let mut chain = within(source, &member.obj, left)?;
    let first = arguments.first().filter(|argument| argument.spread.is_none());
    if OF_LISTS.contains(&&source[lo as usize..hi as usize]) {
        // Nothing of what it answers is an input.
        chain.pieces.push(Piece::Each);
        return Some(chain);
    }
    match first {
        None if arguments.is_empty() => chain.pieces.push(Piece::Empty(lo, hi)),
        Some(argument) => {
            let text = literal(source, &argument.expr)?;
            chain.pieces.push(Piece::Call((lo, hi), text));
        }
        None => return None,
    }
    Some(chain)
}

/// What an expression that is no chain reads before its own property or call.
pub(super) fn inner(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Member(member) => Some(&member.obj),
        Expr::Call(CallExpr { callee: Callee::Expr(callee), .. }) => Some(receiver(callee)),
        Expr::OptChain(chain) => match &*chain.base {
            OptChainBase::Member(member) => Some(&member.obj),
            OptChainBase::Call(call) => Some(receiver(&call.callee)),
        },
        _ => None,
    }
}

/// What a method is called on: its name alone is no input.
fn receiver(callee: &Expr) -> &Expr {
    match callee.unwrap_parens() {
        Expr::Member(member) => &member.obj,
        other => other,
    }
}

/// Calls `visit` for the arguments and computed keys of an expression: of the whole chain, or of its
/// last read or call only.
pub(super) fn arguments(expr: &Expr, whole: bool, visit: &mut dyn FnMut(&Expr)) {
    let mut at = expr;
    loop {
        let (next, list): (&Expr, &[ExprOrSpread]) = match at.unwrap_parens() {
            Expr::Member(member) => (of_computed(member, visit), &[]),
            Expr::Await(awaited) => (&awaited.arg, &[]),
            Expr::Call(CallExpr { callee: Callee::Expr(callee), args, .. }) => (callee, args),
            Expr::OptChain(chain) => match &*chain.base {
                OptChainBase::Member(member) => (of_computed(member, visit), &[]),
                OptChainBase::Call(call) => (&call.callee, &call.args),
            },
            _ => return,
        };
        for argument in list {
            visit(&argument.expr);
        }
        if !whole {
            return;
        }
        at = next;
    }
}

fn of_computed<'e>(member: &'e MemberExpr, visit: &mut dyn FnMut(&Expr)) -> &'e Expr {
    if let MemberProp::Computed(key) = &member.prop {
        visit(&key.expr);
    }
    &member.obj
}

/// The argument of `Array.isArray(...)`.
pub(super) fn asked_whether_list(expr: &Expr) -> Option<&Expr> {
    let Expr::Call(CallExpr { callee: Callee::Expr(callee), args, .. }) = expr else { return None };
    let Expr::Member(member) = callee.unwrap_parens() else { return None };
    let is_it = matches!(&member.prop, MemberProp::Ident(name) if &*name.sym == "isArray");
    args.first().filter(|_| is_it && member.obj.is_ident()).map(|argument| &*argument.expr)
}
