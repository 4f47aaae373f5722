//! Who is logged in.

use std::collections::BTreeSet;
use std::sync::Arc;

use nearmiss_problem::auth::{GivenSecrets, Users};
use nearmiss_problem::{Call, OperationName, Part};

use super::exchange::Line;
use super::secrets::TOKEN;
use super::tally::{Tally, user_tally};
use super::{Credentials, LoginFailure, UserTally};
use crate::connection::ServerAt;
use crate::transport::Transport;

/// Where a user stands.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Standing {
    #[default]
    Out,
    /// Logged in, for this test or before it.
    In { for_this_test: bool },
    /// Given up.
    LeftOut,
}

/// One user's part.
#[derive(Clone, Debug, Default)]
pub(super) struct Member {
    pub(super) standing: Standing,
    /// Tests in which the API had forgotten his login from before, and those in which it had not. A test may log out.
    lost: u32,
    held: u32,
    left_out: Option<String>,
    tally: Tally,
    /// Operations that answer 401 however fresh the login is.
    refuse: BTreeSet<OperationName>,
}

impl Member {
    /// Tells whether he logs in before each test: a test that is run once more costs about a login, which hashes a password,
    /// and an API in which only some tests log out keeps the logins of all others.
    fn is_forgotten(&self) -> bool {
        self.lost >= FEW_LOST && self.lost.saturating_mul(HELD_FOR_LOST) >= self.held
    }
}

/// A call that was answered 401 with a login from before the test.
#[derive(Clone, Debug)]
struct Doubt {
    member: usize,
    step: usize,
    operation: OperationName,
}

/// Logins of a process of the SUT after another.
#[derive(Clone, Debug)]
pub struct Logins {
    pub(super) users: Arc<Users>,
    pub(super) members: Vec<Member>,
    nobody: Tally,
    credentials: Credentials,
    doubts: Vec<Doubt>,
    calls: u64,
    /// What logins ever gave: the user, the slot, and the value.
    pub(super) given: BTreeSet<(String, String, String)>,
    /// What answers gave to others.
    pub(super) observed: GivenSecrets,
}

/// Forgotten logins before a user logs in before each test.
const FEW_LOST: u32 = 3;
/// Tests with a login from before, for each in which it was forgotten, above which he does not.
const HELD_FOR_LOST: u32 = 2;
/// Most tokens that are remembered, to leave them out of what is written.
const MOST_GIVEN: usize = 20_000;

impl Logins {
    /// Nobody is logged in yet.
    #[must_use]
    pub fn new(users: Arc<Users>) -> Self {
        Self {
            members: vec![Member::default(); users.list.len()],
            nobody: Tally::default(),
            credentials: Credentials::of(users.variables.clone()),
            users,
            doubts: Vec::new(),
            calls: 0,
            given: BTreeSet::new(),
            observed: GivenSecrets::default(),
        }
    }

    /// Nobody who could log in, and values that calls carry all the same.
    #[must_use]
    pub fn of_nobody(credentials: Credentials) -> Self {
        Self { credentials, ..Self::new(Arc::default()) }
    }

    /// The same users on a fresh process, by what is known of the API now: who was given up, and whose
    /// login it forgets.
    #[must_use]
    pub fn afresh(&self) -> Self {
        let mut fresh = Self::new(Arc::clone(&self.users));
        for (member, known) in fresh.members.iter_mut().zip(&self.members) {
            // Who runs them next has no test more to find out with than there are.
            member.lost = if known.lost > 0 { FEW_LOST } else { 0 };
            if known.standing == Standing::LeftOut {
                member.standing = Standing::LeftOut;
            }
        }
        fresh
    }

    /// Takes in what was learnt of the same users on another process.
    pub fn add(&mut self, other: &Self) {
        for (member, known) in self.members.iter_mut().zip(&other.members) {
            member.lost = member.lost.saturating_add(known.lost);
            member.held = member.held.saturating_add(known.held);
            member.tally.add(&known.tally);
            member.refuse.extend(known.refuse.iter().cloned());
            if known.standing == Standing::LeftOut {
                member.standing = Standing::LeftOut;
                member.left_out = member.left_out.take().or_else(|| known.left_out.clone());
            }
        }
        self.nobody.add(&other.nobody);
        self.calls += other.calls;
        self.given.extend(other.given.iter().cloned());
        self.observed.add(&other.observed);
    }

    /// The values that calls carry.
    #[must_use]
    pub fn credentials(&self) -> &Credentials {
        &self.credentials
    }

    /// Calls of registrations and logins.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Whether the API was seen to forget the login of a user.
    #[must_use]
    pub fn is_forgotten(&self, user: &str) -> bool {
        self.users.index_of(user).is_some_and(|index| self.members[index].lost > 0)
    }

    /// Whose logins they are.
    pub(crate) fn users(&self) -> &Arc<Users> {
        &self.users
    }

    /// A new process knows nobody.
    pub fn forget_all(&mut self) {
        for (member, user) in self.members.iter_mut().zip(&self.users.list) {
            if member.standing != Standing::LeftOut {
                member.standing = Standing::Out;
                self.credentials.remove(&user.name);
            }
        }
    }

    /// A test begins: logins are none of it any more, and those that the API forgets are gone.
    pub fn begin_test(&mut self) {
        for member in &mut self.members {
            member.standing = match member.standing {
                Standing::In { .. } if member.is_forgotten() => Standing::Out,
                Standing::In { .. } => Standing::In { for_this_test: false },
                other => other,
            };
        }
    }

    /// Whether nobody has to log in before a test of these steps.
    pub(crate) fn are_in(&self, steps: &[Call]) -> bool {
        (0..self.members.len()).all(|index| {
            let is_in = match self.members[index].standing {
                Standing::In { .. } => !self.members[index].is_forgotten(),
                Standing::Out => false,
                Standing::LeftOut => true,
            };
            is_in || !self.is_named(index, steps)
        })
    }

    /// Logs in everybody that the steps need and who is not in, in the order of the users.
    ///
    /// # Errors
    /// The first login that fails.
    pub fn log_in(
        &mut self,
        steps: &[Call],
        server: &ServerAt,
        transport: &mut Transport,
    ) -> Result<(), LoginFailure> {
        if self.members.is_empty() {
            return Ok(());
        }
        let needed: Vec<usize> =
            (0..self.members.len()).filter(|index| self.is_needed(*index, steps)).collect();
        needed.into_iter().try_for_each(|index| self.enter(index, server, transport))
    }

    /// Logs in everybody, to learn who can; answers who cannot.
    pub fn log_in_all(
        &mut self,
        server: &ServerAt,
        transport: &mut Transport,
    ) -> Vec<LoginFailure> {
        let all = 0..self.members.len();
        all.filter_map(|index| self.enter(index, server, transport).err()).collect()
    }

    fn is_needed(&self, index: usize, steps: &[Call]) -> bool {
        self.members[index].standing == Standing::Out && self.is_named(index, steps)
    }

    fn is_named(&self, index: usize, steps: &[Call]) -> bool {
        let name = &self.users.list[index].name;
        steps.iter().any(|call| call.user.as_ref() == Some(name) || mentions(call, name))
    }

    fn enter(
        &mut self,
        index: usize,
        server: &ServerAt,
        transport: &mut Transport,
    ) -> Result<(), LoginFailure> {
        let user = &self.users.list[index];
        let ServerAt { host, protocol, wanted, databases } = server;
        let mut line = Line {
            transport,
            host,
            protocol: *protocol,
            wanted: *wanted,
            databases,
            calls: &mut self.calls,
            observed: &mut self.observed,
        };
        let entered = line
            .log_in(user, &self.users.variables)
            .inspect_err(|failure| tracing::warn!("login failed: {failure}"))?;
        tracing::info!(user = user.name, "logged in");
        let mut slots = user.credentials(&self.users.variables, entered.given.as_ref());
        let token = slots.iter().filter(|(slot, _)| slot == TOKEN && entered.given.is_some());
        let gave: Vec<(String, String)> = token.chain(&entered.slots).cloned().collect();
        if self.given.len() < MOST_GIVEN {
            let gave = gave.into_iter();
            self.given.extend(gave.map(|(slot, value)| (user.name.clone(), slot, value)));
        }
        for (slot, value) in entered.slots {
            if slots.iter().all(|(known, _)| *known != slot) {
                slots.push((slot, value));
            }
        }
        self.credentials.set(&user.name, slots);
        self.members[index].standing = Standing::In { for_this_test: true };
        Ok(())
    }

    /// Gives a user up.
    pub fn leave_out(&mut self, failure: &LoginFailure) {
        if let Some(index) = self.users.index_of(&failure.user) {
            self.members[index].standing = Standing::LeftOut;
            self.members[index].left_out = Some(format!("{}: {}", failure.step, failure.why));
            self.credentials.remove(&failure.user);
        }
    }

    /// The names of those who were given up.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        let members = self.members.iter().zip(&self.users.list);
        let left_out = members.filter(|(member, _)| member.standing == Standing::LeftOut);
        left_out.map(|(_, user)| user.name.clone()).collect()
    }

    /// Whether nobody is left who can log in, of those that there are.
    #[must_use]
    pub fn nobody_is_left(&self) -> bool {
        !self.members.is_empty()
            && self.members.iter().all(|member| member.standing == Standing::LeftOut)
    }

    /// Takes in the statuses of a test (0 for no answer). Answers whether a login from before the test
    /// may have been forgotten: then the test is to be run once more, and [`Logins::settle`] to follow.
    pub fn doubts(&mut self, steps: &[Call], statuses: &[u16]) -> bool {
        self.doubts.clear();
        if self.members.is_empty() {
            return false;
        }
        for (step, (call, status)) in steps.iter().zip(statuses).enumerate() {
            let Some(member) = call.user.as_ref().and_then(|name| self.users.index_of(name)) else {
                continue;
            };
            let stale = self.members[member].standing == Standing::In { for_this_test: false };
            let known = self.members[member].refuse.contains(&call.operation);
            let doubted = self.doubts.iter().any(|doubt| doubt.member == member);
            if *status == 401 && stale && !known && !doubted {
                self.doubts.push(Doubt { member, step, operation: call.operation.clone() });
            }
        }
        for index in 0..self.members.len() {
            let is_held = self.members[index].standing == Standing::In { for_this_test: false }
                && self.doubts.iter().all(|doubt| doubt.member != index)
                && self.is_named(index, steps);
            self.members[index].held += u32::from(is_held);
        }
        if self.doubts.is_empty() {
            return false;
        }
        for doubt in &self.doubts {
            self.members[doubt.member].standing = Standing::Out;
        }
        true
    }

    /// Counts who was answered what; nothing where there are no users.
    pub fn count(&mut self, steps: &[Call], statuses: &[u16]) {
        if self.members.is_empty() {
            return;
        }
        for (call, status) in steps.iter().zip(statuses) {
            let member = call.user.as_ref().and_then(|name| self.users.index_of(name));
            let tally = match member {
                Some(member) => &mut self.members[member].tally,
                None => &mut self.nobody,
            };
            tally.note(&call.operation, *status);
        }
    }

    /// What the second run of a test says about the doubts.
    pub fn settle(&mut self, statuses: &[u16]) {
        for doubt in std::mem::take(&mut self.doubts) {
            let member = &mut self.members[doubt.member];
            match statuses.get(doubt.step) {
                Some(401) => {
                    member.refuse.insert(doubt.operation);
                    // The test itself may have ended this login.
                    if member.standing != Standing::LeftOut {
                        member.standing = Standing::Out;
                    }
                }
                Some(status) if *status != 0 => member.lost = member.lost.saturating_add(1),
                _ => {}
            }
        }
    }

    /// What everybody reached, nobody first; nothing where there are no users.
    #[must_use]
    pub fn tallies(&self, operations: &[String]) -> Vec<UserTally> {
        if self.members.is_empty() {
            return Vec::new();
        }
        let nobody = user_tally(None, &self.nobody, &self.nobody, operations);
        let users = self.members.iter().zip(&self.users.list).map(|(member, user)| UserTally {
            left_out: member.left_out.clone(),
            ..user_tally(Some(&user.name), &member.tally, &self.nobody, operations)
        });
        std::iter::once(nobody).chain(users).collect()
    }
}

fn mentions(call: &Call, name: &str) -> bool {
    call.parts().any(|part| matches!(part, Part::Credential { user, .. } if user == name))
}
