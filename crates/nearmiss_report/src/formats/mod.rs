//! Formats of reports: one folder and one line of [`ALL`] each.

mod html;
mod junit;
mod lcov;
mod markdown;
mod path_uri;
mod sarif;
#[cfg(test)]
mod trial;
mod wfc;

use crate::run_summary::RunSummary;

pub use html::Html;
pub use junit::Junit;
pub use lcov::Lcov;
pub use markdown::Markdown;
pub use sarif::Sarif;
pub use wfc::Wfc;

/// A kind of report.
pub trait ReportFormat: Sync {
    /// What users call it: `junit`.
    fn name(&self) -> &'static str;

    /// Name of its file.
    fn file_name(&self) -> &'static str;

    /// Whether it is written when users do not say which reports they want.
    fn by_default(&self) -> bool {
        false
    }

    /// The text of the file: the same run gives the same bytes.
    fn write(&self, run: &RunSummary) -> String;
}

/// All formats in alphabetical order of their names.
pub const ALL: &[&dyn ReportFormat] = &[&Html, &Wfc, &Junit, &Lcov, &Markdown, &Sarif];

/// The format of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn ReportFormat> {
    ALL.iter().find(|format| format.name() == name).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_and_files_tell_formats_apart() {
        assert!(ALL.iter().map(|format| format.name()).is_sorted());
        let names: BTreeSet<_> = ALL.iter().map(|format| format.name()).collect();
        let files: BTreeSet<_> = ALL.iter().map(|format| format.file_name()).collect();
        assert_eq!((names.len(), files.len()), (ALL.len(), ALL.len()));
        assert!(by_name("junit").is_some() && by_name("pdf").is_none());
        assert!(by_name("json").is_some_and(|format| format.by_default()));
    }

    #[test]
    fn every_format_names_every_fault() {
        let run = trial::run();
        for format in ALL.iter().filter(|format| format.name() != "lcov") {
            let text = format.write(&run);
            for fault in run.distinct_faults() {
                assert!(text.contains(&fault.id()), "{}: {}", format.name(), fault.id());
            }
            assert_eq!(text, format.write(&run), "{}", format.name());
        }
    }

    #[test]
    fn every_format_writes_a_run_that_found_nothing() {
        for format in ALL {
            assert!(format.write(&RunSummary::default()).ends_with('\n'), "{}", format.name());
        }
    }
}
