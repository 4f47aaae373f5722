//! What conditions are about, and how they compare it.

use std::cmp::Ordering;

use serde_json::Value;
use sqlparser::ast::BinaryOperator;

/// Place of a value: a column of a row.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct At {
    pub row: usize,
    pub column: usize,
}

/// A value that is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Constant {
    Value(Value),
    /// The present, give or take what an interval is.
    Now,
}

impl Constant {
    /// Answers the value; none of the present.
    pub fn value(self) -> Option<Value> {
        match self {
            Self::Value(value) => Some(value),
            Self::Now => None,
        }
    }
}

/// An operand of a comparison.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Column(At),
    /// Columns times factors, plus an offset.
    Sum(Vec<(At, f64)>, f64),
    /// A column times another one.
    Product(At, At),
    /// Length of a column's text.
    Length(At),
    /// A place in a column's JSON.
    Json(At, Vec<String>),
    /// An item of a list in a column, or in its JSON.
    Item(At, Vec<String>),
    /// The item of a list in a column that stands there.
    ItemAt(At, usize),
    Constant(Constant),
    /// Aggregate of several rows, by its number.
    Together(usize),
    /// Nothing is known of it.
    Opaque,
}

/// Comparison.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Op {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Op {
    pub fn of(operator: &BinaryOperator) -> Option<Self> {
        Some(match operator {
            BinaryOperator::Eq | BinaryOperator::Spaceship => Self::Eq,
            BinaryOperator::NotEq => Self::Ne,
            BinaryOperator::Lt => Self::Lt,
            BinaryOperator::LtEq => Self::Le,
            BinaryOperator::Gt => Self::Gt,
            BinaryOperator::GtEq => Self::Ge,
            _ => return None,
        })
    }

    /// With its sides changed.
    pub fn turned(self) -> Self {
        match self {
            Self::Lt => Self::Gt,
            Self::Le => Self::Ge,
            Self::Gt => Self::Lt,
            Self::Ge => Self::Le,
            same => same,
        }
    }

    /// Answers the comparison that holds where it does not.
    pub fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Le => Self::Gt,
            Self::Gt => Self::Le,
            Self::Ge => Self::Lt,
        }
    }

    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Eq => order.is_eq(),
            Self::Ne => order.is_ne(),
            Self::Lt => order.is_lt(),
            Self::Le => order.is_le(),
            Self::Gt => order.is_gt(),
            Self::Ge => order.is_ge(),
        }
    }
}
