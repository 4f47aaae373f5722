//! Codes 904, 906 and 972: a change that does not do what it was told.
//!
//! The same user reads a thing, changes it by a PUT or PATCH that violates nothing and is answered 2xx, and
//! reads it again:
//! - a field that was sent, is in what was read, and is of the same type, has the value that it had before
//!   (place: its name; empty where no field took its new value; 904 of a PUT, 972 of a PATCH), or
//! - after a PATCH a field that can be sent and was not has another value (place `other fields`; 906).
//!
//! Two fields at least must have been told to change, or all that there are: a field that an API ignores
//! and an API that ignores all are told apart by that. Text that differs in case and blanks is the same
//! (APIs normalise), and so are points in time; ids are not looked at.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, GeneValue, Individual, letters_and_digits};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde_json::{Map, Value};

use super::asked::ask;
use super::continuation::{Lead, json_body, on_same, send};
use super::declared::declared_fields;
use super::difference::{differences, is_clock, is_date, record_of};
use super::filled::filled;
use super::invalid_input_accepted::of_call;
use super::made_call::Made;
use super::relations::sibling;
use super::{JudgedTest, Oracle, fault_of};

/// Tests asked for of one operation.
const MOST: usize = 3;
/// Fields at least that a change must tell something new, or all that there are.
const FIELDS: usize = 2;
/// Code of a PUT that leaves what it should replace.
const NOT_REPLACED: u32 = 904;
/// Code of a PATCH that changes what it was not told.
const OTHERS_CHANGED: u32 = 906;
/// Code of a PATCH that leaves what it should change.
const NOT_CHANGED: u32 = 972;

/// A change that does something else.
pub(super) struct UpdateWithoutEffect;

impl Oracle for UpdateWithoutEffect {
    fn name(&self) -> &'static str {
        "update-without-effect"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[
            (NOT_REPLACED, "PUT Does Not Replace What It Was Told"),
            (OTHERS_CHANGED, "PATCH Changes What It Was Not Told"),
            (NOT_CHANGED, "PATCH Does Not Change What It Was Told"),
        ]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        for call in test.successes(&["PUT", "PATCH"]).filter(|made| made.is_done()) {
            let Some(Value::Object(_)) = call.sent() else { continue };
            let Some(before) = test.read_before(call, &call.path) else { continue };
            let Some(after) = test.read_after(call, &call.path) else { continue };
            if !after.succeeds() || before.query != after.query {
                continue;
            }
            if of_call(test, call).is_none_or(|departed| !departed.is_none()) {
                continue;
            }
            for place in places(test, call, before, after) {
                let message = match place.as_str() {
                    "" => "answers 2xx and changes nothing of what it was told".to_owned(),
                    OTHERS => "answers 2xx and changes fields that were not sent".to_owned(),
                    name => format!("answers 2xx and leaves the field {name} as it was"),
                };
                let code = match (place.as_str(), call.method()) {
                    (OTHERS, _) => OTHERS_CHANGED,
                    (_, "PUT") => NOT_REPLACED,
                    _ => NOT_CHANGED,
                };
                found.push((after.index, fault_of(code, call.described, &place, &message)));
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
        for call in test.successes(&["PUT", "PATCH"]).filter(|made| made.is_done()) {
            let Some(Value::Object(sent)) = call.sent() else { continue };
            if of_call(test, call).is_none_or(|departed| !departed.is_none()) {
                continue;
            }
            let Some(reader) = sibling(test.model, call.described, "GET") else { continue };
            let name = &call.described.name;
            // What was there before, and fields enough to be told to change.
            let stands = test.stands_on_something(call) || call.described.pieces.len() <= 1;
            let many = if sent.len() > 1 { "many" } else { "few" };
            if stands
                && tells_enough(test, call, sent)
                && ask(asked, &format!("{name} {many}"), MOST)
            {
                let mut lead = Lead::to(test, &[call.index]);
                let at = lead.place(call.index);
                let read = on_same(test.model, &lead.individual, at, reader, rng);
                lead.individual.insert_call(at, read.clone());
                lead.individual.insert_call(at, read.clone());
                lead.individual.calls.push(read);
                return vec![lead.individual];
            }
            // What a change can be told has to be there before it can be lost.
            if call.method() == "PATCH"
                && ask(asked, &format!("{name} one field"), MOST)
                && let Some(wanted) = with_one_field(test, call, reader, rng)
            {
                return vec![wanted];
            }
        }
        Vec::new()
    }
}

/// Tells whether a change says other values than what was answered of the thing last, of as many fields as are looked
/// for; where nothing was answered, it may.
fn tells_enough(test: &JudgedTest<'_>, call: &Made<'_>, sent: &Map<String, Value>) -> bool {
    let earlier = test.made().iter().filter(|made| made.index < call.index && made.succeeds());
    let answers = earlier.rev().filter_map(|made| record_of(made.json()?));
    let Some(known) =
        answers.into_iter().find(|known| sent.keys().any(|name| known.contains_key(name)))
    else {
        return true;
    };
    let told =
        sent.iter().filter(|(name, value)| known.get(*name).is_some_and(|was| was != *value));
    told.count() >= sent.len().min(FIELDS)
}

/// The test with a change of all fields, and one of a single field behind it with readings around that.
fn with_one_field(
    test: &JudgedTest<'_>,
    call: &Made<'_>,
    reader: usize,
    rng: &mut Pcg64Mcg,
) -> Option<Individual> {
    let parameter = json_body(call.described)?;
    let (_, spec) = test.model.templates.get(call.operation)?.parameters.get(parameter)?;
    let sent: Vec<&String> = call.sent()?.as_object()?.keys().collect();
    let name = *sent.get(rng.random_range(0..sent.len().max(1)))?;
    let mut lead = Lead::to(test, &[call.index]);
    let at = lead.place(call.index);
    let change = lead.individual.calls.get(at)?.clone();
    let value = change.genes.get(parameter)?.value();
    let GeneValue::Record(fields) = &value else { return None };
    let one = fields.iter().filter(|(other, _)| other == name).cloned().collect();
    let (mut all, mut single) = (change.clone(), change);
    send(&mut all, parameter, filled(spec, &value, rng));
    send(&mut single, parameter, GeneValue::Record(one));
    let read = on_same(test.model, &lead.individual, at, reader, rng);
    lead.individual.calls.extend([all, read.clone(), read.clone(), single, read]);
    Some(lead.individual)
}

/// Place of a PATCH that changes what it was not told.
const OTHERS: &str = "other fields";

fn places(
    test: &JudgedTest<'_>,
    call: &Made<'_>,
    before: &Made<'_>,
    after: &Made<'_>,
) -> Vec<String> {
    let (Some(first), Some(second)) = (before.json(), after.json()) else { return Vec::new() };
    let (Some(was), Some(now)) = (record_of(first), record_of(second)) else { return Vec::new() };
    let Some(sent) = call.sent().and_then(Value::as_object) else { return Vec::new() };
    let spec = json_body(call.described)
        .and_then(|parameter| test.model.templates.get(call.operation)?.parameters.get(parameter));
    let Some(declared) = spec.and_then(|(_, spec)| declared_fields(spec)) else {
        return Vec::new();
    };
    let (mut told, mut ignored) = (Vec::new(), Vec::new());
    for (name, wanted) in sent.iter().filter(|(name, _)| declared.contains(&name.as_str())) {
        let (Some(was), Some(now)) = (was.get(name), now.get(name)) else { continue };
        if is_id(name) || !is_comparable(wanted, was) || !is_comparable(wanted, now) {
            continue;
        }
        if is_alike(wanted, was) || is_clock(name, wanted) || wanted.as_str().is_some_and(is_date) {
            continue;
        }
        told.push(name);
        if now == was {
            ignored.push(name.clone());
        }
    }
    let mut places = if ignored.len() == told.len() && !told.is_empty() {
        let whole = told.len() > 1 || declared.len() == 1;
        if whole { vec![String::new()] } else { Vec::new() }
    } else {
        ignored
    };
    if call.method() == "PATCH" && changes_others(test, call, before, (was, now), sent, &declared) {
        places.push(OTHERS.to_owned());
    }
    places
}

type Record = serde_json::Map<String, Value>;

fn changes_others(
    test: &JudgedTest<'_>,
    call: &Made<'_>,
    before: &Made<'_>,
    (was, now): (&Record, &Record),
    sent: &Record,
    declared: &[&str],
) -> bool {
    // Read twice before, so that what changes by itself is known.
    let twice = test.made()[..before.index].iter().rev().take_while(|made| !made.may_have_effect());
    let mut twice = twice.filter(|made| made.is_same_call(before) && made.user() == call.user());
    let Some(earlier) = twice.next().and_then(Made::json) else { return false };
    let restless = before.json().map(|json| differences(earlier, json)).unwrap_or_default();
    let is_restless = |name: &str| restless.iter().any(|place| place.split('/').any(|p| p == name));
    was.iter().any(|(name, value)| {
        let is_told = sent.keys().any(|sent| sent.eq_ignore_ascii_case(name));
        let scalar = !value.is_object() && !value.is_null();
        declared.contains(&name.as_str())
            && !is_told
            && scalar
            && !is_clock(name, value)
            && !is_restless(name)
            && now.get(name) != Some(value)
    })
}

fn is_id(name: &str) -> bool {
    name.eq_ignore_ascii_case("id")
        || name.ends_with("Id")
        || name.to_ascii_lowercase().ends_with("_id")
}

/// Whether both are of the same simple type, which a change would show in.
fn is_comparable(a: &Value, b: &Value) -> bool {
    matches!(
        (a, b),
        (Value::Bool(_), Value::Bool(_))
            | (Value::Number(_), Value::Number(_))
            | (Value::String(_), Value::String(_))
    )
}

/// Whether an API may call them the same.
fn is_alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::String(a), Value::String(b)) => letters_and_digits(a) == letters_and_digits(b),
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(0.0), b.as_f64().unwrap_or(0.0));
            (a - b).abs() < 1.0
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests;
