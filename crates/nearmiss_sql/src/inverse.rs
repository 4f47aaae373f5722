//! Expressions that must compare so with a value, by what they are made of.

use serde_json::Value;
use sqlparser::ast::{BinaryOperator, CaseWhen, Expr, Function};

use crate::arithmetic::{compare, number, text_of, value_of};
use crate::domain::Test;
use crate::moments::{format_of, format_of_pattern};
use crate::operand::{At, Constant, Op, Operand, arguments, name_of};
use crate::reader::{Atom, Reader, Scope};

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
            Expr::Nested(inner) | Expr::Cast { expr: inner, .. } | Expr::Collate { expr: inner, .. } => {
                self.inverted(inner, op, value, scope)
            }
            Expr::Case { operand, conditions, else_result, .. } => {
                let arms = (operand.as_deref(), conditions.as_slice(), else_result.as_deref());
                self.case(arms, op, value, scope);
                true
            }
            Expr::BinaryOp { left, op: BinaryOperator::StringConcat, right } => {
                op == Op::Eq && self.joined(&parts_of(left, right), &text_of(value), scope)
            }
            Expr::BinaryOp { left, op: by, right } => self.bits(left, by, right, (op, value), scope),
            Expr::Floor { expr, .. } => self.within(expr, (op, value), (0.0, 1.0), scope),
            Expr::Ceil { expr, .. } => self.within(expr, (op, value), (-0.999_999, 0.000_001), scope),
            Expr::Extract { field, expr, .. } => {
                let part = field.to_string().to_ascii_lowercase();
                format_of(&part).is_some_and(|format| self.written(expr, format.to_owned(), (op, value), scope))
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
            ("coalesce" | "ifnull" | "nvl", all) if all.len() > 1 => self.first_of(all, (op, value), scope),
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
            ("greatest" | "max", all) if all.len() > 1 => self.extreme(all, true, (op, value), scope),
            ("least" | "min", all) if all.len() > 1 => self.extreme(all, false, (op, value), scope),
            ("abs", [inner]) => self.absolute(inner, (op, value), scope),
            ("round", [inner, rest @ ..]) => {
                let digits = rest.first().and_then(|digits| self.constant(digits)).and_then(|one| whole(&one));
                let half = 0.5 * 10_f64.powi(-i32::try_from(digits.unwrap_or(0)).unwrap_or(0));
                self.within(inner, (op, value), (-half, half), scope)
            }
            ("floor" | "trunc" | "truncate", [inner, ..]) => self.within(inner, (op, value), (0.0, 1.0), scope),
            ("ceil" | "ceiling", [inner]) => self.within(inner, (op, value), (-0.999_999, 0.000_001), scope),
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

    fn call_of_text(
        &mut self,
        name: &str,
        arguments: &[&'q Expr],
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let given = |this: &Self, at: usize| match this.constant(arguments.get(at)?)? {
            Constant::Value(value) => Some(value),
            Constant::Now => None,
        };
        let text = text_of(value);
        match (name, arguments) {
            ("strftime", [_, inner, ..]) => {
                let format = given(self, 0).map(|format| text_of(&format));
                format.is_some_and(|format| self.written(inner, format, (op, value), scope))
            }
            ("date_format", [inner, _]) => {
                let format = given(self, 1).map(|format| text_of(&format));
                format.is_some_and(|format| self.written(inner, format, (op, value), scope))
            }
            ("to_char", [inner, _]) => {
                let format = given(self, 1).map(|format| format_of_pattern(&text_of(&format)));
                format.is_some_and(|format| self.written(inner, format, (op, value), scope))
            }
            ("date_part", [_, inner]) => {
                let part = given(self, 0).map(|part| text_of(&part).to_ascii_lowercase());
                let format = part.as_deref().and_then(format_of);
                format.is_some_and(|format| self.written(inner, format.to_owned(), (op, value), scope))
            }
            (part, [inner]) if format_of(part).is_some() => {
                format_of(part).is_some_and(|format| self.written(inner, format.to_owned(), (op, value), scope))
            }
            ("concat", all) => op == Op::Eq && self.joined(all, &text, scope),
            ("concat_ws", [_, all @ ..]) => op == Op::Eq && self.joined_with(arguments[0], all, &text, scope),
            ("substr" | "substring" | "mid", [inner, _, ..]) => {
                let (from, length) = (given(self, 1), given(self, 2));
                let number = |one: Option<Value>| one.and_then(|one| whole(&Constant::Value(one)));
                match number(from) {
                    Some(from) => op == Op::Eq && self.piece(inner, (from, number(length)), value, scope),
                    None => op == Op::Eq && self.behind(inner, arguments[1], &text, scope),
                }
            }
            ("left", [inner, _]) => op == Op::Eq && self.piece(inner, (1, None), value, scope),
            ("right", [inner, _]) => op == Op::Eq && self.tests(inner, &[Test::Ending(text)], scope),
            ("split_part" | "substring_index", [inner, _, _]) => {
                op == Op::Eq && self.split(inner, (given(self, 1), given(self, 2)), &text, scope)
            }
            ("lower" | "upper" | "lcase" | "ucase", [inner]) if op == Op::Eq => {
                self.aim(inner, op, value, scope);
                self.tests(inner, &[Test::AnyCase], scope)
            }
            ("trim" | "btrim" | "ltrim" | "rtrim", [inner, ..]) => {
                let what = arguments.get(1).and_then(|what| self.constant(what));
                self.trimmed(inner, what.as_ref(), (op, value), scope)
            }
            ("replace", [inner, _, _]) if op == Op::Eq => {
                let more = given(self, 1).map(|more| text_of(&more)).unwrap_or_default();
                self.aim(inner, op, value, scope);
                self.tests(inner, &[Test::AnyMore(more)], scope)
            }
            ("reverse", [inner]) if op == Op::Eq => {
                self.aim(inner, op, &text.chars().rev().collect::<String>().into(), scope);
                true
            }
            ("hex", [inner]) if op == Op::Eq => {
                let digits = format!("\\x{}", text.to_ascii_lowercase());
                self.aim(inner, op, &digits.into(), scope);
                true
            }
            ("unicode" | "ascii" | "ord", [inner]) if op == Op::Eq => {
                let letter = number(value).and_then(|code| char::from_u32(format!("{code:.0}").parse().ok()?));
                letter.is_some_and(|letter| self.tests(inner, &[Test::Piece(0, letter.to_string())], scope))
            }
            ("array_length" | "cardinality" | "json_array_length" | "jsonb_array_length", [inner, rest @ ..]) => {
                self.items((inner, rest.first().copied()), (op, value), scope)
            }
            ("json_type" | "jsonb_typeof" | "json_typeof", [inner, rest @ ..]) if op == Op::Eq => {
                let place = match rest.first() {
                    Some(path) => self.json_at(inner, Some(path), scope),
                    None => self.operand(inner, scope),
                };
                self.json_type(place, &text)
            }
            ("find_in_set", [_, inner]) => {
                let item = given(self, 0);
                match (self.operand(inner, scope), item) {
                    (Operand::Column(at), Some(item)) => {
                        self.atoms.push(Atom::Elements(at, vec![item]));
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Takes in tests of a column; answers whether it is one.
    pub fn tests(&mut self, expr: &'q Expr, tests: &[Test], scope: &Scope<'_>) -> bool {
        match self.operand(expr, scope) {
            Operand::Column(at) => {
                self.atoms.extend(tests.iter().map(|test| Atom::Test(at, test.clone())));
                true
            }
            _ => false,
        }
    }

    /// A time is written so.
    fn written(
        &mut self,
        expr: &'q Expr,
        format: String,
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let test = Test::Written((format, op, value.clone()));
        self.tests(expr, &[test], scope)
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
            Some(Some(Constant::Value(one))) => compare(&one, value).is_some_and(|order| op.holds(order)),
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
    fn extreme(&mut self, all: &[&'q Expr], is_greatest: bool, (op, value): (Op, &Value), scope: &Scope<'_>) -> bool {
        let of_each = if is_greatest { matches!(op, Op::Lt | Op::Le) } else { matches!(op, Op::Gt | Op::Ge) };
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
    fn within(&mut self, inner: &'q Expr, (op, value): (Op, &Value), (low, high): (f64, f64), scope: &Scope<'_>) -> bool {
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

    /// What is left of a number by arithmetic of whole numbers is compared.
    fn bits(
        &mut self,
        left: &'q Expr,
        by: &BinaryOperator,
        right: &'q Expr,
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let with = self.constant(right).and_then(|with| whole(&with));
        let (Some(with), Some(value), Op::Eq) = (with, whole(&Constant::Value(value.clone())), op) else {
            return false;
        };
        let step = match by {
            BinaryOperator::Modulo => return self.tests(left, &[Test::Modulo(with, value)], scope),
            BinaryOperator::BitwiseAnd => return self.tests(left, &[Test::Masked(with, value)], scope),
            BinaryOperator::PGBitwiseShiftRight => u32::try_from(with).ok().and_then(|with| 1_i64.checked_shl(with)),
            BinaryOperator::MyIntegerDivide => Some(with),
            _ => None,
        };
        let Some((step, low)) = step.and_then(|step| Some((step, step.checked_mul(value)?))) else { return false };
        self.aim(left, Op::Ge, &low.into(), scope);
        self.aim(left, Op::Lt, &low.saturating_add(step).into(), scope);
        true
    }

    /// A list has so many items.
    fn items(&mut self, (inner, path): (&'q Expr, Option<&'q Expr>), (op, value): (Op, &Value), scope: &Scope<'_>) -> bool {
        let Some(count) = whole(&Constant::Value(value.clone())) else { return false };
        let count = match op {
            Op::Eq | Op::Ge | Op::Le => count,
            Op::Gt | Op::Ne => count.saturating_add(1),
            Op::Lt => count.saturating_sub(1),
        };
        let Ok(count) = usize::try_from(count) else { return false };
        let place = match path {
            Some(path) if self.constant(path).is_some_and(|path| whole(&path).is_none()) => {
                self.json_at(inner, Some(path), scope)
            }
            _ => self.operand(inner, scope),
        };
        match place {
            Operand::Json(at, path) if count < 100 => {
                self.atoms.push(Atom::Json(at, path, (1..=count).map(Value::from).collect()));
                true
            }
            Operand::Column(at) => {
                self.atoms.push(Atom::Test(at, Test::Items(count)));
                true
            }
            _ => false,
        }
    }

    fn trimmed(
        &mut self,
        inner: &'q Expr,
        what: Option<&Constant>,
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        if op != Op::Eq {
            return false;
        }
        let letter = match what {
            Some(Constant::Value(Value::String(text))) => text.chars().next().unwrap_or(' '),
            _ => ' ',
        };
        self.aim(inner, op, value, scope);
        self.tests(inner, &[Test::AnyEnds(letter)], scope)
    }

    /// The column at a place is what a piece of text is of.
    fn piece(&mut self, inner: &'q Expr, (from, length): (i64, Option<i64>), value: &Value, scope: &Scope<'_>) -> bool {
        let text = text_of(value);
        let short = length.is_some_and(|length| i64::try_from(text.chars().count()).unwrap_or(0) > length);
        let Some(start) = from.checked_sub(1).and_then(|start| usize::try_from(start).ok()) else { return false };
        match self.operand(inner, scope) {
            Operand::Column(at) if !short && !self.column(at).is_text() && self.column(at).kind.contains("blob") => false,
            Operand::Column(at) if !short => {
                self.atoms.push(Atom::Test(at, Test::Piece(start, text)));
                self.whole_text(at);
                true
            }
            _ => false,
        }
    }

    /// Texts are of columns with letters, whatever their type is.
    fn whole_text(&mut self, at: At) {
        self.atoms.push(Atom::Null(at, false));
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
