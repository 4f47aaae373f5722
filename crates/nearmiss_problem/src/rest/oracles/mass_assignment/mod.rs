//! Code 203: a field that the document does not let callers set can be set.
//!
//! A creation or change is made as it should be, and made again with fields that answers have and the
//! schema of the request has not (`readOnly` ones are such). One of them is in the thing afterwards with
//! the value that was sent, and it had another one without that. Ids and time stamps are not tried.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, GeneValue, Individual, UserId};
use rand_pcg::Pcg64Mcg;
use serde_json::{Map, Value};

use super::access::by;
use super::asked::ask;
use super::continuation::{Lead, json_body, on_made, on_same, send};
use super::declared::{declared_fields, varied, with_field};
use super::difference::{is_clock, record_of};
use super::made_call::Made;
use super::relations::{item_readers, made_id, sibling};
use super::{JudgedTest, Oracle, fault_of};

/// Tests asked for of one operation and one choice of fields.
const MOST: usize = 2;
/// Users beside the caller by whom is read what was made.
const MOST_READERS: usize = 3;
/// Fields that are sent at once.
const MOST_FIELDS: usize = 12;
/// Names of fields that are tried alone when all together are refused.
const PRIVILEGES: [&str; 9] =
    ["role", "admin", "permission", "scope", "owner", "verified", "balance", "credit", "approved"];

/// Mass assignment.
pub(super) struct MassAssignment;

impl Oracle for MassAssignment {
    fn name(&self) -> &'static str {
        "mass-assignment"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(203, "Mass Assignment")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        for call in test.successes(&["POST", "PUT", "PATCH"]) {
            let Some(sent) = call.sent().and_then(Value::as_object) else { continue };
            let Some(declared) = declared(test, call) else { continue };
            let mut extra = sent.iter().filter(|(name, _)| !declared.contains(&name.as_str()));
            if extra.clone().next().is_none() {
                continue;
            }
            let Some(after) = read_afterwards(test, call) else { continue };
            let Some(now) = after.json().and_then(record_of) else { continue };
            let Some(was) = without(test, call, &declared) else { continue };
            let taken = extra.any(|(name, value)| {
                now.get(name) == Some(value)
                    && was.get(name).is_some_and(|was| was != value)
                    && is_telling(value)
                    && !is_identity(name)
            });
            if taken {
                let message = "a field that the schema of the request does not have can be set";
                found.push((after.index, fault_of(203, call.described, "", message)));
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
        for call in test.successes(&["POST", "PUT", "PATCH"]) {
            let Some(sent) = call.sent().and_then(Value::as_object) else { continue };
            let Some(declared) = declared(test, call) else { continue };
            if sent.keys().any(|name| !declared.contains(&name.as_str())) {
                continue;
            }
            // The thing as the call, or a reading of it, answers it.
            let Some(known) = known_record(test, call) else { continue };
            let is_candidate = |(name, value): &(&String, &Value)| {
                !declared.contains(&name.as_str()) && !is_identity(name) && !is_clock(name, value)
            };
            let fields: Vec<(String, Value)> = known
                .iter()
                .filter(is_candidate)
                .filter_map(|(name, value)| Some((name.clone(), other_value(name, value)?)))
                .take(MOST_FIELDS)
                .collect();
            let is_privilege = |name: &str| {
                let name = name.to_ascii_lowercase();
                PRIVILEGES.iter().any(|word| name.contains(word))
            };
            let (privileges, others): (Vec<_>, Vec<_>) =
                fields.iter().cloned().partition(|(name, _)| is_privilege(name));
            for (kind, chosen) in [("all", fields), ("privileges", privileges), ("others", others)]
            {
                let name = &call.described.name;
                let what = match readers_beside(test, call).is_empty() {
                    true => format!("{name} {kind}"),
                    false => format!("{name} {kind}, read by others"),
                };
                if chosen.is_empty() || !ask(asked, &what, MOST) {
                    continue;
                }
                if let Some(wanted) = with_fields(test, call, &chosen, rng) {
                    return vec![wanted];
                }
            }
        }
        Vec::new()
    }
}

/// Names that the schema of the body has.
fn declared<'t>(test: &JudgedTest<'t>, call: &Made<'_>) -> Option<Vec<&'t str>> {
    if test.model.described.is_none_or(|described| call.operation >= described) {
        return None;
    }
    let parameter = json_body(call.described)?;
    let (_, spec) = test.model.templates.get(call.operation)?.parameters.get(parameter)?;
    declared_fields(spec)
}

/// The thing that a call made or changed, as it is read afterwards; its own answer where nothing reads it.
fn read_afterwards<'t, 'a>(test: &'t JudgedTest<'a>, call: &'t Made<'a>) -> Option<&'t Made<'a>> {
    let succeeded = |made: &&Made<'a>| made.succeeds();
    if call.method() != "POST" {
        return test.read_after(call, &call.path).filter(succeeded);
    }
    let readers = item_readers(test.model, call.operation);
    if readers.is_empty() {
        return Some(call);
    }
    let behind = test.made()[call.index + 1..].iter();
    let mut reads = behind.take_while(|made| !made.may_have_effect()).filter(succeeded);
    reads.find(|read| {
        readers.contains(&read.operation)
            && made_id(test.model, call, read.operation)
                .is_some_and(|(_, id)| read.path.ends_with(&format!("/{id}")))
    })
}

/// The record of a call of the operation that sent none of what is not declared: for a change what was
/// read before it, for a creation what an earlier one answered.
fn without<'t>(
    test: &'t JudgedTest<'_>,
    call: &Made<'_>,
    declared: &[&str],
) -> Option<&'t Map<String, Value>> {
    let plain = |made: &&Made<'_>| {
        let sent = made.sent().and_then(Value::as_object);
        sent.is_some_and(|sent| sent.keys().all(|name| declared.contains(&name.as_str())))
    };
    let mut earlier = test.made()[..call.index].iter().rev().filter(|made| made.succeeds());
    let made = if call.method() == "POST" {
        earlier.find(|made| {
            made.operation == call.operation && made.user() == call.user() && plain(made)
        })
    } else {
        earlier.find(|made| made.path == call.path && made.json().is_some())
    };
    made?.json().and_then(record_of)
}

/// What is known of the thing that a call made or changed.
fn known_record<'t, 'a>(
    test: &'t JudgedTest<'a>,
    call: &'t Made<'a>,
) -> Option<&'t Map<String, Value>> {
    let of = |made: &'t Made<'a>| made.json().and_then(record_of);
    of(call).filter(|record| record.len() > 1).or_else(|| {
        let same = |made: &&'t Made<'a>| {
            made.method() == "GET" && made.path == call.path && made.succeeds()
        };
        test.made().iter().find(same).or_else(|| read_afterwards(test, call)).and_then(of)
    })
}

/// A value that a field does not have by itself.
fn other_value(name: &str, value: &Value) -> Option<Value> {
    let plain = name.to_ascii_lowercase();
    match value {
        Value::Bool(flag) => Some(Value::Bool(!flag)),
        Value::Number(_) => Some(Value::from(7_420)),
        Value::String(text) if plain.contains("role") => {
            Some(Value::from(if text == "admin" { "user" } else { "admin" }))
        }
        Value::String(_) => Some(Value::from("nm-assigned")),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn is_telling(value: &Value) -> bool {
    matches!(value, Value::Bool(_) | Value::Number(_) | Value::String(_))
}

/// Names of what a thing is known by: another one is another thing.
fn is_identity(name: &str) -> bool {
    matches!(
        name.to_ascii_lowercase().as_str(),
        "id" | "_id" | "uuid" | "key" | "self" | "href" | "url" | "links" | "_links" | "token"
    )
}

/// Users other than the caller who were seen to read what a creation makes: who may make a thing need not be
/// one who may read it.
fn readers_beside(test: &JudgedTest<'_>, call: &Made<'_>) -> Vec<UserId> {
    let Some(memory) = test.memory.filter(|_| call.method() == "POST") else { return Vec::new() };
    let caller = test.individual.calls.get(call.index).and_then(|action| action.user);
    let readers = item_readers(test.model, call.operation);
    let first = readers.into_iter().find(|reader| made_id(test.model, call, *reader).is_some());
    let mut users = first.map_or_else(Vec::new, |reader| memory.users_of(reader));
    users.retain(|user| Some(*user) != caller);
    users.truncate(MOST_READERS);
    users
}

/// The test with a second call that sends these fields, too, and a reading of what comes of it.
fn with_fields(
    test: &JudgedTest<'_>,
    call: &Made<'_>,
    fields: &[(String, Value)],
    rng: &mut Pcg64Mcg,
) -> Option<Individual> {
    let model = test.model;
    let parameter = json_body(call.described)?;
    let (_, spec) = model.templates.get(call.operation)?.parameters.get(parameter)?;
    let mut lead = Lead::to(test, &[call.index]);
    let at = lead.place(call.index);
    let mut action = lead.individual.calls[at].clone();
    let creates = call.method() == "POST";
    let value = action.genes.get(parameter)?.value();
    let mut value = if creates { varied(spec, &value, rng) } else { value };
    for (name, wanted) in fields {
        let GeneValue::Record(sent) = &value else { return None };
        value = with_field(sent, name, gene_value(wanted));
    }
    send(&mut action, parameter, value);
    if creates {
        let second = lead.individual.calls.len();
        lead.individual.calls.push(action);
        for reader in item_readers(model, call.operation) {
            if let Some((source, _)) = made_id(model, call, reader) {
                let made = (second, source.as_str());
                let read = on_made(model, &lead.individual, made, reader, rng);
                let others = readers_beside(test, call);
                let others = others.into_iter().map(|user| by(&read, Some(user)));
                lead.individual.calls.extend(others.collect::<Vec<_>>());
                lead.individual.calls.insert(second + 1, read);
                break;
            }
        }
    } else {
        let reader = sibling(model, call.described, "GET")?;
        let read = on_same(model, &lead.individual, at, reader, rng);
        lead.individual.calls.extend([read.clone(), action, read]);
    }
    Some(lead.individual)
}

fn gene_value(value: &Value) -> GeneValue {
    match value {
        Value::Bool(flag) => GeneValue::Boolean(*flag),
        Value::Number(number) => number.as_i64().map_or(GeneValue::Null, GeneValue::Integer),
        Value::String(text) => GeneValue::text(text),
        Value::Null | Value::Array(_) | Value::Object(_) => GeneValue::Null,
    }
}

#[cfg(test)]
mod tests;
