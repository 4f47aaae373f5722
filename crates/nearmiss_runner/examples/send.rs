//! Sends steps as a search would, for the echo contract: `send STEPS HOST:PORT CREDENTIALS`, where `STEPS` is a JSON
//! file with a list of calls, and `CREDENTIALS` one with values by user and slot. Each call knows the answers before
//! it. Prints `N sent`.
#![expect(clippy::print_stdout, reason = "this is a command")]

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex};

use nearmiss_problem::auth::Variables;
use nearmiss_problem::{Call, CallOutcome};
use nearmiss_runner::{CallLimits, Credentials, Logins, OwnDatabases, Protocol, ServerAt, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(steps), Some(host), Some(credentials)) = (args.next(), args.next(), args.next())
    else {
        return Err("usage: send STEPS HOST:PORT CREDENTIALS".into());
    };
    let steps: Vec<Call> = serde_json::from_str(&std::fs::read_to_string(&steps)?)?;
    let credentials = credentials_of(&std::fs::read_to_string(&credentials)?)?;
    let logins = Arc::new(Mutex::new(Logins::of_nobody(credentials)));
    let mut session = Session::new(CallLimits::default(), logins)?;
    session.turn_to(&ServerAt {
        host: host.clone(),
        protocol: Protocol::Http,
        wanted: 0,
        databases: OwnDatabases::default(),
    });
    for (index, call) in steps.iter().enumerate() {
        let wire = session.wire(call, &host);
        let outcome = session.call(&wire, || true);
        if !matches!(outcome, CallOutcome::Response(_)) {
            return Err(format!("step {index} ({}): {outcome:?}", wire.target).into());
        }
    }
    println!("{} sent", steps.len());
    Ok(())
}

fn credentials_of(text: &str) -> Result<Credentials, serde_json::Error> {
    let users: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(text)?;
    let mut variables = Variables::default();
    for (name, value) in users.get("").into_iter().flatten() {
        variables.set(name, value);
    }
    let mut credentials = Credentials::of(variables);
    for (user, slots) in users {
        credentials.set(&user, slots.into_iter().collect());
    }
    Ok(credentials)
}
