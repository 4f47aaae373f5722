//! Which names are declared where: what may be read speculatively, and which function bodies may
//! be moved into a block.

use rustc_hash::{FxHashMap, FxHashSet};
use swc_core::atoms::Atom;
use swc_core::ecma::ast::{
    ArrowExpr, ArrowFunctionBody, AssignPatProp, BindingIdent, BlockStmt, CallExpr, Callee,
    CatchClause, Class, ClassDecl, ClassExpr, Constructor, Decl, DefaultDecl, ExportDefaultDecl,
    Expr, FnDecl, FnExpr, ForInStmt, ForOfStmt, ForStmt, Function, FunctionBody, Ident, IfStmt,
    ImportSpecifier, MemberExpr, MemberProp, ParamOrTsParamProp, Pat, Program, StaticBlock, Stmt,
    SwitchStmt, VarDecl, VarDeclKind, WithStmt,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use crate::parse::offset;

/// What the planner asks of the declarations of a file.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    pure_reads: FxHashSet<u32>,
    own_bindings: FxHashSet<u32>,
    unmovable: FxHashSet<u32>,
    /// The file refers to the runtime's global by its name.
    pub(crate) names_runtime: bool,
}

impl Scopes {
    /// Reads all declarations of a program.
    pub(crate) fn of(program: &Program) -> Self {
        let mut reader = Reader::new(offset(swc_core::common::Spanned::span(program).lo));
        program.visit_with(&mut reader);
        reader.finish()
    }

    /// Whether the identifier at this offset is a binding of the file that is initialised when it
    /// is read there, whatever ran before.
    pub(crate) fn is_pure_read(&self, at: u32) -> bool {
        self.pure_reads.contains(&at)
    }

    /// Whether the operand of a computed read at this offset is a binding of the file, so that
    /// reading it once more after it was read runs nothing and cannot throw.
    pub(crate) fn is_own_binding(&self, at: u32) -> bool {
        self.own_bindings.contains(&at)
    }

    /// Whether the function body that starts at this offset means the same inside a block.
    pub(crate) fn may_move_into_block(&self, body: u32) -> bool {
        !self.unmovable.contains(&body)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
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
const NEVER: u32 = u32::MAX;

struct Reader {
    scopes: Vec<Scope>,
    current: usize,
    /// Reads of names: offset, name, scope.
    reads: Vec<(u32, Atom, usize)>,
    /// The same of operands of computed reads.
    operands: Vec<(u32, Atom, usize)>,
    functions: Vec<FunctionNames>,
    unmovable: FxHashSet<u32>,
    names_runtime: bool,
    /// The name of the runtime's global: comparing atoms costs one instruction.
    runtime: Atom,
    next_function: Kind,
}

/// The names declared directly in one function.
#[derive(Default)]
struct FunctionNames {
    parameters: FxHashSet<Atom>,
    vars: FxHashSet<Atom>,
    /// Functions declared at the top of the body, with their number.
    functions: FxHashMap<Atom, u32>,
    nested_functions: FxHashSet<Atom>,
    /// `let`, `const` and classes at the top of the body.
    lexical: FxHashSet<Atom>,
    evaluates_text: bool,
    block_depth: u32,
}

impl Reader {
    fn new(start: u32) -> Self {
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
            functions: vec![FunctionNames::default()],
            unmovable: FxHashSet::default(),
            names_runtime: false,
            runtime: Atom::from("__nm"),
            next_function: Kind::FunctionExpression,
        }
    }

    fn finish(self) -> Scopes {
        let pure_reads =
            self.reads.iter().filter(|read| self.is_pure(read)).map(|read| read.0).collect();
        let own_bindings =
            self.operands.iter().filter(|operand| self.is_own(operand)).map(|o| o.0).collect();
        Scopes {
            pure_reads,
            own_bindings,
            unmovable: self.unmovable,
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

    fn scope(&mut self, kind: Kind, start: u32, inside: impl FnOnce(&mut Self)) {
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

    fn block(&mut self, kind: Kind, start: u32, inside: impl FnOnce(&mut Self)) {
        self.function().block_depth += 1;
        self.scope(kind, start, inside);
        self.function().block_depth -= 1;
    }

    fn function(&mut self) -> &mut FunctionNames {
        self.functions.last_mut().expect("the program is a function")
    }

    fn bind(&mut self, name: &Ident, ready: u32) {
        self.names_runtime |= name.sym == self.runtime;
        let inside_switch = self.scopes[self.current].kind == Kind::Switch && ready != 0;
        let ready = if inside_switch { NEVER } else { ready };
        self.scopes[self.current].bindings.insert(name.sym.clone(), ready);
    }

    fn bind_var(&mut self, name: &Ident) {
        let mut scope = self.current;
        while !self.scopes[scope].kind.holds_vars() {
            scope = self.scopes[scope].parent;
        }
        self.scopes[scope].bindings.entry(name.sym.clone()).or_insert(0);
        self.function().vars.insert(name.sym.clone());
    }

    fn bind_pattern(&mut self, pattern: &Pat, ready: u32) {
        let mut names = Vec::new();
        pattern_names(pattern, &mut names);
        for name in names {
            self.bind_lexical(name, ready);
        }
    }

    fn bind_lexical(&mut self, name: &Ident, ready: u32) {
        self.bind(name, ready);
        let names = self.function();
        if names.block_depth == 0 {
            names.lexical.insert(name.sym.clone());
        }
    }

    fn declare(&mut self, variables: &VarDecl, ready: Option<u32>) {
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

    fn candidate(&mut self, expr: &Expr) {
        match expr.unwrap_parens() {
            Expr::Ident(name) => {
                self.reads.push((offset(name.span.lo), name.sym.clone(), self.current));
            }
            Expr::Unary(unary) => self.candidate(&unary.arg),
            _ => {}
        }
    }

    fn in_function<'a>(
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
                let ready = offset(swc_core::common::Spanned::span(parameter).hi);
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

    fn mark_direct_eval(&mut self) {
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

impl FunctionNames {
    /// Functions declared at the top of a body become functions of a block when the body is moved
    /// into one: that must clash with nothing and shadow nothing.
    fn body_may_move(&self) -> bool {
        !self.evaluates_text
            // An early error, which a block would hide.
            && self.lexical.is_disjoint(&self.parameters)
            && self.functions.iter().all(|(name, &count)| {
                count == 1
                    && name != "arguments"
                    && !self.parameters.contains(name)
                    && !self.vars.contains(name)
                    && !self.nested_functions.contains(name)
            })
    }
}

impl Visit for Reader {
    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            // Chains are long but flat: their spine is walked in a loop.
            Expr::Bin(_) => {
                let mut spine = expr;
                let mut rights = Vec::new();
                while let Expr::Bin(binary) = spine {
                    self.candidate(&binary.left);
                    self.candidate(&binary.right);
                    rights.push(&binary.right);
                    spine = &binary.left;
                }
                spine.visit_with(self);
                for right in rights.into_iter().rev() {
                    right.visit_with(self);
                }
            }
            Expr::Lit(_) | Expr::This(_) => {}
            Expr::Ident(name) => self.visit_ident(name),
            _ => {
                if let Expr::Unary(_) | Expr::Cond(_) = expr {
                    self.candidate(expr);
                }
                if let Expr::Cond(cond) = expr {
                    self.candidate(&cond.cons);
                    self.candidate(&cond.alt);
                }
                expr.visit_children_with(self);
            }
        }
    }

    fn visit_ident(&mut self, name: &Ident) {
        self.names_runtime |= name.sym == self.runtime;
    }

    fn visit_stmt(&mut self, statement: &Stmt) {
        if let Stmt::Return(returned) = statement
            && let Some(value) = &returned.arg
        {
            self.candidate(value);
        }
        statement.visit_children_with(self);
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        if let Callee::Expr(callee) = &call.callee
            && matches!(callee.unwrap_parens(), Expr::Ident(name) if &*name.sym == "eval")
        {
            self.mark_direct_eval();
        }
        call.visit_children_with(self);
    }

    fn visit_member_expr(&mut self, member: &MemberExpr) {
        if let MemberProp::Computed(key) = &member.prop {
            for operand in [&member.obj, &key.expr] {
                if let Expr::Ident(name) = operand.unwrap_parens() {
                    let at = offset(name.span.lo);
                    self.operands.push((at, name.sym.clone(), self.current));
                }
            }
        }
        member.visit_children_with(self);
    }

    fn visit_import_specifier(&mut self, specifier: &ImportSpecifier) {
        let local = match specifier {
            ImportSpecifier::Named(named) => &named.local,
            ImportSpecifier::Default(default) => &default.local,
            ImportSpecifier::Namespace(namespace) => &namespace.local,
        };
        // The module that exports it may not have run.
        self.bind(local, NEVER);
    }

    fn visit_fn_decl(&mut self, declaration: &FnDecl) {
        self.hoisted_function(Some(&declaration.ident), &declaration.function);
    }

    fn visit_export_default_decl(&mut self, export: &ExportDefaultDecl) {
        if let DefaultDecl::Fn(function) = &export.decl {
            self.hoisted_function(function.ident.as_ref(), &function.function);
        } else {
            export.visit_children_with(self);
        }
    }

    fn visit_if_stmt(&mut self, branch: &IfStmt) {
        branch.test.visit_with(self);
        self.branch(&branch.cons);
        if let Some(other) = &branch.alt {
            self.branch(other);
        }
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        self.scope(Kind::Body, offset(body.span.lo), |reader| body.stmts.visit_with(reader));
    }

    fn visit_static_block(&mut self, block: &StaticBlock) {
        self.scope(Kind::Body, offset(block.span.lo), |reader| block.body.visit_with(reader));
    }

    fn visit_fn_expr(&mut self, expression: &FnExpr) {
        if let Some(name) = &expression.ident {
            let start = offset(expression.function.span.lo);
            self.scope(Kind::Block, start, |reader| {
                reader.bind(name, 0);
                expression.function.visit_with(reader);
            });
        } else {
            expression.function.visit_with(self);
        }
    }

    fn visit_function(&mut self, function: &Function) {
        let parameters = function.params.iter().map(|parameter| &parameter.pat);
        self.in_function(offset(function.span.lo), parameters, function.body.as_ref(), |reader| {
            function.params.visit_with(reader);
            function.body.visit_with(reader);
        });
    }

    fn visit_constructor(&mut self, constructor: &Constructor) {
        constructor.key.visit_with(self);
        let parameters = constructor.params.iter().filter_map(|parameter| match parameter {
            ParamOrTsParamProp::Param(parameter) => Some(&parameter.pat),
            ParamOrTsParamProp::TsParamProp(_) => None,
        });
        let start = offset(constructor.span.lo);
        self.in_function(start, parameters, constructor.body.as_ref(), |reader| {
            constructor.params.visit_with(reader);
            constructor.body.visit_with(reader);
        });
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        let body = match &*arrow.body {
            ArrowFunctionBody::FunctionBody(body) => Some(body),
            ArrowFunctionBody::Expr(_) => None,
        };
        self.in_function(offset(arrow.span.lo), arrow.params.iter(), body, |reader| {
            if let ArrowFunctionBody::Expr(value) = &*arrow.body {
                reader.candidate(value);
            }
            arrow.params.visit_with(reader);
            arrow.body.visit_with(reader);
        });
    }

    fn visit_class_decl(&mut self, declaration: &ClassDecl) {
        self.bind_lexical(&declaration.ident, offset(declaration.class.span.hi));
        declaration.class.visit_with(self);
    }

    fn visit_class_expr(&mut self, expression: &ClassExpr) {
        if let Some(name) = &expression.ident {
            self.scope(Kind::Block, offset(expression.class.span.lo), |reader| {
                reader.bind(name, offset(expression.class.span.hi));
                expression.class.visit_with(reader);
            });
        } else {
            expression.class.visit_with(self);
        }
    }

    fn visit_class(&mut self, class: &Class) {
        // Field initialisers and static blocks are functions of their own.
        self.functions.push(FunctionNames::default());
        self.scope(Kind::FunctionExpression, offset(class.span.lo), |reader| {
            class.visit_children_with(reader);
        });
        let inner = self.functions.pop().expect("pushed above");
        self.function().evaluates_text |= inner.evaluates_text;
    }

    fn visit_block_stmt(&mut self, block: &BlockStmt) {
        self.block(Kind::Block, offset(block.span.lo), |reader| block.stmts.visit_with(reader));
    }

    fn visit_switch_stmt(&mut self, switch: &SwitchStmt) {
        switch.discriminant.visit_with(self);
        self.block(Kind::Switch, offset(switch.span.lo), |reader| switch.cases.visit_with(reader));
    }

    fn visit_with_stmt(&mut self, with: &WithStmt) {
        with.obj.visit_with(self);
        self.block(Kind::With, offset(with.span.lo), |reader| with.body.visit_with(reader));
    }

    fn visit_catch_clause(&mut self, clause: &CatchClause) {
        self.block(Kind::Block, offset(clause.span.lo), |reader| {
            if let Some(parameter) = &clause.param {
                let ready = offset(swc_core::common::Spanned::span(parameter).hi);
                reader.bind_pattern(parameter, ready);
            }
            clause.param.visit_with(reader);
            clause.body.visit_with(reader);
        });
    }

    fn visit_for_stmt(&mut self, each: &ForStmt) {
        self.block(Kind::Block, offset(each.span.lo), |reader| each.visit_children_with(reader));
    }

    fn visit_for_in_stmt(&mut self, each: &ForInStmt) {
        let ready = offset(swc_core::common::Spanned::span(&each.right).hi);
        self.block(Kind::Block, offset(each.span.lo), |reader| {
            reader.for_head(&each.left, ready);
            each.right.visit_with(reader);
            each.body.visit_with(reader);
        });
    }

    fn visit_for_of_stmt(&mut self, each: &ForOfStmt) {
        let ready = offset(swc_core::common::Spanned::span(&each.right).hi);
        self.block(Kind::Block, offset(each.span.lo), |reader| {
            reader.for_head(&each.left, ready);
            each.right.visit_with(reader);
            each.body.visit_with(reader);
        });
    }

    fn visit_var_decl(&mut self, variables: &VarDecl) {
        self.declare(variables, None);
        variables.visit_children_with(self);
    }

    fn visit_decl(&mut self, declaration: &Decl) {
        if let Decl::Using(using) = declaration {
            for declarator in &using.decls {
                self.bind_pattern(&declarator.name, offset(declarator.span.hi));
            }
        }
        declaration.visit_children_with(self);
    }
}

impl Reader {
    fn hoisted_function(&mut self, name: Option<&Ident>, function: &Function) {
        if let Some(name) = name {
            self.bind(name, 0);
            let names = self.function();
            if names.block_depth == 0 {
                *names.functions.entry(name.sym.clone()).or_insert(0) += 1;
            } else {
                names.nested_functions.insert(name.sym.clone());
            }
        }
        self.next_function = Kind::FunctionDeclaration;
        function.visit_with(self);
    }

    /// A function that is all of a branch stands in a block of its own.
    fn branch(&mut self, statement: &Stmt) {
        if let Stmt::Decl(Decl::Fn(function)) = statement {
            let start = offset(function.function.span.lo);
            self.block(Kind::Block, start, |reader| statement.visit_with(reader));
        } else {
            statement.visit_with(self);
        }
    }

    fn for_head(&mut self, head: &swc_core::ecma::ast::ForHead, ready: u32) {
        use swc_core::ecma::ast::ForHead;
        match head {
            ForHead::VarDecl(variables) => {
                self.declare(variables, Some(ready));
                variables.visit_children_with(self);
            }
            ForHead::UsingDecl(using) => {
                for declarator in &using.decls {
                    self.bind_pattern(&declarator.name, ready);
                }
            }
            ForHead::Pat(pattern) => pattern.visit_with(self),
        }
    }
}

/// The names that a pattern binds.
fn pattern_names<'a>(pattern: &'a Pat, names: &mut Vec<&'a Ident>) {
    struct Names<'a, 'b>(&'b mut Vec<&'a Ident>);
    impl<'a> Names<'a, '_> {
        fn pattern(&mut self, pattern: &'a Pat) {
            match pattern {
                Pat::Ident(BindingIdent { id, .. }) => self.0.push(id),
                Pat::Array(array) => {
                    array.elems.iter().flatten().for_each(|element| self.pattern(element));
                }
                Pat::Rest(rest) => self.pattern(&rest.arg),
                Pat::Assign(assign) => self.pattern(&assign.left),
                Pat::Object(object) => {
                    for property in &object.props {
                        use swc_core::ecma::ast::ObjectPatProp;
                        match property {
                            ObjectPatProp::KeyValue(pair) => self.pattern(&pair.value),
                            ObjectPatProp::Assign(AssignPatProp { key, .. }) => {
                                self.0.push(&key.id)
                            }
                            ObjectPatProp::Rest(rest) => self.pattern(&rest.arg),
                        }
                    }
                }
                Pat::Expr(_) | Pat::Invalid(_) => {}
            }
        }
    }
    Names(names).pattern(pattern);
}
