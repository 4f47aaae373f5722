//! The walk that lists what Istanbul lists, with the slots that tell of it.

use swc_core::common::{BytePos, Span, Spanned};
use swc_core::ecma::ast::{
    ArrowExpr, ArrowFunctionBody, AssignPat, AssignPatProp, ClassMethod, ClassProp, CondExpr,
    Constructor, Decl, Expr, FnDecl, FnExpr, Function as FunctionNode, FunctionBody, GetterProp,
    Ident, IfStmt, MethodProp, ModuleDecl, PrivateMethod, PrivateProp, Program, PropName,
    SetterProp, Stmt, SwitchStmt, UnaryOp, VarDecl,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::items::{
    Arm, Branch, Conditions, Coverage, Function, Place, Statement, above_zero, one,
};
use super::places::Places;
use super::{Mark, Marks};

/// Lists the items of a program; `table` is the number of slots of its table.
pub(crate) fn collect(
    program: &Program,
    marks: &Marks,
    places: &Places<'_>,
    table: u32,
) -> Coverage {
    let mut collector = Collector {
        marks,
        places,
        table,
        context: Vec::new(),
        declared: None,
        coverage: Coverage::default(),
    };
    program.visit_with(&mut collector);
    collector.coverage
}

pub(super) struct Collector<'a> {
    pub(super) marks: &'a Marks,
    places: &'a Places<'a>,
    table: u32,
    /// When the code at hand is evaluated: the conditions of what stands around it.
    pub(super) context: Conditions,
    /// Name and place of the function that is walked next.
    declared: Option<(Option<String>, Span)>,
    coverage: Coverage,
}

impl Collector<'_> {
    /// The condition that the node at `span` was reached, where it has a slot of its own for that.
    pub(super) fn reached(&self, span: Span) -> Option<u32> {
        self.marks.find_reached(span).map(|extra| above_zero(self.table + extra))
    }

    pub(super) fn place(&self, span: Span) -> Option<Place> {
        self.places.place(span)
    }

    pub(super) fn branch(&mut self, kind: &'static str, span: Span, arms: Vec<Arm>) {
        if let Some(place) = self.place(span) {
            self.coverage.branches.push(Branch { kind, place, arms });
        }
    }

    /// The slots of the two outcomes of a test: true, false.
    pub(super) fn outcomes(&self, test: &Expr) -> Option<(u32, u32)> {
        let test = test.unwrap_parens();
        if let Some(id) = self.marks.get(Mark::Predicate, test.span()) {
            return Some((id, id + 1));
        }
        match test {
            Expr::Unary(unary) if unary.op == UnaryOp::Bang => {
                self.outcomes(&unary.arg).map(|(yes, no)| (no, yes))
            }
            _ => None,
        }
    }

    pub(super) fn inside(&mut self, context: Conditions, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.context, context);
        walk(self);
        self.context = outer;
    }

    fn statement(&mut self, span: Span, conditions: Conditions) {
        if let Some(place) = self.place(span)
            && !conditions.is_empty()
        {
            self.coverage.statements.push(Statement { place, conditions });
        }
    }

    fn function(&mut self, body: Span, key: Span, walk: impl FnOnce(&mut Self)) {
        let (name, declared) = self.declared.take().unwrap_or((None, body));
        let Some(slot) = self.marks.get(Mark::Function, key) else {
            return self.inside(Vec::new(), walk);
        };
        let conditions = vec![above_zero(slot)];
        if let (Some(declared), Some(body)) = (self.place(declared), self.place(body)) {
            let conditions = conditions.clone();
            self.coverage.functions.push(Function { name, declared, body, conditions });
        }
        self.inside(conditions, walk);
    }

    fn declare(&mut self, ident: Option<&Ident>, name: Option<String>, lo: BytePos) {
        let first = Span::new(lo, lo + BytePos(1));
        let name = ident.map(|ident| ident.sym.to_string()).or(name);
        self.declared = Some((name, ident.map_or(first, |ident| ident.span)));
    }

    /// A side of `?:` or what an arrow answers.
    fn value(&self, expr: &Expr) -> Option<u32> {
        self.marks.get(Mark::Value, expr.span()).map(above_zero)
    }

    fn declarators(&mut self, variables: &VarDecl, id: Option<u32>) {
        let Some(id) = id else { return };
        let mut first = true;
        for declarator in &variables.decls {
            let Some(value) = &declarator.init else { continue };
            // What ends has evaluated them all.
            let condition = if first { above_zero(id) } else { one(id) };
            self.statement(value.unwrap_parens().span(), vec![condition]);
            first = false;
        }
    }

    fn if_statement(&mut self, branch: &IfStmt) {
        let Some((yes, no)) = self.outcomes(&branch.test) else { return };
        let alternative = branch.alt.as_ref().map(|alternative| alternative.span());
        let arms = vec![
            Arm { place: self.place(branch.span), conditions: vec![one(yes)], near: None },
            Arm {
                place: alternative.and_then(|span| self.place(span)),
                conditions: vec![one(no)],
                near: None,
            },
        ];
        self.branch("if", branch.span, arms);
    }

    fn switch_statement(&mut self, switch: &SwitchStmt) {
        let mut arms = Vec::new();
        for case in &switch.cases {
            let Some(reached) = self.reached(case.span) else { return };
            let near = case.test.as_ref().and_then(|test| self.marks.get(Mark::Case, test.span()));
            arms.push(Arm { place: self.place(case.span), conditions: vec![reached], near });
        }
        if !arms.is_empty() {
            self.branch("switch", switch.span, arms);
        }
    }

    fn default_value(&mut self, span: Span, value: &Expr) {
        let used = self.marks.get(Mark::Default, value.span()).map(one);
        let Some(condition) = used.or_else(|| self.reached(value.span())) else { return };
        let place = self.place(value.unwrap_parens().span());
        self.branch(
            "default-arg",
            span,
            vec![Arm { place, conditions: vec![condition], near: None }],
        );
    }

    fn field(&mut self, value: Option<&Expr>) {
        let Some(value) = value else { return };
        let Some(reached) = self.reached(value.span()) else {
            return self.inside(Vec::new(), |collector| collector.visit_expr(value));
        };
        self.statement(value.unwrap_parens().span(), vec![reached]);
        self.inside(vec![reached], |collector| collector.visit_expr(value));
    }
}

fn name_of(key: &PropName) -> Option<String> {
    match key {
        PropName::Ident(name) => Some(name.sym.to_string()),
        _ => None,
    }
}

impl Visit for Collector<'_> {
    fn visit_stmt(&mut self, whole: &Stmt) {
        let id = self.marks.get(Mark::Statement, whole.span());
        let Some(id) = id else { return whole.visit_children_with(self) };
        let conditions = vec![above_zero(id)];
        let mut inner = whole;
        while let Stmt::Labeled(labeled) = inner {
            self.statement(inner.span(), conditions.clone());
            inner = &labeled.body;
        }
        match inner {
            Stmt::Block(_) | Stmt::Empty(_) | Stmt::Decl(Decl::Class(_) | Decl::Fn(_)) => {}
            Stmt::Decl(Decl::Var(variables)) => self.declarators(variables, Some(id)),
            other => self.statement(other.span(), conditions.clone()),
        }
        match inner {
            Stmt::If(branch) => self.if_statement(branch),
            Stmt::Switch(switch) => self.switch_statement(switch),
            Stmt::For(each) => {
                if let Some(swc_core::ecma::ast::VarDeclOrExpr::VarDecl(variables)) = &each.init {
                    self.declarators(variables, Some(id));
                }
            }
            _ => {}
        }
        self.inside(conditions, |collector| inner.visit_children_with(collector));
    }

    fn visit_module_decl(&mut self, declaration: &ModuleDecl) {
        let id = self.marks.get(Mark::Statement, declaration.span());
        if let ModuleDecl::ExportDecl(export) = declaration
            && let Decl::Var(variables) = &export.decl
        {
            self.declarators(variables, id);
        }
        let conditions = id.map(above_zero).into_iter().collect();
        self.inside(conditions, |collector| declaration.visit_children_with(collector));
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Cond(CondExpr { test, cons, alt, span }) => {
                let outcomes = self.outcomes(test);
                self.visit_expr(test);
                let sides = [(cons, outcomes.map(|o| o.0)), (alt, outcomes.map(|o| o.1))];
                let mut arms = Vec::new();
                for (side, near) in sides {
                    let conditions: Conditions = self.value(side).into_iter().collect();
                    let place = self.place(side.unwrap_parens().span());
                    arms.push(Arm { place, conditions: conditions.clone(), near });
                    self.inside(conditions, |collector| collector.visit_expr(side));
                }
                if arms.iter().all(|arm| !arm.conditions.is_empty()) {
                    self.branch("cond-expr", *span, arms);
                }
            }
            Expr::Bin(binary) if super::logical::is_logical(binary.op) => self.logical(binary),
            Expr::Bin(_) => {
                // A nest of operators to the left is walked in a loop.
                let mut at = expr;
                let mut rights = Vec::new();
                while let Expr::Bin(binary) = at
                    && !super::logical::is_logical(binary.op)
                {
                    rights.push(&binary.right);
                    at = &binary.left;
                }
                self.visit_expr(at);
                for right in rights.into_iter().rev() {
                    self.visit_expr(right);
                }
            }
            other => other.visit_children_with(self),
        }
    }

    fn visit_assign_pat(&mut self, pattern: &AssignPat) {
        pattern.left.visit_with(self);
        self.default_value(pattern.span, &pattern.right);
        self.visit_expr(&pattern.right);
    }

    fn visit_assign_pat_prop(&mut self, property: &AssignPatProp) {
        if let Some(value) = &property.value {
            self.default_value(property.span, value);
            self.visit_expr(value);
        }
    }

    fn visit_class_prop(&mut self, property: &ClassProp) {
        property.key.visit_with(self);
        self.field(property.value.as_deref());
    }

    fn visit_private_prop(&mut self, property: &PrivateProp) {
        self.field(property.value.as_deref());
    }

    fn visit_fn_decl(&mut self, function: &FnDecl) {
        self.declare(Some(&function.ident), None, function.ident.span.lo);
        self.visit_function(&function.function);
    }

    fn visit_fn_expr(&mut self, function: &FnExpr) {
        self.declare(function.ident.as_ref(), None, function.function.span.lo);
        self.visit_function(&function.function);
    }

    fn visit_class_method(&mut self, method: &ClassMethod) {
        method.key.visit_with(self);
        self.declare(None, name_of(&method.key), method.span.lo);
        self.visit_function(&method.function);
    }

    fn visit_private_method(&mut self, method: &PrivateMethod) {
        self.declare(None, Some(format!("#{}", method.key.name)), method.span.lo);
        self.visit_function(&method.function);
    }

    fn visit_method_prop(&mut self, method: &MethodProp) {
        method.key.visit_with(self);
        self.declare(None, name_of(&method.key), method.key.span().lo);
        self.visit_function(&method.function);
    }

    fn visit_getter_prop(&mut self, getter: &GetterProp) {
        getter.key.visit_with(self);
        self.declare(None, name_of(&getter.key), getter.span.lo);
        self.visit_function(&getter.function);
    }

    fn visit_setter_prop(&mut self, setter: &SetterProp) {
        setter.key.visit_with(self);
        self.declare(None, name_of(&setter.key), setter.span.lo);
        self.visit_function(&setter.function);
    }

    fn visit_constructor(&mut self, constructor: &Constructor) {
        self.declare(None, Some("constructor".to_owned()), constructor.span.lo);
        let declared = self.declared.take();
        self.inside(Vec::new(), |collector| constructor.params.visit_with(collector));
        self.declared = declared;
        constructor.body.visit_with(self);
    }

    fn visit_function(&mut self, function: &FunctionNode) {
        let declared = self.declared.take();
        self.inside(Vec::new(), |collector| function.params.visit_with(collector));
        self.declared = declared.or(Some((None, function.span)));
        function.body.visit_with(self);
        self.declared = None;
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        self.function(body.span, body.span, |collector| body.stmts.visit_with(collector));
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        self.inside(Vec::new(), |collector| arrow.params.visit_with(collector));
        self.declare(None, None, arrow.span.lo);
        match &*arrow.body {
            ArrowFunctionBody::FunctionBody(body) => self.visit_function_body(body),
            ArrowFunctionBody::Expr(value) => {
                let span = value.unwrap_parens().span();
                self.function(span, value.span(), |collector| {
                    let conditions: Conditions = collector.value(value).into_iter().collect();
                    collector.statement(span, conditions.clone());
                    collector.inside(conditions, |collector| collector.visit_expr(value));
                });
            }
        }
    }
}
