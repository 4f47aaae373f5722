//! What V8 prints for a callee in "... is not a function".
//!
//! V8 renders the tree of the call site, not its text: `x["a"](1)` is printed `x.a`, a call is
//! printed `f(...)`. Shapes that are not known to be printed as here answer `None`: such a call
//! is left as it is.

use swc_core::ecma::ast::{
    AssignTarget, BinExpr, BinaryOp, CallExpr, Callee, Expr, Lit, MemberExpr, MemberProp,
    OptChainBase, OptChainExpr, SimpleAssignTarget, SuperProp, Tpl, UnaryOp,
};

/// What V8 does not name.
const UNNAMED: &str = "(intermediate value)";

/// The text of the callee `member`, which is read by `?.` or not.
pub(crate) fn callee_text(member: &MemberExpr, optional: bool) -> Option<String> {
    let mut out = String::new();
    print_member(member, optional, &mut out, 0)?;
    Some(out)
}

/// What is called by `new`, as V8 prints it in "... is not a constructor".
pub(crate) fn constructor_text(callee: &Expr) -> Option<String> {
    match callee {
        Expr::Ident(name) => Some(name.sym.to_string()),
        Expr::Member(member) => callee_text(member, false),
        _ => None,
    }
}

fn print_member(member: &MemberExpr, optional: bool, out: &mut String, depth: u32) -> Option<()> {
    print_before(&member.obj, out, depth)?;
    match &member.prop {
        MemberProp::Ident(name) => {
            out.push_str(if optional { "?." } else { "." });
            out.push_str(&name.sym);
        }
        MemberProp::Computed(key) => {
            if let Expr::Lit(Lit::Str(text)) = key.expr.unwrap_parens() {
                out.push_str(if optional { "?." } else { "." });
                out.push_str(text.value.as_str()?);
                return Some(());
            }
            out.push_str(if optional { "?.[" } else { "[" });
            // Of a template V8 takes the text for a name, once it knows it.
            if matches!(key.expr.unwrap_parens(), Expr::Tpl(_)) {
                return None;
            }
            print(&key.expr, out, depth)?;
            out.push(']');
        }
        MemberProp::PrivateName(name) => {
            out.push_str(if optional { "?.[#" } else { "[#" });
            out.push_str(&name.name);
            out.push(']');
        }
    }
    Some(())
}

/// What stands before a `.` or a call: a chain of `?.` goes on there, unless it stands in parentheses.
fn print_before(expr: &Expr, out: &mut String, depth: u32) -> Option<()> {
    match expr {
        Expr::OptChain(chain) if depth <= 100 => print_chain(chain, out, depth + 1),
        other => print(other, out, depth),
    }
}

fn print_chain(chain: &OptChainExpr, out: &mut String, depth: u32) -> Option<()> {
    match &*chain.base {
        OptChainBase::Member(member) => print_member(member, chain.optional, out, depth),
        OptChainBase::Call(call) => print_call(&call.callee, out, depth),
    }
}

fn print_call(callee: &Expr, out: &mut String, depth: u32) -> Option<()> {
    print_before(callee, out, depth)?;
    out.push_str("(...)");
    Some(())
}

fn print(expr: &Expr, out: &mut String, depth: u32) -> Option<()> {
    if depth > 100 {
        return None;
    }
    match expr {
        Expr::Paren(inner) => return print(&inner.expr, out, depth + 1),
        Expr::This(_) => out.push_str("this"),
        Expr::Ident(name) => out.push_str(&name.sym),
        Expr::Lit(literal) => return print_literal(literal, out),
        Expr::Member(member) => return print_member(member, false, out, depth + 1),
        Expr::SuperProp(property) => {
            let SuperProp::Ident(name) = &property.prop else { return None };
            out.push_str(UNNAMED);
            out.push('.');
            out.push_str(&name.sym);
        }
        Expr::Call(CallExpr { callee: Callee::Expr(callee), .. }) => {
            return print_call(callee, out, depth + 1);
        }
        Expr::New(_) | Expr::OptChain(_) | Expr::Await(_) => out.push_str(UNNAMED),
        // Test and both values.
        Expr::Cond(_) => (0..3).for_each(|_| out.push_str(UNNAMED)),
        Expr::Object(object) => {
            out.push('{');
            object.props.iter().for_each(|_| out.push_str(UNNAMED));
            out.push('}');
        }
        Expr::Tpl(template) => return print_template(template, out, depth + 1),
        Expr::Assign(assign) => match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => out.push_str(&name.sym),
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                return print_member(member, false, out, depth + 1);
            }
            _ => return None,
        },
        Expr::Seq(sequence) => {
            out.push('(');
            for (index, part) in sequence.exprs.iter().enumerate() {
                if index > 0 {
                    out.push_str(" , ");
                }
                print(part, out, depth + 1)?;
            }
            out.push(')');
        }
        Expr::Array(array) => {
            out.push('[');
            for (index, element) in array.elems.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                let Some(element) = element else {
                    out.push_str(UNNAMED);
                    continue;
                };
                out.push_str(if element.spread.is_some() { "(..." } else { "" });
                print(&element.expr, out, depth + 1)?;
                out.push_str(if element.spread.is_some() { ")" } else { "" });
            }
            out.push(']');
        }
        Expr::Bin(binary) => {
            out.push('(');
            print_operands(binary, out, depth + 1)?;
            out.push(')');
        }
        Expr::Unary(unary) if unary.op == UnaryOp::TypeOf => {
            out.push_str("(typeof ");
            print(&unary.arg, out, depth + 1)?;
            out.push(')');
        }
        _ => return None,
    }
    Some(())
}

/// The operands of a chain of one operator, which V8 takes for one node whatever parentheses stand round its left
/// part; but for `??`.
fn print_operands(binary: &BinExpr, out: &mut String, depth: u32) -> Option<()> {
    let (op, left) = match binary.op {
        BinaryOp::LogicalOr => (" || ", binary.left.unwrap_parens()),
        BinaryOp::LogicalAnd => (" && ", binary.left.unwrap_parens()),
        BinaryOp::Add => (" + ", binary.left.unwrap_parens()),
        BinaryOp::NullishCoalescing => (" ?? ", &*binary.left),
        _ => return None,
    };
    let number = |expr: &Expr| matches!(expr.unwrap_parens(), Expr::Lit(Lit::Num(_)));
    // V8 adds numbers while it parses.
    if binary.op == BinaryOp::Add && number(left) && number(&binary.right) {
        return None;
    }
    match left {
        Expr::Bin(inner) if inner.op == binary.op && depth <= 100 => {
            print_operands(inner, out, depth + 1)?;
        }
        other => print(other, out, depth)?,
    }
    out.push_str(op);
    print(&binary.right, out, depth)
}

/// Of a template V8 prints what is put in, one after another.
fn print_template(template: &Tpl, out: &mut String, depth: u32) -> Option<()> {
    if let (true, [text]) = (template.exprs.is_empty(), &template.quasis[..]) {
        out.push('"');
        out.push_str(text.cooked.as_ref()?.as_str()?);
        out.push('"');
    }
    template.exprs.iter().try_for_each(|inner| print(inner, out, depth))
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
