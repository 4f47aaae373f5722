//! The values that [`Part::Credential`](nearmiss_problem::Part::Credential) stands for.

use std::collections::BTreeMap;

use nearmiss_problem::auth::Variables;

/// Values by user and slot, and those of variables.
#[derive(Clone, Default)]
pub struct Credentials {
    variables: Variables,
    users: BTreeMap<String, Vec<(String, String)>>,
}

impl Credentials {
    /// Those of variables alone.
    #[must_use]
    pub fn of(variables: Variables) -> Self {
        Self { variables, users: BTreeMap::new() }
    }

    /// The value of a slot of a user, or of a variable if the user has no name.
    #[must_use]
    pub fn value(&self, user: &str, slot: &str) -> Option<&str> {
        if user.is_empty() {
            return self.variables.get(slot);
        }
        let slots = self.users.get(user)?;
        slots.iter().find(|(known, _)| known == slot).map(|(_, value)| value.as_str())
    }

    /// Sets what a user has.
    pub fn set(&mut self, user: &str, slots: Vec<(String, String)>) {
        self.users.insert(user.to_owned(), slots);
    }

    /// Takes away what a user has.
    pub(super) fn remove(&mut self, user: &str) {
        self.users.remove(user);
    }
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("users", &self.users.keys()).finish_non_exhaustive()
    }
}
