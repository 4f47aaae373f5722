//! Conditions as what must hold of rows.

use serde_json::Value;
use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};

use crate::arithmetic::number;
use crate::compared::is_condition;
use crate::domain::Test;
use crate::like::{regex_of_glob, regex_of_like, text_like, text_of_glob};
use crate::operand::{arguments, name_of};
use crate::reader::{Atom, Reader, Scope};
use crate::schema::Column;
use crate::terms::{At, Constant, Op, Operand};

impl<'q> Reader<'q> {
    /// The column at a place.
    pub fn column(&self, at: At) -> &'q Column {
        &self.schema.tables[self.rows[at.row]].columns[at.column]
    }

    /// Takes in that a condition is true, or false.
    pub fn condition(&mut self, expr: &'q Expr, is_true: bool, scope: &Scope<'_>) {
        match expr {
            Expr::Nested(inner) => self.condition(inner, is_true, scope),
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => self.condition(expr, !is_true, scope),
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                self.both((left, right), is_true, scope);
            }
            Expr::BinaryOp { left, op: BinaryOperator::Or, right } => {
                self.one_of((left, right), is_true, scope);
            }
            Expr::BinaryOp { left, op, right } => {
                self.binary(left, op, right, is_true, scope);
            }
            Expr::IsNull(inner) => self.null(inner, is_true, scope),
            Expr::IsNotNull(inner) => self.null(inner, !is_true, scope),
            Expr::IsTrue(inner) | Expr::IsNotFalse(inner) => self.condition(inner, is_true, scope),
            Expr::IsFalse(inner) | Expr::IsNotTrue(inner) => self.condition(inner, !is_true, scope),
            Expr::IsDistinctFrom(left, right) => self.equal(left, right, !is_true, scope),
            Expr::IsNotDistinctFrom(left, right) => self.equal(left, right, is_true, scope),
            Expr::Between { expr, negated, low, high } => {
                self.between(expr, (low, high), *negated != is_true, scope);
            }
            Expr::InList { expr, list, negated } => {
                self.in_list(expr, list, *negated != is_true, scope);
            }
            Expr::InSubquery { expr, subquery, negated } => {
                // That nothing is there is so at first.
                if *negated != is_true {
                    let wanted = self.operands(expr, scope);
                    let shown = self.query(subquery, Some(scope));
                    for (one, (_, other)) in wanted.into_iter().zip(shown) {
                        self.compared(one, Op::Eq, other);
                    }
                }
            }
            Expr::Exists { subquery, negated } => {
                if *negated != is_true {
                    self.query(subquery, Some(scope));
                }
            }
            Expr::Like { .. }
            | Expr::ILike { .. }
            | Expr::SimilarTo { .. }
            | Expr::RLike { .. } => self.pattern(expr, is_true, scope),
            Expr::AnyOp { left, compare_op, right, .. } => {
                self.any(left, compare_op, right, is_true, scope);
            }
            _ => self.alone(expr, is_true, scope),
        }
    }

    /// Answers whether a condition is compared with true, or with false; `None`: it is no condition, or with neither.
    fn is_so(&self, condition: &Expr, with: &Expr) -> Option<bool> {
        match self.constant(with).filter(|_| is_condition(condition))? {
            Constant::Value(Value::Bool(is_so)) => Some(is_so),
            Constant::Value(Value::String(text)) => match text.as_str() {
                "true" | "t" => Some(true),
                "false" | "f" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    fn both(&mut self, (left, right): (&'q Expr, &'q Expr), is_true: bool, scope: &Scope<'_>) {
        if is_true {
            self.condition(left, true, scope);
            self.condition(right, true, scope);
        } else {
            let chosen = if self.choices.choose(2) == 0 { left } else { right };
            self.condition(chosen, false, scope);
        }
    }

    fn one_of(&mut self, (left, right): (&'q Expr, &'q Expr), is_true: bool, scope: &Scope<'_>) {
        if is_true {
            let chosen = if self.choices.choose(2) == 0 { left } else { right };
            self.condition(chosen, true, scope);
        } else {
            self.condition(left, false, scope);
            self.condition(right, false, scope);
        }
    }

    fn binary(
        &mut self,
        left: &'q Expr,
        op: &BinaryOperator,
        right: &'q Expr,
        is_true: bool,
        scope: &Scope<'_>,
    ) {
        if *op == BinaryOperator::Xor {
            return self.same_truth(left, right, !is_true, scope);
        }
        if let Some(read) = Op::of(op) {
            let read = if is_true { read } else { read.negated() };
            if matches!(read, Op::Eq | Op::Ne) && is_condition(left) && is_condition(right) {
                return self.same_truth(left, right, read == Op::Eq, scope);
            }
            if let (Op::Eq | Op::Ne, Some(is_so)) = (read, self.is_so(left, right)) {
                return self.condition(left, is_so == (read == Op::Eq), scope);
            }
            if *op == BinaryOperator::Spaceship {
                return self.equal(left, right, is_true, scope);
            }
            if self.with_constant(left, read, right, scope)
                || self.with_itself(left, read, right, scope)
            {
                return;
            }
            let op = read;
            // Of tuples each part is another comparison.
            let (left, right) = (self.operands(left, scope), self.operands(right, scope));
            if left.len() == right.len() && (left.len() == 1 || op == Op::Eq) {
                for (one, other) in left.into_iter().zip(right) {
                    self.compared(one, op, other);
                }
            } else {
                self.opaque += 1;
            }
            return;
        }
        self.operator((left, op, right), is_true, scope);
    }

    /// Reads an operator that is no comparison.
    fn operator(
        &mut self,
        (left, op, right): (&'q Expr, &BinaryOperator, &'q Expr),
        is_true: bool,
        scope: &Scope<'_>,
    ) {
        let is_negated = matches!(
            op,
            BinaryOperator::PGRegexNotMatch
                | BinaryOperator::PGRegexNotIMatch
                | BinaryOperator::PGNotLikeMatch
                | BinaryOperator::PGNotILikeMatch
        );
        if is_negated || !is_true {
            // What is there at first matches hardly anything.
            if matches!(op, BinaryOperator::Glob) {
                self.of_letters_alone(left, right, scope);
            }
            return;
        }
        let value = self.constant(right);
        let operand = self.operand(left, scope);
        if matches!(op, BinaryOperator::AtArrow)
            && let Operand::Column(of) = operand
            && self.column(of).is_range()
        {
            match (self.operand(right, scope), &value) {
                // Ranges that nothing else is asked of hold the present.
                (_, Some(Constant::Now)) => return self.atoms.push(Atom::Null(of, false)),
                (Operand::Column(item), _) => return self.atoms.push(Atom::Holds(of, item)),
                _ => {}
            }
        }
        match (op, operand, value) {
            (
                BinaryOperator::PGRegexMatch
                | BinaryOperator::PGRegexIMatch
                | BinaryOperator::Regexp
                | BinaryOperator::Match,
                Operand::Column(at),
                Some(Constant::Value(Value::String(pattern))),
            ) => self.atoms.push(Atom::Matches(at, pattern)),
            (
                BinaryOperator::Glob,
                Operand::Column(at),
                Some(Constant::Value(Value::String(pattern))),
            ) if pattern.contains('[') => {
                self.atoms.push(Atom::Matches(at, regex_of_glob(&pattern)))
            }
            (
                BinaryOperator::Glob,
                Operand::Column(at),
                Some(Constant::Value(Value::String(pattern))),
            ) => self.atoms.push(Atom::Like(at, text_of_glob(&pattern), regex_of_glob(&pattern))),
            (
                BinaryOperator::PGStartsWith
                | BinaryOperator::PGLikeMatch
                | BinaryOperator::PGILikeMatch,
                Operand::Column(at),
                Some(Constant::Value(Value::String(pattern))),
            ) => {
                self.atoms.push(Atom::Like(at, text_like(&pattern, None), regex_of_like(&pattern)))
            }
            (
                BinaryOperator::AtArrow
                | BinaryOperator::PGOverlap
                | BinaryOperator::Question
                | BinaryOperator::QuestionAnd
                | BinaryOperator::QuestionPipe,
                Operand::Column(at),
                Some(Constant::Value(value)),
            ) => self.holds(at, op, value),
            _ => self.opaque += 1,
        }
    }

    /// Takes in that a text has no other letters than these: `NOT GLOB '*[^0-9a-f]*'`.
    fn of_letters_alone(&mut self, text: &'q Expr, pattern: &'q Expr, scope: &Scope<'_>) {
        let Some(Constant::Value(Value::String(pattern))) = self.constant(pattern) else { return };
        let letters = pattern.strip_prefix("*[^").and_then(|rest| rest.strip_suffix("]*"));
        if let (Some(letters), Operand::Column(at)) = (letters, self.operand(text, scope)) {
            self.atoms.push(Atom::Matches(at, format!("^[{letters}]*$")));
        }
    }

    /// Reads a function that tells whether the range in a column is open at an end; answers which column, and whether
    /// that is the lower end.
    fn open_end(
        &mut self,
        expr: &'q Expr,
        names: [&str; 2],
        scope: &Scope<'_>,
    ) -> Option<(At, bool)> {
        let Expr::Function(function) = expr else { return None };
        let name = name_of(function);
        let end = names.iter().position(|one| *one == name)?;
        let of = arguments(function).first().copied()?;
        match self.operand(of, scope) {
            Operand::Column(at) if self.column(at).is_range() => Some((at, end == 0)),
            _ => None,
        }
    }

    /// Answers what an expression stands for: a tuple for each of its parts.
    pub fn operands(&mut self, expr: &'q Expr, scope: &Scope<'_>) -> Vec<Operand> {
        match expr {
            Expr::Tuple(items) => items.iter().map(|item| self.operand(item, scope)).collect(),
            Expr::Nested(inner) if matches!(**inner, Expr::Tuple(_)) => self.operands(inner, scope),
            other => vec![self.operand(other, scope)],
        }
    }

    pub fn null(&mut self, expr: &'q Expr, is_null: bool, scope: &Scope<'_>) {
        if let Expr::Function(function) = expr
            && let ("nullif", [one, other], true) =
                (name_of(function).as_str(), arguments(function).as_slice(), is_null)
        {
            let (one, other) = (self.operand(one, scope), self.operand(other, scope));
            return self.compared(one, Op::Eq, other);
        }
        if let Some((at, is_low)) = self.open_end(expr, ["lower", "upper"], scope) {
            return self.atoms.push(Atom::Test(at, Test::Open(is_low, is_null)));
        }
        match self.operand(expr, scope) {
            Operand::Column(at) | Operand::Length(at) => {
                self.atoms.push(Atom::Null(at, is_null));
            }
            Operand::Sum(terms, _) if !is_null => {
                self.atoms.extend(terms.into_iter().map(|(at, _)| Atom::Null(at, false)));
            }
            Operand::Json(at, path) if !is_null => {
                self.atoms.push(Atom::Json(at, path, Value::from(1)));
            }
            Operand::Constant(Constant::Value(value)) => {
                self.is_impossible |= value.is_null() != is_null;
            }
            Operand::Constant(Constant::Now) => self.is_impossible |= is_null,
            _ => self.opaque += 1,
        }
    }

    fn equal(&mut self, first: &'q Expr, second: &'q Expr, is_equal: bool, scope: &Scope<'_>) {
        let op = if is_equal { Op::Eq } else { Op::Ne };
        if self.with_constant(first, op, second, scope) {
            return;
        }
        let (left, right) = (self.operand(first, scope), self.operand(second, scope));
        let is_null =
            |one: &Operand| matches!(one, Operand::Constant(Constant::Value(Value::Null)));
        match (left, right) {
            (Operand::Column(at), other) | (other, Operand::Column(at)) if is_null(&other) => {
                self.atoms.push(Atom::Null(at, is_equal));
            }
            (Operand::Column(one), Operand::Column(other)) if one == other && is_equal => {
                // Whatever it is; `born IS date(born)` asks for a day.
                let _ = self.with_itself(first, Op::Eq, second, scope);
            }
            (left, right) => self.compared(left, if is_equal { Op::Eq } else { Op::Ne }, right),
        }
    }

    /// A column that is a condition by itself, or something that is not known.
    pub fn alone(&mut self, expr: &'q Expr, is_true: bool, scope: &Scope<'_>) {
        if let Some((at, is_low)) = self.open_end(expr, ["lower_inf", "upper_inf"], scope) {
            return self.atoms.push(Atom::Test(at, Test::Open(is_low, is_true)));
        }
        if let (Expr::Function(function), true) = (expr, is_true)
            && self.json_test(function, scope)
        {
            return;
        }
        match self.operand(expr, scope) {
            Operand::Column(at) => {
                let value = Constant::Value(Value::from(is_true));
                self.atoms.push(Atom::Compare(at, Op::Eq, value));
            }
            Operand::Constant(Constant::Value(value)) => {
                let holds = number(&value).is_some_and(|number| number != 0.0);
                self.is_impossible |= holds != is_true;
            }
            _ => self.opaque += 1,
        }
    }
}
