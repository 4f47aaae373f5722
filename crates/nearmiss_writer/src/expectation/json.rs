//! What JSON documents of several runs agree on.

use serde_json::Value;

use super::origins::Origins;
use super::portable::{Portable, portable_part};
use super::{JsonExpectation, Known, ValueKind};
use crate::run_date::RunDate;

/// Values of one body that are compared.
pub(super) const MAX_VALUES: usize = 80;
/// Items of one array that are compared from its start; of a longer one its length and its last item, too.
pub(super) const MAX_ITEMS: usize = 5;
/// Items of an array of short values that are compared, which stand in a line or two.
const MAX_SHORT_ITEMS: usize = 12;
/// Characters of a short value.
const SHORT: usize = 30;
/// Nesting that is compared.
const MAX_DEPTH: usize = 8;

/// A comparison of the JSON documents of runs.
pub(super) struct JsonComparison<'a> {
    left_out: &'a mut Vec<String>,
    date: Option<RunDate>,
    known: &'a Known<'a>,
    values: usize,
}

/// Answers what is known of values that are not compared.
fn some(runs: &[&Value]) -> JsonExpectation {
    if runs.iter().all(|value| value.is_string()) {
        return JsonExpectation::Kind(ValueKind::Text);
    }
    if runs.iter().all(|value| value.is_number()) {
        return JsonExpectation::Kind(ValueKind::Number);
    }
    JsonExpectation::Anything { present: runs.iter().all(|value| !value.is_null()) }
}

impl<'a> JsonComparison<'a> {
    /// A comparison that has seen nothing yet.
    pub fn new(left_out: &'a mut Vec<String>, date: Option<RunDate>, known: &'a Known<'a>) -> Self {
        Self { left_out, date, known, values: 0 }
    }

    /// Answers what the values at a place agree on.
    pub fn agreed(&mut self, runs: &[&Value], pointer: &str, depth: usize) -> JsonExpectation {
        self.values += 1;
        let a = runs[0];
        let present = runs.iter().all(|value| !value.is_null());
        if self.values > MAX_VALUES || depth > MAX_DEPTH {
            return JsonExpectation::Anything { present };
        }
        if runs.iter().any(|value| self.known.hidden.hides(pointer, value)) {
            self.leave_out(pointer, "is secret");
            return some(runs);
        }
        let objects: Option<Vec<_>> = runs.iter().map(|value| value.as_object()).collect();
        if let Some(objects) = objects {
            return self.object(&objects, pointer, depth);
        }
        let arrays: Option<Vec<_>> = runs.iter().map(|value| value.as_array()).collect();
        if let Some(arrays) = arrays {
            return self.array(&arrays, pointer, depth);
        }
        if let Some(why) = self.known.origins.told(runs.iter()) {
            return self.handed_on(runs).unwrap_or_else(|| {
                self.leave_out(pointer, &why);
                some(runs)
            });
        }
        if self.date.as_ref().is_some_and(|date| date.is_in_value(a)) {
            self.leave_out(pointer, "holds the date of the run");
            return some(runs);
        }
        match a {
            Value::String(text) => self.string(text, pointer),
            _ => JsonExpectation::Value(a.clone()),
        }
    }

    /// Finds what an earlier call has handed on and each run has here.
    fn handed_on(&self, runs: &[&Value]) -> Option<JsonExpectation> {
        let handed_on = self.known.handed_on.iter();
        let same =
            handed_on.into_iter().find(|given| given.values.iter().eq(runs.iter().copied()))?;
        Some(JsonExpectation::SameAs { call: same.call, pointer: same.pointer.clone() })
    }

    fn object(
        &mut self,
        runs: &[&serde_json::Map<String, Value>],
        pointer: &str,
        depth: usize,
    ) -> JsonExpectation {
        let mut fields = Vec::new();
        let mut whole = true;
        for key in runs[0].keys() {
            let place = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
            if self.known.hidden.is_in(key) {
                self.leave_out(pointer, "has a secret for a key");
                whole = false;
                continue;
            }
            // An own `__proto__` cannot be written as a literal.
            let values: Option<Vec<&Value>> = runs.iter().map(|run| run.get(key)).collect();
            let Some(values) = values.filter(|_| key != "__proto__") else {
                let there = runs.iter().map(|run| run.contains_key(key));
                let follows = self.known.origins.difference(there).flatten();
                let why = follows.map_or("is not in all runs".to_owned(), Origins::follows);
                self.leave_out(&place, &why);
                whole = false;
                continue;
            };
            if self.values >= MAX_VALUES {
                self.leave_out(pointer, "holds more values than are compared");
                whole = false;
                break;
            }
            let field = self.agreed(&values, &place, depth + 1);
            whole &= field.is_whole();
            fields.push((key.clone(), field));
        }
        let more = runs.iter().map(|run| run.keys().any(|key| !runs[0].contains_key(key)));
        if let Some(origin) = self.known.origins.difference(more) {
            let why = match origin {
                Some(follows) => format!("has fields whose presence {}", Origins::follows(follows)),
                None => "has other fields in another run".to_owned(),
            };
            self.leave_out(pointer, &why);
            whole = false;
        }
        JsonExpectation::Object { fields, whole }
    }

    fn array(&mut self, runs: &[&Vec<Value>], pointer: &str, depth: usize) -> JsonExpectation {
        let length = runs[0].len();
        if let Some(origin) = self.known.origins.difference(runs.iter().map(|run| run.len())) {
            let why = match origin {
                Some(follows) => format!("has a length that {}", Origins::follows(follows)),
                None => "has another length in another run".to_owned(),
            };
            self.leave_out(pointer, &why);
            return JsonExpectation::Anything { present: true };
        }
        let is_short = |item: &Value| {
            !item.is_array()
                && !item.is_object()
                && item.as_str().is_none_or(|text| text.len() <= SHORT)
        };
        let are_short = runs.iter().copied().flatten().all(is_short);
        let are_few = length <= MAX_SHORT_ITEMS;
        let most = if are_short && are_few { MAX_SHORT_ITEMS } else { MAX_ITEMS };
        // The last one is compared in any case.
        let most = if length == most + 1 { length } else { most };
        let mut items = Vec::new();
        for index in 0..length.min(most) {
            if self.values >= MAX_VALUES {
                break;
            }
            let values: Vec<&Value> = runs.iter().map(|run| &run[index]).collect();
            items.push(self.agreed(&values, &format!("{pointer}/{index}"), depth + 1));
        }
        let mut last = None;
        if items.len() < length {
            if self.values < MAX_VALUES {
                let values: Vec<&Value> = runs.iter().map(|run| &run[length - 1]).collect();
                let place = format!("{pointer}/{}", length - 1);
                last = Some(Box::new(self.agreed(&values, &place, depth + 1)));
            }
            let first = items.len();
            let and_last = if last.is_some() { " and the last" } else { "" };
            let words =
                format!("has {length} items, of which the first {first}{and_last} are compared");
            self.leave_out(pointer, &words);
        }
        let whole = items.len() == length && items.iter().all(JsonExpectation::is_whole);
        JsonExpectation::Array { length, items, last, whole }
    }

    fn string(&mut self, text: &str, pointer: &str) -> JsonExpectation {
        match portable_part(text) {
            Portable::Whole => JsonExpectation::Value(Value::String(text.to_owned())),
            Portable::Prefix(prefix, why) => {
                let from = prefix.chars().count() + 1;
                self.leave_out(pointer, &format!("from character {from} on ({why})"));
                JsonExpectation::Prefix(prefix.to_owned())
            }
        }
    }

    fn leave_out(&mut self, pointer: &str, why: &str) {
        let place = if pointer.is_empty() { "the body" } else { pointer };
        self.left_out.push(format!("{place} {why}"));
    }
}
