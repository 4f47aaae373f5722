//! `internal-send`: sends steps as a search would, for the echo contract.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use clap::Args;

use nearmiss_problem::auth::Variables;
use nearmiss_problem::{Call, CallOutcome};
use nearmiss_runner::{CallLimits, Credentials, Logins, Protocol, ServerAt, Session};

use crate::failure::Failure;
use crate::output::Output;

/// Options of `internal-send`.
#[derive(Args, Debug)]
pub struct InternalSendArgs {
    /// JSON file with an array of steps.
    pub steps: PathBuf,
    /// `host:port` to send to.
    #[arg(long)]
    pub base: String,
    /// JSON file with values by user and slot.
    #[arg(long)]
    pub credentials: Option<PathBuf>,
}

/// Sends every step, each knowing the answers before it, and prints `N sent`.
///
/// # Errors
/// When the file is wrong or a call is not answered.
pub fn run(args: &InternalSendArgs, output: &Output) -> Result<(), Failure> {
    let named = |why: String| Failure::usage(format!("{}: {why}", args.steps.display()));
    let text = std::fs::read_to_string(&args.steps).map_err(|error| named(error.to_string()))?;
    let steps: Vec<Call> = serde_json::from_str(&text).map_err(|error| named(error.to_string()))?;
    let mut credentials = Credentials::default();
    if let Some(path) = &args.credentials {
        let named = |why: String| Failure::usage(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
        let users: BTreeMap<String, BTreeMap<String, String>> =
            serde_json::from_str(&text).map_err(|error| named(error.to_string()))?;
        let mut variables = Variables::default();
        for (name, value) in users.get("").into_iter().flatten() {
            variables.set(name, value);
        }
        credentials = Credentials::of(variables);
        for (user, slots) in users {
            credentials.set(&user, slots.into_iter().collect());
        }
    }
    let logins = Arc::new(Mutex::new(Logins::of_nobody(credentials)));
    let mut session = Session::new(CallLimits::default(), logins)
        .map_err(|error| Failure::system("no event loop", &error))?;
    session.turn_to(&ServerAt { host: args.base.clone(), protocol: Protocol::Http, wanted: 0 });
    for (index, call) in steps.iter().enumerate() {
        let wire = session.wire(call, &args.base);
        let outcome = session.call(&wire, || true);
        if !matches!(outcome, CallOutcome::Response(_)) {
            return Err(named(format!("step {index} ({}): {outcome:?}", wire.target)));
        }
    }
    output.result(&format!("{} sent", steps.len()));
    Ok(())
}
