//! Operands that can be read without running anything: literals and bindings of this file that
//! cannot be in their dead zone, outside `with`.

use swc_core::ecma::ast::{BinaryOp, Expr, Lit, UnaryOp};

use crate::parse::offset;
use crate::scope::Scopes;

/// A condition whose operands are pure: number of its operator and operands (one or two).
pub(crate) struct PureLeaf<'a> {
    /// The number that the runtime knows the operator by.
    pub(crate) op: u32,
    /// Left operand, or the only one.
    pub(crate) left: &'a Expr,
    /// Right operand.
    pub(crate) right: Option<&'a Expr>,
}

/// Reads `expr` as a pure leaf.
pub(crate) fn pure_leaf<'a>(scopes: &Scopes, source: &str, expr: &'a Expr) -> Option<PureLeaf<'a>> {
    let pure = |expr: &'a Expr| {
        let expr = expr.unwrap_parens();
        is_pure(scopes, source, expr).then_some(expr)
    };
    match expr.unwrap_parens() {
        Expr::Bin(binary) => {
            let op = match binary.op {
                BinaryOp::Lt => 0,
                BinaryOp::LtEq => 1,
                BinaryOp::Gt => 2,
                BinaryOp::GtEq => 3,
                BinaryOp::EqEq => 4,
                BinaryOp::NotEq => 5,
                BinaryOp::EqEqEq => 6,
                BinaryOp::NotEqEq => 7,
                _ => return None,
            };
            Some(PureLeaf { op, left: pure(&binary.left)?, right: Some(pure(&binary.right)?) })
        }
        Expr::Unary(unary) if unary.op == UnaryOp::Bang => {
            Some(PureLeaf { op: 9, left: pure(&unary.arg)?, right: None })
        }
        other => Some(PureLeaf { op: 8, left: pure(other)?, right: None }),
    }
}

/// Whether reading `expr` runs nothing and cannot throw. Its text has no newline.
pub(crate) fn is_pure(scopes: &Scopes, source: &str, expr: &Expr) -> bool {
    match expr {
        Expr::Lit(Lit::Str(text)) => {
            let text = &source[offset(text.span.lo) as usize..offset(text.span.hi) as usize];
            one_line(text)
        }
        Expr::Lit(Lit::Num(_) | Lit::Bool(_) | Lit::Null(_) | Lit::BigInt(_)) => true,
        Expr::Tpl(template) if template.exprs.is_empty() => {
            let text =
                &source[offset(template.span.lo) as usize..offset(template.span.hi) as usize];
            one_line(text)
        }
        Expr::Ident(name) => scopes.is_pure_read(offset(name.span.lo)),
        Expr::Unary(unary) => {
            let text = &source[offset(unary.span.lo) as usize..offset(unary.span.hi) as usize];
            one_line(text)
                && match unary.op {
                    UnaryOp::Minus => matches!(*unary.arg, Expr::Lit(Lit::Num(_) | Lit::BigInt(_))),
                    UnaryOp::TypeOf => {
                        matches!(&*unary.arg, Expr::Ident(_)) && is_pure(scopes, source, &unary.arg)
                    }
                    UnaryOp::Void => matches!(*unary.arg, Expr::Lit(Lit::Num(_))),
                    _ => false,
                }
        }
        _ => false,
    }
}

/// Whether a text holds no line terminator.
pub(crate) fn one_line(text: &str) -> bool {
    // 0xe2 begins U+2028 and U+2029.
    !text.bytes().any(|byte| matches!(byte, b'\n' | b'\r' | 0xe2))
        || !text.contains(['\n', '\r', '\u{2028}', '\u{2029}'])
}
