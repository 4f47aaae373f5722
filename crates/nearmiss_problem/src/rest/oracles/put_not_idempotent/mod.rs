//! Code 905: a PUT that is made twice leaves another state the second time.
//!
//! A user makes a PUT that puts something (2xx), reads the state twice, makes the same PUT again, and reads it again.
//! What differs between the two readings in a row is no state; time stamps and numbers of versions are not either. Nor
//! is what tells of the changes themselves: a number that was not put, or a list that was not and has grown at its end
//! ("a server is free to log each request separately, retain a revision control history", RFC 9110, 9.2.2).

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::asked::ask;
use super::continuation::{Lead, json_body, on_same, send};
use super::difference::differences;
use super::filled::filled;
use super::made_call::Made;
use super::relations::reader;
use super::{JudgedTest, Oracle, fault_of};

/// Tests asked for of one operation.
const MOST: usize = 3;

/// A PUT that is not idempotent.
pub(super) struct PutNotIdempotent;

impl Oracle for PutNotIdempotent {
    fn name(&self) -> &'static str {
        "put-not-idempotent"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(905, "PUT Is Not Idempotent")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        let made = test.made();
        for first in test.successes(&["PUT"]) {
            // Nothing else between the two.
            let next = made[first.index + 1..].iter().find(|made| made.may_have_effect());
            let Some(second) = next.filter(|next| {
                next.is_same_call(first) && next.user() == first.user() && next.is_done()
            }) else {
                continue;
            };
            if !first.is_done() || !first.sent().is_some_and(puts_something) {
                continue;
            }
            let reads: Vec<&Made<'_>> = made[first.index + 1..second.index]
                .iter()
                .filter(|read| {
                    read.method() == "GET"
                        && read.user() == first.user()
                        && read.succeeds()
                        && first.path.starts_with(&read.path)
                })
                .collect();
            for (at, read) in reads.iter().enumerate() {
                let Some(again) = reads[at + 1..].iter().find(|again| again.is_same_call(read))
                else {
                    continue;
                };
                let Some(after) = test.read_after(second, &read.path) else { continue };
                if !after.is_same_call(read) || !after.succeeds() {
                    continue;
                }
                let (Some(a), Some(b), Some(c)) = (read.json(), again.json(), after.json()) else {
                    continue;
                };
                let restless = differences(a, b);
                let is_own = read.path == first.path;
                let is_state = |place: &String| {
                    let told = is_own && is_record_of_changes(place, first.sent(), (b, c));
                    !restless.contains(place) && !told
                };
                if differences(b, c).iter().any(is_state) {
                    let message = "the same PUT twice leaves another state the second time";
                    found.push((after.index, fault_of(905, first.described, "", message)));
                    break;
                }
            }
        }
        found
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        for call in test.successes(&["PUT"]) {
            let operation = call.described;
            let Some(reader) = reader(test.model, operation).filter(|_| call.is_done()) else {
                continue;
            };
            let full = call.sent().is_some_and(puts_something);
            let kind = if full { "as it is" } else { "filled" };
            if !ask(asked, &format!("{} {kind}", operation.name), MOST) {
                continue;
            }
            let mut lead = Lead::to(test, &[call.index]);
            let at = lead.place(call.index);
            if !full {
                let Some(parameter) = json_body(operation) else { continue };
                let Some((_, spec)) =
                    test.model.templates[call.operation].parameters.get(parameter)
                else {
                    continue;
                };
                let value = filled(spec, &lead.individual.calls[at].genes[parameter].value(), rng);
                send(&mut lead.individual.calls[at], parameter, value);
            }
            let put = lead.individual.calls[at].clone();
            let read = on_same(test.model, &lead.individual, at, reader, rng);
            lead.individual.calls.extend([read.clone(), read.clone(), put, read]);
            return vec![lead.individual];
        }
        Vec::new()
    }
}

/// Tells whether what differs at a place, before and after, is a count or a list of changes, of a field that was not
/// put.
fn is_record_of_changes(
    place: &str,
    put: Option<&Value>,
    (before, after): (&Value, &Value),
) -> bool {
    let mut names = place.rsplit('/').filter(|name| *name != "0" && !name.is_empty());
    let Some(name) = names.next().map(|name| name.replace("~1", "/").replace("~0", "~")) else {
        return false;
    };
    if put.is_some_and(|put| names_field(put, &name)) {
        return false;
    }
    match (before.pointer(place), after.pointer(place)) {
        (Some(Value::Number(_)), Some(Value::Number(_))) => true,
        (Some(Value::Array(before)), Some(Value::Array(after))) => {
            after.len() > before.len() && (after.starts_with(before) || after.ends_with(before))
        }
        _ => false,
    }
}

/// Tells whether a value has a field of this name anywhere.
fn names_field(value: &Value, name: &str) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| names_field(item, name)),
        Value::Object(fields) => {
            fields.iter().any(|(key, value)| key == name || names_field(value, name))
        }
        _ => false,
    }
}

/// Whether a body holds anything, and no list or record in it is empty.
fn puts_something(body: &Value) -> bool {
    match body {
        Value::Null => false,
        Value::Array(items) => !items.is_empty() && items.iter().all(puts_something),
        Value::Object(fields) => {
            !fields.is_empty()
                && fields.values().all(|value| value.is_null() || puts_something(value))
        }
        Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

#[cfg(test)]
mod tests;
