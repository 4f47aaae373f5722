//! Expressions that must compare so with a value, by what they are made of.

use serde_json::Value;
use sqlparser::ast::{BinaryOperator, CaseWhen, Expr, Function};

use crate::arithmetic::{compare, number, text_of, value_of};
use crate::domain::Test;
use crate::moments::format_of;
use crate::operand::{arguments, name_of};
use crate::reader::{Reader, Scope};
use crate::terms::{Constant, Op, Operand};

impl<'q> Reader<'q> {
    /// Takes in that an expression compares so with a value, by whatever way there is.
    pub fn aim(&mut self, expr: &'q Expr, op: Op, value: &Value, scope: &Scope<'_>) {
        if !self.inverted(expr, op, value, scope) {
            let operand = self.operand(expr, scope);
            self.compared(operand, op, Operand::Constant(Constant::Value(value.clone())));
        }
    }

    /// Takes in that an expression compares so with a value, if that says something of what it is made of. Answers
    /// whether it does.
    pub fn inverted(&mut self, expr: &'q Expr, op: Op, value: &Value, scope: &Scope<'_>) -> bool {
        match expr {
            Expr::Nested(inner)
            | Expr::Cast { expr: inner, .. }
            | Expr::Collate { expr: inner, .. } => self.inverted(inner, op, value, scope),
            Expr::Case { operand, conditions, else_result, .. } => {
                let arms = (operand.as_deref(), conditions.as_slice(), else_result.as_deref());
                self.case(arms, op, value, scope);
                true
            }
            Expr::BinaryOp { left, op: BinaryOperator::StringConcat, right } => {
                op == Op::Eq && self.joined(&parts_of(left, right), &text_of(value), scope)
            }
            Expr::BinaryOp { left, op: by, right } => {
                self.bits(left, by, right, (op, value), scope)
            }
            Expr::Floor { expr, .. } => self.within(expr, (op, value), (0.0, 1.0), scope),
            Expr::Ceil { expr, .. } => {
                self.within(expr, (op, value), (-0.999_999, 0.000_001), scope)
            }
            Expr::Extract { field, expr, .. } => {
                let part = field.to_string().to_ascii_lowercase();
                format_of(&part)
                    .is_some_and(|format| self.written(expr, format.to_owned(), (op, value), scope))
            }
            Expr::Substring { expr, substring_from, substring_for, .. } => {
                let number = |one: Option<&Expr>| self.constant(one?).and_then(|one| whole(&one));
                if let (Some(place), None) = (substring_from, number(substring_from.as_deref())) {
                    return op == Op::Eq && self.behind(expr, place, &text_of(value), scope);
                }
                let from = number(substring_from.as_deref()).unwrap_or(1);
                let length = number(substring_for.as_deref());
                op == Op::Eq && self.piece(expr, (from, length), value, scope)
            }
            Expr::Trim { expr, trim_what, .. } => {
                let what = trim_what.as_ref().and_then(|what| self.constant(what));
                self.trimmed(expr, what.as_ref(), (op, value), scope)
            }
            Expr::Function(function) => self.call(function, op, value, scope),
            _ => false,
        }
    }

    fn call(&mut self, function: &'q Function, op: Op, value: &Value, scope: &Scope<'_>) -> bool {
        let name = name_of(function);
        let arguments = arguments(function);
        match (name.as_str(), arguments.as_slice()) {
            ("coalesce" | "ifnull" | "nvl", all) if all.len() > 1 => {
                self.first_of(all, (op, value), scope)
            }
            ("nullif", [one, _]) => {
                self.aim(one, op, value, scope);
                true
            }
            ("if" | "iif", [test, yes, no]) => {
                let is_true = self.choices.choose(2) == 0;
                self.condition(test, is_true, scope);
                self.aim(if is_true { yes } else { no }, op, value, scope);
                true
            }
            ("greatest" | "max", all) if all.len() > 1 => {
                self.extreme(all, true, (op, value), scope)
            }
            ("least" | "min", all) if all.len() > 1 => self.extreme(all, false, (op, value), scope),
            ("abs", [inner]) => self.absolute(inner, (op, value), scope),
            ("round", [inner, rest @ ..]) => {
                let digits = rest
                    .first()
                    .and_then(|digits| self.constant(digits))
                    .and_then(|one| whole(&one));
                let half = 0.5 * 10_f64.powi(-i32::try_from(digits.unwrap_or(0)).unwrap_or(0));
                self.within(inner, (op, value), (-half, half), scope)
            }
            ("floor" | "trunc" | "truncate", [inner, ..]) => {
                self.within(inner, (op, value), (0.0, 1.0), scope)
            }
            ("ceil" | "ceiling", [inner]) => {
                self.within(inner, (op, value), (-0.999_999, 0.000_001), scope)
            }
            ("mod", [one, by]) => self.bits(one, &BinaryOperator::Modulo, by, (op, value), scope),
            ("printf" | "format" | "lpad", [.., _, _]) if op == Op::Eq => {
                let inner = arguments[if name == "lpad" { 0 } else { 1 }];
                let is_whole = number(value).is_some();
                if is_whole {
                    self.aim(inner, op, &value_of(number(value).unwrap_or(0.0)), scope);
                }
                is_whole
            }
            _ => self.call_of_text(&name, &arguments, (op, value), scope),
        }
    }

    /// One arm of CASE is taken, and none before it.
    fn case(
        &mut self,
        (of, arms, other): (Option<&'q Expr>, &'q [CaseWhen], Option<&'q Expr>),
        op: Op,
        value: &Value,
        scope: &Scope<'_>,
    ) {
        let results = arms.iter().map(|arm| Some(&arm.result)).chain(std::iter::once(other));
        let results: Vec<Option<&'q Expr>> = results.collect();
        let can_be = |result: Option<&Expr>| match result.map(|result| self.constant(result)) {
            Some(Some(Constant::Value(one))) => {
                compare(&one, value).is_some_and(|order| op.holds(order))
            }
            Some(_) => true,
            None => false,
        };
        let open: Vec<usize> = (0..results.len()).filter(|arm| can_be(results[*arm])).collect();
        if open.is_empty() {
            self.is_impossible = true;
            return;
        }
        let chosen = open[self.choices.choose(open.len())];
        for (index, arm) in arms.iter().enumerate().take(chosen + 1) {
            let is_taken = index == chosen;
            match of {
                None => self.condition(&arm.condition, is_taken, scope),
                Some(of) => {
                    let (one, two) = (self.operand(of, scope), self.operand(&arm.condition, scope));
                    self.compared(one, if is_taken { Op::Eq } else { Op::Ne }, two);
                }
            }
        }
        if let Some(result) = results[chosen].filter(|result| self.constant(result).is_none()) {
            self.aim(result, op, value, scope);
        }
    }

    /// The first that is not null of several is compared.
    fn first_of(&mut self, all: &[&'q Expr], (op, value): (Op, &Value), scope: &Scope<'_>) -> bool {
        let chosen = self.choices.choose(all.len());
        for before in &all[..chosen] {
            self.null(before, true, scope);
        }
        self.aim(all[chosen], op, value, scope);
        true
    }

    /// The greatest or the least of several is compared.
    fn extreme(
        &mut self,
        all: &[&'q Expr],
        is_greatest: bool,
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let of_each =
            if is_greatest { matches!(op, Op::Lt | Op::Le) } else { matches!(op, Op::Gt | Op::Ge) };
        let chosen = if of_each { 0 } else { self.choices.choose(all.len()) };
        for (index, one) in all.iter().enumerate() {
            if of_each || index == chosen {
                self.aim(one, op, value, scope);
            } else if op == Op::Eq {
                self.aim(one, if is_greatest { Op::Le } else { Op::Ge }, value, scope);
            } else {
                self.null(one, false, scope);
            }
        }
        true
    }

    fn absolute(&mut self, inner: &'q Expr, (op, value): (Op, &Value), scope: &Scope<'_>) -> bool {
        let Some(value) = number(value) else { return false };
        match op {
            Op::Lt | Op::Le => {
                self.aim(inner, op, &value_of(value), scope);
                self.aim(inner, op.turned(), &value_of(-value), scope);
            }
            _ if self.choices.choose(2) == 0 => self.aim(inner, op, &value_of(value), scope),
            _ => self.aim(inner, op.turned(), &value_of(-value), scope),
        }
        true
    }

    /// A number is in a range about a value.
    fn within(
        &mut self,
        inner: &'q Expr,
        (op, value): (Op, &Value),
        (low, high): (f64, f64),
        scope: &Scope<'_>,
    ) -> bool {
        let Some(value) = number(value) else { return false };
        match op {
            Op::Eq => {
                self.aim(inner, Op::Ge, &value_of(value + low), scope);
                self.aim(inner, Op::Lt, &value_of(value + high), scope);
            }
            _ => self.aim(inner, op, &value_of(value), scope),
        }
        true
    }

    /// Reads a comparison of a remainder, or of other arithmetic of whole numbers.
    fn bits(
        &mut self,
        left: &'q Expr,
        by: &BinaryOperator,
        right: &'q Expr,
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let with = self.constant(right).and_then(|with| whole(&with));
        let (Some(with), Some(value), Op::Eq) = (with, whole(&Constant::Value(value.clone())), op)
        else {
            return false;
        };
        let step = match by {
            BinaryOperator::Modulo => return self.tests(left, &[Test::Modulo(with, value)], scope),
            BinaryOperator::BitwiseAnd => {
                return self.tests(left, &[Test::Masked(with, value)], scope);
            }
            BinaryOperator::PGBitwiseShiftRight => {
                u32::try_from(with).ok().and_then(|with| 1_i64.checked_shl(with))
            }
            BinaryOperator::MyIntegerDivide => Some(with),
            _ => None,
        };
        let Some((step, low)) = step.and_then(|step| Some((step, step.checked_mul(value)?))) else {
            return false;
        };
        self.aim(left, Op::Ge, &low.into(), scope);
        self.aim(left, Op::Lt, &low.saturating_add(step).into(), scope);
        true
    }
}

/// Answers the whole number that a constant is.
pub(crate) fn whole(constant: &Constant) -> Option<i64> {
    match constant {
        Constant::Value(value) => number(value).and_then(|number| value_of(number).as_i64()),
        Constant::Now => None,
    }
}

/// Lists what `||` joins.
fn parts_of<'q>(left: &'q Expr, right: &'q Expr) -> Vec<&'q Expr> {
    let mut parts = match left {
        Expr::BinaryOp { left, op: BinaryOperator::StringConcat, right } => parts_of(left, right),
        other => vec![other],
    };
    parts.push(right);
    parts
}
