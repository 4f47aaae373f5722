//! Code 103: what was deleted is there all the same.
//!
//! The same user reads a thing, deletes it (2xx, but no 202), and reads it again, 2xx and the same. The thing must have
//! been there: the test made or changed it where that is possible (what is built in comes back), and a name that never
//! existed is answered otherwise. A removal that shows in the answer (a status, a mark) is one.

use std::collections::BTreeSet;

use nearmiss_search::{Action, Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::asked::ask;
use super::continuation::{Lead, on_made, on_same};
use super::difference::differences;
use super::made_call::Made;
use super::never_there::{can_be_made, of_nothing};
use super::relations::{is_item, item_readers, made_id, sibling};
use super::{JudgedTest, Oracle, fault_of};
use crate::rest::model::Model;

/// Tests asked for of one operation whose thing was seen to be there.
const MOST: usize = 3;
/// Names of fields in which a removal shows.
const MARKS: [&str; 5] = ["delet", "archiv", "remov", "active", "enabled"];

/// A delete that does not delete.
pub(super) struct DeleteWithoutEffect;

impl Oracle for DeleteWithoutEffect {
    fn name(&self) -> &'static str {
        "delete-without-effect"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(103, "Resource Still Accessible After Being Deleted")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        for call in test.successes(&["DELETE"]) {
            if !call.is_done() || !is_item(call.described) {
                continue;
            }
            let Some(before) = test.read_before(call, &call.path) else { continue };
            let Some(after) = test.read_after(call, &call.path) else { continue };
            let is_alike = after.succeeds() && before.query == after.query;
            let was_there = test.was_there(before)
                && (test.is_made_before(before) || !can_be_made(test.model, call.described));
            if is_alike && is_same(before, after) && was_there {
                let message = "answers 2xx, and what it deleted can be read as before";
                found.push((after.index, fault_of(103, call.described, "", message)));
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
        for call in test.successes(&["DELETE"]) {
            if !call.is_done() || !is_item(call.described) {
                continue;
            }
            let Some(reader) = sibling(test.model, call.described, "GET") else { continue };
            let (kind, most) = if test.stands_on_something(call) {
                ("of a thing", MOST)
            } else {
                ("of anything", 1)
            };
            if ask(asked, &format!("{} {kind}", call.described.name), most) {
                let mut lead = Lead::to(test, &[call.index]);
                let at = lead.place(call.index);
                let read = on_same(test.model, &lead.individual, at, reader, rng);
                lead.individual.insert_call(at, read.clone());
                let id = call.path.rsplit('/').next().unwrap_or_default();
                let nothing = of_nothing(test.model, &read, id);
                lead.individual.calls.extend([read].into_iter().chain(nothing));
                return vec![lead.individual];
            }
        }
        for call in test.successes(&["PUT"]) {
            if let Some(wanted) = of_put(test, call, asked, rng) {
                return vec![wanted];
            }
        }
        for call in test.successes(&["POST"]) {
            if let Some(wanted) = of_made(test, call, asked, rng) {
                return vec![wanted];
            }
        }
        Vec::new()
    }
}

/// What a call makes, read, deleted and read again: who made a thing is most likely to be allowed to.
fn of_made(
    test: &JudgedTest<'_>,
    call: &Made<'_>,
    asked: &mut BTreeSet<String>,
    rng: &mut Pcg64Mcg,
) -> Option<Individual> {
    let model = test.model;
    let reader = item_readers(model, call.operation).into_iter().find(|reader| {
        sibling(model, &model.operations[*reader], "DELETE").is_some()
            && made_id(model, call, *reader).is_some()
    })?;
    let delete = sibling(model, &model.operations[reader], "DELETE")?;
    let (source, id) = made_id(model, call, reader)?;
    if !ask(asked, &format!("{} made", model.operations[delete].name), MOST) {
        return None;
    }
    let mut individual = Lead::to(test, &[call.index]).individual;
    let made = (individual.calls.len() - 1, source.as_str());
    let read = on_made(model, &individual, made, reader, rng);
    let delete = on_made(model, &individual, made, delete, rng);
    individual.calls.extend(read_and_deleted(model, read, delete, &id));
    Some(individual)
}

/// Makes the calls that show whether a removal has an effect: a reading, the removal, the reading again, and one of
/// what never was there.
fn read_and_deleted(model: &Model, read: Action, delete: Action, id: &str) -> Vec<Action> {
    let nothing = of_nothing(model, &read, id);
    [read.clone(), delete, read].into_iter().chain(nothing).collect()
}

/// Makes a test of what a call puts, read, deleted and read again.
fn of_put(
    test: &JudgedTest<'_>,
    call: &Made<'_>,
    asked: &mut BTreeSet<String>,
    rng: &mut Pcg64Mcg,
) -> Option<Individual> {
    let model = test.model;
    let reader = sibling(model, call.described, "GET").filter(|_| is_item(call.described))?;
    let delete = sibling(model, call.described, "DELETE")?;
    if !ask(asked, &format!("{} put", model.operations[delete].name), MOST) {
        return None;
    }
    let mut individual = Lead::to(test, &[call.index]).individual;
    let at = individual.calls.len() - 1;
    let read = on_same(model, &individual, at, reader, rng);
    let delete = on_same(model, &individual, at, delete, rng);
    let id = call.path.rsplit('/').next().unwrap_or_default();
    individual.calls.extend(read_and_deleted(model, read, delete, id));
    Some(individual)
}

fn is_same(before: &Made<'_>, after: &Made<'_>) -> bool {
    let (Some(a), Some(b)) = (before.json(), after.json()) else {
        return before.answer.map(|answer| &answer.body) == after.answer.map(|answer| &answer.body);
    };
    let marked = |value: &serde_json::Value| {
        let text = value.to_string().to_ascii_lowercase();
        MARKS.map(|mark| text.matches(mark).count())
    };
    let nulls = |value: &serde_json::Value| value.to_string().matches("null").count();
    // `deletedAt` goes with the clock and says it all the same.
    differences(a, b).is_empty() && marked(a) == marked(b) && nulls(a) == nulls(b)
}

#[cfg(test)]
mod tests;
