//! Code 205: a user who is logged in is told 401 where he should be told 403.
//!
//! Somebody else is answered 2xx or 403 by the same call, and the user is known to be logged in: a later call of his
//! succeeds that is answered 401 to nobody. Not where the call itself sends a secret (a PIN), which may be another's.

use std::collections::BTreeSet;

use nearmiss_search::{Action, Fault, Individual, UserId};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::access::{by, name_of, others, own_uses, with};
use super::asked::ask;
use super::continuation::Lead;
use super::made_call::Made;
use super::{JudgedTest, Oracle, fault_of};
use crate::auth::is_secret_field;

/// Tests asked for of one operation and one other user.
const MOST: usize = 2;

/// Words in names of inputs by which callers show once more who they are, beside those of secrets.
const PROOFS: [&str; 3] = ["pincode", "otp", "signature"];

/// Tests asked for after one.
const MOST_OF_TEST: usize = 3;

/// Wrongly not recognized.
pub(super) struct WronglyUnauthenticated;

impl Oracle for WronglyUnauthenticated {
    fn name(&self) -> &'static str {
        "wrongly-unauthenticated"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(205, "Wrongly Not Recognized as Authenticated")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        let made = test.made();
        for refused in made.iter().filter(|made| made.status == 401 && !asks_for_more(made)) {
            let Some(user) = refused.user() else { continue };
            let others_know = made.iter().any(|made| {
                made.is_same_call(refused)
                    && made.user().is_some_and(|other| other != user)
                    && (made.succeeds() || made.status == 403)
            });
            let is_logged_in = made[refused.index + 1..].iter().any(|later| {
                later.user() == Some(user) && later.succeeds() && asks_who(made, later)
            });
            if others_know && is_logged_in {
                let message = "answers 401 to a user who is logged in, and not to others";
                found.push((refused.index, fault_of(205, refused.described, "", message)));
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
        let made = test.made();
        // A test in which both were seen, and nothing is known of the login of the one yet.
        for refused in made.iter().filter(|made| made.status == 401) {
            let Some(user) = refused.user() else { continue };
            let Some(other) = made.iter().find(|other| {
                other.is_same_call(refused)
                    && other.user().is_some_and(|other| other != user)
                    && (other.succeeds() || other.status == 403)
            }) else {
                continue;
            };
            let id = test.individual.calls.get(refused.index).and_then(|action| action.user);
            let Some(more) = id.and_then(|id| proof(test, id)) else { continue };
            if ask(asked, &format!("{} {user} seen", refused.described.name), MOST) {
                let lead = Lead::to(test, &[refused.index, other.index]);
                return vec![with(lead.individual, more)];
            }
        }
        // A test in which it only remains to be shown that the user is logged in.
        for refused in made.iter().filter(|made| made.status == 401) {
            let Some(user) = refused.user() else { continue };
            let Some(own) = made.iter().find(|own| {
                own.user().is_some_and(|other| other != user)
                    && own.succeeds()
                    && own.operation != refused.operation
            }) else {
                continue;
            };
            let id = test.individual.calls.get(refused.index).and_then(|action| action.user);
            if id.and_then(|id| proof(test, id)).is_some() {
                continue;
            }
            let what = format!("{} {user} shown", refused.described.name);
            if id.is_some() && ask(asked, &what, MOST) {
                let lead = Lead::to(test, &[refused.index, own.index]);
                let action = &lead.individual.calls[lead.place(own.index)];
                let more = [by(action, id), by(action, None)];
                return vec![with(lead.individual, more)];
            }
        }
        if let Some(wanted) = by_others(test, asked) {
            return vec![wanted];
        }
        let mut found = Vec::new();
        for call in own_uses(test).filter(|made| made.method() != "DELETE") {
            for user in others(test.model, call.user()) {
                if let Some(more) = proof(test, user) {
                    let name = name_of(test.model, user);
                    if found.len() < MOST_OF_TEST
                        && ask(asked, &format!("{} {name} proven", call.described.name), MOST)
                    {
                        let lead = Lead::to(test, &[call.index]);
                        let own = &lead.individual.calls[lead.place(call.index)];
                        let again = by(own, Some(user));
                        found.push(with(lead.individual.clone(), [again].into_iter().chain(more)));
                    }
                    continue;
                }
                if !found.is_empty() {
                    continue;
                }
                let what = format!("{} {}", call.described.name, name_of(test.model, user));
                if !ask(asked, &what, MOST) {
                    continue;
                }
                // Another call of the same test, made by both, shows that the other is logged in.
                let mut shown = own_uses(test).filter(|made| made.operation != call.operation);
                let shown = shown.next().unwrap_or(call);
                let lead = Lead::to(test, &[call.index, shown.index]);
                let again = by(&lead.individual.calls[lead.place(call.index)], Some(user));
                let other = &lead.individual.calls[lead.place(shown.index)];
                let more = [again, by(other, Some(user)), by(other, None)];
                return vec![with(lead.individual.clone(), more)];
            }
        }
        found
    }
}

/// Makes a test in which a user was told 401 whom the search knows to be logged in, and the same call by others: the
/// rows that it begins with may be the reason, so that no other test shows it.
fn by_others(test: &JudgedTest<'_>, asked: &mut BTreeSet<String>) -> Option<Individual> {
    for refused in test.made().iter().filter(|made| made.status == 401 && !asks_for_more(made)) {
        let Some(user) = refused.user() else { continue };
        let id = test.individual.calls.get(refused.index).and_then(|action| action.user);
        let Some(more) = id.and_then(|id| proof(test, id)) else { continue };
        if ask(asked, &format!("{} {user} others", refused.described.name), MOST) {
            let lead = Lead::to(test, &[refused.index]);
            let own = &lead.individual.calls[lead.place(refused.index)];
            let others = others(test.model, Some(user)).into_iter();
            let theirs: Vec<Action> = others.map(|other| by(own, Some(other))).collect();
            return Some(with(lead.individual, theirs.into_iter().chain(more)));
        }
    }
    None
}

/// Tells whether a 401 is about something else than the login: the call itself sends a secret, which may be another's,
/// or the challenge says that the login is not enough (RFC 9470).
fn asks_for_more(refused: &Made<'_>) -> bool {
    let challenge = refused.answer.and_then(|answer| answer.header("www-authenticate"));
    let in_query = refused.query.split('&').filter_map(|pair| pair.split('=').next());
    challenge.is_some_and(|challenge| challenge.contains("insufficient_user_authentication"))
        || refused.sent().is_some_and(sends_secret)
        || refused.sends_key()
        || in_query.into_iter().any(is_secret)
}

fn sends_secret(body: &Value) -> bool {
    match body {
        Value::Array(items) => items.iter().any(sends_secret),
        Value::Object(fields) => {
            fields.iter().any(|(name, value)| is_secret(name) || sends_secret(value))
        }
        _ => false,
    }
}

fn is_secret(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    is_secret_field(name) || PROOFS.iter().any(|word| lower.contains(word))
}

/// Calls that show that a user is logged in: one that succeeded when he made it, by him and by nobody.
fn proof(test: &JudgedTest<'_>, user: UserId) -> Option<[Action; 2]> {
    let action = test.memory?.proof_of_login(test.model, user)?;
    Some([action.clone(), by(action, None)])
}

/// Whether the same operation answers 401 to nobody.
fn asks_who(made: &[Made<'_>], call: &Made<'_>) -> bool {
    made.iter().any(|other| {
        other.operation == call.operation && other.user().is_none() && other.status == 401
    })
}

#[cfg(test)]
mod tests;
