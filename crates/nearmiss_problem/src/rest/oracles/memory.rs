//! What earlier tests showed of who may call what.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::{Action, TemplateId, UserId};

use super::JudgedTest;
use super::database_memory::DatabaseMemory;
use crate::rest::model::Model;

/// Who called what with success, over all tests of a search.
#[derive(Debug, Default)]
pub(in crate::rest) struct Memory {
    /// By user and operation: a call that succeeded and stood on no other one.
    alone: BTreeMap<(UserId, TemplateId), Action>,
    /// By operation and user: how often a call succeeded.
    successes: BTreeMap<(TemplateId, UserId), u32>,
    /// Calls that were made.
    calls: u64,
    /// Share of the budget that is used.
    used: f64,
    /// Operations that told nobody 401.
    asking_who: BTreeSet<TemplateId>,
    /// Memory of what databases were seen to do.
    pub(super) databases: DatabaseMemory,
}

impl Memory {
    /// Takes in a test that was run, after which this share of the budget is used.
    pub fn note(&mut self, test: &JudgedTest<'_>, used: f64) {
        let mut stands_alone = true;
        self.used = used;
        self.calls += test.calls.len() as u64;
        self.databases.note(test);
        for (made, action) in test.made().iter().zip(&test.individual.calls) {
            match action.user.filter(|_| made.user().is_some()) {
                None if made.user().is_none() && made.status == 401 => {
                    self.asking_who.insert(action.template);
                }
                Some(user) if made.succeeds() => {
                    *self.successes.entry((action.template, user)).or_default() += 1;
                    if stands_alone && action.links.is_empty() && made.method() != "DELETE" {
                        let place = (user, action.template);
                        self.alone.entry(place).or_insert_with(|| action.clone());
                    }
                }
                _ => {}
            }
            stands_alone &= !made.may_have_effect();
        }
    }

    /// A call that succeeds if this user is logged in, of an operation that nobody else may call; one that
    /// only looks before one that changes something.
    pub fn proof_of_login(&self, model: &Model, user: UserId) -> Option<&Action> {
        let own = self
            .alone
            .iter()
            .filter(|((other, template), _)| *other == user && self.asking_who.contains(template));
        own.map(|(_, action)| action).min_by_key(|action| {
            let operation = model.operations.get(action.template.0 as usize);
            operation.is_none_or(|operation| operation.method != "GET")
        })
    }

    /// Calls that were made so far.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// About how many more the budget allows, if they go on like this.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an estimate; without bound where nothing is used"
    )]
    pub fn calls_left(&self) -> u64 {
        (self.calls as f64 * (1.0 - self.used) / self.used).round() as u64
    }

    /// Users of whom calls of an operation succeeded, those with most successes first.
    pub fn users_of(&self, operation: usize) -> Vec<UserId> {
        let of_it =
            self.successes.iter().filter(|((template, _), _)| template.0 as usize == operation);
        let mut users: Vec<(u32, UserId)> =
            of_it.map(|((_, user), count)| (*count, *user)).collect();
        users.sort_by_key(|(count, user)| (std::cmp::Reverse(*count), *user));
        users.into_iter().map(|(_, user)| user).collect()
    }
}
