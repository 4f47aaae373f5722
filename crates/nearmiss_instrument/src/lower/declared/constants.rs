//! Values of enum members that TypeScript computes itself.

use std::collections::BTreeMap;

use swc_core::ecma::ast::{
    BinExpr, BinaryOp, Expr, Lit, MemberExpr, MemberProp, TsEnumDecl, UnaryExpr, UnaryOp,
};

use super::names::Names;
use super::{Constant, Declared, EnumFacts, Plain};

/// Reads an enum; `before` is what an earlier declaration of the same one had.
pub(super) fn enum_of(
    declaration: &TsEnumDecl,
    names: &Names<'_>,
    before: Option<&EnumFacts>,
) -> EnumFacts {
    let mut constants = before.map(|facts| facts.constants.clone()).unwrap_or_default();
    let (mut texts, mut numbers) = match before.map(|facts| facts.plain) {
        Some(Plain::String) => (true, false),
        Some(Plain::Number) => (false, true),
        Some(_) => (true, true),
        None => (false, false),
    };
    let mut next = Some(0.0);
    for member in &declaration.members {
        let name = super::names::member_name(&member.id);
        let value = match &member.init {
            None => next.map(Constant::number),
            Some(init) => Folding { names, own: &constants, name: &declaration.id.sym }.value(init),
        };
        let text = value.as_ref().map_or_else(
            || member.init.as_deref().is_some_and(|init| matches!(init, Expr::Tpl(_))),
            |value| matches!(value, Constant::Text(_)),
        );
        if text {
            texts = true
        } else {
            numbers = true
        }
        next = value.as_ref().and_then(Constant::as_number).map(|number| number + 1.0);
        if let Some(value) = value {
            constants.insert(name, value);
        }
    }
    let plain = match (texts, numbers) {
        (true, true) => Plain::Object,
        (true, false) => Plain::String,
        _ => Plain::Number,
    };
    let (is_const, is_ambient) = (declaration.is_const, declaration.declare);
    EnumFacts { plain, constants, is_const, is_ambient, by_list: false }
}

/// The value of an expression outside of any enum, if it is a literal or made of such.
pub(in crate::lower) fn constant_of(expression: &Expr, names: &Names<'_>) -> Option<Constant> {
    Folding { names, own: &BTreeMap::new(), name: "" }.value(expression)
}

struct Folding<'a> {
    names: &'a Names<'a>,
    own: &'a BTreeMap<String, Constant>,
    name: &'a str,
}

impl Folding<'_> {
    fn value(&self, expression: &Expr) -> Option<Constant> {
        match expression {
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Lit(Lit::Num(number)) => Some(Constant::number(number.value)),
            Expr::Lit(Lit::Str(text)) => Some(Constant::Text(text.value.as_str()?.to_owned())),
            Expr::Tpl(template) => {
                let mut text = String::new();
                for (at, quasi) in template.quasis.iter().enumerate() {
                    text.push_str(quasi.cooked.as_ref()?.as_str()?);
                    if let Some(inner) = template.exprs.get(at) {
                        text.push_str(&text_of(&self.value(inner)?));
                    }
                }
                Some(Constant::Text(text))
            }
            Expr::Unary(unary) => self.unary(unary),
            Expr::Bin(binary) => self.binary(binary),
            Expr::Ident(name) => match &*name.sym {
                "Infinity" => Some(Constant::number(f64::INFINITY)),
                "NaN" => Some(Constant::number(f64::NAN)),
                symbol => match self.own.get(symbol) {
                    Some(value) => Some(value.clone()),
                    None => match self.names.of(name)? {
                        Declared::Constant(value) => Some(value),
                        _ => None,
                    },
                },
            },
            Expr::Member(member) => self.member(member),
            _ => None,
        }
    }

    fn member(&self, member: &MemberExpr) -> Option<Constant> {
        let property = property_of(&member.prop)?;
        if let Expr::Ident(object) = &*member.obj
            && *object.sym == *self.name
        {
            return self.own.get(&property).cloned();
        }
        // Of a namespace nothing is known but its members.
        match self.names.of_expression(&member.obj) {
            Some(Declared::Enum(facts)) => facts.constants.get(&property).cloned(),
            _ => match self.names.of_expression(&Expr::Member(member.clone()))? {
                Declared::Constant(value) => Some(value),
                _ => None,
            },
        }
    }

    fn unary(&self, unary: &UnaryExpr) -> Option<Constant> {
        let value = self.value(&unary.arg)?.as_number()?;
        Some(Constant::number(match unary.op {
            UnaryOp::Plus => value,
            UnaryOp::Minus => -value,
            UnaryOp::Tilde => f64::from(!to_int32(value)),
            _ => return None,
        }))
    }

    fn binary(&self, binary: &BinExpr) -> Option<Constant> {
        let (left, right) = (self.value(&binary.left)?, self.value(&binary.right)?);
        let (Some(a), Some(b)) = (left.as_number(), right.as_number()) else {
            let joined = || Constant::Text(text_of(&left) + &text_of(&right));
            return (binary.op == BinaryOp::Add).then(joined);
        };
        let shift = to_int32(b) & 31;
        Some(Constant::number(match binary.op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a / b,
            BinaryOp::Mod => a % b,
            BinaryOp::Exp => a.powf(b),
            BinaryOp::BitOr => f64::from(to_int32(a) | to_int32(b)),
            BinaryOp::BitAnd => f64::from(to_int32(a) & to_int32(b)),
            BinaryOp::BitXor => f64::from(to_int32(a) ^ to_int32(b)),
            BinaryOp::LShift => f64::from(to_int32(a).wrapping_shl(shift.cast_unsigned())),
            BinaryOp::RShift => f64::from(to_int32(a) >> shift),
            BinaryOp::ZeroFillRShift => f64::from(to_int32(a).cast_unsigned() >> shift),
            _ => return None,
        }))
    }
}

fn text_of(value: &Constant) -> String {
    match value {
        Constant::Text(text) => text.clone(),
        Constant::Number(bits) => ryu_text(f64::from_bits(*bits)),
    }
}

/// A number as JavaScript writes it, near enough for what enums hold: whole numbers and plain fractions.
fn ryu_text(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 { "0".to_owned() } else { format!("{value}") }
}

/// JavaScript's conversion to 32 bits.
fn to_int32(value: f64) -> i32 {
    if !value.is_finite() {
        return 0;
    }
    let wrapped = value.trunc().rem_euclid(4_294_967_296.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is in the range"
    )]
    let bits = wrapped as u32;
    bits.cast_signed()
}

/// The name of a property that is written down.
pub(in crate::lower) fn property_of(property: &MemberProp) -> Option<String> {
    match property {
        MemberProp::Ident(name) => Some(name.sym.to_string()),
        MemberProp::Computed(computed) => match &*computed.expr {
            Expr::Lit(Lit::Str(text)) => Some(text.value.as_str()?.to_owned()),
            _ => None,
        },
        MemberProp::PrivateName(_) => None,
    }
}
