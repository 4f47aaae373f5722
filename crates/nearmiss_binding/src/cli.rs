//! The command line, run on a thread of its own so that Node's main thread can serve Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi_derive::napi;
use nearmiss_cli::Invocation;

/// Deep JSON schemas and deep sources are met by recursion.
const STACK_BYTES: usize = 64 << 20;
/// Exit code of a panic of ours, as the shell knows it from Rust programs.
const PANIC_EXIT_CODE: i32 = 101;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Runs `nearmiss` with `argv` (without the program's name) and calls `callback` with the exit code.
/// `package` is the folder of the npm package.
///
/// # Errors
/// The thread cannot be started.
#[napi(js_name = "runCli")]
pub fn run_cli(
    argv: Vec<String>,
    package: String,
    callback: ThreadsafeFunction<i32, (), i32, napi::Status, false>,
) -> napi::Result<()> {
    let node = std::env::current_exe().map_err(|error| {
        napi::Error::from_reason(format!("nearmiss: the program of this process is gone: {error}"))
    })?;
    let interrupt = Arc::clone(&INTERRUPTED);
    let invocation = Invocation { args: argv, node, package: package.into(), interrupt };
    std::thread::Builder::new()
        .name("nearmiss".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let code = catch_unwind(AssertUnwindSafe(|| nearmiss_cli::run(invocation)))
                .unwrap_or(PANIC_EXIT_CODE);
            callback.call(code, ThreadsafeFunctionCallMode::Blocking);
        })
        .map(|_| ())
        .map_err(|error| {
            napi::Error::from_reason(format!("nearmiss: cannot start a thread: {error}"))
        })
}

/// Asks the run under way to stop soon and to keep what it has.
#[napi]
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}
