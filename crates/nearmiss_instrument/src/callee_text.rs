//! What V8 prints for a callee in "... is not a function".
//!
//! V8 renders the tree of the call site, not its text: `x["a"](1)` is printed `x.a`, a call is
//! printed `f(...)`. Shapes that are not known to be printed as here answer `None`: such a call
//! is left as it is.

use swc_core::ecma::ast::{BinaryOp, CallExpr, Callee, Expr, Lit, MemberExpr, MemberProp, UnaryOp};

/// The text of the callee `member`.
pub(crate) fn callee_text(member: &MemberExpr) -> Option<String> {
    let mut out = String::new();
    print_member(member, &mut out, 0)?;
    Some(out)
}

fn print_member(member: &MemberExpr, out: &mut String, depth: u32) -> Option<()> {
    print(&member.obj, out, depth)?;
    match &member.prop {
        MemberProp::Ident(name) => {
            out.push('.');
            out.push_str(&name.sym);
        }
        MemberProp::Computed(key) => match key.expr.unwrap_parens() {
            Expr::Lit(Lit::Str(text)) => {
                out.push('.');
                out.push_str(text.value.as_str()?);
            }
            key => {
                out.push('[');
                print(key, out, depth)?;
                out.push(']');
            }
        },
        MemberProp::PrivateName(_) => return None,
    }
    Some(())
}

fn print(expr: &Expr, out: &mut String, depth: u32) -> Option<()> {
    if depth > 100 {
        return None;
    }
    match expr {
        Expr::Paren(inner) => print(&inner.expr, out, depth + 1),
        Expr::This(_) => {
            out.push_str("this");
            Some(())
        }
        Expr::Ident(name) => {
            out.push_str(&name.sym);
            Some(())
        }
        Expr::Lit(literal) => print_literal(literal, out),
        Expr::Member(member) => print_member(member, out, depth + 1),
        Expr::Call(CallExpr { callee: Callee::Expr(callee), .. }) => {
            print(callee, out, depth + 1)?;
            out.push_str("(...)");
            Some(())
        }
        Expr::New(_) => {
            out.push_str("(intermediate value)");
            Some(())
        }
        Expr::Seq(sequence) => {
            out.push('(');
            for (index, part) in sequence.exprs.iter().enumerate() {
                if index > 0 {
                    out.push_str(" , ");
                }
                print(part, out, depth + 1)?;
            }
            out.push(')');
            Some(())
        }
        Expr::Array(array) => {
            out.push('[');
            for (index, element) in array.elems.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                let element = element.as_ref().filter(|element| element.spread.is_none())?;
                print(&element.expr, out, depth + 1)?;
            }
            out.push(']');
            Some(())
        }
        Expr::Bin(binary) => {
            let op = match binary.op {
                BinaryOp::LogicalOr => " || ",
                BinaryOp::LogicalAnd => " && ",
                _ => return None,
            };
            // A longer chain of one operator is one node with another way of printing.
            if matches!(binary.left.unwrap_parens(), Expr::Bin(left) if left.op == binary.op)
                || matches!(binary.right.unwrap_parens(), Expr::Bin(right) if right.op == binary.op)
            {
                return None;
            }
            out.push('(');
            print(&binary.left, out, depth + 1)?;
            out.push_str(op);
            print(&binary.right, out, depth + 1)?;
            out.push(')');
            Some(())
        }
        Expr::Unary(unary) if unary.op == UnaryOp::TypeOf => {
            out.push_str("(typeof ");
            print(&unary.arg, out, depth + 1)?;
            out.push(')');
            Some(())
        }
        _ => None,
    }
}

fn print_literal(literal: &Lit, out: &mut String) -> Option<()> {
    match literal {
        Lit::Str(text) => {
            out.push('"');
            out.push_str(text.value.as_str()?);
            out.push('"');
        }
        Lit::Bool(value) => out.push_str(if value.value { "true" } else { "false" }),
        Lit::Null(_) => out.push_str("null"),
        Lit::Num(number) if number.value.fract() == 0.0 && (0.0..1e15).contains(&number.value) => {
            out.push_str(&format!("{:.0}", number.value));
        }
        Lit::Regex(regex) => {
            out.push('/');
            out.push_str(&regex.exp);
            out.push('/');
            // V8 prints flags in its own order; one flag has only one.
            if regex.flags.len() > 1 {
                return None;
            }
            out.push_str(&regex.flags);
        }
        _ => return None,
    }
    Some(())
}
