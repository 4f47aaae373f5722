//! Names of CommonJS exports that Node reads from the text of a file, where probes would hide them.
//!
//! Node looks for what compilers write, to the letter: `Object.defineProperty(exports, "a", { enumerable: true, get: function () {
//! return m.a; } })` (TypeScript and Babel) and Babel's loop over the keys of a module. A probe in either hides the name, and an
//! `import` of it fails. A line at the end of the probed text says them once more, in a form that never runs.

use std::collections::BTreeMap;
use std::fmt::Write;

use swc_core::ecma::ast::{
    CallExpr, Callee, Decl, Expr, Lit, MemberProp, Pat, Program, Prop, PropName, PropOrSpread, Stmt,
};
use swc_core::ecma::utils::is_valid_prop_ident;

/// The line, with a newline before it; empty where nothing is hidden.
pub(crate) fn annotation(program: &Program) -> String {
    let Program::Script(script) = program else { return String::new() };
    let mut required = BTreeMap::new();
    let (mut names, mut stars) = (Vec::new(), Vec::new());
    // The loop may stand behind the module, which Babel declares further down.
    for statement in &script.body {
        if let Stmt::Decl(Decl::Var(variables)) = statement {
            for declarator in &variables.decls {
                if let (Pat::Ident(name), Some(value)) = (&declarator.name, &declarator.init)
                    && let Some(specifier) = specifier_of(value)
                {
                    required.insert(name.id.sym.clone(), specifier);
                }
            }
        }
    }
    for statement in &script.body {
        let Stmt::Expr(statement) = statement else { continue };
        let Expr::Call(call) = statement.expr.unwrap_parens() else { continue };
        if let Some(name) = defined(call) {
            names.push(name);
        } else if let Some(specifier) = walked(call).and_then(|module| required.get(module)) {
            stars.push(specifier.clone());
        }
    }
    let mut line = String::new();
    if !names.is_empty() {
        line.push_str("\n0&&(");
        for name in names {
            let member = if is_valid_prop_ident(&name) {
                format!(".{name}")
            } else {
                format!("[{}]", quoted(&name))
            };
            let _ = write!(line, "exports{member}=");
        }
        line.push_str("0);");
    }
    for specifier in stars {
        let _ = write!(line, "\n0&&__exportStar(require({}));", quoted(&specifier));
    }
    line
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned())
}

/// The name of `Object.defineProperty(exports, "name", { get })`.
fn defined(call: &CallExpr) -> Option<String> {
    if !is_member(&call.callee, "Object", "defineProperty") {
        return None;
    }
    let [target, name, description] = call.args.as_slice() else { return None };
    let is_exports = match &*target.expr {
        Expr::Ident(name) => name.sym == "exports",
        Expr::Member(member) => {
            let is_module = matches!(&*member.obj, Expr::Ident(name) if name.sym == "module");
            is_module && matches!(&member.prop, MemberProp::Ident(name) if name.sym == "exports")
        }
        _ => false,
    };
    let (Expr::Lit(Lit::Str(name)), Expr::Object(description)) = (&*name.expr, &*description.expr)
    else {
        return None;
    };
    let is_getter = |property: &PropOrSpread| match property {
        PropOrSpread::Prop(property) => match &**property {
            Prop::KeyValue(entry) => {
                matches!(&entry.key, PropName::Ident(name) if name.sym == "get")
            }
            Prop::Method(method) => {
                matches!(&method.key, PropName::Ident(name) if name.sym == "get")
            }
            _ => false,
        },
        PropOrSpread::Spread(_) => false,
    };
    (is_exports && description.props.iter().any(is_getter))
        .then(|| name.value.as_str().map(str::to_owned))?
}

/// The module of `Object.keys(module).forEach(function (key) { ... })`.
fn walked(call: &CallExpr) -> Option<&swc_core::atoms::Atom> {
    let Callee::Expr(callee) = &call.callee else { return None };
    let Expr::Member(member) = &**callee else { return None };
    let Expr::Call(keys) = &*member.obj else { return None };
    if !matches!(&member.prop, MemberProp::Ident(name) if name.sym == "forEach")
        || !is_member(&keys.callee, "Object", "keys")
    {
        return None;
    }
    match &*keys.args.first()?.expr {
        Expr::Ident(name) => Some(&name.sym),
        _ => None,
    }
}

fn is_member(callee: &Callee, object: &str, property: &str) -> bool {
    let Callee::Expr(callee) = callee else { return false };
    let Expr::Member(member) = &**callee else { return false };
    matches!(&*member.obj, Expr::Ident(name) if name.sym == object)
        && matches!(&member.prop, MemberProp::Ident(name) if name.sym == property)
}

/// What a value requires, through a helper of the compiler too.
fn specifier_of(value: &Expr) -> Option<String> {
    let Expr::Call(call) = value else { return None };
    let Callee::Expr(callee) = &call.callee else { return None };
    let Expr::Ident(name) = &**callee else { return None };
    let first = &call.args.first()?.expr;
    if name.sym == "require" {
        let Expr::Lit(Lit::Str(specifier)) = &**first else { return None };
        return specifier.value.as_str().map(str::to_owned);
    }
    (name.sym.starts_with("_interop") || name.sym.starts_with("__import"))
        .then(|| specifier_of(first))?
}
