//! `report.html`: one page for people, which works from disk and loads nothing. Its program and its
//! style (`page/`) are built before this crate; here the facts of the run are put into it.

mod compact_targets;
mod page_data;
mod script_text;
mod source_place;

use crate::RunSummary;
use page_data::page_data;
use script_text::inert;

/// The built page, or one that says that it is not built.
const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.html"));
/// Where the facts go; it stands in the page once.
const FACTS: &str = "%nearmiss:facts%";

/// The text of `report.html`. What comes from the API is JSON in it, which the page shows as text: it
/// never becomes markup or program.
#[must_use]
pub fn html_report(run: &RunSummary) -> String {
    let facts = inert(&page_data(run).to_string());
    let (before, after) = PAGE.split_once(FACTS).unwrap_or((PAGE, ""));
    format!("{before}{facts}{after}")
}

#[cfg(test)]
mod tests;
