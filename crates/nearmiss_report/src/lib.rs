//! What a search found, for machines ([`report_json`], the format of Web Fuzzing Commons) and for
//! people ([`html_report`], [`closing_summary`]). No IO: the run is described by a [`RunSummary`].

mod closing_summary;
mod fault_category;
mod fault_id;
mod formats;
mod missing_packages;
mod report_json;
mod run_summary;

pub use closing_summary::{SuitePlace, closing_summary};
pub use fault_category::fault_name;
pub use fault_id::fault_id;
pub use formats::html_report;
pub use missing_packages::missing_packages;
pub use report_json::report_json;
pub use run_summary::{
    Criterion, CurvePoint, ReportedCall, ReportedFault, ReportedSource, ReportedTarget,
    ReportedTest, ReportedUser, ReportedWarning, ResumedSummary, RunSummary, Suppressed,
    TargetKind,
};
