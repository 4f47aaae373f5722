//! What people should know of a run.

/// What people should know, each with what it is about.
pub type Warnings = Vec<(&'static str, String)>;
