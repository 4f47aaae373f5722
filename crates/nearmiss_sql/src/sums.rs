//! Sums and products of columns that must compare so with a number.

use crate::arithmetic::{number, value_of};
use crate::dates::{day_of, day_text};
use crate::solve::Rows;
use crate::terms::{At, Constant, Op};
use crate::wanted::Wanted;

/// A sum that compares so with a number.
pub(crate) type Sum = (Vec<(At, f64)>, Op, f64);

/// Most equations that are solved together.
const MOST: usize = 8;

impl Rows<'_> {
    /// Gives columns whose sums are compared values that compare so. Answers whether that can be.
    pub fn settle_sums(&mut self) -> bool {
        let sums = std::mem::take(&mut self.sums);
        let (equal, others): (Vec<Sum>, Vec<Sum>) =
            sums.into_iter().map(|sum| self.of_classes(sum)).partition(|(_, op, _)| *op == Op::Eq);
        let solved = eliminated(equal);
        solved.into_iter().all(|sum| self.settle_sum(&sum))
            && others.iter().all(|sum| self.settle_sum(sum))
            && self.settle_products()
    }

    /// Has columns that are equal be the same one in a sum.
    fn of_classes(&mut self, (terms, op, value): Sum) -> Sum {
        let mut same: Vec<(At, f64)> = Vec::new();
        for (at, by) in terms {
            let class = self.class(at);
            match same.iter_mut().find(|(known, _)| self.known(*known) == Some(class)) {
                Some((_, known)) => *known += by,
                None => same.push((at, by)),
            }
        }
        same.retain(|(_, by)| by.abs() > 1e-9);
        (same, op, value)
    }

    /// Fixes all columns of a sum but one, and bounds that one.
    fn settle_sum(&mut self, (terms, op, value): &Sum) -> bool {
        let is_fixed = |this: &Self, at: At| {
            this.known(at).is_some_and(|class| this.domain(class).equal().is_some())
        };
        let open: Vec<(At, f64)> =
            terms.iter().rev().filter(|(at, _)| !is_fixed(self, *at)).copied().collect();
        if open.is_empty() {
            let total: Option<f64> = terms.iter().map(|(at, by)| Some(self.fixed(*at)? * by)).sum();
            return total
                .and_then(|total| (total - value).partial_cmp(&0.0))
                .is_none_or(|order| op.holds(order));
        }
        // Which one gives way depends on what the others may be.
        open.iter().any(|last| {
            let mut tried = self.clone();
            let can_be = tried.solve_for(*last, (terms, *op, *value));
            if can_be {
                *self = tried;
            }
            can_be
        })
    }

    fn solve_for(
        &mut self,
        (last, factor): (At, f64),
        (terms, op, value): (&[(At, f64)], Op, f64),
    ) -> bool {
        let mut rest = value;
        for (at, by) in terms {
            if *at != last {
                let Some(fixed) = self.fixed(*at) else { return true };
                rest -= fixed * by;
            }
        }
        let op = if factor < 0.0 { op.turned() } else { op };
        self.bound(last, op, rest / factor)
    }

    fn settle_products(&mut self) -> bool {
        for (one, other, op, value) in std::mem::take(&mut self.products) {
            let is_settled =
                [(one, other, false), (other, one, false), (one, other, true), (other, one, true)]
                    .into_iter()
                    .any(|(one, other, is_greatest)| {
                        let mut tried = self.clone();
                        let greatest =
                            tried.known(one).and_then(|class| tried.domain(class).greatest());
                        let fixed = if is_greatest { greatest } else { tried.fixed(one) };
                        let Some(fixed) = fixed.filter(|fixed| *fixed != 0.0) else { return false };
                        let can_be = tried.domain_mut(one).set_equal(&value_of(fixed));
                        let op = if fixed < 0.0 { op.turned() } else { op };
                        let can_be = can_be && tried.bound(other, op, value / fixed);
                        if can_be {
                            *self = tried;
                        }
                        can_be
                    });
            if !is_settled {
                return false;
            }
        }
        true
    }

    fn bound(&mut self, at: At, op: Op, value: f64) -> bool {
        let is_time = self.about(at).is_some_and(crate::schema::Column::is_time) || self.is_day(at);
        let value =
            if is_time { day_text(value).into() } else { value_of((value * 1e6).round() / 1e6) };
        let Some(about) = self.about(at).cloned() else { return true };
        self.domain_mut(at).compare(op, &Constant::Value(value))
            && self.known(at).is_none_or(|class| self.domain(class).choose(&about).is_some())
    }

    /// Gives a column a value that it may have; answers it as a number, a time as days.
    fn fixed(&mut self, at: At) -> Option<f64> {
        let about = self.about(at)?.clone();
        let class = self.class(at);
        let value = match self.domain(class).choose(&about)? {
            Wanted::Value(value) => value,
            _ if about.is_time() || self.is_day(at) => crate::dates::SOME_DAY.into(),
            _ => match about
                .default
                .as_deref()
                .and_then(|default| default.trim_matches('\'').parse::<f64>().ok())
            {
                Some(default) => value_of(default),
                None => 1.into(),
            },
        };
        self.domain_mut(at).set_equal(&value);
        match &value {
            serde_json::Value::String(text) => day_of(text).or_else(|| number(&value)),
            _ => number(&value),
        }
    }

    fn is_day(&self, at: At) -> bool {
        self.known(at).is_some_and(|class| self.domain(class).is_day())
    }
}

/// Leaves each equation one column that no equation behind it has, the last one first.
fn eliminated(mut sums: Vec<Sum>) -> Vec<Sum> {
    if sums.len() < 2 || sums.len() > MOST {
        return sums;
    }
    for index in 0..sums.len() {
        let (terms, _, value) = sums[index].clone();
        let Some((pivot, by)) = terms.first().copied() else { continue };
        for (others, _, other) in &mut sums[index + 1..] {
            let Some(factor) =
                others.iter().find(|(at, _)| *at == pivot).map(|(_, with)| with / by)
            else {
                continue;
            };
            for (at, with) in &terms {
                match others.iter_mut().find(|(known, _)| known == at) {
                    Some((_, known)) => *known -= factor * with,
                    None => others.push((*at, -factor * with)),
                }
            }
            others.retain(|(_, with)| with.abs() > 1e-9);
            *other -= factor * value;
        }
    }
    sums.reverse();
    sums
}
