//! The walk that reads declarations.

use swc_core::common::Spanned;
use swc_core::ecma::ast::{
    ArrowExpr, ArrowFunctionBody, BlockStmt, CallExpr, Callee, CatchClause, Class, ClassDecl,
    ClassExpr, Constructor, Decl, DefaultDecl, ExportDefaultDecl, Expr, FnDecl, FnExpr, ForHead,
    ForInStmt, ForOfStmt, ForStmt, Function, FunctionBody, Ident, IfStmt, ImportSpecifier,
    KeyValuePatProp, MemberExpr, MemberProp, ModuleExportName, ParamOrTsParamProp, Pat, PropName,
    StaticBlock, Stmt, SwitchStmt, UnaryExpr, UnaryOp, VarDecl, VarDeclarator, WithStmt,
};
use swc_core::ecma::visit::{Visit, VisitWith};

use super::function_names::FunctionNames;
use super::reader::{Kind, NEVER, Reader};
use crate::parse::offset;

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
        self.statement(offset(statement.span().lo), |reader| {
            statement.visit_children_with(reader);
        });
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
        self.base(&member.obj);
        if let MemberProp::Computed(key) = &member.prop {
            self.operand(&member.obj);
            self.operand(&key.expr);
        }
        member.visit_children_with(self);
    }

    fn visit_unary_expr(&mut self, unary: &UnaryExpr) {
        if unary.op == UnaryOp::TypeOf {
            self.operand(&unary.arg);
        }
        unary.visit_children_with(self);
    }

    fn visit_import_specifier(&mut self, specifier: &ImportSpecifier) {
        let local = match specifier {
            ImportSpecifier::Named(named) => &named.local,
            ImportSpecifier::Default(default) => &default.local,
            ImportSpecifier::Namespace(namespace) => &namespace.local,
        };
        // The module that exports it may not have run.
        self.bind(local, NEVER);
        if let ImportSpecifier::Named(named) = specifier
            && let Some(ModuleExportName::Ident(name)) = &named.imported
        {
            self.rename(&name.sym, &named.local);
        }
    }

    fn visit_key_value_pat_prop(&mut self, property: &KeyValuePatProp) {
        if let (PropName::Ident(name), Pat::Ident(local)) = (&property.key, &*property.value) {
            self.rename(&name.sym, &local.id);
        }
        property.visit_children_with(self);
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
            arrow.params.visit_with(reader);
            match &*arrow.body {
                ArrowFunctionBody::Expr(value) => {
                    reader.candidate(value);
                    let start = offset(value.span().lo);
                    reader.statement(start, |reader| value.visit_with(reader));
                }
                ArrowFunctionBody::FunctionBody(body) => body.visit_with(reader),
            }
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
                let ready = offset(parameter.span().hi);
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
        let ready = offset(each.right.span().hi);
        self.block(Kind::Block, offset(each.span.lo), |reader| {
            reader.for_head(&each.left, ready);
            each.right.visit_with(reader);
            each.body.visit_with(reader);
        });
    }

    fn visit_for_of_stmt(&mut self, each: &ForOfStmt) {
        let ready = offset(each.right.span().hi);
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

    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        if let (Pat::Object(_), Some(value)) = (&declarator.name, &declarator.init) {
            self.base(value);
        }
        declarator.visit_children_with(self);
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

    fn for_head(&mut self, head: &ForHead, ready: u32) {
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
