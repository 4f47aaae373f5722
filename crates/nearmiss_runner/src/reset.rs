//! How the state of a SUT is reset, and the call to a URL of it that does.

use nearmiss_problem::CallOutcome;

use crate::transport::{Transport, WireCall};

/// How the state of the SUT is reset before a test.
#[derive(Clone, Debug)]
pub enum Reset {
    /// Not at all: the process is replaced after many thousands of tests.
    None,
    /// By a fresh process for each test.
    Restart,
    /// By putting back what was changed in its databases, once it has any. The process is replaced as with
    /// [`Reset::None`].
    Databases,
    /// By a POST to this path of the SUT.
    Url(String),
    /// By the driver's `resetStateOfSUT`.
    Driver,
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
