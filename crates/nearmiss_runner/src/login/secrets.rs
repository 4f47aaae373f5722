//! What logins and calls gave that must not be written.

use std::collections::BTreeSet;

use nearmiss_problem::auth::{Concealed, GivenSecrets};
use nearmiss_problem::{Call, CallOutcome};

use super::Logins;
use super::logins::Standing;

/// The slot of the bare token.
pub(super) const TOKEN: &str = "token";

impl Logins {
    /// Answers how many tokens were given.
    pub(crate) fn tokens(&self) -> usize {
        self.given.len() + self.observed.count()
    }

    /// Takes in the secrets that calls of a test were answered with.
    pub fn note_answers(&mut self, steps: &[Call], outcomes: &[CallOutcome]) {
        self.observed.note(steps, outcomes);
    }

    /// Takes in signatures that the process of the SUT made.
    pub fn note_signatures(&mut self, signatures: &[String]) {
        signatures.iter().for_each(|value| self.observed.note_signature(value));
    }

    /// Answers what must not be written: the values of variables, and all tokens that were ever given.
    #[must_use]
    pub fn secrets(&self) -> Vec<Concealed> {
        // Of two variables with one value that of a user who can log in: tests need it anyway.
        let active: BTreeSet<&str> = self
            .users
            .list
            .iter()
            .zip(&self.members)
            .filter(|(_, member)| member.standing != Standing::LeftOut)
            .flat_map(|(user, _)| user.variables())
            .collect();
        let mut variables: Vec<(&str, &str)> = self.users.variables.iter().collect();
        variables.sort_by_key(|(name, _)| !active.contains(name));
        let variables = variables.into_iter().map(|(name, value)| Concealed {
            user: String::new(),
            slot: name.to_owned(),
            value: value.to_owned(),
        });
        // The bare token before other slots that hold it, too.
        let is_token = |slot: &str| slot == TOKEN;
        let tokens = self.given.iter().filter(|(_, slot, _)| is_token(slot));
        let others = self.given.iter().filter(|(_, slot, _)| !is_token(slot));
        let tokens = tokens.chain(others).map(|(user, slot, value)| Concealed {
            user: user.clone(),
            slot: slot.clone(),
            value: value.clone(),
        });
        let observed = self.observed.values().map(Concealed::given);
        variables.chain(tokens).chain(observed).collect()
    }

    /// Answers what answers gave to others, with where they did.
    #[must_use]
    pub fn given_secrets(&self) -> &GivenSecrets {
        &self.observed
    }
}
