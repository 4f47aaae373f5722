//! A written suite run again with the runner that it was written for: which of its faults are still there, which of its tests
//! fail, which flicker.

mod args;
mod report_file;
mod results;
mod runners;
mod verdict;

pub use args::{REPLAY_HELP, ReplayArgs};
pub use report_file::{ReportFile, WrittenCase, WrittenFault};
pub use results::{Outcome, TestResult, read as read_results, result_of};
pub use runners::{Runner, Wanted, runner_of};
pub use verdict::{FaultVerdict, Verdicts};
