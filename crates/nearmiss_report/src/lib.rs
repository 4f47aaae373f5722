//! What a search found, for machines and for people: [`formats`] (files) and [`closing_summary`] (the
//! last lines on the terminal). No IO: the run is described by a [`RunSummary`].

mod closing_summary;
mod closing_time;
mod counted;
mod fault_category;
mod fault_id;
mod findings;
pub mod formats;
mod missing_packages;
mod run_summary;
mod visible;

pub use closing_summary::closing_summary;
pub use counted::counted;
pub use fault_category::renumbered;
pub use fault_id::fault_id;
pub use findings::{NearMiss, SourceLine, cause_of};
pub use missing_packages::missing_packages;
pub use run_summary::{
    Criterion, CurvePoint, InRepository, ReportedCall, ReportedCosts, ReportedFault,
    ReportedSource, ReportedTarget, ReportedTest, ReportedUser, ReportedWarning, ResumedSummary,
    RunSummary, SuitePlace, Suppressed, TargetKind,
};
pub use visible::visible;
