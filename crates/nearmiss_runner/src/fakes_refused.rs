//! Which operations refuse calls only because of the fakes in them (paper 001 section 5): they get none.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_problem::{Call, Class, OperationName};

/// Comparisons in which both calls were refused, after which an operation is taken to refuse for other
/// reasons.
const MOST_COMPARISONS: u32 = 3;

/// What is known of operations and fakes.
#[derive(Debug, Default)]
pub(crate) struct FakesRefused {
    refusing: BTreeSet<OperationName>,
    compared: BTreeMap<OperationName, u32>,
}

impl FakesRefused {
    /// Operations that refuse fakes.
    pub(crate) fn refusing(&self) -> &BTreeSet<OperationName> {
        &self.refusing
    }

    /// Whether a refusal may be because of the fakes; `statuses` of calls with them.
    pub(crate) fn is_doubtful(&self, steps: &[Call], statuses: &[u16]) -> bool {
        steps.iter().zip(statuses).any(|(call, status)| {
            is_refusal(*status)
                && !self.refusing.contains(&call.operation)
                && self.compared.get(&call.operation).is_none_or(|n| *n < MOST_COMPARISONS)
        })
    }

    /// Takes in the statuses of the same calls with fakes and without.
    pub(crate) fn compare(&mut self, steps: &[Call], with: &[u16], without: &[u16]) {
        for ((call, with), without) in steps.iter().zip(with).zip(without) {
            if !is_refusal(*with) {
                continue;
            }
            if is_refusal(*without) {
                *self.compared.entry(call.operation.clone()).or_default() += 1;
            } else {
                self.refusing.insert(call.operation.clone());
            }
        }
    }
}

fn is_refusal(status: u16) -> bool {
    Class::of_status(status) == Class::Refused
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::{Call, HttpRequest, Request};

    use super::*;

    #[test]
    fn an_operation_that_refuses_only_fakes_loses_them() {
        let step = |operation: &str| Call {
            operation: operation.into(),
            user: None,
            request: Request::Http(HttpRequest {
                method: "GET".to_owned(),
                target: Vec::new(),
                headers: Vec::new(),
                body: None,
            }),
        };
        let steps = [step("strict"), step("always"), step("open")];
        let mut fakes = FakesRefused::default();
        assert!(fakes.is_doubtful(&steps, &[400, 404, 200]));
        assert!(!fakes.is_doubtful(&steps[2..], &[200]));
        for _ in 0..MOST_COMPARISONS {
            fakes.compare(&steps, &[400, 404, 200], &[200, 404, 200]);
        }
        assert!(fakes.refusing().iter().map(|name| &**name).eq(["strict"]));
        assert!(!fakes.is_doubtful(&steps, &[400, 404, 200]));
    }
}
