//! What was found, as lines for people.

use crate::colour::{GREEN, RED, YELLOW, painted};

/// Width of the first column.
const LABEL: usize = 16;
/// Where the reason begins, if what stands before is not longer.
const VALUE: usize = 28;

/// Lines, a fact each, with the reason for it.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    lines: Vec<String>,
}

impl Findings {
    /// Something that was found.
    pub fn add(&mut self, label: &str, value: &str, why: &str) {
        self.lines.push(format!("{label:<LABEL$} {value:<VALUE$}  {why}").trim_end().to_owned());
    }

    /// Something that is as it should be.
    pub fn good(&mut self, label: &str, value: &str, why: &str) {
        self.add(label, &painted(&format!("{value:<VALUE$}"), GREEN), why);
    }

    /// Something that should be looked at.
    pub fn doubt(&mut self, label: &str, what: &str, remedy: &str) {
        self.add(label, &painted(what, YELLOW), &format!("-> {remedy}"));
    }

    /// Something without which nothing works.
    pub fn missing(&mut self, label: &str, what: &str, remedy: &str) {
        self.add(label, &painted(what, RED), &format!("-> {remedy}"));
    }

    /// The lines.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}
