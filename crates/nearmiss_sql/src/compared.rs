//! Comparisons.

use serde_json::Value;
use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};

use crate::arithmetic::{compare, number, value_of};
use crate::domain::Test;
use crate::operand::{added, name_of};
use crate::reader::{Atom, Reader, Scope};
use crate::terms::{At, Constant, Op, Operand};

impl<'q> Reader<'q> {
    /// Takes in that two operands compare so.
    pub fn compared(&mut self, left: Operand, op: Op, right: Operand) {
        match (left, right) {
            (Operand::Constant(one), Operand::Constant(other)) => {
                self.compared_values(&one, op, &other);
            }
            (left @ Operand::Constant(_), right) => self.compared(right, op.turned(), left),
            (Operand::Column(one), Operand::Column(other)) => {
                self.atoms.push(Atom::Order(one, op, other));
            }
            (Operand::Column(at), Operand::Constant(value)) => {
                if value == Constant::Value(Value::Null) {
                    self.is_impossible = true;
                }
                self.atoms.push(Atom::Compare(at, op, value));
            }
            (Operand::Sum(terms, offset), Operand::Constant(Constant::Now)) => {
                self.compared_with_now(&terms, offset, op)
            }
            (Operand::Product(one, other), Operand::Constant(Constant::Value(value)))
                if number(&value).is_some() =>
            {
                let value = number(&value).unwrap_or_default();
                self.atoms.push(Atom::Product(one, other, op, value));
            }
            (
                left @ Operand::Sum(..),
                right @ (Operand::Constant(_) | Operand::Column(_) | Operand::Sum(..)),
            )
            | (left @ Operand::Column(_), right @ Operand::Sum(..)) => self.summed(left, op, right),
            (Operand::Length(at), Operand::Constant(Constant::Value(value))) => {
                match value.as_i64() {
                    Some(length) => self.atoms.push(Atom::Length(at, op, length)),
                    None => self.opaque += 1,
                }
            }
            (Operand::Json(at, path), Operand::Constant(Constant::Value(value))) => {
                self.atoms.push(Atom::Json(at, path, json_that(op, value)));
            }
            (
                item @ (Operand::Item(..) | Operand::ItemAt(..)),
                Operand::Constant(Constant::Value(value)),
            ) => {
                self.compared_item(item, value);
            }
            (Operand::Together(index), Operand::Constant(Constant::Value(value))) => {
                self.compared_together(index, op, &value);
            }
            (Operand::Together(index), other @ Operand::Column(_)) => {
                self.compared_with_column(index, op, other)
            }
            (one @ Operand::Column(_), Operand::Together(index)) => {
                self.compared_with_column(index, op.turned(), one);
            }
            _ => self.opaque += 1,
        }
    }

    /// Two values that are known compare so, or nothing can be found.
    fn compared_values(&mut self, one: &Constant, op: Op, other: &Constant) {
        if let (Constant::Value(one), Constant::Value(other)) = (one, other) {
            let holds = compare(one, other).map(|order| op.holds(order));
            let is_null = one.is_null() || other.is_null();
            self.is_impossible |= is_null || holds == Some(false);
        }
    }

    /// A time, so many days later, is compared with the present.
    fn compared_with_now(&mut self, terms: &[(At, f64)], offset: f64, op: Op) {
        match terms {
            [(at, _)] if offset > 3000.0 && matches!(op, Op::Lt | Op::Le) => {
                let long_ago = crate::dates::day_of(crate::dates::LONG_AGO).unwrap_or(0.0) - offset;
                let value = Value::from(crate::dates::day_text(long_ago));
                self.atoms.push(Atom::Compare(*at, op, Constant::Value(value)));
            }
            [(at, _)] => self.atoms.push(Atom::Compare(*at, op, Constant::Now)),
            _ => self.opaque += 1,
        }
    }

    /// An item of a list is equal to a value.
    fn compared_item(&mut self, item: Operand, value: Value) {
        match item {
            Operand::Item(at, _) if self.column(at).array => {
                self.atoms.push(Atom::Elements(at, vec![value]));
            }
            Operand::Item(at, path) => {
                self.atoms.push(Atom::Json(at, path, Value::Array(vec![value])));
            }
            Operand::ItemAt(at, index) => self.atoms.push(Atom::Test(at, Test::Item(index, value))),
            _ => self.opaque += 1,
        }
    }

    /// Takes in that sums compare so.
    fn summed(&mut self, left: Operand, op: Op, right: Operand) {
        let Operand::Sum(terms, offset) = added(left, -1.0, right) else {
            self.opaque += 1;
            return;
        };
        match terms.as_slice() {
            [] => {
                self.is_impossible |= offset.partial_cmp(&0.0).is_some_and(|order| !op.holds(order))
            }
            [(at, factor)] => {
                let op = if *factor < 0.0 { op.turned() } else { op };
                let value = Constant::Value(value_of(-offset / factor));
                self.atoms.push(Atom::Compare(*at, op, value));
            }
            _ => self.atoms.push(Atom::Sum(terms, op, -offset)),
        }
    }

    /// Reads a comparison of an expression with a value, if it is one that can be solved for what the expression is of.
    pub fn with_constant(
        &mut self,
        left: &'q Expr,
        op: Op,
        right: &'q Expr,
        scope: &Scope<'_>,
    ) -> bool {
        if let Some(Constant::Value(value)) = self.constant(right)
            && !value.is_null()
            && !value.is_array()
        {
            return self.constant(left).is_none() && self.inverted(left, op, &value, scope);
        }
        match self.constant(left) {
            Some(Constant::Value(value)) if !value.is_null() && !value.is_array() => {
                self.inverted(right, op.turned(), &value, scope)
            }
            _ => false,
        }
    }

    /// Reads a comparison of a column with what a function makes of it: `code = upper(code)`.
    pub fn with_itself(
        &mut self,
        left: &'q Expr,
        op: Op,
        right: &'q Expr,
        scope: &Scope<'_>,
    ) -> bool {
        let (plain, made) =
            if matches!(right, Expr::Function(_)) { (left, right) } else { (right, left) };
        let Expr::Function(function) = made else { return false };
        let test = match name_of(function).as_str() {
            "upper" | "ucase" => Test::Upper,
            "lower" | "lcase" => Test::Lower,
            "date" => Test::Day,
            _ => return false,
        };
        match (self.operand(plain, scope), self.operand(made, scope)) {
            (Operand::Column(one), Operand::Column(other)) if one == other && op == Op::Eq => {
                self.atoms.push(Atom::Test(one, test));
                true
            }
            _ => false,
        }
    }

    /// Two conditions are both true or both false, or else one of them is true.
    pub fn same_truth(
        &mut self,
        left: &'q Expr,
        right: &'q Expr,
        is_same: bool,
        scope: &Scope<'_>,
    ) {
        let is_true = self.choices.choose(2) == 0;
        self.condition(left, is_true, scope);
        self.condition(right, is_true == is_same, scope);
    }
}

/// Tells whether an expression is a condition, and no column that may be one.
pub(crate) fn is_condition(expr: &Expr) -> bool {
    match expr {
        Expr::Nested(inner) => is_condition(inner),
        Expr::IsNull(_)
        | Expr::IsNotNull(_)
        | Expr::Between { .. }
        | Expr::InList { .. }
        | Expr::Like { .. }
        | Expr::Exists { .. }
        | Expr::UnaryOp { op: UnaryOperator::Not, .. } => true,
        Expr::BinaryOp { op, .. } => {
            Op::of(op).is_some()
                || matches!(
                    op,
                    BinaryOperator::And
                        | BinaryOperator::Or
                        | BinaryOperator::AtArrow
                        | BinaryOperator::PGOverlap
                        | BinaryOperator::Question
                        | BinaryOperator::PGRegexMatch
                )
        }
        _ => false,
    }
}

/// Answers a value of JSON that compares so with another one.
fn json_that(op: Op, value: Value) -> Value {
    match (op, number(&value)) {
        _ if value == "true" => Value::from(true),
        (Op::Gt | Op::Ne, Some(number)) => value_of(number + 1.0),
        (Op::Lt, Some(number)) => value_of(number - 1.0),
        _ => value,
    }
}
