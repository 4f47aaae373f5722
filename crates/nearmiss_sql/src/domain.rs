//! Values that a column of a row may have.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use crate::arithmetic::{compare, number, text_of, value_of};
use crate::dates::{FAR_AHEAD, LONG_AGO, SOME_DAY, days_later};
use crate::operand::{Constant, Op};
use crate::plan::Wanted;
use crate::schema::Column;

/// A bound, and whether it is out of bounds itself.
type Bound = (Constant, bool);

/// Values that are allowed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Domain {
    equal: Option<Value>,
    is_now: bool,
    not: Vec<Value>,
    among: Option<Vec<Value>>,
    low: Option<Bound>,
    high: Option<Bound>,
    null: Option<bool>,
    like: Vec<String>,
    regex: Option<String>,
    shortest: usize,
    longest: Option<usize>,
    json: Vec<(Vec<String>, Value)>,
    elements: Vec<Value>,
}

impl Domain {
    /// Tells whether anything is wanted of it.
    pub fn is_free(&self) -> bool {
        let Self { equal, is_now, among, low, high, null, like, regex, json, elements, .. } = self;
        equal.is_none() && !is_now && among.is_none() && low.is_none() && high.is_none() && null.is_none()
            && like.is_empty() && regex.is_none() && json.is_empty() && elements.is_empty()
            && self.not.is_empty() && self.shortest == 0 && self.longest.is_none()
    }

    /// Tells whether it must be null.
    pub fn is_null(&self) -> bool {
        self.null == Some(true)
    }

    /// Answers the value that it must be equal to.
    pub fn equal(&self) -> Option<&Value> {
        self.equal.as_ref()
    }

    /// Takes in that it is equal to a value; answers whether that can be.
    pub fn set_equal(&mut self, value: &Value) -> bool {
        match &self.equal {
            Some(known) => compare(known, value).is_none_or(Ordering::is_eq),
            None => {
                self.equal = Some(value.clone());
                true
            }
        }
    }

    /// Takes in a comparison with a constant; answers whether that can be.
    pub fn compare(&mut self, op: Op, with: &Constant) -> bool {
        match (op, with) {
            (Op::Eq, Constant::Value(value)) => return self.set_equal(value),
            (Op::Eq, Constant::Now) => self.is_now = true,
            (Op::Ne, Constant::Value(value)) => self.not.push(value.clone()),
            (Op::Ne, Constant::Now) => {}
            (Op::Gt | Op::Ge, with) => {
                tighten(&mut self.low, (with.clone(), op == Op::Gt), Ordering::Greater);
            }
            (Op::Lt | Op::Le, with) => {
                tighten(&mut self.high, (with.clone(), op == Op::Lt), Ordering::Less);
            }
        }
        true
    }

    pub fn set_among(&mut self, values: &[Value]) {
        self.among = Some(match self.among.take() {
            Some(known) => {
                let is_in = |value: &Value| {
                    values.iter().any(|other| compare(value, other) == Some(Ordering::Equal))
                };
                known.into_iter().filter(is_in).collect()
            }
            None => values.to_vec(),
        });
    }

    pub fn set_not(&mut self, values: &[Value]) {
        self.not.extend_from_slice(values);
    }

    /// Takes in that it is null, or is not; answers whether that can be.
    pub fn set_null(&mut self, is_null: bool) -> bool {
        *self.null.get_or_insert(is_null) == is_null
    }

    pub fn set_like(&mut self, text: String) {
        self.like.push(text);
    }

    pub fn set_regex(&mut self, regex: String) {
        self.regex = Some(regex);
    }

    pub fn set_length(&mut self, op: Op, length: i64) {
        let length = usize::try_from(length.max(0)).unwrap_or(0);
        match op {
            Op::Eq => {
                self.shortest = self.shortest.max(length);
                self.longest = Some(self.longest.map_or(length, |known| known.min(length)));
            }
            Op::Gt => self.shortest = self.shortest.max(length + 1),
            Op::Ge => self.shortest = self.shortest.max(length),
            Op::Lt => self.longest = Some(length.saturating_sub(1)),
            Op::Le => self.longest = Some(length),
            Op::Ne => {}
        }
    }

    pub fn set_json(&mut self, path: Vec<String>, value: Value) {
        self.json.push((path, value));
    }

    pub fn set_elements(&mut self, values: Vec<Value>) {
        self.elements.extend(values);
    }

    /// Takes in all that another one is.
    pub fn join(&mut self, other: Self) -> bool {
        let mut can_be = other.equal.as_ref().is_none_or(|value| self.set_equal(value));
        can_be &= other.null.is_none_or(|is_null| self.set_null(is_null));
        for (bound, op) in [(&other.low, Op::Gt), (&other.high, Op::Lt)] {
            if let Some((with, is_out)) = bound {
                let op = match (op, is_out) {
                    (Op::Gt, false) => Op::Ge,
                    (Op::Lt, false) => Op::Le,
                    (op, _) => op,
                };
                can_be &= self.compare(op, with);
            }
        }
        if let Some(values) = &other.among {
            self.set_among(values);
        }
        self.is_now |= other.is_now;
        self.not.extend(other.not);
        self.like.extend(other.like);
        self.regex = self.regex.take().or(other.regex);
        self.shortest = self.shortest.max(other.shortest);
        self.longest = self.longest.or(other.longest);
        self.json.extend(other.json);
        self.elements.extend(other.elements);
        can_be
    }

    /// Chooses a value for a column; `None`: there is none.
    pub fn choose(&self, column: &Column) -> Option<Wanted> {
        if self.null == Some(true) {
            return (column.nullable && self.equal.is_none()).then_some(Wanted::Value(Value::Null));
        }
        if let Some(value) = &self.equal {
            return self.takes(value).then(|| Wanted::Value(fit(value, column)));
        }
        if let Some(values) = &self.among {
            let found = values.iter().find(|value| !value.is_null() && self.takes(value))?;
            return Some(Wanted::Value(fit(found, column)));
        }
        if !self.json.is_empty() {
            return Some(Wanted::Value(self.json_value()));
        }
        if !self.elements.is_empty() {
            return Some(Wanted::Value(Value::Array(self.elements.clone())));
        }
        if let Some(regex) = &self.regex {
            return Some(Wanted::Pattern(regex.clone()));
        }
        if column.is_time() || self.is_now || matches!((&self.low, &self.high), (Some((Constant::Now, _)), _) | (_, Some((Constant::Now, _)))) {
            return self.time();
        }
        if column.is_number() {
            return self.number(column);
        }
        if let Some(values) = &column.values {
            let mut others = values.iter().map(|value| Value::from(value.as_str()));
            let found = others.find(|value| self.takes(value))?;
            return Some(self.or_free(found));
        }
        if column.is_clock() {
            return self.clock();
        }
        if column.is_boolean() {
            let is_true = !self.not.iter().any(|value| number(value) == Some(1.0));
            return Some(self.or_free(Value::from(is_true)));
        }
        if !column.is_text() {
            return Some(self.of_a_kind());
        }
        self.text(column)
    }

    /// Answers a bound itself: of a type whose values are not known here.
    fn of_a_kind(&self) -> Wanted {
        let inside = [&self.low, &self.high].into_iter().flatten().find(|(_, is_out)| !is_out);
        match inside {
            Some((Constant::Value(value), _)) => Wanted::Value(value.clone()),
            _ => Wanted::Free,
        }
    }

    /// Answers a time of day, a minute within a bound.
    fn clock(&self) -> Option<Wanted> {
        let minutes = |bound: &Option<Bound>, by: i64| match bound {
            Some((Constant::Value(value), is_out)) => {
                let minutes = minutes_of(&text_of(value))?;
                Some(if *is_out { minutes + by } else { minutes })
            }
            _ => None,
        };
        let chosen = match (minutes(&self.low, 1), minutes(&self.high, -1)) {
            (None, None) => return Some(Wanted::Free),
            (Some(low), _) => low,
            (None, Some(high)) => high,
        };
        let value = Value::from(format!("{:02}:{:02}:00", chosen / 60, chosen % 60));
        (0..1440).contains(&chosen).then_some(Wanted::Value(value))
    }

    fn or_free(&self, value: Value) -> Wanted {
        if self.is_free() || (self.low.is_none() && self.high.is_none() && self.not.is_empty()) {
            Wanted::Free
        } else {
            Wanted::Value(value)
        }
    }

    /// Tells whether a value keeps the bounds, as far as that can be told.
    fn takes(&self, value: &Value) -> bool {
        let against = |bound: &Option<Bound>, wanted: Ordering| match bound {
            Some((Constant::Value(with), is_out)) => compare(value, with)
                .is_none_or(|order| order == wanted || (!is_out && order.is_eq())),
            _ => true,
        };
        let is_out = |other: &Value| compare(value, other) == Some(Ordering::Equal);
        let is_among = |values: &Vec<Value>| values.iter().any(is_out);
        against(&self.low, Ordering::Greater)
            && against(&self.high, Ordering::Less)
            && !self.not.iter().any(is_out)
            && self.among.as_ref().is_none_or(is_among)
    }

    fn json_value(&self) -> Value {
        let mut all = Value::Object(Map::new());
        for (path, value) in &self.json {
            put(&mut all, path, value.clone());
        }
        all
    }

    fn time(&self) -> Option<Wanted> {
        let text = |bound: &Option<Bound>, now: &str| {
            bound.as_ref().map(|(with, is_out)| match with {
                Constant::Now => (now.to_owned(), false),
                Constant::Value(value) => (text_of(value), *is_out),
            })
        };
        let (low, high) = (text(&self.low, FAR_AHEAD), text(&self.high, LONG_AGO));
        let chosen = match (low, high) {
            (None, None) if self.is_now => SOME_DAY.to_owned(),
            (None, None) if self.not.is_empty() => return Some(Wanted::Free),
            (None, None) => FAR_AHEAD.to_owned(),
            (Some((low, false)), None) if low == FAR_AHEAD => low,
            (Some((low, _)), None) => days_later(&low, 1)?,
            (None, Some((high, false))) if high == LONG_AGO => high,
            (None, Some((high, _))) => days_later(&high, -1)?,
            (Some((low, false)), Some(_)) => low,
            (Some(_), Some((high, false))) => high,
            (Some((low, true)), Some(_)) => days_later(&low, 1)?,
        };
        let value = Value::from(chosen);
        self.takes(&value).then_some(Wanted::Value(value))
    }

    fn number(&self, column: &Column) -> Option<Wanted> {
        let bound = |bound: &Option<Bound>| match bound {
            Some((Constant::Value(value), is_out)) => Some((number(value)?, *is_out)),
            _ => None,
        };
        let (low, high) = (bound(&self.low), bound(&self.high));
        let step = if column.is_whole() || column.scale == Some(0) { 1.0 } else { 0.01 };
        let whole = |value: f64, up: bool| match (column.is_whole(), up) {
            (true, true) => value.ceil(),
            (true, false) => value.floor(),
            (false, _) => value,
        };
        // A whole number reads better, where one fits.
        let next = low.map_or(0.0, |(low, _)| low.floor() + 1.0);
        if step < 1.0 && low.is_some() && self.takes(&value_of(next)) {
            return Some(Wanted::Value(value_of(next)));
        }
        let mut chosen = match (low, high) {
            (None, None) if self.not.is_empty() => return Some(Wanted::Free),
            (None, None) => 1.0,
            (Some((low, is_out)), _) => {
                let first = whole(low, true);
                if is_out && first <= low { first + step } else { first }
            }
            (None, Some((high, is_out))) => {
                let last = whole(high, false);
                if is_out && last >= high { last - step } else { last }
            }
        };
        for _ in 0..=self.not.len() {
            if self.not.iter().any(|value| number(value) == Some(chosen)) {
                chosen += if low.is_none() && high.is_some() { -step } else { step };
            }
        }
        if let (Some((low, _)), Some((high, _))) = (low, high)
            && chosen >= high
            && low < high
            && !column.is_whole()
        {
            chosen = f64::midpoint(low, high);
        }
        let value = value_of(chosen);
        self.takes(&value).then_some(Wanted::Value(value))
    }

    fn text(&self, column: &Column) -> Option<Wanted> {
        let bound = |bound: &Option<Bound>| match bound {
            Some((Constant::Value(value), is_out)) => Some((text_of(value), *is_out)),
            _ => None,
        };
        let mut text = match (self.like.first(), bound(&self.low), bound(&self.high)) {
            // One text that holds what each pattern wants, or the longest.
            (Some(first), ..) => {
                let all = self.like.iter();
                all.fold(first.clone(), |all, one| if all.contains(one.as_str()) { all } else { all + one })
            }
            (None, Some((low, is_out)), _) => if is_out { low + "0" } else { low },
            (None, None, Some((high, false))) => high,
            (None, None, Some((_, true))) => "!".to_owned(),
            (None, None, None) if self.shortest == 0 && self.longest.is_none() => {
                let Some(taken) = self.not.first() else { return Some(Wanted::Free) };
                text_of(taken) + "x"
            }
            (None, None, None) => String::new(),
        };
        let length = text.chars().count();
        text.extend(std::iter::repeat_n('a', self.shortest.saturating_sub(length)));
        let room = column.length.and_then(|length| usize::try_from(length).ok());
        let fits = room.is_none_or(|room| text.chars().count() <= room);
        let value = Value::from(text);
        (fits && self.takes(&value)).then_some(Wanted::Value(value))
    }
}

/// Answers the minutes since midnight of a time of day.
fn minutes_of(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let mut number = || parts.next()?.trim().parse::<i64>().ok();
    Some(number()? * 60 + number()?)
}

/// Makes a bound tighter: the `which` one of both.
fn tighten(known: &mut Option<Bound>, with: Bound, which: Ordering) {
    let is_tighter = match (&known, &with) {
        (Some((Constant::Value(one), _)), (Constant::Value(other), is_out)) => {
            compare(other, one).is_some_and(|order| order == which || (order.is_eq() && *is_out))
        }
        // The present beats what is written.
        (Some((Constant::Now, _)), _) => false,
        _ => true,
    };
    if is_tighter {
        *known = Some(with);
    }
}

/// Puts a value at a path of JSON.
fn put(all: &mut Value, path: &[String], value: Value) {
    match path {
        [] => match (all, value) {
            (Value::Object(known), Value::Object(more)) => known.extend(more),
            (all, value) => *all = value,
        },
        [key, rest @ ..] => {
            if !all.is_object() {
                *all = Value::Object(Map::new());
            }
            if let Value::Object(known) = all {
                put(known.entry(key.clone()).or_insert(Value::Null), rest, value);
            }
        }
    }
}

/// Answers a value in the type of a column.
pub(crate) fn fit(value: &Value, column: &Column) -> Value {
    match value {
        Value::String(_) if column.is_number() => number(value).map_or_else(|| value.clone(), value_of),
        Value::String(text) if column.is_json() => {
            serde_json::from_str(text).unwrap_or_else(|_| value.clone())
        }
        Value::String(text) if column.is_boolean() => {
            Value::from(matches!(text.as_str(), "t" | "true" | "1" | "on" | "yes"))
        }
        Value::Number(_) if column.is_boolean() => Value::from(number(value) != Some(0.0)),
        Value::Bool(is_true) if column.is_number() => Value::from(u8::from(*is_true)),
        Value::Number(_) | Value::Bool(_) if is_text(column) => Value::from(text_of(value)),
        other => other.clone(),
    }
}

fn is_text(column: &Column) -> bool {
    column.is_text() || column.values.is_some()
}
