//! Options of `replay`.

use std::path::PathBuf;

use clap::Args;
use nearmiss_writer::FORMAT_NAMES;

/// What stands below the options.
pub const HELP: &str = "\
Examples:
  nearmiss replay nearmiss-tests
  nearmiss replay nearmiss-tests --fault 100-5f0c31d2
  nearmiss replay nearmiss-tests --test \"GET /books\" --times 5

The suite starts the API as it is now and asserts what it answered when the suite was written. A fault is told by its id in
report.json (nearmiss.faults): it is gone when the test that shows it fails. A test that fails alone is run again
with all others of its file, since without a reset it may build on them.

Exit codes: 0 all faults that were asked for are still there and all tests that were run pass, 1 not so,
2 wrong usage: no suite, no such fault, a package that is missing.";

/// Options of `replay`.
#[derive(Args, Clone, Debug)]
pub struct ReplayArgs {
    /// Folder of the suite.
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Run the test that shows this fault; may be repeated.
    #[arg(long, value_name = "ID")]
    pub fault: Vec<String>,
    /// Run tests whose name holds this text.
    #[arg(long, value_name = "NAME-PART")]
    pub test: Option<String>,
    /// Run so many times, to see which tests flicker.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub times: u32,
    /// The report of the suite. Default report.json in its folder.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// What runs the suite. Default: what its files are written for.
    #[arg(long, value_name = "NAME", value_parser = FORMAT_NAMES)]
    pub runner: Option<String>,
    /// Print only what does not hold.
    #[arg(long, short)]
    pub quiet: bool,
    /// Options for the runner; all that follows is taken for them.
    #[arg(long, value_name = "ARGS", num_args = 1.., allow_hyphen_values = true)]
    pub runner_args: Vec<String>,
}
