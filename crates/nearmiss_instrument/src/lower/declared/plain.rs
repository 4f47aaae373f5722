//! What stands in metadata for the type that an alias names: TypeScript asks what the type may be assigned to.

use swc_core::common::EqIgnoreSpan;
use swc_core::ecma::ast::{
    Expr, TsFnOrConstructorType, TsIndexedAccessType, TsKeywordTypeKind, TsLit, TsType,
    TsTypeElement, TsTypeOperatorOp, TsTypeRef, TsUnionOrIntersectionType,
};

use super::names::{Names, entity_path};
use super::{Declared, Plain};

/// Answers what stands for a type that has a name.
pub(in crate::lower) fn plain_of(aliased: &TsType, names: &Names<'_>) -> Plain {
    plain(aliased, names, 0)
}

/// Aliases of aliases are followed this far; a circular one has no end.
const MAX_DEPTH: u32 = 16;

fn plain(aliased: &TsType, names: &Names<'_>, depth: u32) -> Plain {
    if depth > MAX_DEPTH {
        return Plain::Object;
    }
    let inner = |one: &TsType| plain(one, names, depth + 1);
    match aliased {
        TsType::TsParenthesizedType(paren) => inner(&paren.type_ann),
        TsType::TsKeywordType(keyword) => match keyword.kind {
            TsKeywordTypeKind::TsStringKeyword => Plain::String,
            TsKeywordTypeKind::TsNumberKeyword => Plain::Number,
            TsKeywordTypeKind::TsBooleanKeyword => Plain::Boolean,
            TsKeywordTypeKind::TsBigIntKeyword => Plain::BigInt,
            TsKeywordTypeKind::TsSymbolKeyword => Plain::Symbol,
            TsKeywordTypeKind::TsVoidKeyword
            | TsKeywordTypeKind::TsUndefinedKeyword
            | TsKeywordTypeKind::TsNullKeyword
            | TsKeywordTypeKind::TsNeverKeyword => Plain::Void,
            _ => Plain::Object,
        },
        TsType::TsLitType(literal) => match &literal.lit {
            TsLit::Str(_) | TsLit::Tpl(_) => Plain::String,
            TsLit::Number(_) => Plain::Number,
            TsLit::Bool(_) => Plain::Boolean,
            TsLit::BigInt(_) => Plain::BigInt,
        },
        TsType::TsFnOrConstructorType(TsFnOrConstructorType::TsFnType(_)) => Plain::Function,
        TsType::TsTypeLit(object) if can_be_called(&object.members) => Plain::Function,
        TsType::TsArrayType(_) | TsType::TsTupleType(_) => Plain::Array,
        TsType::TsTypeOperator(operator) => match operator.op {
            TsTypeOperatorOp::ReadOnly => inner(&operator.type_ann),
            TsTypeOperatorOp::Unique => Plain::Symbol,
            // Keys are texts but of what has an index.
            TsTypeOperatorOp::KeyOf => match &*operator.type_ann {
                TsType::TsTypeLit(_) => Plain::String,
                TsType::TsTypeRef(_) | TsType::TsTypeQuery(_) => Plain::String,
                _ => Plain::Object,
            },
        },
        TsType::TsUnionOrIntersectionType(TsUnionOrIntersectionType::TsUnionType(union)) => {
            let kept = union.types.iter().map(|one| without_parentheses(one));
            let mut kept = kept.filter(|one| !is_left_out(one, names.strict_nulls));
            let Some(first) = kept.next() else { return Plain::Void };
            let kind = inner(first);
            // Two lists are no list, and what is one of two functions is no function.
            let is_one = |other: &TsType| match kind {
                Plain::Array | Plain::Function => first.eq_ignore_span(other),
                _ => inner(other) == kind,
            };
            if kept.all(is_one) { kind } else { Plain::Object }
        }
        TsType::TsUnionOrIntersectionType(TsUnionOrIntersectionType::TsIntersectionType(all)) => {
            let mut kinds = all.types.iter().map(|one| inner(one));
            let is_part =
                |kind: &Plain| !matches!(kind, Plain::Object | Plain::Array | Plain::Function);
            kinds.find(is_part).unwrap_or(Plain::Object)
        }
        TsType::TsTypeRef(reference) => referred(reference, names, depth),
        TsType::TsIndexedAccessType(access) => member_of(access).map_or(Plain::Object, inner),
        _ => Plain::Object,
    }
}

/// Tells whether an object is a function: whether it says how it is called.
pub(super) fn can_be_called(members: &[TsTypeElement]) -> bool {
    members.iter().any(|member| matches!(member, TsTypeElement::TsCallSignatureDecl(_)))
}

/// The type of a property that is written down: `{ a: 1 }["a"]`.
pub(super) fn member_of(access: &TsIndexedAccessType) -> Option<&TsType> {
    let (TsType::TsTypeLit(object), TsType::TsLitType(key)) =
        (&*access.obj_type, &*access.index_type)
    else {
        return None;
    };
    let TsLit::Str(key) = &key.lit else { return None };
    object.members.iter().find_map(|member| match member {
        TsTypeElement::TsPropertySignature(property) => {
            let is_it = matches!(&*property.key, Expr::Ident(name) if key.value.as_str() == Some(&name.sym));
            is_it.then_some(&*property.type_ann.as_ref()?.type_ann)
        }
        _ => None,
    })
}

fn referred(reference: &TsTypeRef, names: &Names<'_>, depth: u32) -> Plain {
    let (root, path) = entity_path(&reference.type_name);
    if path.is_empty()
        && let Some(super::Local::Alias(aliased)) = names.local(root)
    {
        return plain(aliased, names, depth + 1);
    }
    match names.of_entity(&reference.type_name) {
        Some(Declared::Enum(facts)) => facts.plain,
        Some(Declared::Type(kind)) => kind,
        Some(_) => Plain::Object,
        None if path.is_empty() && names.local(root).is_none() => match &*root.sym {
            "Array" | "ReadonlyArray" => Plain::Array,
            "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize" => Plain::String,
            _ => Plain::Object,
        },
        None => Plain::Object,
    }
}

/// The type inside of any parentheses.
pub(in crate::lower) fn without_parentheses(mut one: &TsType) -> &TsType {
    while let TsType::TsParenthesizedType(paren) = one {
        one = &paren.type_ann;
    }
    one
}

/// Tells whether a part of a union says nothing.
pub(in crate::lower) fn is_left_out(one: &TsType, strict_nulls: bool) -> bool {
    let TsType::TsKeywordType(keyword) = one else { return false };
    match keyword.kind {
        TsKeywordTypeKind::TsNeverKeyword => true,
        TsKeywordTypeKind::TsNullKeyword | TsKeywordTypeKind::TsUndefinedKeyword => !strict_nulls,
        _ => false,
    }
}
