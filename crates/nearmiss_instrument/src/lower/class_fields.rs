//! Class fields that are assigned, not defined: `"useDefineForClassFields": false`.
//!
//! # Example
//! `class A extends B { x = 1; y; static z = 2 }` becomes
//! `class A extends B { static { this.z = 2; } constructor() { super(...arguments); this.x = 1; } }`.
//!
//! The name of a field that is computed is computed with the class, as JavaScript has it, and held in a variable of the class's
//! own place: in the name of the next method that is computed too, else in a block of the class.
//!
//! Private fields stay fields, but their values are assigned with the public ones, so that values
//! are computed in source order. Runs when types are gone; names are kept apart by swc's hygiene.

use swc_core::common::{DUMMY_SP, Mark, Span, Spanned, SyntaxContext, util::take::Take};
use swc_core::ecma::ast::{
    AssignExpr, AssignOp, AssignTarget, BlockStmt, CallExpr, Callee, Class, ClassMember, ClassProp,
    ComputedPropName, Constructor, Decl, Expr, ExprOrSpread, ExprStmt, FunctionBody, Ident,
    IdentName, Lit, MemberExpr, MemberProp, ModuleItem, Pat, PropName, SeqExpr, SimpleAssignTarget,
    StaticBlock, Stmt, Super, ThisExpr, VarDecl, VarDeclarator,
};
use swc_core::ecma::utils::constructor::inject_after_super;
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

/// Rewrites the fields of all classes. `unresolved` is the mark of names that the file does not
/// declare.
pub(super) struct AssignClassFields {
    unresolved: Mark,
    /// Variables for computed names, to be declared before the statement that is walked.
    held: Vec<Ident>,
}

impl VisitMut for AssignClassFields {
    noop_visit_mut_type!();

    fn visit_mut_module_items(&mut self, items: &mut Vec<ModuleItem>) {
        let mut written = Vec::with_capacity(items.len());
        for mut item in items.take() {
            item.visit_mut_with(self);
            written.extend(self.declared().map(ModuleItem::Stmt));
            written.push(item);
        }
        *items = written;
    }

    fn visit_mut_stmts(&mut self, statements: &mut Vec<Stmt>) {
        let outer = self.held.take();
        let mut written = Vec::with_capacity(statements.len());
        for mut statement in statements.take() {
            statement.visit_mut_with(self);
            written.extend(self.declared());
            written.push(statement);
        }
        *statements = written;
        self.held = outer;
    }

    fn visit_mut_class(&mut self, class: &mut Class) {
        class.visit_mut_children_with(self);
        let mut assignments = Vec::new();
        let mut names = Vec::new();
        let mut members = Vec::with_capacity(class.body.len());
        for member in class.body.take() {
            match member {
                ClassMember::ClassProp(field) => {
                    let ClassProp { span, mut key, value, is_static, .. } = field;
                    self.hold_name(&mut key, &mut names);
                    let Some(value) = value else { continue };
                    let assignment = assign(span, key.span(), member_of(key), value);
                    if is_static {
                        members.push(static_block(assignment));
                    } else {
                        assignments.push(assignment);
                    }
                }
                ClassMember::PrivateProp(mut field) if !field.is_static => {
                    if let Some(value) = field.value.take() {
                        let name = MemberProp::PrivateName(field.key.clone());
                        assignments.push(assign(field.span, field.key.span, name, value));
                    }
                    members.push(ClassMember::PrivateProp(field));
                }
                ClassMember::Method(mut method) => {
                    if let Some(key) = computed(&mut method.key)
                        && !names.is_empty()
                    {
                        names.push(*key.take());
                        **key = sequence(names.take());
                    }
                    members.push(ClassMember::Method(method));
                }
                other => members.push(other),
            }
        }
        if !names.is_empty() {
            members.insert(0, static_block(Box::new(sequence(names))));
        }
        if !assignments.is_empty() {
            let has_super = class.super_class.is_some();
            let constructor = constructor_of(&mut members, || self.constructor(has_super));
            inject_after_super(constructor, assignments);
        }
        class.body = members;
    }
}

impl AssignClassFields {
    pub(super) fn new(unresolved: Mark) -> Self {
        Self { unresolved, held: Vec::new() }
    }

    /// The declaration of the variables that the last statement needs.
    fn declared(&mut self) -> Option<Stmt> {
        if self.held.is_empty() {
            return None;
        }
        let declarators = self.held.drain(..).map(|name| VarDeclarator {
            span: DUMMY_SP,
            name: Pat::Ident(name.into()),
            init: None,
            definite: false,
        });
        let decls = declarators.collect();
        Some(Stmt::Decl(Decl::Var(Box::new(VarDecl { decls, ..VarDecl::default() }))))
    }

    /// Puts a computed name into a variable; `names` gets the expression that does so.
    fn hold_name(&mut self, key: &mut PropName, names: &mut Vec<Expr>) {
        let Some(expression) = computed(key) else { return };
        // The name of a decorated field is held already.
        if let Expr::Assign(assignment) = &**expression
            && let AssignTarget::Simple(SimpleAssignTarget::Ident(held)) = &assignment.left
        {
            let held = Expr::Ident(held.id.clone());
            names.push(std::mem::replace(&mut **expression, held));
            return;
        }
        let context = SyntaxContext::empty().apply_mark(Mark::new());
        let held = Ident::new("_key".into(), DUMMY_SP, context);
        self.held.push(held.clone());
        let value = std::mem::replace(expression, Box::new(Expr::Ident(held.clone())));
        names.push(Expr::Assign(AssignExpr {
            span: DUMMY_SP,
            op: AssignOp::Assign,
            left: AssignTarget::Simple(SimpleAssignTarget::Ident(held.into())),
            right: value,
        }));
    }

    fn constructor(&self, has_super: bool) -> Constructor {
        let context = SyntaxContext::empty().apply_mark(self.unresolved);
        let call = || {
            let arguments = Ident::new("arguments".into(), DUMMY_SP, context);
            Stmt::Expr(ExprStmt {
                span: DUMMY_SP,
                expr: Box::new(Expr::Call(CallExpr {
                    callee: Callee::Super(Super { span: DUMMY_SP }),
                    args: vec![ExprOrSpread {
                        spread: Some(DUMMY_SP),
                        expr: Box::new(Expr::Ident(arguments)),
                    }],
                    ..CallExpr::default()
                })),
            })
        };
        Constructor {
            key: PropName::Ident(IdentName::new("constructor".into(), DUMMY_SP)),
            body: Some(FunctionBody {
                stmts: if has_super { vec![call()] } else { Vec::new() },
                ..FunctionBody::default()
            }),
            ..Constructor::default()
        }
    }
}

/// The expression of a name that code computes.
fn computed(key: &mut PropName) -> Option<&mut Box<Expr>> {
    match key {
        PropName::Computed(ComputedPropName { expr, .. }) if !expr.is_lit() => Some(expr),
        _ => None,
    }
}

fn sequence(mut expressions: Vec<Expr>) -> Expr {
    match expressions.len() {
        1 => expressions.remove(0),
        _ => Expr::Seq(SeqExpr {
            span: DUMMY_SP,
            exprs: expressions.into_iter().map(Box::new).collect(),
        }),
    }
}

fn member_of(key: PropName) -> MemberProp {
    let literal =
        |span, lit| MemberProp::Computed(ComputedPropName { span, expr: Box::new(Expr::Lit(lit)) });
    match key {
        PropName::Ident(name) => MemberProp::Ident(name),
        PropName::Computed(computed) => MemberProp::Computed(computed),
        PropName::Str(text) => literal(text.span, Lit::Str(text)),
        PropName::Num(number) => literal(number.span, Lit::Num(number)),
        PropName::BigInt(number) => literal(number.span, Lit::BigInt(number)),
    }
}

/// `this.<name> = value`, mapped to the field.
fn assign(span: Span, key: Span, name: MemberProp, value: Box<Expr>) -> Box<Expr> {
    let this = Expr::This(ThisExpr { span: key });
    let target = MemberExpr { span: key, obj: Box::new(this), prop: name };
    Box::new(Expr::Assign(AssignExpr {
        span,
        op: AssignOp::Assign,
        left: AssignTarget::Simple(SimpleAssignTarget::Member(target)),
        right: value,
    }))
}

fn static_block(assignment: Box<Expr>) -> ClassMember {
    let span = assignment.span();
    let statement = Stmt::Expr(ExprStmt { span, expr: assignment });
    ClassMember::StaticBlock(StaticBlock {
        span,
        body: BlockStmt { span, stmts: vec![statement], ..BlockStmt::default() },
    })
}

/// The constructor among the members, made when there is none.
fn constructor_of(
    members: &mut Vec<ClassMember>,
    make: impl FnOnce() -> Constructor,
) -> &mut Constructor {
    let found = members.iter().position(|member| matches!(member, ClassMember::Constructor(_)));
    let at = found.unwrap_or_else(|| {
        members.push(ClassMember::Constructor(make()));
        members.len() - 1
    });
    match &mut members[at] {
        ClassMember::Constructor(constructor) => constructor,
        _ => unreachable!("the member at this place was just found or pushed as a constructor"),
    }
}
