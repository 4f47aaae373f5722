//! Targets that answers alone cover.

use crate::{CallOutcome, HttpCall};

/// The three classes of answers that each operation should show.
const CLASSES: [(&str, std::ops::Range<u16>); 3] =
    [("success", 200..300), ("clientError", 400..500), ("serverError", 500..600)];

/// How near an answer of another class comes.
const OTHER_CLASS: f64 = 0.5;

/// Keys and heuristics of one outcome: `Status_<operation>_<code>`, and
/// `Response_<operation>_success`, `_clientError` and `_serverError`.
pub(super) fn response_targets(call: &HttpCall, outcome: &CallOutcome) -> Vec<(String, f64)> {
    let CallOutcome::Response(response) = outcome else { return Vec::new() };
    let operation = &call.operation;
    let mut targets = vec![(format!("Status_{operation}_{}", response.status), 1.0)];
    for (class, range) in CLASSES {
        let h = if range.contains(&response.status) { 1.0 } else { OTHER_CLASS };
        targets.push((format!("Response_{operation}_{class}"), h));
    }
    targets
}
