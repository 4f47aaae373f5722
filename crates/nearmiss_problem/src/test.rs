//! Tests: the one form in which they are run and written.

use serde::{Deserialize, Serialize};

use crate::{Call, Part, Setup};

/// A test: what is set up before it, and its calls. Every index of a call is one of `calls`.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// The setup, in order, after the reset and the logins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<Setup>,
    /// The calls, in order.
    pub calls: Vec<Call>,
}

impl Test {
    /// Makes a test that needs nothing to be set up.
    #[must_use]
    pub fn of_calls(calls: Vec<Call>) -> Self {
        Self { setup: Vec::new(), calls }
    }

    /// Lists all parts of it, those inside of a [`Part::Written`] each by itself.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.setup.iter().flat_map(Setup::parts).chain(self.calls.iter().flat_map(Call::parts))
    }
}
