//! Re-exports that compilers have written into CommonJS, and that nobody is to cover.
//!
//! Node finds names of exports in the text of a file: it looks, to the letter, for what TypeScript and Babel write for
//! `export { a } from "./m"` and `export * from "./m"`. A probe in it hides the name, and an `import` of it fails, so such
//! statements get none.

use swc_core::ecma::ast::{
    BlockStmt, CallExpr, Callee, Expr, Function, Lit, MemberExpr, MemberProp, Pat, Prop, PropName,
    PropOrSpread, Stmt,
};

/// Tells whether a statement is such a re-export.
///
/// `Object.defineProperty(exports, "a", { enumerable: true, get: function () { return m.a; } })` is one, and so is
/// `Object.keys(m).forEach(function (key) { if (key === "default") return; ... exports[key] = m[key]; })`.
pub(crate) fn is_reexport(expr: &Expr) -> bool {
    match expr.unwrap_parens() {
        Expr::Call(call) => is_getter_of_module(call) || is_loop_over_module(call),
        _ => false,
    }
}

fn is_getter_of_module(call: &CallExpr) -> bool {
    let [target, name, description] = call.args.as_slice() else { return false };
    let (Expr::Lit(Lit::Str(_)), Expr::Object(description)) = (&*name.expr, &*description.expr)
    else {
        return false;
    };
    is_method(&call.callee, "Object", "defineProperty")
        && is_exports(&target.expr)
        && description.props.iter().any(|property| match property {
            PropOrSpread::Prop(property) => is_plain_getter(property),
            PropOrSpread::Spread(_) => false,
        })
}

/// Tells whether a property is a `get` that answers a property of a variable and does nothing else.
fn is_plain_getter(property: &Prop) -> bool {
    let (key, function): (&PropName, &Function) = match property {
        Prop::KeyValue(entry) => match &*entry.value {
            Expr::Fn(getter) => (&entry.key, &getter.function),
            _ => return false,
        },
        Prop::Method(method) => (&method.key, &method.function),
        _ => return false,
    };
    let Some([Stmt::Return(returned)]) = function.body.as_ref().map(|body| body.stmts.as_slice())
    else {
        return false;
    };
    let is_get = matches!(key, PropName::Ident(name) if name.sym == "get");
    is_get && returned.arg.as_deref().is_some_and(is_of_variable)
}

fn is_of_variable(expr: &Expr) -> bool {
    match expr {
        Expr::Ident(_) => true,
        Expr::Member(member) => {
            let is_plain = match &member.prop {
                MemberProp::Ident(_) => true,
                MemberProp::Computed(key) => matches!(&*key.expr, Expr::Lit(Lit::Str(_))),
                MemberProp::PrivateName(_) => false,
            };
            is_plain && member.obj.is_ident()
        }
        _ => false,
    }
}

fn is_loop_over_module(call: &CallExpr) -> bool {
    let (Some(member), [body]) = (method_of(&call.callee), call.args.as_slice()) else {
        return false;
    };
    let (Expr::Call(keys), Expr::Fn(body)) = (&*member.obj, &*body.expr) else { return false };
    let [module] = keys.args.as_slice() else { return false };
    let is_loop = matches!(&member.prop, MemberProp::Ident(name) if name.sym == "forEach");
    is_loop
        && is_method(&keys.callee, "Object", "keys")
        && module.expr.is_ident()
        && is_body_of_loop(&body.function)
}

/// Tells whether the keys are those but `default`, each of which `exports` gets.
fn is_body_of_loop(function: &Function) -> bool {
    let ([parameter], Some(body)) = (function.params.as_slice(), &function.body) else {
        return false;
    };
    let (Pat::Ident(key), [Stmt::If(first), .., last]) = (&parameter.pat, body.stmts.as_slice())
    else {
        return false;
    };
    let is_key = |expr: &Expr| matches!(expr, Expr::Ident(name) if name.sym == key.id.sym);
    let exports_key = match last {
        Stmt::Expr(statement) => match &*statement.expr {
            Expr::Assign(assignment) => assignment.left.as_simple().is_some_and(|target| {
                target.as_member().is_some_and(|member| {
                    let of_key =
                        matches!(&member.prop, MemberProp::Computed(name) if is_key(&name.expr));
                    of_key && is_exports(&member.obj)
                })
            }),
            Expr::Call(call) => match call.args.as_slice() {
                [target, name, _] => {
                    is_method(&call.callee, "Object", "defineProperty")
                        && is_exports(&target.expr)
                        && is_key(&name.expr)
                }
                _ => false,
            },
            _ => false,
        },
        _ => false,
    };
    exports_key && first.alt.is_none() && returns(&first.cons) && names_default(&first.test)
}

fn returns(statement: &Stmt) -> bool {
    match statement {
        Stmt::Return(returned) => returned.arg.is_none(),
        Stmt::Block(BlockStmt { stmts, .. }) => matches!(stmts.as_slice(), [only] if returns(only)),
        _ => false,
    }
}

/// Tells whether a test compares with `"default"`, perhaps among others.
fn names_default(test: &Expr) -> bool {
    match test {
        Expr::Bin(binary) => names_default(&binary.left) || names_default(&binary.right),
        Expr::Lit(Lit::Str(text)) => text.value.as_str() == Some("default"),
        _ => false,
    }
}

fn is_exports(expr: &Expr) -> bool {
    match expr {
        Expr::Ident(name) => name.sym == "exports",
        Expr::Member(member) => {
            let of_module = matches!(&*member.obj, Expr::Ident(name) if name.sym == "module");
            of_module && matches!(&member.prop, MemberProp::Ident(name) if name.sym == "exports")
        }
        _ => false,
    }
}

fn method_of(callee: &Callee) -> Option<&MemberExpr> {
    match callee {
        Callee::Expr(callee) => callee.as_member(),
        Callee::Super(_) | Callee::Import(_) => None,
    }
}

fn is_method(callee: &Callee, object: &str, name: &str) -> bool {
    method_of(callee).is_some_and(|member| {
        matches!(&*member.obj, Expr::Ident(of) if of.sym == *object)
            && matches!(&member.prop, MemberProp::Ident(of) if of.sym == *name)
    })
}
