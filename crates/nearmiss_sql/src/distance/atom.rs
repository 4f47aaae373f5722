//! Predicates that a condition is made of, and how near each is.

use nearmiss_truthness::{Comparison, MISS, near_distance, number, text};
use serde_json::Value;

use super::told::{Meeting, document, items, meeting, text as text_of, truth};
use super::wildcards::{missing_letters, missing_of};
use crate::patterns::Pattern;

/// Nearest that a predicate is which does not hold.
const NEAREST: f64 = 0.999;

/// Worth of that a sub-query finds anything, where a value is to be among that.
pub(super) const FOUND: f64 = 0.4;

/// A predicate.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub kind: Kind,
    /// It has to be false.
    pub is_negated: bool,
    /// It as an expression: the database itself says whether it holds.
    pub truth: String,
    /// Expressions of what it is about.
    pub operands: Vec<String>,
}

/// Kind of a predicate.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Two operands compare so.
    Compare(Comparison),
    /// The first operand is like the second one.
    Like { escape: Option<char>, ignores_case: bool },
    /// The first operand matches a regular expression, the second one.
    Matches,
    /// The first operand is like a pattern of GLOB, the second one.
    Glob,
    /// The first operand is among the items of the second one.
    Member,
    /// The first operand contains the second one: lists and documents.
    Contains,
    /// The operand is one of these, which a query has found.
    Among(Vec<Value>),
    /// The operand is null.
    Null,
    /// Distance that was worked out before.
    Known(f64),
    /// It holds or does not.
    Opaque,
}

/// Values that met in a predicate that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    /// Values of the operands; of a pattern, the regular expression or the pattern of LIKE.
    pub values: [Value; 2],
    /// Way in which they were compared.
    pub by: MetBy,
}

/// Way in which values were compared.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum MetBy {
    /// For being equal, or not.
    Equality,
    /// For their order.
    Order,
    /// The second one is a pattern of LIKE.
    Like,
    /// The second one is a regular expression.
    Regex,
}

impl Atom {
    /// Answers how near it is, 1 where it is as wanted. `operands`: their values.
    pub fn nearness(&self, holds: &Value, operands: &[&Value]) -> f64 {
        let holds = truth(holds);
        if holds == Some(!self.is_negated) {
            return 1.0;
        }
        let may_be_null = matches!(self.kind, Kind::Null | Kind::Known(_) | Kind::Opaque);
        if !may_be_null && (holds.is_none() || operands.iter().any(|one| one.is_null())) {
            return MISS;
        }
        let near = match (&self.kind, operands) {
            (Kind::Compare(comparison), [one, other]) => compared(
                if self.is_negated { opposite(*comparison) } else { *comparison },
                one,
                other,
            ),
            (Kind::Known(near), _) if !self.is_negated => *near,
            (Kind::Opaque, _) => MISS,
            // Any change may do.
            (Kind::Null | Kind::Known(_), _) => near_distance(1.0),
            _ if self.is_negated => near_distance(1.0),
            (Kind::Like { escape, ignores_case }, [one, pattern]) => {
                match (text_of(one), text_of(pattern)) {
                    (Some(one), Some(pattern)) => {
                        near_distance(missing_letters(&one, &pattern, (*escape, *ignores_case)))
                    }
                    _ => MISS,
                }
            }
            (Kind::Matches, [one, pattern]) => matched(one, pattern),
            (Kind::Glob, [one, pattern]) => match (text_of(one), text_of(pattern)) {
                (Some(one), Some(pattern)) => {
                    let pattern = pattern.replace('*', "%").replace('?', "_");
                    near_distance(missing_letters(&one, &pattern, (None, false)))
                }
                _ => MISS,
            },
            (Kind::Member, [one, list]) => match items(list) {
                Some(items) => nearest(one, &items),
                None => MISS,
            },
            (Kind::Contains, [one, other]) => match (document(one), document(other)) {
                (Some(one), Some(other)) => contained(&one, &other),
                _ => MISS,
            },
            (Kind::Among(values), [one]) => FOUND + (1.0 - FOUND) * nearest(one, values),
            _ => MISS,
        };
        near.min(NEAREST)
    }

    /// Answers what met in it, as far as one of the values may be wanted in the place of the other one.
    pub fn met(&self, operands: &[&Value]) -> Option<Met> {
        let by = match self.kind {
            Kind::Compare(Comparison::Equal | Comparison::NotEqual) => MetBy::Equality,
            Kind::Compare(_) => MetBy::Order,
            Kind::Like { .. } => MetBy::Like,
            Kind::Matches => MetBy::Regex,
            _ => return None,
        };
        let [one, other] = operands else { return None };
        let is_pattern = matches!(by, MetBy::Like | MetBy::Regex);
        if one.is_null() || other.is_null() || (is_pattern && self.is_negated) {
            return None;
        }
        Some(Met { values: [(*one).clone(), (*other).clone()], by })
    }
}

/// Answers the comparison that holds where another one does not.
fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
    }
}

/// Answers how near two values are to comparing so, of which the database says that they do not.
fn compared(comparison: Comparison, one: &Value, other: &Value) -> f64 {
    let near = match meeting(one, other) {
        Meeting::Numbers(one, other) => number(comparison, one, other).to_true,
        Meeting::Texts(one, other) => text(comparison, &units(&one), &units(&other)).to_true,
        Meeting::Others => return MISS,
    };
    // The database compares in another way: by a collation, or by all digits.
    if near >= 1.0 { near_distance(1.0) } else { near }
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// Answers how near a value is to the nearest of some.
fn nearest(value: &Value, values: &[Value]) -> f64 {
    let near = values.iter().filter(|other| !other.is_null());
    near.map(|other| compared(Comparison::Equal, value, other)).fold(MISS, f64::max)
}

/// Answers how near a text is to one that a regular expression takes.
fn matched(value: &Value, pattern: &Value) -> f64 {
    let (Some(text), Some(pattern)) = (text_of(value), text_of(pattern)) else { return MISS };
    Pattern::read(&pattern).map_or(MISS, |pattern| near_distance(missing_of(&text, &pattern)))
}

/// Answers how much of a document another one has.
fn contained(one: &Value, wanted: &Value) -> f64 {
    let parts: Vec<f64> = match (one, wanted) {
        (Value::Array(have), Value::Array(wanted)) => wanted
            .iter()
            .map(|item| have.iter().map(|one| contained(one, item)).fold(MISS, f64::max))
            .collect(),
        (Value::Object(have), Value::Object(wanted)) => wanted
            .iter()
            .map(|(name, value)| have.get(name).map_or(MISS, |one| contained(one, value)))
            .collect(),
        (one, other) if one == other => return 1.0,
        (one, other) => return compared(Comparison::Equal, one, other),
    };
    let count = u32::try_from(parts.len().max(1)).map_or(f64::MAX, f64::from);
    parts.iter().sum::<f64>() / count
}
