//! Conditions of a query, read into trees.

use nearmiss_truthness::Comparison;
use sqlparser::ast::{BinaryOperator, Expr, Query, UnaryOperator, Value as Literal};

use super::atom::{Atom, FOUND, Kind};
use super::prober::Prober;
use super::tree::Tree;
use crate::asked::Dialect;

/// Most items of a list that are looked at one by one.
const MOST_ITEMS: usize = 30;

impl<'q> Prober<'q, '_> {
    /// Reads a condition that has to be true, or false.
    pub fn tree(&mut self, expr: &'q Expr, is_true: bool) -> Tree {
        match expr {
            Expr::Nested(inner) => self.tree(inner, is_true),
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => self.tree(expr, !is_true),
            Expr::IsTrue(inner) | Expr::IsNotFalse(inner) => self.tree(inner, is_true),
            Expr::IsFalse(inner) | Expr::IsNotTrue(inner) => self.tree(inner, !is_true),
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                let parts = vec![self.tree(left, is_true), self.tree(right, is_true)];
                joined(parts, is_true)
            }
            Expr::BinaryOp { left, op: BinaryOperator::Or, right } => {
                let parts = vec![self.tree(left, is_true), self.tree(right, is_true)];
                joined(parts, !is_true)
            }
            Expr::BinaryOp { left, op: BinaryOperator::Xor, right } => {
                let mut arm =
                    |one, other| Tree::All(vec![self.tree(left, one), self.tree(right, other)]);
                Tree::Any(vec![arm(true, !is_true), arm(false, is_true)])
            }
            Expr::BinaryOp { left, op, right } => self.binary((left, op, right), expr, is_true),
            Expr::IsDistinctFrom(left, right) => equal((left, right), expr, !is_true, true),
            Expr::IsNotDistinctFrom(left, right) => equal((left, right), expr, is_true, false),
            Expr::IsNull(inner) => null(inner, is_true),
            Expr::IsNotNull(inner) => null(inner, !is_true),
            Expr::Between { expr, negated, low, high } => {
                let is_true = is_true != *negated;
                let low = compare(expr, Comparison::GreaterOrEqual, low, is_true);
                let high = compare(expr, Comparison::LessOrEqual, high, is_true);
                joined(vec![low, high], is_true)
            }
            Expr::InList { expr: of, list, negated } => {
                self.in_list((of, list), expr, is_true != *negated)
            }
            Expr::InSubquery { expr: of, subquery, negated } => {
                self.in_query((of, subquery), is_true != *negated)
            }
            Expr::Exists { subquery, negated } => self.exists(subquery, is_true != *negated),
            _ => self.pattern(expr, is_true),
        }
    }

    fn binary(
        &mut self,
        (left, op, right): (&'q Expr, &BinaryOperator, &'q Expr),
        whole: &Expr,
        is_true: bool,
    ) -> Tree {
        if let Some(comparison) = comparison_of(op) {
            return match (parts_of(left), parts_of(right)) {
                (Some(left), Some(right)) => {
                    self.tuples((&left, comparison, &right), whole, is_true)
                }
                _ => compare(left, comparison, right, is_true),
            };
        }
        let is_negated = matches!(
            op,
            BinaryOperator::PGRegexNotMatch
                | BinaryOperator::PGRegexNotIMatch
                | BinaryOperator::PGNotLikeMatch
                | BinaryOperator::PGNotILikeMatch
        );
        let like = |ignores_case| Kind::Like { escape: Some('\\'), ignores_case };
        let kind = match op {
            BinaryOperator::Spaceship => return self.same((left, right), is_true),
            BinaryOperator::PGRegexMatch
            | BinaryOperator::PGRegexIMatch
            | BinaryOperator::PGRegexNotMatch
            | BinaryOperator::PGRegexNotIMatch
            | BinaryOperator::Regexp => Kind::Matches,
            BinaryOperator::PGLikeMatch | BinaryOperator::PGNotLikeMatch => like(false),
            BinaryOperator::PGILikeMatch | BinaryOperator::PGNotILikeMatch => like(true),
            BinaryOperator::AtArrow => Kind::Contains,
            BinaryOperator::Glob => Kind::Glob,
            _ => return self.opaque(whole, is_true),
        };
        let operands = vec![left.to_string(), right.to_string()];
        // The operator says itself that it is negated: the truth that is wanted is that of the whole.
        let kind = if is_negated { Kind::Opaque } else { kind };
        leaf(kind, whole.to_string(), operands, is_true)
    }

    /// Reads a comparison that takes nulls for values.
    fn same(&mut self, (left, right): (&Expr, &Expr), is_true: bool) -> Tree {
        let operator = if self.dialect == Dialect::Sqlite { "IS" } else { "<=>" };
        let truth = format!("{left} {operator} {right}");
        let operands = vec![left.to_string(), right.to_string()];
        leaf(Kind::Compare(Comparison::Equal), truth, operands, is_true)
    }

    fn tuples(
        &mut self,
        (left, comparison, right): (&[&'q Expr], Comparison, &[&'q Expr]),
        whole: &Expr,
        is_true: bool,
    ) -> Tree {
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if !is_equality || left.len() != right.len() {
            return self.opaque(whole, is_true);
        }
        let are_equal = is_true == (comparison == Comparison::Equal);
        let pairs = left.iter().zip(right);
        let parts = pairs.map(|(one, other)| compare(one, Comparison::Equal, other, are_equal));
        joined(parts.collect(), are_equal)
    }

    fn in_list(&mut self, (of, list): (&'q Expr, &'q [Expr]), whole: &Expr, is_true: bool) -> Tree {
        if list.len() > MOST_ITEMS {
            return self.opaque(whole, is_true);
        }
        let mut parts = Vec::new();
        for item in list {
            parts.push(match (parts_of(of), parts_of(item)) {
                (Some(left), Some(right)) => {
                    self.tuples((&left, Comparison::Equal, &right), whole, is_true)
                }
                _ => compare(of, Comparison::Equal, item, is_true),
            });
        }
        joined(parts, !is_true)
    }

    fn in_query(&mut self, (of, query): (&'q Expr, &'q Query), is_true: bool) -> Tree {
        let truth = format!("{of} IN ({query})");
        if !is_true || parts_of(of).is_some() {
            return self.exists_with(truth, query, is_true);
        }
        match self.values_of(query) {
            Some(values) if !values.is_empty() => {
                leaf(Kind::Among(values), truth, vec![of.to_string()], true)
            }
            Some(_) => {
                let near = self.inner(query).unwrap_or(0.0);
                leaf(Kind::Known(near * FOUND), truth, Vec::new(), true)
            }
            None => self.opaque_text(truth, true),
        }
    }

    fn exists(&mut self, query: &'q Query, is_true: bool) -> Tree {
        self.exists_with(format!("EXISTS ({query})"), query, is_true)
    }

    fn exists_with(&mut self, truth: String, query: &'q Query, is_true: bool) -> Tree {
        let near = if is_true { self.inner(query) } else { None };
        match near {
            Some(near) => leaf(Kind::Known(near), truth, Vec::new(), true),
            None => self.opaque_text(truth, is_true),
        }
    }

    fn pattern(&mut self, expr: &'q Expr, is_true: bool) -> Tree {
        let (kind, operands, is_negated) = match expr {
            Expr::Like { negated, expr, pattern, escape_char, any: false } => {
                (self.like(escape_char.as_deref(), false), [expr, pattern], *negated)
            }
            Expr::ILike { negated, expr, pattern, escape_char, any: false } => {
                (self.like(escape_char.as_deref(), true), [expr, pattern], *negated)
            }
            Expr::RLike { negated, expr, pattern, .. } => {
                (Kind::Matches, [expr, pattern], *negated)
            }
            Expr::AnyOp { left, compare_op: BinaryOperator::Eq, right, .. }
                if !matches!(**right, Expr::Subquery(_)) =>
            {
                (Kind::Member, [left, right], false)
            }
            Expr::MemberOf(member) => (Kind::Member, [&member.value, &member.array], false),
            Expr::Identifier(_) | Expr::CompoundIdentifier(_) | Expr::Value(_) => {
                return leaf(Kind::Opaque, expr.to_string(), Vec::new(), is_true);
            }
            _ => return self.opaque(expr, is_true),
        };
        let operands = operands.map(|operand| unlisted(operand).to_string()).to_vec();
        let mut plain = expr.clone();
        if let Expr::Like { negated, .. }
        | Expr::ILike { negated, .. }
        | Expr::RLike { negated, .. } = &mut plain
        {
            *negated = false;
        }
        leaf(kind, plain.to_string(), operands, is_true != is_negated)
    }

    fn like(&self, escape: Option<&Expr>, ignores_case: bool) -> Kind {
        let usual = (self.dialect != Dialect::Sqlite).then_some('\\');
        let escape = match escape {
            None => usual,
            Some(Expr::Value(value)) => match &value.value {
                Literal::SingleQuotedString(text) | Literal::EscapedStringLiteral(text) => {
                    text.chars().next()
                }
                _ => usual,
            },
            Some(_) => usual,
        };
        // Collations of MySQL and LIKE of SQLite take both cases for the same, as a rule.
        Kind::Like { escape, ignores_case: ignores_case || self.dialect != Dialect::Postgres }
    }

    fn opaque(&mut self, expr: &Expr, is_true: bool) -> Tree {
        self.opaque_text(expr.to_string(), is_true)
    }

    fn opaque_text(&mut self, truth: String, is_true: bool) -> Tree {
        self.opaque += 1;
        leaf(Kind::Opaque, truth, Vec::new(), is_true)
    }
}

fn leaf(kind: Kind, truth: String, operands: Vec<String>, is_true: bool) -> Tree {
    Tree::Atom(Atom { kind, is_negated: !is_true, truth, operands })
}

fn joined(parts: Vec<Tree>, are_all: bool) -> Tree {
    if are_all { Tree::All(parts) } else { Tree::Any(parts) }
}

fn comparison_of(operator: &BinaryOperator) -> Option<Comparison> {
    Some(match operator {
        BinaryOperator::Eq => Comparison::Equal,
        BinaryOperator::NotEq => Comparison::NotEqual,
        BinaryOperator::Lt => Comparison::Less,
        BinaryOperator::LtEq => Comparison::LessOrEqual,
        BinaryOperator::Gt => Comparison::Greater,
        BinaryOperator::GtEq => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

fn written(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "<>",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}

fn compare(left: &Expr, comparison: Comparison, right: &Expr, is_true: bool) -> Tree {
    let truth = format!("({left}) {} ({right})", written(comparison));
    leaf(Kind::Compare(comparison), truth, vec![left.to_string(), right.to_string()], is_true)
}

/// Reads whether two operands are equal or not, nulls being values: `whole` says so, or the opposite.
fn equal((left, right): (&Expr, &Expr), whole: &Expr, are_equal: bool, is_distinct: bool) -> Tree {
    let truth = if is_distinct { format!("NOT ({whole})") } else { whole.to_string() };
    let operands = vec![left.to_string(), right.to_string()];
    leaf(Kind::Compare(Comparison::Equal), truth, operands, are_equal)
}

fn null(of: &Expr, is_null: bool) -> Tree {
    leaf(Kind::Null, format!("({of}) IS NULL"), Vec::new(), is_null)
}

/// Answers the parts of a tuple.
fn parts_of(expr: &Expr) -> Option<Vec<&Expr>> {
    match expr {
        Expr::Tuple(items) => Some(items.iter().collect()),
        Expr::Nested(inner) if matches!(**inner, Expr::Tuple(_)) => parts_of(inner),
        _ => None,
    }
}

/// Answers an expression without the brackets around it.
fn unlisted(expr: &Expr) -> &Expr {
    match expr {
        Expr::Nested(inner) => unlisted(inner),
        other => other,
    }
}
