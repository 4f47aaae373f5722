//! Sends a search's very requests with the runner's own transport to the plain API: the ceiling that a search's speed
//! is measured against. `replay_requests REQUESTS COMMAND DIR REGISTER`: JSON lines of `--log-requests`, the command
//! that starts the API in the folder DIR, and the URL of the module that Node loads first. Prints `{"calls", "seconds",
//! "callsPerSecond"}`.
#![expect(clippy::print_stdout, reason = "this is a command")]

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nearmiss_runner::{CallLimits, StartCommand, SutSpec, Transport, WireCall};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [requests, command, cwd, register] = args.as_slice() else {
        return Err("usage: replay_requests REQUESTS COMMAND DIR REGISTER".into());
    };
    let text = std::fs::read_to_string(requests)?;
    let calls: Result<Vec<WireCall>, _> = text.lines().map(serde_json::from_str).collect();
    let mut calls = calls?;
    let folder = tempfile::tempdir()?;
    let cwd = PathBuf::from(cwd).canonicalize()?;
    let start = StartCommand { command: command.clone(), cwd, env: Vec::new() };
    let spec = SutSpec::plain(start, register.clone(), Duration::from_secs(60));
    let sut = spec.start(&folder.path().join("control"), &Arc::default(), None)?;
    let mut transport = Transport::new(CallLimits::default())?;
    transport.connect_to(&sut.host());
    for call in &mut calls {
        for (name, value) in &mut call.headers {
            if name == "Host" {
                *value = sut.host();
            }
        }
    }
    let start = Instant::now();
    for call in &calls {
        transport.call(call, || true);
    }
    let seconds = start.elapsed().as_secs_f64();
    let count = calls.len();
    let answer = serde_json::json!({
        "calls": count, "seconds": seconds, "callsPerSecond": count as f64 / seconds,
    });
    println!("{answer}");
    Ok(())
}
