//! Replays a search's very tests on the plain API, each after the same reset: the ceiling that the speed of a search with a
//! database is measured against. Users log in before the first test, and before one behind a test that has ended their
//! login. `replay_tests REQUESTS USERS COMMAND DIR REGISTER`: JSON lines of `--log-requests`, the file of `--auth`, and the
//! rest as `replay_requests` takes it. Prints `{"tests", "calls", "succeeded", "logins", "callsPerSecond", "parts"}`, the
//! latter seconds by what was done.
#![expect(clippy::print_stdout, reason = "this is a command")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nearmiss_problem::auth::Users;
use nearmiss_problem::{Call, CallOutcome, HttpRequest, OperationName, Request};
use nearmiss_runner::{
    CallLimits, Homes, InPlace, LoginFailure, Logins, ServerAt, Session, StartCommand, SutProcess,
    SutSpec, Transport, WireCall,
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
    login: f64,
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
    // What the start has left is the state that tests begin from.
    sut.put_databases_back()?;
    let mut people = People::new(users, &sut)?;
    let mut transport = Transport::new(CallLimits::default())?;
    transport.connect_to(&sut.host());
    let (mut parts, mut calls, mut succeeded) = (Parts::default(), 0_u32, 0_u32);
    let start = Instant::now();
    for test in tests {
        let began = Instant::now();
        sut.put_databases_back()?;
        parts.reset += began.elapsed().as_secs_f64();
        let began = Instant::now();
        people.log_in(test)?;
        parts.login += began.elapsed().as_secs_f64();
        let began = Instant::now();
        for call in test {
            let outcome = transport.call(&people.addressed(call), || true);
            calls += 1;
            if let CallOutcome::Response(answer) = outcome {
                succeeded += u32::from(answer.is_success());
                people.note(call, answer.is_success());
            }
        }
        parts.calls += began.elapsed().as_secs_f64();
    }
    let seconds = start.elapsed().as_secs_f64();
    sut.stop();
    Ok(serde_json::json!({
        "tests": tests.len(), "calls": calls, "succeeded": succeeded, "logins": people.logins,
        "callsPerSecond": f64::from(calls) / seconds, "parts": parts,
    }))
}

/// Users, and who of them is logged in.
struct People {
    session: Session,
    known: Arc<Mutex<Logins>>,
    at: ServerAt,
    /// Of each his name, what the log has in place of his token, and the token while he is in.
    list: Vec<(String, String, Option<String>)>,
    logins: u32,
}

impl People {
    fn new(users: Arc<Users>, sut: &SutProcess) -> Result<Self, Box<dyn Error>> {
        let names = users.list.iter().map(|user| user.name.clone());
        let list = names.map(|name| (name.clone(), format!("[token of {name}]"), None)).collect();
        let known = Arc::new(Mutex::new(Logins::new(users)));
        let session = Session::new(CallLimits::default(), Arc::clone(&known))?;
        Ok(Self { session, known, at: sut.at(), list, logins: 0 })
    }

    /// Logs in whose tokens a test carries and who is not in.
    fn log_in(&mut self, test: &[WireCall]) -> Result<(), Box<dyn Error>> {
        for (name, mark, token) in &mut self.list {
            if token.is_some() || !test.iter().any(|call| carries(call, mark)) {
                continue;
            }
            self.session.turn_to(&self.at);
            let failed = |failure: LoginFailure| failure.to_string();
            self.session.begin(&[call_of(name)], &self.at).map_err(failed)?;
            self.logins += 1;
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            *token = known.credentials().value(name, "token").map(str::to_owned);
        }
        Ok(())
    }

    /// Notes that a call which succeeded has logged out who made it.
    fn note(&mut self, call: &WireCall, is_success: bool) {
        if is_success && call.target.ends_with("/logout") {
            let out = self.list.iter_mut().filter(|(_, mark, _)| carries(call, mark));
            out.for_each(|(_, _, token)| *token = None);
        }
    }

    /// Answers a call for this process and with the tokens of now.
    fn addressed(&self, call: &WireCall) -> WireCall {
        let mut call = call.clone();
        for (name, value) in &mut call.headers {
            if name == "Host" {
                value.clone_from(&self.at.host);
            }
            for (_, mark, token) in &self.list {
                if value.contains(mark) {
                    *value = value.replace(mark, token.as_deref().unwrap_or("none"));
                }
            }
        }
        call
    }
}

fn carries(call: &WireCall, mark: &str) -> bool {
    call.headers.iter().any(|(_, value)| value.contains(mark))
}

/// Makes a call of a user, to say that he has to be logged in.
fn call_of(user: &str) -> Call {
    let (method, target, headers) = ("GET".to_owned(), Vec::new(), Vec::new());
    Call {
        operation: OperationName::new("GET", "/"),
        user: Some(user.to_owned()),
        request: Request::Http(HttpRequest { method, target, headers, body: None }),
    }
}
