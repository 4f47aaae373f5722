//! `report.html`: one page for people, which works from disk and loads nothing. Its program and its
//! style (`page/`) are built before this crate; here the facts of the run are put into it.

mod compact_targets;
mod page_data;
mod script_text;
mod source_place;

use page_data::page_data;
use script_text::inert;

use super::ReportFormat;
use crate::run_summary::RunSummary;

/// The built page, or one that says that it is not built.
const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.html"));
/// Where the facts go; it stands in the page once.
const FACTS: &str = "%nearmiss:facts%";

/// The page. What comes from the API is JSON in it, which the page shows as text: it never becomes markup
/// or program.
pub struct Html;

impl ReportFormat for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn file_name(&self) -> &'static str {
        "report.html"
    }

    fn by_default(&self) -> bool {
        true
    }

    fn write(&self, run: &RunSummary) -> String {
        let facts = inert(&page_data(run).to_string());
        let (before, after) = PAGE.split_once(FACTS).unwrap_or((PAGE, ""));
        format!("{before}{facts}{after}")
    }
}

#[cfg(test)]
mod tests;
