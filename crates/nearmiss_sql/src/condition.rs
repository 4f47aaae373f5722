//! Conditions as what must hold of rows.

use serde_json::Value;
use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};

use crate::arithmetic::{compare, number, text_of, value_of};
use crate::like::{regex_of_glob, regex_of_similar, text_like, text_of_glob};
use crate::domain::Test;
use crate::operand::{At, Constant, Op, Operand, added, arguments, name_of};
use crate::reader::{Atom, Reader, Scope};
use crate::schema::Column;

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
            if *op == BinaryOperator::Spaceship {
                return self.equal(left, right, is_true, scope);
            }
            if self.with_constant(left, read, right, scope) || self.with_itself(left, read, right, scope) {
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
        let is_negated = matches!(
            op,
            BinaryOperator::PGRegexNotMatch
                | BinaryOperator::PGRegexNotIMatch
                | BinaryOperator::PGNotLikeMatch
                | BinaryOperator::PGNotILikeMatch
        );
        if is_negated || !is_true {
            // What is there at first matches hardly anything.
            return;
        }
        let value = self.constant(right);
        let operand = self.operand(left, scope);
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
            ) if pattern.contains('[') => self.atoms.push(Atom::Matches(at, regex_of_glob(&pattern))),
            (
                BinaryOperator::Glob,
                Operand::Column(at),
                Some(Constant::Value(Value::String(pattern))),
            ) => self.atoms.push(Atom::Like(at, text_of_glob(&pattern))),
            (
                BinaryOperator::PGStartsWith
                | BinaryOperator::PGLikeMatch
                | BinaryOperator::PGILikeMatch,
                Operand::Column(at),
                Some(Constant::Value(Value::String(pattern))),
            ) => self.atoms.push(Atom::Like(at, text_like(&pattern, None))),
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

    /// Reads a comparison of an expression with a value, if it is one that can be solved for what the expression is of.
    fn with_constant(&mut self, left: &'q Expr, op: Op, right: &'q Expr, scope: &Scope<'_>) -> bool {
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
    fn with_itself(&mut self, left: &'q Expr, op: Op, right: &'q Expr, scope: &Scope<'_>) -> bool {
        let (plain, made) = if matches!(right, Expr::Function(_)) { (left, right) } else { (right, left) };
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
    fn same_truth(&mut self, left: &'q Expr, right: &'q Expr, is_same: bool, scope: &Scope<'_>) {
        let is_true = self.choices.choose(2) == 0;
        self.condition(left, is_true, scope);
        self.condition(right, is_true == is_same, scope);
    }

    /// A list or JSON in a column holds something.
    fn holds(&mut self, at: At, op: &BinaryOperator, value: Value) {
        let column = self.column(at);
        if column.array {
            let items = match value {
                Value::String(text) if text.starts_with('{') => listed(&text),
                Value::Array(items) => items,
                other => vec![other],
            };
            self.atoms.push(Atom::Elements(at, items));
            return;
        }
        if column.kind.ends_with("range") {
            self.atoms.push(Atom::Test(at, Test::Inside(value)));
            return;
        }
        if !column.is_json() {
            self.opaque += 1;
            return;
        }
        match (op, value) {
            (BinaryOperator::AtArrow, Value::String(text)) => {
                let inner = serde_json::from_str(&text).unwrap_or(Value::Null);
                self.atoms.push(Atom::Json(at, Vec::new(), inner));
            }
            (BinaryOperator::AtArrow, inner @ (Value::Object(_) | Value::Array(_))) => {
                self.atoms.push(Atom::Json(at, Vec::new(), inner));
            }
            (BinaryOperator::Question | BinaryOperator::QuestionPipe | BinaryOperator::QuestionAnd, keys) => {
                let keys = match keys {
                    Value::Array(keys) => keys,
                    key => vec![key],
                };
                for key in keys {
                    self.atoms.push(Atom::Json(at, vec![text_of(&key)], Value::from(1)));
                }
            }
            _ => self.opaque += 1,
        }
    }

    /// Answers what an expression stands for: a tuple for each of its parts.
    fn operands(&mut self, expr: &'q Expr, scope: &Scope<'_>) -> Vec<Operand> {
        match expr {
            Expr::Tuple(items) => items.iter().map(|item| self.operand(item, scope)).collect(),
            Expr::Nested(inner) if matches!(**inner, Expr::Tuple(_)) => self.operands(inner, scope),
            other => vec![self.operand(other, scope)],
        }
    }

    pub fn null(&mut self, expr: &'q Expr, is_null: bool, scope: &Scope<'_>) {
        if let Expr::Function(function) = expr
            && let ("nullif", [one, other], true) = (name_of(function).as_str(), arguments(function).as_slice(), is_null)
        {
            let (one, other) = (self.operand(one, scope), self.operand(other, scope));
            return self.compared(one, Op::Eq, other);
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
        let (left, right) = (first, second);
        let (left, right) = (self.operand(left, scope), self.operand(right, scope));
        let null = Operand::Constant(Constant::Value(Value::Null));
        match (left, right) {
            (Operand::Column(at), other) | (other, Operand::Column(at))
                if matches!((&other, &null), (Operand::Constant(one), Operand::Constant(two)) if one == two) =>
            {
                self.atoms.push(Atom::Null(at, is_equal));
            }
            (Operand::Column(one), Operand::Column(other)) if one == other && is_equal => {
                // Whatever it is; `born IS date(born)` asks for a day.
                let _ = self.with_itself(first, Op::Eq, second, scope);
            }
            (left, right) => self.compared(left, if is_equal { Op::Eq } else { Op::Ne }, right),
        }
    }

    fn between(
        &mut self,
        expr: &'q Expr,
        (low, high): (&'q Expr, &'q Expr),
        is_inside: bool,
        scope: &Scope<'_>,
    ) {
        let operand = self.operand(expr, scope);
        let (mut low, mut high) = (self.operand(low, scope), self.operand(high, scope));
        // Nothing is between others but with SYMMETRIC, which the parser does not know.
        if let (Some(one), Some(other), true) = (constant_of(&low), constant_of(&high), is_inside)
            && compare(&one, &other) == Some(std::cmp::Ordering::Greater)
        {
            std::mem::swap(&mut low, &mut high);
        }
        let values = (constant_of(&low), constant_of(&high));
        if let (Some(low), Some(high), true) = (&values.0, &values.1, is_inside)
            && self.inverted(expr, Op::Ge, low, scope)
        {
            self.aim(expr, Op::Le, high, scope);
        } else if is_inside {
            self.compared(operand.clone(), Op::Ge, low);
            self.compared(operand, Op::Le, high);
        } else if self.choices.choose(2) == 0 {
            self.compared(operand, Op::Gt, high);
        } else {
            self.compared(operand, Op::Lt, low);
        }
    }

    fn in_list(&mut self, expr: &'q Expr, list: &'q [Expr], is_in: bool, scope: &Scope<'_>) {
        let parts = self.operands(expr, scope);
        if parts.len() > 1 && is_in && !list.is_empty() {
            let chosen = self.choices.choose(list.len().min(3));
            let values = self.operands(&list[chosen], scope);
            for (one, other) in parts.into_iter().zip(values) {
                self.compared(one, Op::Eq, other);
            }
            return;
        }
        let operand = self.operand(expr, scope);
        let constants = list.iter().filter_map(|item| match self.constant(item)? {
            // `IN (?)` with a list bound to it.
            Constant::Value(Value::Array(items)) => Some(items),
            Constant::Value(value) => Some(vec![value]),
            Constant::Now => None,
        });
        let values: Vec<Value> = constants.flatten().collect();
        match operand {
            Operand::Column(at) if is_in && !values.is_empty() => {
                self.atoms.push(Atom::In(at, values));
            }
            Operand::Column(at) if !is_in => self.atoms.push(Atom::NotIn(at, values)),
            other if is_in && !list.is_empty() => {
                let chosen = self.choices.choose(list.len().min(3));
                let value = self.operand(&list[chosen], scope);
                self.compared(other, Op::Eq, value);
            }
            _ if is_in => self.is_impossible = true,
            _ => {}
        }
    }

    fn pattern(&mut self, expr: &'q Expr, is_true: bool, scope: &Scope<'_>) {
        let (operand, pattern, negated, escape) = match expr {
            Expr::Like { negated, expr, pattern, escape_char, .. }
            | Expr::ILike { negated, expr, pattern, escape_char, .. }
            | Expr::SimilarTo { negated, expr, pattern, escape_char } => {
                (expr, pattern, negated, escape_char.as_deref())
            }
            Expr::RLike { negated, expr, pattern, .. } => (expr, pattern, negated, None),
            _ => return,
        };
        if *negated == is_true {
            return;
        }
        let value = self.constant(pattern);
        let (Operand::Column(at), Some(Constant::Value(value))) = (self.operand(operand, scope), value)
        else {
            self.opaque += 1;
            return;
        };
        let text = text_of(&value);
        let escape = escape.and_then(|escape| match self.constant(escape)? {
            Constant::Value(Value::String(text)) => text.chars().next(),
            _ => None,
        });
        self.atoms.push(match expr {
            Expr::SimilarTo { .. } => Atom::Matches(at, regex_of_similar(&text)),
            Expr::RLike { .. } => Atom::Matches(at, text),
            _ => Atom::Like(at, text_like(&text, escape)),
        });
    }

    fn any(
        &mut self,
        left: &'q Expr,
        op: &BinaryOperator,
        right: &'q Expr,
        is_true: bool,
        scope: &Scope<'_>,
    ) {
        if let (Expr::Subquery(query), true) = (right, is_true) {
            let operand = self.operand(left, scope);
            let shown = self.query(query, Some(scope)).into_iter().next();
            match (Op::of(op), shown) {
                (Some(op), Some((_, other))) => self.compared(operand, op, other),
                _ => self.opaque += 1,
            }
            return;
        }
        let list = self.constant(right);
        let (one, other) = (self.operand(left, scope), self.operand(right, scope));
        match (one, other, list) {
            (Operand::Column(at), _, Some(Constant::Value(Value::Array(values)))) if *op == BinaryOperator::Eq => {
                self.atoms.push(if is_true { Atom::In(at, values) } else { Atom::NotIn(at, values) });
            }
            (Operand::Constant(Constant::Value(value)), Operand::Column(at), _) if is_true => {
                self.atoms.push(Atom::Elements(at, vec![value]));
            }
            _ => self.opaque += 1,
        }
    }

    /// A column that is a condition by itself, or something that is not known.
    fn alone(&mut self, expr: &'q Expr, is_true: bool, scope: &Scope<'_>) {
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

    /// Takes in that two operands compare so.
    pub fn compared(&mut self, left: Operand, op: Op, right: Operand) {
        match (left, right) {
            (Operand::Constant(one), Operand::Constant(other)) => {
                if let (Constant::Value(one), Constant::Value(other)) = (&one, &other) {
                    let holds = compare(one, other).map(|order| op.holds(order));
                    let is_null = one.is_null() || other.is_null();
                    self.is_impossible |= is_null || holds == Some(false);
                }
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
            (Operand::Sum(terms, offset), Operand::Constant(Constant::Now)) => match terms.as_slice() {
                [(at, _)] if offset > 3000.0 && matches!(op, Op::Lt | Op::Le) => {
                    let long_ago = crate::dates::day_of(crate::dates::LONG_AGO).unwrap_or(0.0) - offset;
                    let value = Value::from(crate::dates::day_text(long_ago));
                    self.atoms.push(Atom::Compare(*at, op, Constant::Value(value)));
                }
                [(at, _)] => self.atoms.push(Atom::Compare(*at, op, Constant::Now)),
                _ => self.opaque += 1,
            },
            (Operand::Product(one, other), Operand::Constant(Constant::Value(value))) => {
                match number(&value) {
                    Some(value) => self.atoms.push(Atom::Product(one, other, op, value)),
                    None => self.opaque += 1,
                }
            }
            (left @ Operand::Sum(..), right @ (Operand::Constant(_) | Operand::Column(_) | Operand::Sum(..)))
            | (left @ Operand::Column(_), right @ Operand::Sum(..)) => self.summed(left, op, right),
            (Operand::Length(at), Operand::Constant(Constant::Value(value))) => {
                match value.as_i64() {
                    Some(length) => self.atoms.push(Atom::Length(at, op, length)),
                    None => self.opaque += 1,
                }
            }
            (Operand::Json(at, path), Operand::Constant(Constant::Value(value))) => {
                let value = match (op, number(&value)) {
                    _ if matches!(&value, Value::String(text) if text == "true") => Value::from(true),
                    (Op::Gt | Op::Ne, Some(number)) => value_of(number + 1.0),
                    (Op::Lt, Some(number)) => value_of(number - 1.0),
                    _ => value,
                };
                self.atoms.push(Atom::Json(at, path, value));
            }
            (Operand::Item(at, path), Operand::Constant(Constant::Value(value))) => {
                if self.column(at).array {
                    self.atoms.push(Atom::Elements(at, vec![value]));
                } else {
                    self.atoms.push(Atom::Json(at, path, Value::Array(vec![value])));
                }
            }
            (Operand::ItemAt(at, index), Operand::Constant(Constant::Value(value))) => {
                self.atoms.push(Atom::Test(at, Test::Item(index, value)));
            }
            (Operand::Together(index), Operand::Constant(Constant::Value(value))) => {
                self.compared_together(index, op, &value);
            }
            (Operand::Together(index), other @ Operand::Column(_)) => self.compared_with_column(index, op, other),
            (one @ Operand::Column(_), Operand::Together(index)) => {
                self.compared_with_column(index, op.turned(), one);
            }
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
            [] => self.is_impossible |= offset.partial_cmp(&0.0).is_some_and(|order| !op.holds(order)),
            [(at, factor)] => {
                let op = if *factor < 0.0 { op.turned() } else { op };
                let value = Constant::Value(value_of(-offset / factor));
                self.atoms.push(Atom::Compare(*at, op, value));
            }
            _ => self.atoms.push(Atom::Sum(terms, op, -offset)),
        }
    }
}

/// Answers the value that an operand is.
fn constant_of(operand: &Operand) -> Option<Value> {
    match operand {
        Operand::Constant(Constant::Value(value)) if !value.is_null() => Some(value.clone()),
        _ => None,
    }
}

/// Tells whether an expression is a condition, and no column that may be one.
fn is_condition(expr: &Expr) -> bool {
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
            Op::of(op).is_some() || matches!(op, BinaryOperator::And | BinaryOperator::Or)
        }
        _ => false,
    }
}

/// Answers the items of a list as PostgreSQL writes it, `{a,"b c"}`.
pub(crate) fn listed(text: &str) -> Vec<Value> {
    let inner = text.trim_start_matches('{').trim_end_matches('}');
    inner.split(',').filter(|item| !item.is_empty()).map(|item| Value::from(item.trim_matches('"'))).collect()
}
