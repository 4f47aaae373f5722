//! What `design:type` and its kin say of a type, as TypeScript has it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use swc_core::atoms::Atom;
use swc_core::common::{DUMMY_SP, Mark, SyntaxContext};
use swc_core::ecma::ast::{
    BinExpr, BinaryOp, CondExpr, Expr, Id, Ident, IdentName, Lit, MemberExpr, MemberProp, Number,
    OptChainBase, OptChainExpr, Str, TsEntityName, TsKeywordTypeKind, TsLit, TsType,
    TsTypeOperatorOp, TsUnionOrIntersectionType, UnaryExpr, UnaryOp,
};

use crate::lower::declared::{
    Declared, Local, Names, Plain, entity_path, is_left_out, without_parentheses,
};
use crate::lower::own_helpers::{OwnHelper, OwnHelpers};

/// What stands for a type.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Serialized {
    Plain(Plain),
    /// A class that is known to be one.
    Class(Dotted),
    /// A name of which nothing is known here; it may be a type only.
    Unknown(Dotted),
}

/// A name with dots.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Dotted {
    root: Id,
    path: Vec<Atom>,
}

/// Turns types into what stands for them.
pub(super) struct Types<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) unresolved: Mark,
    pub(super) helpers: &'a OwnHelpers,
    /// Modules that are imported as a whole, by their specifiers; nothing in CommonJS, where each module is.
    ///
    /// In an ES module the import of a name that turns out to be a type fails.
    pub(super) wholes: Option<RefCell<BTreeMap<String, Ident>>>,
    /// Modules that stay imported because a type of metadata names a value of theirs, though what stands for it does not.
    pub(super) kept: RefCell<BTreeSet<String>>,
}

const OBJECT: Serialized = Serialized::Plain(Plain::Object);

impl Types<'_> {
    /// Answers what stands for an annotation, or for none.
    pub(super) fn of(&self, annotation: Option<&TsType>) -> Serialized {
        let Some(annotation) = annotation else { return OBJECT };
        if let Some(name) = self.only_name(annotation) {
            self.keep_import(name);
        }
        self.of_type(annotation)
    }

    /// The name that a type is, if it is one, or nothing but it and what is left out.
    fn only_name<'t>(&self, annotation: &'t TsType) -> Option<&'t TsEntityName> {
        let parts: Vec<&TsType> = match annotation {
            TsType::TsParenthesizedType(paren) => return self.only_name(&paren.type_ann),
            TsType::TsTypeRef(reference) => return Some(&reference.type_name),
            TsType::TsUnionOrIntersectionType(TsUnionOrIntersectionType::TsUnionType(union)) => {
                union.types.iter().map(|one| &**one).collect()
            }
            TsType::TsUnionOrIntersectionType(TsUnionOrIntersectionType::TsIntersectionType(
                all,
            )) => all.types.iter().map(|one| &**one).collect(),
            TsType::TsConditionalType(conditional) => {
                vec![&*conditional.true_type, &*conditional.false_type]
            }
            _ => return None,
        };
        let mut common: Option<&TsEntityName> = None;
        for part in parts {
            if is_left_out(without_parentheses(part), self.names.strict_nulls) {
                continue;
            }
            let name = self.only_name(part)?;
            match common {
                None => common = Some(name),
                Some(TsEntityName::Ident(known)) if name.as_ident()?.sym == known.sym => {}
                Some(_) => return None,
            }
        }
        common
    }

    /// TypeScript keeps the import of a value that a type of metadata names, an enum too, for which a plain type stands.
    fn keep_import(&self, name: &TsEntityName) {
        let (root, _) = entity_path(name);
        let Some(Local::Import { specifier, name, only_type: false }) = self.names.local(root)
        else {
            return;
        };
        let is_value = name == "*"
            || match self.names.of(root) {
                Some(Declared::Enum(facts)) => !facts.is_const,
                Some(kind) => !kind.is_type(),
                None => false,
            };
        if is_value {
            self.kept.borrow_mut().insert(specifier.clone());
        }
    }

    fn of_type(&self, annotation: &TsType) -> Serialized {
        let plain = Serialized::Plain;
        match annotation {
            TsType::TsParenthesizedType(paren) => self.of_type(&paren.type_ann),
            TsType::TsKeywordType(keyword) => plain(match keyword.kind {
                TsKeywordTypeKind::TsVoidKeyword
                | TsKeywordTypeKind::TsUndefinedKeyword
                | TsKeywordTypeKind::TsNullKeyword
                | TsKeywordTypeKind::TsNeverKeyword => Plain::Void,
                TsKeywordTypeKind::TsBooleanKeyword => Plain::Boolean,
                TsKeywordTypeKind::TsStringKeyword => Plain::String,
                TsKeywordTypeKind::TsNumberKeyword => Plain::Number,
                TsKeywordTypeKind::TsBigIntKeyword => Plain::BigInt,
                TsKeywordTypeKind::TsSymbolKeyword => Plain::Symbol,
                _ => Plain::Object,
            }),
            TsType::TsFnOrConstructorType(_) => plain(Plain::Function),
            TsType::TsArrayType(_) | TsType::TsTupleType(_) => plain(Plain::Array),
            TsType::TsTypePredicate(predicate) if predicate.asserts => plain(Plain::Void),
            TsType::TsTypePredicate(_) => plain(Plain::Boolean),
            TsType::TsLitType(literal) => plain(match &literal.lit {
                TsLit::Str(_) | TsLit::Tpl(_) => Plain::String,
                TsLit::Number(_) => Plain::Number,
                TsLit::Bool(_) => Plain::Boolean,
                TsLit::BigInt(_) => Plain::BigInt,
            }),
            TsType::TsTypeOperator(operator) if operator.op == TsTypeOperatorOp::ReadOnly => {
                self.of_type(&operator.type_ann)
            }
            TsType::TsUnionOrIntersectionType(TsUnionOrIntersectionType::TsUnionType(union)) => {
                self.of_parts(union.types.iter().map(|one| &**one), false)
            }
            TsType::TsUnionOrIntersectionType(TsUnionOrIntersectionType::TsIntersectionType(
                all,
            )) => self.of_parts(all.types.iter().map(|one| &**one), true),
            TsType::TsConditionalType(conditional) => self
                .of_parts([&*conditional.true_type, &*conditional.false_type].into_iter(), false),
            TsType::TsTypeRef(reference) => self.of_name(&reference.type_name),
            _ => OBJECT,
        }
    }

    /// Answers what stands for a union or an intersection: what stands for all of its parts.
    fn of_parts<'t>(
        &self,
        parts: impl Iterator<Item = &'t TsType>,
        intersection: bool,
    ) -> Serialized {
        let mut common: Option<Serialized> = None;
        for part in parts {
            let part = without_parentheses(part);
            if let TsType::TsKeywordType(keyword) = part {
                match keyword.kind {
                    TsKeywordTypeKind::TsNeverKeyword if intersection => {
                        return Serialized::Plain(Plain::Void);
                    }
                    TsKeywordTypeKind::TsUnknownKeyword if intersection => continue,
                    TsKeywordTypeKind::TsNeverKeyword => continue,
                    TsKeywordTypeKind::TsAnyKeyword | TsKeywordTypeKind::TsUnknownKeyword => {
                        return OBJECT;
                    }
                    TsKeywordTypeKind::TsNullKeyword | TsKeywordTypeKind::TsUndefinedKeyword
                        if !self.names.strict_nulls =>
                    {
                        continue;
                    }
                    _ => {}
                }
            }
            let one = self.of_type(part);
            if one == OBJECT {
                return one;
            }
            match &common {
                Some(common) if *common != one => return OBJECT,
                Some(_) => {}
                None => common = Some(one),
            }
        }
        common.unwrap_or(Serialized::Plain(Plain::Void))
    }

    fn of_name(&self, name: &TsEntityName) -> Serialized {
        let (root, path) = entity_path(name);
        let dotted =
            Dotted { root: root.to_id(), path: path.into_iter().map(Atom::from).collect() };
        let local = self.names.local(root);
        let only_type = matches!(local, Some(Local::Import { only_type: true, .. }));
        match self.names.of_entity(name) {
            Some(Declared::Class) if only_type => Serialized::Plain(Plain::Function),
            Some(Declared::Class) => Serialized::Class(dotted),
            Some(Declared::Enum(facts)) => Serialized::Plain(facts.plain),
            Some(Declared::Type(plain)) => Serialized::Plain(plain),
            Some(_) => OBJECT,
            None if only_type => OBJECT,
            None if local.is_some() => Serialized::Unknown(dotted),
            None if dotted.path.is_empty() => global(dotted),
            None => Serialized::Unknown(dotted),
        }
    }

    /// The expression of what stands for a type.
    pub(super) fn expression(&self, serialized: &Serialized) -> Expr {
        match serialized {
            Serialized::Plain(plain) => match plain.name() {
                Some(name) => Expr::Ident(self.global(name)),
                None => nothing(),
            },
            Serialized::Class(dotted) => dotted.expression(),
            Serialized::Unknown(dotted) => {
                let dotted = &self.of_whole(dotted);
                let root = Expr::Ident(Ident::new(dotted.root.0.clone(), DUMMY_SP, dotted.root.1));
                let kind = UnaryExpr { span: DUMMY_SP, op: UnaryOp::TypeOf, arg: Box::new(root) };
                let undefined =
                    Lit::Str(Str { span: DUMMY_SP, value: "undefined".into(), raw: None });
                let test = BinExpr {
                    span: DUMMY_SP,
                    op: BinaryOp::EqEqEq,
                    left: Box::new(Expr::Unary(kind)),
                    right: Box::new(Expr::Lit(undefined)),
                };
                let value = Expr::Cond(CondExpr {
                    span: DUMMY_SP,
                    test: Box::new(Expr::Bin(test)),
                    cons: Box::new(nothing()),
                    alt: Box::new(dotted.careful_expression()),
                });
                self.helpers.call(OwnHelper::TypeOf, vec![value])
            }
        }
    }

    /// The same name, read from its module as a whole where only that cannot fail.
    fn of_whole(&self, dotted: &Dotted) -> Dotted {
        let (Some(wholes), Some(Local::Import { specifier, name, .. })) =
            (&self.wholes, self.names.local_of(&dotted.root))
        else {
            return dotted.clone();
        };
        if name == "*" {
            return dotted.clone();
        }
        let mut wholes = wholes.borrow_mut();
        let whole = wholes.entry(specifier.clone()).or_insert_with(|| {
            let context = SyntaxContext::empty().apply_mark(Mark::new());
            Ident::new("_types".into(), DUMMY_SP, context)
        });
        let path = std::iter::once(Atom::from(name.as_str())).chain(dotted.path.iter().cloned());
        Dotted { root: whole.to_id(), path: path.collect() }
    }

    fn global(&self, name: &str) -> Ident {
        let context = SyntaxContext::empty().apply_mark(self.unresolved);
        Ident::new(name.into(), DUMMY_SP, context)
    }
}

/// Types of the language itself that have no class, or another than their name says.
fn global(dotted: Dotted) -> Serialized {
    match &*dotted.root.0 {
        "Array" | "ReadonlyArray" => Serialized::Plain(Plain::Array),
        "Promise" => Serialized::Plain(Plain::Promise),
        "Symbol" | "BigInt" | "Object" => OBJECT,
        "Boolean" => Serialized::Plain(Plain::Boolean),
        "Number" => Serialized::Plain(Plain::Number),
        "String" => Serialized::Plain(Plain::String),
        "Function" | "ClassDecorator" | "PropertyDecorator" | "MethodDecorator"
        | "ParameterDecorator" => Serialized::Plain(Plain::Function),
        // Conditional types whose branches are anything.
        "ReturnType" | "InstanceType" => Serialized::Plain(Plain::Void),
        "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize" => {
            Serialized::Plain(Plain::String)
        }
        _ => Serialized::Unknown(dotted),
    }
}

pub(super) fn nothing() -> Expr {
    let zero = Box::new(Expr::Lit(Lit::Num(Number { span: DUMMY_SP, value: 0.0, raw: None })));
    Expr::Unary(UnaryExpr { span: DUMMY_SP, op: UnaryOp::Void, arg: zero })
}

impl Dotted {
    fn expression(&self) -> Expr {
        let root = Expr::Ident(Ident::new(self.root.0.clone(), DUMMY_SP, self.root.1));
        self.path.iter().fold(root, |object, name| {
            let prop = MemberProp::Ident(IdentName::new(name.clone(), DUMMY_SP));
            Expr::Member(MemberExpr { span: DUMMY_SP, obj: Box::new(object), prop })
        })
    }

    /// The same where a name between may be missing.
    fn careful_expression(&self) -> Expr {
        let root = Expr::Ident(Ident::new(self.root.0.clone(), DUMMY_SP, self.root.1));
        self.path.iter().fold(root, |object, name| {
            let prop = MemberProp::Ident(IdentName::new(name.clone(), DUMMY_SP));
            let member = MemberExpr { span: DUMMY_SP, obj: Box::new(object), prop };
            let base = Box::new(OptChainBase::Member(member));
            Expr::OptChain(OptChainExpr { span: DUMMY_SP, optional: true, base })
        })
    }
}
