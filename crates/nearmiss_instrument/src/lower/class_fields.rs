//! Class fields that are assigned, not defined: `"useDefineForClassFields": false`.
//!
//! # Example
//! `class A extends B { x = 1; y; static z = 2 }` becomes
//! `class A extends B { static { this.z = 2; } constructor() { super(...arguments); this.x = 1; } }`.
//!
//! Private fields stay fields, but their values are assigned with the public ones, so that values
//! are computed in source order. Runs when types are gone; names are kept apart by swc's hygiene.

use swc_core::common::{DUMMY_SP, Mark, Span, Spanned, SyntaxContext, util::take::Take};
use swc_core::ecma::ast::{
    AssignExpr, AssignOp, AssignTarget, BlockStmt, CallExpr, Callee, Class, ClassMember, ClassProp,
    ComputedPropName, Constructor, Expr, ExprOrSpread, ExprStmt, FunctionBody, Ident, IdentName,
    Lit, MemberExpr, MemberProp, PropName, SimpleAssignTarget, StaticBlock, Stmt, Super, ThisExpr,
};
use swc_core::ecma::utils::constructor::inject_after_super;
use swc_core::ecma::visit::{VisitMut, VisitMutWith, noop_visit_mut_type};

/// Rewrites the fields of all classes. `unresolved` is the mark of names that the file does not
/// declare.
pub(super) struct AssignClassFields {
    pub(super) unresolved: Mark,
}

impl VisitMut for AssignClassFields {
    noop_visit_mut_type!();

    fn visit_mut_class(&mut self, class: &mut Class) {
        class.visit_mut_children_with(self);
        let mut assignments = Vec::new();
        let mut members = Vec::with_capacity(class.body.len());
        for member in class.body.take() {
            match member {
                ClassMember::ClassProp(field) if assignable(&field) => {
                    let ClassProp { span, key, value, is_static, .. } = field;
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
                other => members.push(other),
            }
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

/// Whether a public field can be assigned later. A key that is computed by code is evaluated with
/// the class, so its field stays.
fn assignable(field: &ClassProp) -> bool {
    match &field.key {
        PropName::Computed(ComputedPropName { expr, .. }) => matches!(&**expr, Expr::Lit(_)),
        _ => true,
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
