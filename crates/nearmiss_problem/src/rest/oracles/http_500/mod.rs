//! Code 100: the API answers with a status of the 5xx class. Not 501 to 504 where the document declares just that status, and
//! the answer is as declared.

use nearmiss_search::Fault;

use super::invalid_response::content_problems;
use super::{Judged, Oracle};
use crate::HttpResponse;
use crate::rest::operation::StatusPattern;

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
        if response.status < 500 || is_promised(judged, response) {
            return Vec::new();
        }
        let place = judged.thrown_at.unwrap_or_default().to_owned();
        let message = match judged.thrown_at {
            Some(statement) => {
                let line = thrown_line(statement);
                let line = line.unwrap_or_else(|| statement.to_owned());
                format!("answers {}, thrown at {line}", response.status)
            }
            None => format!("answers {}", response.status),
        };
        vec![Fault { code: 100, operation: judged.operation.name.to_string(), place, message }]
    }
}

/// Whether the document says of a service that is away, or of what is not built yet, what the API answers then, and it is
/// answered so: callers can rely on that.
fn is_promised(judged: &Judged<'_>, response: &HttpResponse) -> bool {
    let declared = judged.operation.response_for(response.status);
    (501..=504).contains(&response.status)
        && declared.is_some_and(|declared| {
            declared.status == StatusPattern::Exact(response.status)
                && content_problems(judged, declared, response).is_empty()
        })
}

/// Answers file and line of the statement with this key: of `Statement_src/cart.js_00031_0` `src/cart.js:31`.
#[must_use]
pub fn thrown_line(key: &str) -> Option<String> {
    let mut parts = key.strip_prefix("Statement_")?.rsplitn(3, '_');
    let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    let line: u32 = line.parse().ok()?;
    Some(format!("{file}:{line}"))
}
