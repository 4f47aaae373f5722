//! `internal-send`: sends steps as a search would, for the echo contract.

use std::collections::BTreeMap;

use nearmiss_problem::auth::Variables;
use nearmiss_problem::{Call, CallOutcome};
use nearmiss_runner::{CallLimits, Credentials, Transport, wire_call};

use crate::args::InternalSendArgs;
use crate::failure::Failure;
use crate::output::Output;

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
    let mut transport = Transport::new(CallLimits::default())
        .map_err(|error| Failure::system("no event loop", &error))?;
    transport.connect_to(&args.base);
    let mut outcomes = Vec::with_capacity(steps.len());
    for (index, call) in steps.iter().enumerate() {
        let wire = wire_call(call.http(), &outcomes, &args.base, &credentials);
        let outcome = transport.call(&wire, || true);
        if !matches!(outcome, CallOutcome::Response(_)) {
            return Err(named(format!("step {index} ({}): {outcome:?}", wire.target)));
        }
        outcomes.push(outcome);
    }
    output.result(&format!("{} sent", outcomes.len()));
    Ok(())
}
