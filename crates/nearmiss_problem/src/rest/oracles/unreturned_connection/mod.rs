//! Code 991: a call takes a connection from a pool and does not give it back: with as many calls as the pool has connections
//! the API stands still.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::in_process::at;
use super::{JudgedTest, Oracle, left_over};

/// The kind of incident that the runtime tells (`npm/nearmiss/sut/incidents/checkouts.js`).
const KIND: &str = "connection-out";

/// A connection that is not given back.
pub(super) struct UnreturnedConnection;

impl Oracle for UnreturnedConnection {
    fn name(&self) -> &'static str {
        "unreturned-connection"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(991, "Connection Not Given Back To Its Pool")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        left_over::faults(test, (991, KIND), &|one| {
            let used = at(&one.place);
            format!(
                "does not give back the connection that it has taken from a pool and used{used}"
            )
        })
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        left_over::examine(test, KIND, asked, rng)
    }
}

#[cfg(test)]
mod tests;
