//! Codes 104 and 901: a refused creation (104) or change (901) leaves something behind.
//!
//! The same user reads a thing or a collection, a POST, PUT or PATCH with a JSON body is refused (4xx), and
//! the same reading shows values of that body that were not there before: another value of a field, an item
//! of a list, or the whole thing, which was answered 404 before. Nothing else may have changed anything
//! meanwhile.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;
use serde_json::{Map, Value};

use super::asked::ask;
use super::continuation::{Lead, on_same, send};
use super::declared::violations;
use super::difference::{is_clock, record_of};
use super::made_call::Made;
use super::relations::reader;
use super::{JudgedTest, Oracle, fault_of};

/// Tests asked for of one operation and one way to refuse.
const MOST: usize = 2;
/// Ways to refuse of one operation that are looked at.
const MOST_WAYS: usize = 8;
/// Calls of one operation that succeeded and are made to fail.
const MOST_BROKEN: usize = 3;
/// Characters of a refusal by which it is told from others.
const WORDS: usize = 60;

/// Code of what a refused creation leaves behind.
const CREATION: u32 = 104;
/// Code of what a refused change leaves behind.
const CHANGE: u32 = 901;

/// Side effects of a failed call.
pub(super) struct FailedCallEffect;

impl Oracle for FailedCallEffect {
    fn name(&self) -> &'static str {
        "failed-call-effect"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[
            (CREATION, "Failed Creation of Resource Has Side Effects on Backend"),
            (CHANGE, "Failed Change Of Resource Has Side Effects"),
        ]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        for call in test.made().iter().filter(|made| is_failed_write(made)) {
            let Some(Value::Object(sent)) = call.sent() else { continue };
            let mut paths: Vec<&str> = Vec::new();
            for read in &test.made()[call.index + 1..] {
                let near = call.path.starts_with(&read.path) || read.path.starts_with(&call.path);
                if read.method() == "GET" && near && !paths.contains(&read.path.as_str()) {
                    paths.push(&read.path);
                }
            }
            for path in paths {
                let Some(after) = test.read_after(call, path).filter(|read| read.succeeds()) else {
                    continue;
                };
                let Some(now) = after.json() else { continue };
                let was = test.read_before(call, path).filter(|read| read.query == after.query);
                let taken = match was.and_then(Made::json) {
                    Some(was) => took_over(sent, was, now),
                    None => is_missing_before(test, call, after) && is_made_of(sent, now),
                };
                if taken {
                    let changes = was.is_some() && path == call.path;
                    let code = code_of(call.method(), changes);
                    let message = "is refused, and what it sent is there afterwards";
                    found.push((after.index, fault_of(code, call.described, "", message)));
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
        let mut found = Vec::new();
        for call in test.made() {
            let Some(Value::Object(sent)) = call.sent() else { continue };
            if sent.is_empty() || !matches!(call.method(), "POST" | "PUT" | "PATCH") {
                continue;
            }
            let name = &call.described.name;
            let on_thing = call.path.matches('/').count() <= 1 || test.stands_on_something(call);
            let wanted = if is_failed_write(call) {
                let way = format!("{name} {} {}", call.status, words(call));
                (asked.contains(&format!("{way} 0")) || ask(asked, name, MOST_WAYS))
                    && ask(asked, &way, MOST)
            } else {
                call.is_done() && on_thing && ask(asked, &format!("{name} broken"), MOST_BROKEN)
            };
            let Some(reader) = reader(test.model, call.described).filter(|_| wanted) else {
                continue;
            };
            let mut lead = Lead::to(test, &[call.index]);
            let at = lead.place(call.index);
            if call.is_done() && !break_call(test, call, &mut lead.individual, at) {
                continue;
            }
            let read = on_same(test.model, &lead.individual, at, reader, rng);
            lead.individual.insert_call(at, read.clone());
            lead.individual.calls.push(read);
            found.push(lead.individual);
        }
        found.truncate(1);
        found
    }
}

/// The code of what a call of this method leaves behind; `changes`: what it is made on was there before.
fn code_of(method: &str, changes: bool) -> u32 {
    match method {
        "PATCH" => CHANGE,
        "PUT" if changes => CHANGE,
        _ => CREATION,
    }
}

/// Whether the last reading of this kind before a call, by the same user, was answered 404 and nothing may
/// have changed anything since.
fn is_missing_before(test: &JudgedTest<'_>, call: &Made<'_>, read: &Made<'_>) -> bool {
    let before = test.made()[..call.index].iter().rev();
    let mut since = before.take_while(|made| !made.may_have_effect());
    let last = since.find(|made| made.is_same_call(read) && made.user() == read.user());
    last.is_some_and(|made| made.status == 404)
}

/// Whether a thing has a value that was sent, in the field of that name.
fn is_made_of(sent: &Map<String, Value>, thing: &Value) -> bool {
    let Some(fields) = record_of(thing) else { return false };
    sent.iter().any(|(name, told)| {
        !is_clock(name, told)
            && !matches!(told, Value::Bool(_))
            && says_something(told)
            && fields.get(name) == Some(told)
    })
}

fn is_failed_write(call: &Made<'_>) -> bool {
    call.is_refused()
        && !matches!(call.status, 401 | 405 | 413 | 415 | 429)
        && matches!(call.method(), "POST" | "PUT" | "PATCH")
}

/// Makes a call that succeeded violate its schema in the last way that there is: an API that takes over
/// field by field has taken the others by then.
fn break_call(
    test: &JudgedTest<'_>,
    call: &Made<'_>,
    individual: &mut Individual,
    at: usize,
) -> bool {
    let (Some(operation), Some(template)) =
        (test.model.operations.get(call.operation), test.model.templates.get(call.operation))
    else {
        return false;
    };
    let body = super::continuation::json_body(operation);
    let Some(action) = individual.calls.get_mut(at) else { return false };
    let values: Vec<_> = action.genes.iter().map(|gene| gene.value()).collect();
    let mut all = violations(operation, template, &values);
    all.retain(|(parameter, value)| {
        Some(*parameter) == body && matches!(value, nearmiss_search::GeneValue::Record(_))
    });
    let Some((parameter, value)) = all.pop() else { return false };
    send(action, parameter, value);
    true
}

/// The first words of a refusal, without what may be a value.
fn words(call: &Made<'_>) -> String {
    let body = call.answer.map_or(&[][..], |answer| &answer.body);
    let text = String::from_utf8_lossy(body);
    text.chars().filter(|letter| letter.is_alphabetic()).take(WORDS).collect()
}

/// Whether what was sent is in the second answer and was not in the first.
fn took_over(sent: &Map<String, Value>, before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Array(first), Value::Array(second)) => {
            second.len() > first.len() && count(sent, second) > count(sent, first)
        }
        (Value::Object(first), Value::Object(second)) => {
            let changed = second.iter().any(|(name, now)| {
                let was = first.get(name);
                let told = sent.get(name).is_some_and(|told| told == now && says_something(now));
                told && was.is_some_and(|was| was != now) && !is_clock(name, now)
            });
            // Lists of a thing, or of a page.
            changed
                || second.iter().any(|(name, now)| match (first.get(name), now) {
                    (Some(was @ Value::Array(_)), Value::Array(_)) => took_over(sent, was, now),
                    (Some(was @ Value::Object(_)), Value::Object(_)) if first.len() == 1 => {
                        took_over(sent, was, now)
                    }
                    _ => false,
                })
        }
        _ => false,
    }
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

/// Items that have a value that was sent, other than a mere flag, in the field of that name. Nothing else
/// may have changed the list: that there is one more says the rest.
fn count(sent: &Map<String, Value>, items: &[Value]) -> usize {
    let like = |item: &&Value| {
        let Some(item) = item.as_object() else { return false };
        sent.iter().any(|(name, told)| {
            let telling = match told {
                Value::String(text) => !text.is_empty(),
                Value::Number(_) => true,
                _ => false,
            };
            telling && item.get(name) == Some(told)
        })
    };
    items.iter().filter(like).count()
}

#[cfg(test)]
mod tests;
