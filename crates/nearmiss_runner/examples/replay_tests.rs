//! Replays a search's very tests on the plain API, each after the same reset, with everybody logged in before: the ceiling
//! that the speed of a search with a database is measured against. `replay_tests REQUESTS USERS COMMAND DIR REGISTER`:
//! JSON lines of `--log-requests`, the file of `--auth`, and the rest as `replay_requests` takes it. Prints `{"tests",
//! "calls", "succeeded", "callsPerSecond", "parts"}`, the latter seconds by what was done.
#![expect(clippy::print_stdout, reason = "this is a command")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nearmiss_problem::auth::Users;
use nearmiss_problem::{Call, CallOutcome, HttpRequest, OperationName, Request};
use nearmiss_runner::{
    CallLimits, Homes, InPlace, Logins, Session, StartCommand, SutProcess, SutSpec, Transport,
    WireCall,
};

/// A line of the log.
#[derive(serde::Deserialize)]
struct Line {
    test: u64,
    #[serde(flatten)]
    call: WireCall,
}

/// Seconds by what was done.
#[derive(Default, serde::Serialize)]
struct Parts {
    reset: f64,
    calls: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [requests, users, command, cwd, register] = args.as_slice() else {
        return Err("usage: replay_tests REQUESTS USERS COMMAND DIR REGISTER".into());
    };
    let variable = |name: &str| std::env::var(name).ok();
    let users = Arc::new(Users::read(&std::fs::read_to_string(users)?, users, &variable)?);
    let tests = tests(&std::fs::read_to_string(requests)?);
    let folder = tempfile::tempdir()?;
    let cwd = PathBuf::from(cwd).canonicalize()?;
    let start = StartCommand { command: command.clone(), cwd, env: Vec::new() };
    let homes = Arc::new(Homes::new(std::env::temp_dir(), InPlace::default()));
    let spec = SutSpec {
        homes: Some(Arc::clone(&homes)),
        ..SutSpec::plain(start, register.clone(), Duration::from_secs(60))
    };
    let answer = replay(&spec, folder.path(), &tests, users)?;
    homes.close();
    println!("{answer}");
    Ok(())
}

/// Reads the tests of a log. A line that is no call any more, for a secret stood in it, is left out.
fn tests(log: &str) -> Vec<Vec<WireCall>> {
    let mut tests: Vec<(u64, Vec<WireCall>)> = Vec::new();
    for line in log.lines() {
        let Ok(Line { test, call }) = serde_json::from_str(line) else { continue };
        match tests.last_mut() {
            Some((last, calls)) if *last == test => calls.push(call),
            _ => tests.push((test, vec![call])),
        }
    }
    tests.into_iter().map(|(_, calls)| calls).collect()
}

fn replay(
    spec: &SutSpec,
    folder: &Path,
    tests: &[Vec<WireCall>],
    users: Arc<Users>,
) -> Result<serde_json::Value, Box<dyn Error>> {
    let mut sut = spec.start(&folder.join("control"), &Arc::default(), None)?;
    sut.is_called();
    let tokens = log_in(&sut, users)?;
    // Who is logged in now stays so: that is the state which tests begin from.
    sut.put_databases_back()?;
    let mut transport = Transport::new(CallLimits::default())?;
    transport.connect_to(&sut.host());
    let (mut parts, mut calls, mut succeeded) = (Parts::default(), 0_u32, 0_u32);
    let start = Instant::now();
    for test in tests {
        let began = Instant::now();
        sut.put_databases_back()?;
        parts.reset += began.elapsed().as_secs_f64();
        let began = Instant::now();
        for call in test {
            let outcome = transport.call(&addressed(call, &sut.host(), &tokens), || true);
            calls += 1;
            succeeded +=
                u32::from(matches!(outcome, CallOutcome::Response(answer) if answer.is_success()));
        }
        parts.calls += began.elapsed().as_secs_f64();
    }
    let seconds = start.elapsed().as_secs_f64();
    sut.stop();
    Ok(serde_json::json!({
        "tests": tests.len(), "calls": calls, "succeeded": succeeded,
        "callsPerSecond": f64::from(calls) / seconds, "parts": parts,
    }))
}

/// Logs everybody in. Answers what the log has in place of each token, and the token.
fn log_in(sut: &SutProcess, users: Arc<Users>) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let names: Vec<String> = users.list.iter().map(|user| user.name.clone()).collect();
    let logins = Arc::new(Mutex::new(Logins::new(users)));
    let mut session = Session::new(CallLimits::default(), Arc::clone(&logins))?;
    session.turn_to(&sut.at());
    let call = |user: &String| Call {
        operation: OperationName::new("GET", "/"),
        user: Some(user.clone()),
        request: Request::Http(HttpRequest {
            method: "GET".to_owned(),
            target: Vec::new(),
            headers: Vec::new(),
            body: None,
        }),
    };
    let calls: Vec<Call> = names.iter().map(call).collect();
    session.begin(&calls, &sut.at()).map_err(|failure| failure.to_string())?;
    let logins = logins.lock().unwrap_or_else(PoisonError::into_inner);
    let given = names.into_iter().filter_map(|user| {
        let token = logins.credentials().value(&user, "token")?.to_owned();
        Some((format!("[token of {user}]"), token))
    });
    Ok(given.collect())
}

/// Answers a call for this process and with the tokens of now.
fn addressed(call: &WireCall, host: &str, tokens: &[(String, String)]) -> WireCall {
    let mut call = call.clone();
    for (name, value) in &mut call.headers {
        if name == "Host" {
            *value = host.to_owned();
        }
        for (mark, token) in tokens {
            if value.contains(mark) {
                *value = value.replace(mark, token);
            }
        }
    }
    call
}
