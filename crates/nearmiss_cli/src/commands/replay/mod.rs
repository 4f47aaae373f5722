//! `replay`: a written suite run again with the runner that it was written for: which of its faults are still there,
//! which of its tests fail, which flicker.

mod args;
mod report_file;
mod results;
mod run;
mod runners;
mod verdict;

pub use self::args::{HELP, ReplayArgs};
pub use self::run::run;
