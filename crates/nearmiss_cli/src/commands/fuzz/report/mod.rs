//! The report of a run: what was covered and found, in words and files.

mod baseline;
mod closing_colours;
mod coverage;
mod finished;
mod of_run;
mod reported_sources;
mod summary;

pub use self::baseline::Baseline;
pub use self::coverage::by_key as covered_by_key;
pub use self::of_run::report;
