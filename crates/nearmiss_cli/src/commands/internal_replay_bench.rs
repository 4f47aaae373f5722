//! `internal-replay-bench`: the runner's own transport on a search's very requests against the
//! plain API: the ceiling that a search's speed is measured against.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use nearmiss_runner::{CallLimits, StartCommand, SutSpec, Transport, WireCall};

use crate::failure::Failure;
use crate::output::Output;
use crate::temporary;

/// Options of `internal-replay-bench`.
#[derive(Args, Debug)]
pub struct ReplayBenchArgs {
    /// JSON lines written by --log-requests.
    #[arg(long)]
    pub requests: PathBuf,
    /// Command that starts the API.
    #[arg(long)]
    pub start: String,
    /// Directory of the API.
    #[arg(long, default_value = ".")]
    pub cwd: PathBuf,
}

/// Replays all requests in order on one connection and prints calls per second as JSON.
///
/// # Errors
/// When the file is wrong or the API does not start.
pub fn run(args: &ReplayBenchArgs, register: &str, output: &Output) -> Result<(), Failure> {
    let named = |why: String| Failure::usage(format!("{}: {why}", args.requests.display()));
    let text = std::fs::read_to_string(&args.requests).map_err(|error| named(error.to_string()))?;
    let calls: Result<Vec<WireCall>, _> = text.lines().map(serde_json::from_str).collect();
    let mut calls = calls.map_err(|error| named(error.to_string()))?;
    let folder = temporary::folder()?;
    let cwd = args.cwd.canonicalize().map_err(|error| named(error.to_string()))?;
    let start = StartCommand { command: args.start.clone(), cwd, env: Vec::new() };
    let spec = SutSpec::plain(start, register.to_owned(), Duration::from_secs(60));
    let sut = spec
        .start(&folder.path().join("control"), &Arc::default(), None)
        .map_err(|error| Failure::start(error.to_string()))?;
    let mut transport = Transport::new(CallLimits::default())
        .map_err(|error| Failure::system("no event loop", &error))?;
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
    output.result(&answer.to_string());
    Ok(())
}
