//! Targets that answers alone cover.

use crate::{Call, CallOutcome, Class};

/// The three classes of answers that each operation should show.
const CLASSES: [(&str, Class); 3] =
    [("success", Class::Success), ("clientError", Class::Refused), ("serverError", Class::Failed)];

/// How near an answer of another class comes.
const OTHER_CLASS: f64 = 0.5;

/// Keys and heuristics of one outcome: `Status_<operation>_<code>`, and
/// `Response_<operation>_success`, `_clientError` and `_serverError`.
pub(super) fn response_targets(call: &Call, outcome: &CallOutcome) -> Vec<(String, f64)> {
    let CallOutcome::Response(response) = outcome else { return Vec::new() };
    let operation = &call.operation;
    let mut targets = vec![(format!("Status_{operation}_{}", response.status), 1.0)];
    for (name, class) in CLASSES {
        let h = if response.class() == class { 1.0 } else { OTHER_CLASS };
        targets.push((format!("Response_{operation}_{name}"), h));
    }
    targets
}
