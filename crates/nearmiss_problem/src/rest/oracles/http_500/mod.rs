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

/// Answers file and line of the statement with this key: of `Statement_src/cart.js_00031_0` `src/cart.js:31`.
#[must_use]
pub fn thrown_line(key: &str) -> Option<String> {
    let mut parts = key.strip_prefix("Statement_")?.rsplitn(3, '_');
    let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    let line: u32 = line.parse().ok()?;
    Some(format!("{file}:{line}"))
}
