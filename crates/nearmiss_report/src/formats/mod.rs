//! Formats of reports: a folder each.

mod html;

pub use html::html_report;
