//! How the state of a SUT is reset, and the call to a URL of it that does.

use nearmiss_problem::{Call, CallOutcome, Class};

use crate::transport::{Transport, WireCall};

/// How the state of the SUT is reset before a test.
#[derive(Clone, Debug)]
pub enum Reset {
    /// Not at all: the process is replaced after many thousands of tests.
    None,
    /// By a fresh process for each test.
    Restart,
    /// By a fresh process for a test before which another one may have changed something: a call of its
    /// that is no `GET`, `HEAD`, `OPTIONS` or `TRACE` was not refused.
    AfterWrites,
    /// By putting back what was changed in its databases, once it has any. The process is replaced as with
    /// [`Reset::None`].
    Databases,
    /// By a POST to this path of the SUT.
    Url(String),
    /// By the driver's `resetStateOfSUT`.
    Driver,
}

/// Methods of calls that change nothing of what others see.
const SAFE_METHODS: [&str; 4] = ["GET", "HEAD", "OPTIONS", "TRACE"];

/// Tells whether calls may have changed what the process of the SUT holds: one of a method that changes things was not
/// refused.
#[must_use]
pub fn may_have_changed(calls: &[Call], outcomes: &[CallOutcome]) -> bool {
    let is_refused = |outcome: &CallOutcome| match outcome {
        CallOutcome::Response(answer) => answer.class() == Class::Refused,
        CallOutcome::Timeout | CallOutcome::Broken(_) => false,
    };
    let mut made = calls.iter().zip(outcomes);
    made.any(|(call, outcome)| {
        !SAFE_METHODS.contains(&call.operation.verb()) && !is_refused(outcome)
    })
}

/// Calls the reset target of the SUT at `host`.
///
/// # Errors
/// With a short text for people when the answer is none that says it was done.
pub fn reset_by_call(transport: &mut Transport, target: &str, host: &str) -> Result<(), String> {
    let line = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let call = WireCall {
        method: "POST".to_owned(),
        target: target.to_owned(),
        headers: vec![line("Host", host), line("Content-Length", "0")],
        body: None,
    };
    match transport.call(&call, || false) {
        CallOutcome::Response(answer) if answer.status < 400 => Ok(()),
        CallOutcome::Response(answer) => {
            Err(format!("the reset POST {target} was answered {}", answer.status))
        }
        CallOutcome::Timeout => Err(format!("the reset POST {target} was not answered in time")),
        CallOutcome::Broken(why) => Err(format!("the reset POST {target} failed: {why}")),
    }
}
