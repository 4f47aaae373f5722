//! Code 992: a call begins a transaction and neither commits nor rolls it back: it holds its locks, and what follows on its
//! connection may be lost with it.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::in_process::at;
use super::{JudgedTest, Oracle, left_over};

/// The kind of incident that the runtime tells (`npm/nearmiss/sut/incidents/transactions.js`).
const KIND: &str = "open-transaction";

/// A transaction that nobody ends.
pub(super) struct OpenTransaction;

impl Oracle for OpenTransaction {
    fn name(&self) -> &'static str {
        "open-transaction"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(992, "Transaction Left Open")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        left_over::faults(test, (992, KIND), &|one| {
            format!("leaves the transaction open that it has begun{}", at(&one.place))
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
