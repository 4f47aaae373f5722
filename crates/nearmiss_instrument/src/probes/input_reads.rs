//! What is read of names that may be inputs of the API (`req.query.page`, `body.items`, `ctx.get("x-key")`).
//!
//! A read is left as it is. The statement that holds it is told before it runs which paths it reads of
//! which local names, `__nm.A[0]===1&&__nm.i(req,"query.page headers.x-key");`, and a declaration,
//! when it has run, where its values came from, `__nm.A[0]===1&&__nm.j(body,req,"body");`. So nothing
//! that V8 prints changes, no getter runs twice, and patterns, optional chains and callees are told of
//! like any read; a path that the statement then does not come to costs the search a call or two. The
//! names are bindings that are initialised when the statement begins, and the probe looks at plain data
//! only. Top-level bindings, globals and `this` are not told of: inputs arrive in functions.
//!
//! What is read of the value of `JSON.parse(x)` where that gets no name, `JSON.parse(x).year`,
//! `const { year } = JSON.parse(x)`, is told with the text: `JSON.parse(__nm.l(x,"year"))`. V8 prints
//! no arguments.

mod chain;

use swc_core::common::Spanned;
use swc_core::ecma::ast::{
    ArrowExpr, Class, Expr, Function, ObjectPat, ObjectPatProp, Pat, PropName, Stmt, VarDecl,
};
use swc_core::ecma::visit::{Visit, VisitWith};

pub(crate) use self::chain::Chain;
use self::chain::{Piece, chain_of, is_plain};
use crate::emit::Part;
use crate::parse::offset;
use crate::planner::Planner;

/// Paths that one statement is told of.
const MOST_PATHS: usize = 16;
/// Names inside one another.
const MOST_PIECES: usize = 6;

/// What a statement reads itself, without functions and statements inside.
pub(crate) fn of_statement(
    planner: &mut Planner<'_>,
    probed: bool,
    statement: &Stmt,
) -> Vec<Chain> {
    let mut reads = Reads { planner, found: Vec::new(), parsed: Vec::new() };
    match statement {
        Stmt::Expr(expression) => expression.expr.visit_with(&mut reads),
        Stmt::Return(returned) => returned.arg.visit_with(&mut reads),
        Stmt::Throw(thrown) => thrown.arg.visit_with(&mut reads),
        Stmt::If(branch) => branch.test.visit_with(&mut reads),
        Stmt::While(each) => each.test.visit_with(&mut reads),
        Stmt::DoWhile(each) => each.test.visit_with(&mut reads),
        Stmt::For(each) => {
            each.init.visit_with(&mut reads);
            each.test.visit_with(&mut reads);
        }
        Stmt::ForIn(each) => each.right.visit_with(&mut reads),
        Stmt::ForOf(each) => {
            each.right.visit_with(&mut reads);
            reads.items_of(&each.right);
        }
        Stmt::Switch(switch) => {
            switch.discriminant.visit_with(&mut reads);
            for case in &switch.cases {
                case.test.visit_with(&mut reads);
            }
        }
        Stmt::Decl(swc_core::ecma::ast::Decl::Var(variables)) => reads.declaration(variables),
        _ => {}
    }
    let Reads { found, parsed, .. } = reads;
    if probed && !planner.answers {
        keep(planner, &parsed);
    }
    found
}

/// Keeps what is read of texts of JSON until the walk comes to them.
fn keep(planner: &mut Planner<'_>, parsed: &[(u32, Vec<Piece>)]) {
    for (at, pieces) in parsed.iter().take(MOST_PATHS) {
        let parts = planner.parsed.entry(*at).or_default();
        parts.push(Part::Text(if parts.is_empty() { ",\"" } else { " " }));
        chain::text(pieces, parts);
    }
}

/// The text before the value of an arrow, with a comma behind it.
pub(crate) fn of_value(planner: &mut Planner<'_>, value: &Expr) -> Vec<Part> {
    let mut reads = Reads { planner, found: Vec::new(), parsed: Vec::new() };
    value.visit_with(&mut reads);
    let Reads { found, parsed, .. } = reads;
    if planner.line(offset(value.span().lo)).is_some() {
        keep(planner, &parsed);
    }
    told(planner, &found, ",")
}

/// Writes an argument; round the text of JSON that something is read of, the probe that tells it.
pub(crate) fn argument<'a>(
    planner: &mut Planner<'a>,
    argument: &Expr,
    write: impl FnOnce(&mut Planner<'a>),
) {
    let told = planner.parsed.remove(&offset(argument.span().lo));
    let Some(mut parts) = told.filter(|_| !planner.printed) else { return write(planner) };
    // A bare copy of the text would tell nothing once the probes round it have learnt all.
    planner.opaque += 1;
    planner.edits.insert(offset(argument.span().lo), &[Part::Text("__nm.l(")]);
    planner.wrapped_in(1, write);
    parts.push(Part::Text("\")"));
    planner.edits.insert(offset(argument.span().hi), &parts);
}

/// The text at the start of a function whose parameters are taken apart.
pub(crate) fn of_parameters<'p>(
    planner: &Planner<'_>,
    patterns: impl Iterator<Item = &'p Pat>,
    separator: &'static str,
) -> Vec<Part> {
    let mut leaves = Vec::new();
    for pattern in patterns {
        let pattern = match pattern {
            Pat::Assign(assign) => &*assign.left,
            other => other,
        };
        if let Pat::Object(object) = pattern {
            leaves_of(planner, object, &mut Vec::new(), &mut leaves);
        }
    }
    let from_nothing =
        |leaf: &Leaf| call(Part::Copy(leaf.local.0, leaf.local.1), &[Part::Text("0")], &leaf.path);
    listed(leaves.iter().take(MOST_PATHS).map(from_nothing).collect(), separator)
}

/// Writes what a statement reads before it.
pub(crate) fn write(planner: &mut Planner<'_>, at: u32, probed: bool, reads: &[Chain]) {
    if probed && !planner.answers {
        let parts = told(planner, reads, ";");
        planner.edits.insert(at, &parts);
    }
}

/// Writes behind a declaration where its values came from.
pub(crate) fn bound(planner: &mut Planner<'_>, end: u32, probed: bool, variables: &VarDecl) {
    if !probed || planner.answers {
        return;
    }
    let mut calls = Vec::new();
    for declarator in &variables.decls {
        let Some(source) = declarator.init.as_deref().and_then(|value| source_of(planner, value))
        else {
            continue;
        };
        let base = Part::Copy(source.base.0, source.base.1);
        match &declarator.name {
            Pat::Ident(name) if !source.pieces.is_empty() => {
                let local = Part::Copy(offset(name.id.span.lo), offset(name.id.span.hi));
                calls.push(call(local, &[base], &source.pieces));
            }
            Pat::Object(object) => {
                let mut leaves = Vec::new();
                leaves_of(planner, object, &mut source.pieces.clone(), &mut leaves);
                for leaf in leaves {
                    let local = Part::Copy(leaf.local.0, leaf.local.1);
                    calls.push(call(local, &[base], &leaf.path));
                }
            }
            _ => {}
        }
    }
    calls.truncate(MOST_PATHS);
    let parts = listed(calls, ";");
    planner.edits.insert(end, &parts);
}

/// `__nm.j(local,base,"path")`.
fn call(local: Part, base: &[Part], path: &[Piece]) -> Vec<Part> {
    let mut parts = vec![Part::Text("__nm.j("), local, Part::Text(",")];
    parts.extend_from_slice(base);
    parts.push(Part::Text(",\""));
    chain::text(path, &mut parts);
    parts.push(Part::Text("\")"));
    parts
}

/// `__nm.A[0]===1&&(a,b);`.
fn listed(calls: Vec<Vec<Part>>, separator: &'static str) -> Vec<Part> {
    if calls.is_empty() {
        return Vec::new();
    }
    let mut parts = vec![Part::Text("__nm.A[0]===1&&(")];
    for (index, call) in calls.into_iter().enumerate() {
        if index > 0 {
            parts.push(Part::Text(","));
        }
        parts.extend(call);
    }
    parts.extend([Part::Text(")"), Part::Text(separator)]);
    parts
}

/// One call of `__nm.i` a name, in the order of the source.
fn told(planner: &Planner<'_>, reads: &[Chain], separator: &'static str) -> Vec<Part> {
    let name = |chain: &Chain| &planner.source[chain.base.0 as usize..chain.base.1 as usize];
    let mut calls: Vec<Vec<Part>> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for chain in reads.iter().take(MOST_PATHS) {
        if names.contains(&name(chain)) {
            continue;
        }
        names.push(name(chain));
        let mut parts =
            vec![Part::Text("__nm.i("), Part::Copy(chain.base.0, chain.base.1), Part::Text(",\"")];
        let same = reads.iter().take(MOST_PATHS).filter(|other| name(other) == name(chain));
        for (index, other) in same.enumerate() {
            if index > 0 {
                parts.push(Part::Text(" "));
            }
            chain::text(&other.pieces, &mut parts);
        }
        parts.push(Part::Text("\")"));
        calls.push(parts);
    }
    listed(calls, separator)
}

/// A name of a pattern and where its value stands in what is taken apart.
struct Leaf {
    local: (u32, u32),
    path: Vec<Piece>,
}

fn leaves_of(
    planner: &Planner<'_>,
    pattern: &ObjectPat,
    path: &mut Vec<Piece>,
    leaves: &mut Vec<Leaf>,
) {
    for property in &pattern.props {
        match property {
            ObjectPatProp::Assign(assign) => {
                let span = assign.key.id.span;
                let local = (offset(span.lo), offset(span.hi));
                if is_plain(planner.source, local) {
                    let path = [path.as_slice(), &[Piece::Name(local.0, local.1)]].concat();
                    leaves.push(Leaf { local, path });
                }
            }
            ObjectPatProp::KeyValue(property) => {
                let Some(key) = chain::key(planner.source, &property.key) else { continue };
                let target = match &*property.value {
                    Pat::Assign(assign) => &*assign.left,
                    other => other,
                };
                path.push(key);
                match target {
                    Pat::Ident(name) => {
                        let local = (offset(name.id.span.lo), offset(name.id.span.hi));
                        leaves.push(Leaf { local, path: path.clone() });
                    }
                    Pat::Object(object) if path.len() < MOST_PIECES => {
                        leaves_of(planner, object, path, leaves);
                    }
                    _ => {}
                }
                path.pop();
            }
            ObjectPatProp::Rest(_) => {}
        }
    }
}

/// The path that a value is read by, `await` or not; of a name alone an empty one.
fn source_of(planner: &Planner<'_>, value: &Expr) -> Option<Chain> {
    let chain = chain_of(planner.source, value)?;
    let known = chain.parsed.is_none() && planner.scopes.is_local_base(chain.base.0);
    known.then_some(chain)
}

struct Reads<'p, 'a> {
    planner: &'p Planner<'a>,
    found: Vec<Chain>,
    /// What is read of the values of texts of JSON, by the place of the text.
    parsed: Vec<(u32, Vec<Piece>)>,
}

impl Reads<'_, '_> {
    fn note(&mut self, chain: Chain) {
        let local = self.planner.scopes.is_local_base(chain.base.0);
        if chain.pieces.is_empty() || chain.pieces.len() > MOST_PIECES {
            return;
        }
        match chain.parsed {
            Some(text) if !local => self.parsed.push((text, chain.pieces)),
            None if local => self.found.push(chain),
            _ => {}
        }
    }

    /// The value is walked item by item.
    fn items_of(&mut self, list: &Expr) {
        if let Some(mut chain) = chain_of(self.planner.source, list) {
            chain.pieces.push(Piece::Each);
            self.note(chain);
        }
    }

    fn declaration(&mut self, variables: &VarDecl) {
        for declarator in &variables.decls {
            let Some(value) = &declarator.init else { continue };
            value.visit_with(self);
            if let (Pat::Object(object), Some(source)) =
                (&declarator.name, chain_of(self.planner.source, value))
            {
                let mut leaves = Vec::new();
                leaves_of(self.planner, object, &mut source.pieces.clone(), &mut leaves);
                for leaf in leaves {
                    self.note(Chain { pieces: leaf.path, ..source.clone() });
                }
            }
        }
    }
}

impl Visit for Reads<'_, '_> {
    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Ident(_) | Expr::Lit(_) | Expr::This(_) => {}
            // A spine of operators is walked in a loop.
            Expr::Bin(_) => {
                let mut spine = expr;
                while let Expr::Bin(binary) = spine {
                    binary.right.visit_with(self);
                    spine = &binary.left;
                }
                spine.visit_with(self);
            }
            Expr::Member(_) | Expr::Call(_) | Expr::OptChain(_) => {
                if self.found.len() >= MOST_PATHS {
                    return;
                }
                let chain = chain_of(self.planner.source, expr);
                chain::arguments(expr, chain.is_some(), &mut |inner| inner.visit_with(self));
                match chain {
                    Some(chain) => self.note(chain),
                    None => {
                        if let Some(inner) = chain::inner(expr) {
                            inner.visit_with(self);
                        }
                    }
                }
                if let Some(list) = chain::asked_whether_list(expr) {
                    self.items_of(list);
                }
            }
            other => other.visit_children_with(self),
        }
    }

    fn visit_prop_name(&mut self, _: &PropName) {}
    fn visit_function(&mut self, _: &Function) {}
    fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}
    fn visit_class(&mut self, _: &Class) {}
}
