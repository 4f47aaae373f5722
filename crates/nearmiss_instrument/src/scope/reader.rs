//! What is remembered of the declarations and reads of a file while it is walked, and what follows from it.

use rustc_hash::{FxHashMap, FxHashSet};
use swc_core::atoms::Atom;
use swc_core::common::Spanned;
use swc_core::ecma::ast::{Expr, FunctionBody, Ident, Pat, VarDecl, VarDeclKind};

use super::Scopes;
use super::function_names::FunctionNames;
use super::pattern_names::pattern_names;
use crate::parse::offset;
use crate::replacements::is_function;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Program,
    /// Holds the parameters. Called only after control reached its place.
    FunctionExpression,
    /// Holds the parameters. Hoisted: may be called from the start of the block it stands in.
    FunctionDeclaration,
    /// The body of a function, or a static block: what it declares is unknown to the defaults and
    /// computed keys of the parameters.
    Body,
    Block,
    Switch,
    With,
}

impl Kind {
    fn holds_vars(self) -> bool {
        matches!(self, Self::Program | Self::Body)
    }
}

struct Scope {
    parent: usize,
    kind: Kind,
    start: u32,
    /// Name to the offset from which on it is initialised.
    bindings: FxHashMap<Atom, u32>,
    evaluates_text: bool,
}

/// Bindings that are never certain to be initialised.
pub(super) const NEVER: u32 = u32::MAX;

pub(super) struct Reader {
    scopes: Vec<Scope>,
    pub(super) current: usize,
    /// Reads of names: offset, name, scope.
    reads: Vec<(u32, Atom, usize)>,
    /// The same of operands of computed reads.
    pub(super) operands: Vec<(u32, Atom, usize)>,
    /// Names that a property is read of, or that are taken apart: offset, start of the statement, name, scope.
    pub(super) bases: Vec<(u32, u32, Atom, usize)>,
    /// Start of the statement that is read.
    pub(super) statement: u32,
    pub(super) functions: Vec<FunctionNames>,
    unmovable: FxHashSet<u32>,
    /// Tracked functions that the file gives another name: by that name.
    renamed: FxHashMap<Atom, Atom>,
    pub(super) names_runtime: bool,
    /// The name of the runtime's global: comparing atoms costs one instruction.
    pub(super) runtime: Atom,
    pub(super) next_function: Kind,
}

impl Reader {
    pub(super) fn new(start: u32) -> Self {
        let program = Scope {
            parent: 0,
            kind: Kind::Program,
            start,
            bindings: FxHashMap::default(),
            evaluates_text: false,
        };
        Self {
            scopes: vec![program],
            current: 0,
            reads: Vec::new(),
            operands: Vec::new(),
            bases: Vec::new(),
            statement: start,
            functions: vec![FunctionNames::default()],
            unmovable: FxHashSet::default(),
            renamed: FxHashMap::default(),
            names_runtime: false,
            runtime: Atom::from("__nm"),
            next_function: Kind::FunctionExpression,
        }
    }

    pub(super) fn finish(self) -> Scopes {
        let pure_reads =
            self.reads.iter().filter(|read| self.is_pure(read)).map(|read| read.0).collect();
        let own_bindings =
            self.operands.iter().filter(|operand| self.is_own(operand)).map(|o| o.0).collect();
        let local_bases =
            self.bases.iter().filter(|base| self.is_local(base)).map(|base| base.0).collect();
        Scopes {
            pure_reads,
            own_bindings,
            local_bases,
            unmovable: self.unmovable,
            renamed: self.renamed,
            has_with: self.scopes.iter().any(|scope| scope.kind == Kind::With),
            names_runtime: self.names_runtime,
        }
    }

    fn is_pure(&self, &(mut at, ref name, mut scope): &(u32, Atom, usize)) -> bool {
        loop {
            let Scope { parent, kind, ref bindings, evaluates_text, .. } = self.scopes[scope];
            if kind == Kind::With || evaluates_text {
                return false;
            }
            if let Some(&ready) = bindings.get(name) {
                return ready <= at;
            }
            if kind == Kind::FunctionDeclaration {
                at = self.scopes[parent].start;
            }
            if kind == Kind::Program {
                return matches!(&**name, "undefined" | "NaN" | "Infinity");
            }
            scope = parent;
        }
    }

    fn is_own(&self, (_, name, scope): &(u32, Atom, usize)) -> bool {
        let mut scope = *scope;
        loop {
            let Scope { parent, kind, ref bindings, evaluates_text, .. } = self.scopes[scope];
            if kind == Kind::With || evaluates_text {
                return false;
            }
            if bindings.contains_key(name) {
                return true;
            }
            if kind == Kind::Program {
                return false;
            }
            scope = parent;
        }
    }

    /// Whether a name is a binding of a function that is initialised when its statement begins.
    fn is_local(&self, &(_, mut at, ref name, mut scope): &(u32, u32, Atom, usize)) -> bool {
        loop {
            let Scope { parent, kind, start, ref bindings, evaluates_text } = self.scopes[scope];
            if matches!(kind, Kind::With | Kind::Program) || evaluates_text {
                return false;
            }
            if let Some(&ready) = bindings.get(name) {
                // Before a switch begins nobody knows what its cases declare.
                return ready <= at && (kind != Kind::Switch || start < at);
            }
            if kind == Kind::FunctionDeclaration {
                at = self.scopes[parent].start;
            }
            scope = parent;
        }
    }

    /// Notes a name that a property is read of.
    pub(super) fn base(&mut self, expr: &Expr) {
        if let Expr::Ident(name) = expr.unwrap_parens() {
            let at = offset(name.span.lo);
            self.bases.push((at, self.statement, name.sym.clone(), self.current));
        }
    }

    /// Notes an operand that a probe may read.
    pub(super) fn operand(&mut self, expr: &Expr) {
        if let Expr::Ident(name) = expr.unwrap_parens() {
            self.operands.push((offset(name.span.lo), name.sym.clone(), self.current));
        }
    }

    /// Walks what stands behind probes that are placed at `start`.
    pub(super) fn statement(&mut self, start: u32, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.statement, start);
        inside(self);
        self.statement = outer;
    }

    pub(super) fn scope(&mut self, kind: Kind, start: u32, inside: impl FnOnce(&mut Self)) {
        let scope = Scope {
            parent: self.current,
            kind,
            start,
            bindings: FxHashMap::default(),
            evaluates_text: false,
        };
        self.scopes.push(scope);
        let outer = std::mem::replace(&mut self.current, self.scopes.len() - 1);
        inside(self);
        self.current = outer;
    }

    pub(super) fn block(&mut self, kind: Kind, start: u32, inside: impl FnOnce(&mut Self)) {
        self.function().block_depth += 1;
        self.scope(kind, start, inside);
        self.function().block_depth -= 1;
    }

    pub(super) fn function(&mut self) -> &mut FunctionNames {
        self.functions.last_mut().expect("the program is a function")
    }

    pub(super) fn bind(&mut self, name: &Ident, ready: u32) {
        self.names_runtime |= name.sym == self.runtime;
        let inside_switch = self.scopes[self.current].kind == Kind::Switch && ready != 0;
        let ready = if inside_switch { NEVER } else { ready };
        self.scopes[self.current].bindings.insert(name.sym.clone(), ready);
    }

    /// `local` is what the file calls what has the name `name` elsewhere. (A call of `eval` must stay one by that name: it
    /// may be the direct one.)
    pub(super) fn rename(&mut self, name: &Atom, local: &Ident) {
        if is_function(name) && &*local.sym != "eval" {
            self.renamed.insert(local.sym.clone(), name.clone());
        }
    }

    fn bind_var(&mut self, name: &Ident) {
        let mut scope = self.current;
        while !self.scopes[scope].kind.holds_vars() {
            scope = self.scopes[scope].parent;
        }
        self.scopes[scope].bindings.entry(name.sym.clone()).or_insert(0);
        self.function().vars.insert(name.sym.clone());
    }

    pub(super) fn bind_pattern(&mut self, pattern: &Pat, ready: u32) {
        let mut names = Vec::new();
        pattern_names(pattern, &mut names);
        for name in names {
            self.bind_lexical(name, ready);
        }
    }

    pub(super) fn bind_lexical(&mut self, name: &Ident, ready: u32) {
        self.bind(name, ready);
        let names = self.function();
        if names.block_depth == 0 {
            names.lexical.insert(name.sym.clone());
        }
    }

    pub(super) fn declare(&mut self, variables: &VarDecl, ready: Option<u32>) {
        for declarator in &variables.decls {
            if variables.kind == VarDeclKind::Var {
                let mut names = Vec::new();
                pattern_names(&declarator.name, &mut names);
                for name in names {
                    self.bind_var(name);
                }
            } else {
                let ready = ready.unwrap_or(offset(declarator.span.hi));
                self.bind_pattern(&declarator.name, ready);
            }
        }
    }

    pub(super) fn candidate(&mut self, expr: &Expr) {
        match expr.unwrap_parens() {
            Expr::Ident(name) => {
                self.reads.push((offset(name.span.lo), name.sym.clone(), self.current));
            }
            Expr::Unary(unary) => self.candidate(&unary.arg),
            _ => {}
        }
    }

    pub(super) fn in_function<'a>(
        &mut self,
        start: u32,
        parameters: impl Iterator<Item = &'a Pat> + Clone,
        body: Option<&FunctionBody>,
        inside: impl FnOnce(&mut Self),
    ) {
        let kind = std::mem::replace(&mut self.next_function, Kind::FunctionExpression);
        self.functions.push(FunctionNames::default());
        self.scope(kind, start, |reader| {
            let mut names = Vec::new();
            for parameter in parameters.clone() {
                let before = names.len();
                pattern_names(parameter, &mut names);
                let ready = offset(parameter.span().hi);
                for name in &names[before..] {
                    reader.bind(name, ready);
                    reader.function().parameters.insert(name.sym.clone());
                }
            }
            inside(reader);
        });
        let names = self.functions.pop().expect("pushed above");
        if let Some(body) = body
            && !names.body_may_move()
        {
            self.unmovable.insert(offset(body.span.lo));
        }
    }

    pub(super) fn mark_direct_eval(&mut self) {
        let mut scope = self.current;
        loop {
            self.scopes[scope].evaluates_text = true;
            if scope == 0 {
                break;
            }
            scope = self.scopes[scope].parent;
        }
        self.function().evaluates_text = true;
    }
}
