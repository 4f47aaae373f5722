//! Values that a column of a row may have.

use std::cmp::Ordering;

use serde_json::Value;

use crate::arithmetic::{compare, number, text_of};
use crate::moments::Written;
use crate::patterns::Pattern;
use crate::terms::{Constant, Op};

/// A bound, and whether it is out of bounds itself.
pub(crate) type Bound = (Constant, bool);

/// A test that a value must pass, and what else than a value is the same to a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Test {
    /// Divided by the first, this is left.
    Modulo(i64, i64),
    /// Of these bits, these are set.
    Masked(i64, i64),
    /// It has no small letters.
    Upper,
    /// It has no capitals.
    Lower,
    /// It has these letters, so far from its beginning.
    Piece(usize, String),
    /// It ends so.
    Ending(String),
    /// As a point in time it is written so.
    Written(Written),
    /// It is a day, though it may be of another type.
    Day,
    /// Its letters may be small or capitals.
    AnyCase,
    /// Letters like this may stand around it.
    AnyEnds(char),
    /// These letters may stand in it, too.
    AnyMore(String),
    /// It is a range that this is in, or that overlaps this one.
    Inside(Value),
    /// It is a range whose lower end (or upper one) compares so.
    End(bool, Op, Value),
    /// It is a range that has no lower end (or upper one), or has one.
    Open(bool, bool),
    /// It is a list so long.
    Items(usize),
    /// Its list has this there, counted from none.
    Item(usize, Value),
}

/// Values that are allowed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Domain {
    pub equal: Option<Value>,
    pub is_now: bool,
    pub not: Vec<Value>,
    pub among: Option<Vec<Value>>,
    pub low: Option<Bound>,
    pub high: Option<Bound>,
    pub null: Option<bool>,
    pub like: Vec<String>,
    /// Regular expressions of the same, in small letters.
    pub alike: Vec<String>,
    pub regex: Option<String>,
    pub shortest: usize,
    pub longest: Option<usize>,
    pub json: Vec<(Vec<String>, Value)>,
    pub elements: Vec<Value>,
    pub tests: Vec<Test>,
    /// Flag: it goes together with other columns, or is one way of several.
    pub is_tied: bool,
}

impl Domain {
    /// Tells whether anything is wanted of it.
    pub fn is_free(&self) -> bool {
        let Self { equal, is_now, among, low, high, null, like, regex, json, elements, .. } = self;
        equal.is_none()
            && !is_now
            && among.is_none()
            && low.is_none()
            && high.is_none()
            && null.is_none()
            && like.is_empty()
            && regex.is_none()
            && json.is_empty()
            && elements.is_empty()
            && self.not.is_empty()
            && self.tests.is_empty()
            && self.shortest == 0
            && self.longest.is_none()
    }

    /// Tells whether any value that keeps the limits of its column will do.
    pub fn is_loose(&self) -> bool {
        !self.is_tied
            && self.equal.is_none()
            && !self.is_now
            && self.null != Some(true)
            && self.not.is_empty()
            && self.json.iter().all(|(path, value)| path.is_empty() && is_empty(value))
            && self.elements.is_empty()
            && self.tests.is_empty()
    }

    /// Tells whether a value is one of these; of what cannot be told that it is none.
    pub fn takes_surely(&self, value: &Value) -> bool {
        if value.is_null() {
            return self.null != Some(false) && !self.is_value();
        }
        let is_equal = |known: &Value| compare(known, value) == Some(Ordering::Equal);
        let is_like = |text: &String| text_of(value).contains(text.as_str());
        self.null != Some(true)
            && self.equal.as_ref().is_none_or(is_equal)
            && !self.is_now
            && self.json.is_empty()
            && self.elements.is_empty()
            && self.tests.is_empty()
            && self.like.iter().all(is_like)
            && self.takes(value)
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

    pub fn set_like(&mut self, text: String, regex: &str) {
        self.like.push(text);
        self.alike.push(regex.to_lowercase());
    }

    /// Tells whether a value is like all that it has to be like, in whatever letters, as far as that can be told.
    pub fn is_alike(&self, value: &Value) -> bool {
        let text = text_of(value).to_lowercase();
        let is_of =
            |regex: &String| Pattern::read(regex).is_none_or(|pattern| pattern.matches(&text));
        self.alike.iter().all(is_of)
    }

    pub fn set_regex(&mut self, regex: String) {
        self.regex.get_or_insert(regex);
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

    /// Answers what is asked of a value as conditions of an expression.
    pub fn conditions(&self, expression: &str) -> Vec<String> {
        let literal = |value: &Value| match value {
            Value::String(text) => format!("'{}'", text.replace('\'', "''")),
            other => other.to_string(),
        };
        let bound = |bound: &Option<Bound>, sign: &str| match bound {
            Some((Constant::Value(value), is_out)) => {
                let with = if *is_out { "" } else { "=" };
                Some(format!("({expression}) {sign}{with} {}", literal(value)))
            }
            _ => None,
        };
        let equal = self.equal.as_ref().map(|value| format!("({expression}) = {}", literal(value)));
        [equal, bound(&self.low, ">"), bound(&self.high, "<")].into_iter().flatten().collect()
    }

    /// Answers the greatest number that it may be, if that is known.
    pub fn greatest(&self) -> Option<f64> {
        match &self.high {
            Some((Constant::Value(value), is_out)) => {
                number(value).map(|high| if *is_out { high - 1.0 } else { high })
            }
            _ => None,
        }
    }

    /// Takes in a test.
    pub fn set_test(&mut self, test: Test) {
        self.tests.push(test);
    }

    /// Tells whether it is a point in time, of whatever type.
    pub fn is_day(&self) -> bool {
        self.tests.iter().any(|test| matches!(test, Test::Day | Test::Written(_)))
    }

    /// Tells whether null is no value for what is wanted of it.
    pub fn is_value(&self) -> bool {
        let Self { equal, is_now, among, low, high, like, regex, json, elements, .. } = self;
        equal.is_some()
            || *is_now
            || among.is_some()
            || low.is_some()
            || high.is_some()
            || !like.is_empty()
            || regex.is_some()
            || !json.is_empty()
            || !elements.is_empty()
            || !self.not.is_empty()
            || !self.tests.is_empty()
            || self.shortest > 0
            || self.longest.is_some()
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
        self.alike.extend(other.alike);
        self.regex = self.regex.take().or(other.regex);
        self.shortest = self.shortest.max(other.shortest);
        self.longest = self.longest.or(other.longest);
        self.json.extend(other.json);
        self.elements.extend(other.elements);
        self.tests.extend(other.tests);
        self.is_tied |= other.is_tied;
        can_be
    }

    /// Tells whether a text is one of the regular expression, as far as that can be told.
    fn matches(&self, value: &Value) -> bool {
        let (Some(regex), Value::String(text)) = (&self.regex, value) else { return true };
        Pattern::read(regex).is_none_or(|pattern| pattern.matches(text))
    }

    /// Tells whether a value keeps the bounds, as far as that can be told.
    pub fn takes(&self, value: &Value) -> bool {
        let against = |bound: &Option<Bound>, wanted: Ordering| match bound {
            Some((Constant::Value(with), is_out)) => compare(value, with)
                .is_none_or(|order| order == wanted || (!is_out && order.is_eq())),
            _ => true,
        };
        let is_out = |other: &Value| compare(value, other) == Some(Ordering::Equal);
        let is_among = |values: &Vec<Value>| values.iter().any(is_out);
        self.matches(value)
            && against(&self.low, Ordering::Greater)
            && against(&self.high, Ordering::Less)
            && !self.not.iter().any(is_out)
            && self.among.as_ref().is_none_or(is_among)
    }
}

/// Tells whether a value is a list or an object with nothing in it.
fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty)
        || value.as_object().is_some_and(|all| all.is_empty())
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
