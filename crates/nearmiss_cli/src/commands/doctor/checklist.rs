//! What was checked, a line each, as it goes.

use std::sync::Arc;

use anstyle::Style;
use nearmiss_report::counted;

use crate::colour::{GREEN, RED, YELLOW, painted};
use crate::output::Output;

/// Width of the names of what is checked.
const LABEL: usize = 11;

/// Prints lines and counts them.
pub struct Checklist {
    output: Arc<Output>,
    warnings: usize,
    missing: usize,
}

impl Checklist {
    /// Nothing was checked yet.
    pub fn new(output: &Arc<Output>) -> Self {
        Self { output: Arc::clone(output), warnings: 0, missing: 0 }
    }

    /// Something is as it should be.
    pub fn ok(&self, label: &str, text: &str) {
        self.line(("ok", GREEN), label, text);
    }

    /// Something should be looked at.
    pub fn warn(&mut self, label: &str, text: &str, remedy: &str) {
        self.warnings += 1;
        self.line(("warn", YELLOW), label, &format!("{text} -> {remedy}"));
    }

    /// Something without which a search or its suite does not run.
    pub fn miss(&mut self, label: &str, text: &str, remedy: &str) {
        self.missing += 1;
        let remedy = if remedy.is_empty() { String::new() } else { format!(" -> {remedy}") };
        self.line(("MISS", RED), label, &format!("{text}{remedy}"));
    }

    fn line(&self, (word, style): (&str, Style), label: &str, text: &str) {
        let word = painted(&format!("{word:<4}"), style);
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        self.output.say(&format!("{word}  {label:<LABEL$} {first}"));
        // What an API printed, say, stands below.
        for line in lines {
            self.output.say(&format!("      {:<LABEL$} {line}", ""));
        }
    }

    /// Prints how many there are; answers the exit code.
    pub fn end(self) -> i32 {
        let (missing, warnings) = (self.missing, self.warnings);
        self.output.say(&match (missing, warnings) {
            (0, 0) => "nothing is missing".to_owned(),
            (0, _) => format!("nothing is missing; {}", counted(warnings, "warning")),
            _ => format!("{missing} missing; {}", counted(warnings, "warning")),
        });
        i32::from(missing > 0)
    }
}
