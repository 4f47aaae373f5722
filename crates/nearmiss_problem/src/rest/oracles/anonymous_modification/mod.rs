//! Code 208: nobody who is logged in changes or removes what a user made.
//!
//! A user makes a thing (a POST whose answer has its id, or a PUT that is answered 201), and a PUT, PATCH or
//! DELETE on it without any credentials succeeds. Only where users are known, and not where the document says that nobody need
//! be logged in (whoever has the link may edit).

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::access::{by, maker, with};
use super::asked::ask;
use super::continuation::{Lead, on_same};
use super::made_call::Made;
use super::relations::sibling;
use super::{JudgedTest, Oracle, fault_of};

/// Tests asked for of one operation.
const MOST: usize = 3;
const MODIFY: [&str; 3] = ["PUT", "PATCH", "DELETE"];

/// Anonymous modifications.
pub(super) struct AnonymousModification;

impl Oracle for AnonymousModification {
    fn name(&self) -> &'static str {
        "anonymous-modification"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(208, "Anonymous Modifications")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found: Vec<(usize, Fault)> = Vec::new();
        if test.model.users.is_empty() {
            return found;
        }
        let is_open = |made: &&Made<'_>| !made.has_credentials() && !made.described.is_public;
        for call in test.successes(&MODIFY).filter(is_open) {
            if maker(test, call).is_some()
                && found.iter().all(|(_, fault)| *fault.operation != *call.described.name)
            {
                let message = "succeeds for nobody on what a user made";
                found.push((call.index, fault_of(208, call.described, "", message)));
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
        if test.model.users.is_empty() {
            return Vec::new();
        }
        for call in test.made().iter().filter(|made| made.user().is_some() && made.succeeds()) {
            if maker(test, call).is_none() {
                continue;
            }
            // The change itself by nobody, where a user makes one.
            if MODIFY.contains(&call.method())
                && ask(asked, &format!("{} instead", call.described.name), MOST)
            {
                let mut lead = Lead::to(test, &[call.index]);
                let at = lead.place(call.index);
                lead.individual.calls[at].user = None;
                return vec![lead.individual];
            }
            for way in MODIFY.iter().filter_map(|way| sibling(test.model, call.described, way)) {
                let name = &test.model.operations[way].name;
                if call.method() == "GET" && ask(asked, &format!("{name} beside"), MOST) {
                    let lead = Lead::to(test, &[call.index]);
                    let at = lead.place(call.index);
                    let change = on_same(test.model, &lead.individual, at, way, rng);
                    return vec![with(lead.individual, [by(&change, None)])];
                }
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
