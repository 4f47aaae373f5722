//! Codes 907 and 971: a creation that says where the new thing is, and nothing is there.
//!
//! A POST is answered 201 with a `Location` (907) or an id (971), and the same user is answered 404 right after
//! when he reads the thing.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::asked::ask;
use super::continuation::{Lead, on_made};
use super::made_call::Made;
use super::relations::{item_readers, made_id};
use super::{JudgedTest, Oracle, fault_of};
use crate::{Source, resolve_source};

/// Tests asked for of one creation and one way to read.
const MOST: usize = 3;
/// Code where the `Location` of an answer names the thing.
const WRONG_LOCATION: u32 = 907;
/// Code where only the body of an answer names it.
const NOT_FOUND: u32 = 971;

/// A misleading creation.
pub(super) struct MisleadingCreate;

impl Oracle for MisleadingCreate {
    fn name(&self) -> &'static str {
        "misleading-create"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[
            (WRONG_LOCATION, "Location Of Created Resource Leads Nowhere"),
            (NOT_FOUND, "Created Resource Cannot Be Found"),
        ]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        for call in test.successes(&["POST"]).filter(|made| made.status == 201) {
            let behind = test.made()[call.index + 1..].iter();
            let read = behind.take_while(|made| !made.may_have_effect()).find(|made| {
                made.method() == "GET" && made.status == 404 && made.user() == call.user()
            });
            let Some(read) = read else { continue };
            if !item_readers(test.model, call.operation).contains(&read.operation) {
                continue;
            }
            let Some((_, id)) = made_id(test.model, call, read.operation) else { continue };
            let Some((above, last)) = read.path.rsplit_once('/') else { continue };
            if last == id && is_above(above, &call.path) {
                let code = if is_located(call, &id) { WRONG_LOCATION } else { NOT_FOUND };
                let message = "answers 201, and what it says it made is answered 404";
                found.push((read.index, fault_of(code, call.described, "", message)));
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
        for call in test.successes(&["POST"]).filter(|made| made.status == 201) {
            for reader in item_readers(test.model, call.operation) {
                let Some((source, _)) = made_id(test.model, call, reader) else { continue };
                let read = &test.model.operations[reader].name;
                if ask(asked, &format!("{} {read}", call.described.name), MOST) {
                    let mut lead = Lead::to(test, &[call.index]);
                    let at = lead.place(call.index);
                    let made = (at, source.as_str());
                    let read = on_made(test.model, &lead.individual, made, reader, rng);
                    lead.individual.calls.push(read);
                    return vec![lead.individual];
                }
            }
        }
        Vec::new()
    }
}

/// Whether the `Location` of an answer leads to the thing of this id.
fn is_located(made: &Made<'_>, id: &str) -> bool {
    let told = made.answer.and_then(|answer| resolve_source(answer, &Source::Location, true));
    told.is_some_and(|told| told == id)
}

/// Whether a thing in this collection is one that a creation at that path makes: `/users` and
/// `/users/register`.
fn is_above(collection: &str, creation: &str) -> bool {
    let creation = creation.trim_end_matches('/');
    creation == collection
        || creation.strip_prefix(collection).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests;
