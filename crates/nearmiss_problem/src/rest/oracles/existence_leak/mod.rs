//! Code 204: a user can tell what is there from what is not, though he may see neither.
//!
//! The same user is answered 403 by an operation for a thing that somebody else used before, and 404 by the same
//! operation for one that nobody has used. Where things, their list or what they are parts of can be read, it is no secret
//! what that shows the user, or nobody: the test must show that it refuses both, or tells them nothing of the thing.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, GeneValue, Individual};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::access::{by, is_used_before, item_uses, name_of, nobodys_id, others, with};
use super::asked::ask;
use super::continuation::{Lead, on_same, send};
use super::made_call::Made;
use super::relations::{is_item, path_parameters, reader};
use super::{JudgedTest, Oracle, fault_of};

/// Tests asked for of one operation and one other user.
const MOST: usize = 2;

/// Leaked existence.
pub(super) struct ExistenceLeak;

impl Oracle for ExistenceLeak {
    fn name(&self) -> &'static str {
        "existence-leak"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(204, "Leakage Information Existence of Protected Resource")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        for missing in test.made().iter().filter(|made| made.status == 404) {
            let Some(user) = missing.user() else { continue };
            let nobodys =
                !test.made().iter().any(|made| made.path == missing.path && made.succeeds());
            let is_hidden = test.made().iter().any(|made| {
                made.operation == missing.operation
                    && made.status == 403
                    && made.user() == Some(user)
                    && made.path != missing.path
                    && is_used_before(test, made, |other| other != user)
                    && is_kept_from(test, made)
            });
            if nobodys
                && is_hidden
                && found
                    .iter()
                    .all(|(_, fault): &(usize, Fault)| *fault.operation != *missing.described.name)
            {
                let message =
                    "answers 403 for what is there and 404 for what is not, to the same user";
                found.push((missing.index, fault_of(204, missing.described, "", message)));
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
        for call in item_uses(test) {
            let Some(last) = path_parameters(call.described).last().copied() else { continue };
            for user in others(test.model, call.user()) {
                let what = format!("{} {}", call.described.name, name_of(test.model, user));
                if call.method() == "DELETE" || !ask(asked, &what, MOST) {
                    continue;
                }
                let lead = Lead::to(test, &[call.index]);
                let at = lead.place(call.index);
                let other = by(&lead.individual.calls[at], Some(user));
                let mut missing = other.clone();
                missing.links.retain(|link| link.parameter != last);
                let id = call.path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
                let id = nobodys_id(id);
                let value = id.parse().map_or_else(|_| GeneValue::text(&id), GeneValue::Integer);
                send(&mut missing, last, value);
                let mut wanted = with(lead.individual, [other, missing]);
                if let Some(reader) = reader(test.model, call.described) {
                    let read = on_same(test.model, &wanted, at, reader, rng);
                    if call.method() != "GET" {
                        wanted.calls.push(by(&read, Some(user)));
                    }
                    wanted.calls.push(by(&read, None));
                }
                return vec![wanted];
            }
        }
        Vec::new()
    }
}

/// Tells whether the thing that a refused call names is shown neither to its user nor to nobody, as far as the API
/// shows such things.
fn is_kept_from(test: &JudgedTest<'_>, refused: &Made<'_>) -> bool {
    let Some(reader) = reader(test.model, refused.described) else { return true };
    let is_read = |made: &&Made<'_>| {
        let is_above =
            || refused.path.starts_with(&format!("{}/", made.path.trim_end_matches('/')));
        let is_of_it = made.path == refused.path || made.operation == reader && is_above();
        made.method() == "GET" && made.status != 0 && is_of_it
    };
    let reads: Vec<&Made<'_>> = test.made().iter().filter(is_read).collect();
    let id = refused.path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let shows = |made: &Made<'_>| {
        let is_list = made.path != refused.path && is_item(refused.described);
        made.succeeds() && (!is_list || made.json().is_some_and(|body| holds(body, id)))
    };
    let is_refused_to = |user: Option<&str>| {
        let mut own = reads.iter().filter(|made| made.user() == user).peekable();
        own.peek().is_some() && own.all(|made| !shows(made))
    };
    is_refused_to(refused.user()) && is_refused_to(None)
}

/// Tells whether an id stands anywhere in an answer.
fn holds(body: &Value, id: &str) -> bool {
    match body {
        Value::Array(items) => items.iter().any(|item| holds(item, id)),
        Value::Object(fields) => fields.values().any(|value| holds(value, id)),
        Value::String(text) => text == id,
        Value::Number(number) => number.to_string() == id,
        Value::Bool(_) | Value::Null => false,
    }
}

#[cfg(test)]
mod tests;
