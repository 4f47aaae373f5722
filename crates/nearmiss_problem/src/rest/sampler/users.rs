//! Who makes the calls of an individual. Draws nothing where nobody can log in, so that searches
//! without users are what they would be if there were none in the world.

use nearmiss_search::{Action, Individual, TemplateId, UserId};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::rest::callers::Callers;

/// How often a fresh individual has nobody who logged in: what anybody may do, and what is refused.
const NOBODY: f64 = 0.1;
/// How often users are mixed in a fresh individual, and how often a call is made by somebody else then.
const MIXED: f64 = 0.25;
const SOMEBODY_ELSE_OF_MIXED: f64 = 0.3;
/// How often a call that is put in is made by somebody else than the others.
const SOMEBODY_ELSE: f64 = 0.1;
/// How often a change of structure is one of who calls.
const CHANGE_USERS: f64 = 0.2;
/// How often such a change is one of all calls.
const CHANGE_ALL: f64 = 0.5;
/// An operation that lets a user in less often refuses that user, and how often another one calls then.
const REFUSED: f64 = 0.25;
const INSTEAD: f64 = 0.8;
/// Least weight of a user: what refuses one is tried again now and then, and what is everybody's own is
/// not done by those alone who may do anything.
const LEAST: f64 = 0.3;
/// Hope of a user in the last call of a test that is to succeed below which all calls are somebody else's, and the
/// probability of that.
const DOUBTED: f64 = 0.6;
const ALL_ANEW: f64 = 0.85;
/// Least weight of a user in a test that is to succeed.
const HOPELESS: f64 = 0.02;
/// First looks as users, at most; more are left to chance.
const MOST_LOOKS: usize = 500;

/// How often an operation (its index) has let a user in, above 0 and at most 1.
pub(super) type Welcome<'a> = dyn Fn(usize, Option<UserId>) -> f64 + 'a;

/// Stands for nobody while calls are put in, which have no user yet.
const KEPT_NOBODY: UserId = UserId(u32::MAX);

impl Callers {
    /// Somebody, or nobody.
    fn anybody(&self, rng: &mut Pcg64Mcg) -> Option<UserId> {
        let users = self.all_active();
        if users.is_empty() || rng.random_bool(NOBODY) {
            return None;
        }
        Some(users[rng.random_range(0..users.len())])
    }

    /// The first looks at each operation: as one of the users by turns, as nobody, then as each of the
    /// other users, unless that were too many.
    pub(super) fn first_looks(&self, individuals: Vec<Individual>) -> Vec<Individual> {
        let users = self.all_active();
        if users.is_empty() {
            return individuals;
        }
        let turn = |turn: usize| -> Vec<Individual> {
            let mut signed = individuals.clone();
            for (index, individual) in signed.iter_mut().enumerate() {
                let user = users[(index + turn) % users.len()];
                individual.calls.iter_mut().for_each(|action| action.user = Some(user));
            }
            signed
        };
        let others = if individuals.len() * users.len() > MOST_LOOKS { 1 } else { users.len() };
        let mut looks = turn(0);
        looks.extend(individuals.iter().cloned());
        (1..others).for_each(|other| looks.extend(turn(other)));
        looks
    }

    /// Gives the calls of a fresh individual to users: mostly all to one, who is let in by most of them;
    /// calls that refuse that one to somebody else.
    pub(super) fn sign(
        &self,
        individual: &mut Individual,
        welcome: &Welcome<'_>,
        rng: &mut Pcg64Mcg,
    ) {
        if self.is_empty() {
            return;
        }
        let one = self.one_for(individual, welcome, rng);
        // Most tests are of one user: with a few others in each, long ones would hardly ever be.
        let others = if rng.random_bool(MIXED) { SOMEBODY_ELSE_OF_MIXED } else { 0.0 };
        for action in &mut individual.calls {
            action.user = match rng.random_bool(others) {
                true => self.anybody(rng),
                false => self.let_in(action.template, one, welcome, rng),
            };
        }
    }

    /// Gives the calls of an individual that is to succeed to one user, for whom there is hope in all of them; those
    /// that refuse that one to somebody else.
    pub(super) fn sign_to_succeed(
        &self,
        individual: &mut Individual,
        hope: &Welcome<'_>,
        rng: &mut Pcg64Mcg,
    ) {
        if self.is_empty() {
            return;
        }
        let mut known = users_of(&individual.calls).into_iter().flatten().next_back();
        // Who is refused by the last call has no use of what the others make for that user.
        let last = individual.calls.last().map(|action| action.template.0 as usize);
        let is_doubted = |last: usize| known.is_some() && hope(last, known) < DOUBTED;
        if last.is_some_and(is_doubted) && rng.random_bool(ALL_ANEW) {
            individual.calls.iter_mut().for_each(|action| action.user = None);
            known = None;
        }
        let one = known.or_else(|| {
            self.drawn(rng, HOPELESS, |user| {
                let of = |action: &Action| hope(action.template.0 as usize, Some(user));
                individual.calls.iter().map(of).product::<f64>()
            })
        });
        for action in individual.calls.iter_mut().filter(|action| action.user.is_none()) {
            let operation = action.template.0 as usize;
            action.user = match hope(operation, one) < REFUSED {
                true => self.drawn(rng, HOPELESS, |other| hope(operation, Some(other))),
                false => one,
            };
        }
    }

    /// Who makes most of the calls of an individual, or nobody.
    fn one_for(
        &self,
        individual: &Individual,
        welcome: &Welcome<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Option<UserId> {
        if rng.random_bool(NOBODY) {
            return None;
        }
        self.drawn(rng, LEAST, |user| {
            let of = |action: &Action| welcome(action.template.0 as usize, Some(user));
            let count = individual.calls.len().max(1) as f64;
            individual.calls.iter().map(of).product::<f64>().powf(1.0 / count)
        })
    }

    /// A user, or, where the operation refuses that one, mostly somebody else.
    fn let_in(
        &self,
        template: TemplateId,
        user: Option<UserId>,
        welcome: &Welcome<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Option<UserId> {
        let operation = template.0 as usize;
        let refused = user.is_some() && welcome(operation, user) < REFUSED;
        if !refused || !rng.random_bool(INSTEAD) {
            return user;
        }
        self.drawn(rng, LEAST, |other| welcome(operation, Some(other)))
    }

    /// One of the users, by weight, each with this one at least.
    fn drawn(
        &self,
        rng: &mut Pcg64Mcg,
        least: f64,
        weight: impl Fn(UserId) -> f64,
    ) -> Option<UserId> {
        let users = self.all_active();
        let weights: Vec<f64> = users.iter().map(|user| weight(*user).max(least)).collect();
        let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
        for (user, weight) in users.iter().zip(weights) {
            left -= weight;
            if left < 0.0 {
                return Some(*user);
            }
        }
        users.last().copied()
    }

    /// Gives the calls of individuals that try news to whom the one that taught it gave his.
    pub(super) fn sign_like(&self, individuals: &mut [Individual], taught: &Individual) {
        let Some(user) = taught.calls.last().and_then(|action| action.user) else { return };
        for action in individuals.iter_mut().flat_map(|individual| &mut individual.calls) {
            if action.user.is_none() {
                action.user = Some(user);
            }
        }
    }

    /// Perhaps changes who makes a call, or all of them. Answers whether it did.
    pub(super) fn change_users(&self, individual: &mut Individual, rng: &mut Pcg64Mcg) -> bool {
        if self.is_empty() || individual.calls.is_empty() || !rng.random_bool(CHANGE_USERS) {
            return false;
        }
        let before: Vec<Option<UserId>> = users_of(&individual.calls);
        let user = self.anybody(rng);
        if rng.random_bool(CHANGE_ALL) {
            individual.calls.iter_mut().for_each(|action| action.user = user);
        } else {
            let at = rng.random_range(0..individual.calls.len());
            individual.calls[at].user = user;
        }
        users_of(&individual.calls) != before
    }

    /// Changes which calls are made; new ones are made by whom most of the others are.
    pub(super) fn signing_new(
        &self,
        individual: &mut Individual,
        welcome: &Welcome<'_>,
        rng: &mut Pcg64Mcg,
        change: impl FnOnce(&mut Individual, &mut Pcg64Mcg) -> bool,
    ) -> bool {
        if self.is_empty() {
            return change(individual, rng);
        }
        let usual = most_common(&users_of(&individual.calls));
        for action in individual.calls.iter_mut().filter(|action| action.user.is_none()) {
            action.user = Some(KEPT_NOBODY);
        }
        let changed = change(individual, rng);
        for action in &mut individual.calls {
            action.user = match action.user {
                Some(KEPT_NOBODY) => None,
                None if rng.random_bool(SOMEBODY_ELSE) => self.anybody(rng),
                None => self.let_in(action.template, usual, welcome, rng),
                user => user,
            };
        }
        changed
    }
}

fn users_of(actions: &[Action]) -> Vec<Option<UserId>> {
    actions.iter().map(|action| action.user).collect()
}

/// The first of those that occur most.
fn most_common(users: &[Option<UserId>]) -> Option<UserId> {
    let count = |user: &Option<UserId>| users.iter().filter(|other| *other == user).count();
    let most = users.iter().map(count).max()?;
    users.iter().copied().find(|user| count(user) == most).flatten()
}
