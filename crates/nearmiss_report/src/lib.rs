//! nearmiss_report.
