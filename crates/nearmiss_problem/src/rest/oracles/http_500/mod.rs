//! Code 100: the API answers with a status of the 5xx class.

use nearmiss_search::Fault;

use super::{Judged, Oracle};
/// A status of 500 and above, told apart by the statement that threw: an API's own error handler
/// must not make all of them one fault.
pub(super) struct Http500;

impl Oracle for Http500 {
    fn name(&self) -> &'static str {
        "http-500"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(100, "HTTP Status 500")]
    }

    fn judge(&self, judged: &Judged<'_>) -> Vec<Fault> {
        let Some(response) = judged.answer() else { return Vec::new() };
        if response.status < 500 {
            return Vec::new();
        }
        let place = judged.thrown_at.unwrap_or_default().to_owned();
        let message = match judged.thrown_at {
            Some(statement) => format!("answers {}, thrown at {statement}", response.status),
            None => format!("answers {}", response.status),
        };
        vec![Fault { code: 100, operation: judged.operation.name.to_string(), place, message }]
    }
}
