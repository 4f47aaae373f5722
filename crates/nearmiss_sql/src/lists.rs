//! Conditions on several values: lists, ranges and patterns.

use serde_json::Value;
use sqlparser::ast::{BinaryOperator, Expr};

use crate::arithmetic::{compare, text_of};
use crate::domain::Test;
use crate::like::{regex_of_like, regex_of_similar, text_like};
use crate::reader::{Atom, Reader, Scope};
use crate::terms::{At, Constant, Op, Operand};

impl<'q> Reader<'q> {
    /// A list or JSON in a column holds something.
    pub fn holds(&mut self, at: At, op: &BinaryOperator, value: Value) {
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
        if column.is_range() {
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
            (
                BinaryOperator::Question
                | BinaryOperator::QuestionPipe
                | BinaryOperator::QuestionAnd,
                keys,
            ) => {
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

    pub fn between(
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

    pub fn in_list(&mut self, expr: &'q Expr, list: &'q [Expr], is_in: bool, scope: &Scope<'_>) {
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

    pub fn any(
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
            (Operand::Column(at), _, Some(Constant::Value(Value::Array(values))))
                if *op == BinaryOperator::Eq =>
            {
                self.atoms.push(if is_true {
                    Atom::In(at, values)
                } else {
                    Atom::NotIn(at, values)
                });
            }
            (Operand::Constant(Constant::Value(value)), Operand::Column(at), _) if is_true => {
                self.atoms.push(Atom::Elements(at, vec![value]));
            }
            (Operand::Column(item), Operand::Column(of), _)
                if is_true && *op == BinaryOperator::Eq =>
            {
                self.atoms.push(Atom::Holds(of, item));
            }
            _ => self.opaque += 1,
        }
    }

    pub fn pattern(&mut self, expr: &'q Expr, is_true: bool, scope: &Scope<'_>) {
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
        let (Operand::Column(at), Some(Constant::Value(value))) =
            (self.operand(operand, scope), value)
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
            _ => Atom::Like(at, text_like(&text, escape), regex_of_like(&text)),
        });
    }
}

/// Answers the value that an operand is.
pub(crate) fn constant_of(operand: &Operand) -> Option<Value> {
    match operand {
        Operand::Constant(Constant::Value(value)) if !value.is_null() => Some(value.clone()),
        _ => None,
    }
}

/// Answers the items of a list as PostgreSQL writes it, `{a,"b c"}`.
pub(crate) fn listed(text: &str) -> Vec<Value> {
    let inner = text.trim_start_matches('{').trim_end_matches('}');
    inner
        .split(',')
        .filter(|item| !item.is_empty())
        .map(|item| Value::from(item.trim_matches('"')))
        .collect()
}
