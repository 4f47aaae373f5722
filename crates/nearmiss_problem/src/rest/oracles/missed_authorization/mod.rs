//! Code 206: a user may not change a thing of another in one way, and may in another way.
//!
//! The owner makes or uses a thing. A user who is refused (403, or 404 although the thing is there) one of
//! PUT, PATCH and DELETE on it succeeds with another of them. The owner himself is not refused what the
//! user was refused, and the user is not with a thing of his own: else it is no matter of whose the thing is, but of
//! what somebody is (a keeper changes tools, and only administrators remove them). A thing that names the user is about
//! him (his membership): that he may take it away and not change it is no fault.

use std::collections::BTreeSet;

use nearmiss_search::{Action, ActionAt, Fault, GeneValue, Individual, UserId};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::access::{by, is_used_before, item_uses, maker, name_of, others, with};
use super::asked::ask;
use super::continuation::{Lead, json_body, on_same, send};
use super::declared::declared_fields;
use super::made_call::Made;
use super::relations::{creation, sibling};
use super::{JudgedTest, Oracle, fault_of};

/// Tests asked for of one operation and one other user: with the removal last, and first.
const MOST: usize = 4;
const MODIFY: [&str; 3] = ["PUT", "PATCH", "DELETE"];

/// Missed authorization.
pub(super) struct MissedAuthorization;

impl Oracle for MissedAuthorization {
    fn name(&self) -> &'static str {
        "missed-authorization"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(206, "Allowed To Modify Resource That Likely Should Had Been Protected")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found: Vec<(usize, Fault)> = Vec::new();
        for done in test.successes(&MODIFY) {
            let Some(user) = done.user() else { continue };
            let Some(refused) = refusal_of(test, done, user) else { continue };
            if owner_may(test, refused, user) == Some(true)
                && may_elsewhere(test, refused, user)
                && !is_about(test, done, user)
                && found.iter().all(|(_, fault)| *fault.operation != *done.described.name)
            {
                let message = "succeeds for a user who is refused another change of the same thing";
                found.push((done.index, fault_of(206, done.described, "", message)));
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
        if let Some(wanted) = with_what_lacks(test, asked) {
            return vec![wanted];
        }
        for call in item_uses(test).filter(|made| made.method() != "DELETE") {
            let ways: Vec<usize> = MODIFY
                .iter()
                .filter_map(|method| sibling(test.model, call.described, method))
                .collect();
            if ways.len() < 2 {
                continue;
            }
            for user in others(test.model, call.user()) {
                let name = name_of(test.model, user);
                if creation(test.model, call.described).is_some()
                    && maker(test, call).is_none_or(|maker| maker == name)
                {
                    continue;
                }
                let what = format!("{} {name}", call.described.path);
                let Some(turn) = (0..MOST).find(|turn| !asked.contains(&format!("{what} {turn}")))
                else {
                    continue;
                };
                ask(asked, &what, MOST);
                let lead = Lead::to(test, &[call.index]);
                let at = lead.place(call.index);
                let mut more: Vec<Action> = Vec::new();
                for way in &ways {
                    // A call that is known to be well formed, if the test has one.
                    let known = test.made().iter().find(|made| {
                        made.operation == *way && made.path == call.path && made.succeeds()
                    });
                    let known = known.and_then(|made| test.individual.calls.get(made.index));
                    let mut action = on_same(test.model, &lead.individual, at, *way, rng);
                    if let Some(known) = known {
                        let links = std::mem::take(&mut action.links);
                        action = Action { links, ..known.clone() };
                    } else {
                        send_as_made(test, call, &mut action);
                    }
                    more.push(by(&action, Some(user)));
                }
                if turn % 2 == 1 {
                    more.reverse();
                }
                return vec![with(lead.individual, more)];
            }
        }
        Vec::new()
    }
}

/// Has a change of a thing send what the call sent that made it, if it may: that is well formed, so that the
/// owner is not refused it for its form.
fn send_as_made(test: &JudgedTest<'_>, call: &Made<'_>, change: &mut Action) {
    let model = test.model;
    let index = change.template.0 as usize;
    let Some(parameter) = model.operations.get(index).and_then(json_body) else { return };
    let spec = model.templates.get(index).and_then(|template| template.parameters.get(parameter));
    let Some(declared) = spec.and_then(|(_, spec)| declared_fields(spec)) else { return };
    let made = test.successes(&["POST"]).find(|made| {
        let below = call.path.strip_prefix(made.path.trim_end_matches('/'));
        below.is_some_and(|below| below.starts_with('/'))
    });
    let value = made.and_then(|made| {
        let action = test.individual.calls.get(made.index)?;
        Some(action.genes.get(json_body(made.described)?)?.value())
    });
    if let Some(value @ GeneValue::Record(_)) = value
        && let GeneValue::Record(fields) = &value
        && fields.iter().all(|(name, _)| declared.contains(&name.as_str()))
    {
        send(change, parameter, value);
    }
}

/// A call in which the user was refused another change of what he changed.
fn refusal_of<'t, 'a>(
    test: &'t JudgedTest<'a>,
    done: &Made<'a>,
    user: &str,
) -> Option<&'t Made<'a>> {
    if !is_anothers(test, done, user) {
        return None;
    }
    test.made().iter().find(|made| {
        let is_refusal = made.status == 403 && (made.index < done.index || done.method() != "DELETE")
            // It was there: the change came later.
            || made.status == 404 && made.index < done.index;
        is_refusal
            && made.path == done.path
            && made.user() == Some(user)
            && made.method() != done.method()
            && MODIFY.contains(&made.method())
    })
}

/// Tells whether a thing is another user's: who made it says so. One that was there before may be anybody's, also of those who do
/// not use it, so that others use it says something only where nobody can make such things.
fn is_anothers(test: &JudgedTest<'_>, at: &Made<'_>, user: &str) -> bool {
    match maker(test, at) {
        Some(maker) => maker != user,
        None => {
            creation(test.model, at.described).is_none()
                && is_used_before(test, at, |other| other != user)
        }
    }
}

/// Tells whether an answer to a call of a thing names this user.
fn is_about(test: &JudgedTest<'_>, done: &Made<'_>, user: &str) -> bool {
    let of_thing = |made: &&Made<'_>| made.path == done.path && made.succeeds();
    let mut answers = test.made().iter().filter(of_thing).filter_map(Made::json);
    answers.any(|answer| names(answer, user))
}

/// Tells whether a field of an answer is the name of a user, or an address that begins with it.
fn names(answer: &Value, user: &str) -> bool {
    match answer {
        Value::String(text) => {
            let name = text.split('@').next().unwrap_or_default();
            name.eq_ignore_ascii_case(user)
        }
        Value::Object(fields) => fields.values().any(|field| names(field, user)),
        _ => false,
    }
}

/// Whether somebody else succeeds with what the user was refused; `None` if nobody tried.
fn owner_may(test: &JudgedTest<'_>, refused: &Made<'_>, user: &str) -> Option<bool> {
    let mut tried = test.made().iter().filter(|made| {
        made.operation == refused.operation
            && made.path == refused.path
            && made.user().is_some_and(|other| other != user)
    });
    let first = tried.next()?;
    Some(first.succeeds() || tried.any(Made::succeeds))
}

/// Tells whether the user succeeds with what he was refused where it is about another thing.
fn may_elsewhere(test: &JudgedTest<'_>, refused: &Made<'_>, user: &str) -> bool {
    test.made().iter().any(|made| {
        made.operation == refused.operation
            && made.path != refused.path
            && made.user() == Some(user)
            && made.succeeds()
    })
}

/// A test in which it only remains to be shown that the owner may do what the user may not, and the user with a thing of
/// his own.
fn with_what_lacks(test: &JudgedTest<'_>, asked: &mut BTreeSet<String>) -> Option<Individual> {
    for done in test.successes(&MODIFY) {
        let Some(user) = done.user() else { continue };
        let Some(refused) = refusal_of(test, done, user) else { continue };
        let shown = owner_may(test, refused, user);
        let is_role = !may_elsewhere(test, refused, user);
        if shown == Some(false) || (shown.is_some() && !is_role) {
            continue;
        }
        let is_owners = |made: &&Made<'_>| {
            made.succeeds()
                && made.user().is_some_and(|other| other != user)
                && (made.path == done.path || maker(test, done) == made.user())
        };
        let owner = match shown {
            None => test.made()[..done.index].iter().find(is_owners)?,
            Some(_) => test.made().iter().find(|made| {
                is_owners(made) && made.operation == refused.operation && made.path == done.path
            })?,
        };
        let owner_id = test.individual.calls.get(owner.index)?.user;
        if !ask(asked, &format!("{} {user} owner", done.described.name), MOST) {
            continue;
        }
        let mut keep = vec![refused.index, done.index];
        keep.extend(shown.map(|_| owner.index));
        let mut lead = Lead::to(test, &keep);
        if shown.is_none() {
            let again = by(&lead.individual.calls[lead.place(refused.index)], owner_id);
            // A removal leaves nothing that the owner could change afterwards.
            if done.method() == "DELETE" {
                lead.individual.insert_call(lead.place(refused.index), again);
            } else {
                lead.individual.calls.push(again);
            }
        }
        if is_role {
            let of_user = test.individual.calls.get(refused.index)?.user;
            let own = Lead::to(test, &[refused.index]).individual.calls;
            add_all_by(&mut lead.individual, own, of_user);
        }
        return Some(lead.individual);
    }
    None
}

/// Adds calls that lead to one another, made by this user, so that what they work on is his.
fn add_all_by(individual: &mut Individual, calls: Vec<Action>, user: Option<UserId>) {
    let first = individual.calls.len();
    for mut action in calls {
        action.user = user;
        for link in &mut action.links {
            if let ActionAt::Call(from) = &mut link.from {
                *from += first;
            }
        }
        individual.calls.push(action);
    }
}

#[cfg(test)]
mod tests;
