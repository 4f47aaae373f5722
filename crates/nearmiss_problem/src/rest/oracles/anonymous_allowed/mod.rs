//! Code 207: who is logged in is refused, and who is not is let in.
//!
//! The same call (method, path, query and body) is answered 403 to a user, or 401 to one who is otherwise answered 2xx,
//! and 2xx to nobody. Not where the document says that nobody need be logged in, nor where the user was let in before
//! (who has voted may not vote again).

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::access::{by, name_of, others, own_uses, with};
use super::asked::ask;
use super::continuation::Lead;
use super::made_call::Made;
use super::{JudgedTest, Oracle, fault_of};

/// Tests asked for of one operation and one other user.
const MOST: usize = 2;

/// Ignored anonymous calls.
pub(super) struct AnonymousAllowed;

impl Oracle for AnonymousAllowed {
    fn name(&self) -> &'static str {
        "anonymous-allowed"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(207, "A Protected Resource Is Accessible Without Providing Any Authentication")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found: Vec<(usize, Fault)> = Vec::new();
        let made = test.made();
        let is_open = |made: &&Made<'_>| {
            made.succeeds() && !made.has_credentials() && !made.described.is_public
        };
        for open in made.iter().filter(is_open) {
            let refused = made.iter().find(|refused| {
                refused.user().is_some()
                    && refused.is_same_call(open)
                    && !was_let_in(made, refused)
                    && (refused.status == 403
                        || refused.status == 401 && is_known(made, refused.user()))
            });
            let is_new = found.iter().all(|(_, fault)| *fault.operation != *open.described.name);
            if refused.is_some() && is_new {
                let message = "answers 2xx to nobody, and refuses a user who is logged in";
                found.push((open.index, fault_of(207, open.described, "", message)));
            }
        }
        found
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        _rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        // Whoever is refused is tried without a login.
        for call in test.made().iter().filter(|made| matches!(made.status, 401 | 403)) {
            let Some(user) = call.user() else { continue };
            if ask(asked, &format!("{} {user} refused", call.described.name), MOST) {
                let lead = Lead::to(test, &[call.index]);
                let again = by(&lead.individual.calls[lead.place(call.index)], None);
                return vec![with(lead.individual, [again])];
            }
        }
        for call in own_uses(test).filter(|made| made.method() != "DELETE") {
            for user in others(test.model, call.user()) {
                let what = format!("{} {}", call.described.name, name_of(test.model, user));
                if ask(asked, &what, MOST) {
                    let lead = Lead::to(test, &[call.index]);
                    let action = lead.individual.calls[lead.place(call.index)].clone();
                    let more = [by(&action, Some(user)), by(&action, None)];
                    return vec![with(lead.individual, more)];
                }
            }
        }
        Vec::new()
    }
}

/// Tells whether the user of a refused call made it with success before: it is not who he is that he is refused for.
fn was_let_in(made: &[Made<'_>], refused: &Made<'_>) -> bool {
    made[..refused.index].iter().any(|earlier| {
        earlier.user() == refused.user()
            && earlier.operation == refused.operation
            && earlier.path == refused.path
            && earlier.succeeds()
    })
}

/// Whether a user is answered 2xx anywhere in the test.
fn is_known(made: &[Made<'_>], user: Option<&str>) -> bool {
    made.iter().any(|made| made.user() == user && made.succeeds())
}

#[cfg(test)]
mod tests;
