//! What drivers of the JVM say in Java's words, in JavaScript's: regular expressions and formats of dates.

mod date;
mod regex;

use std::collections::{BTreeSet, HashMap};

use nearmiss_search::gene::pattern_problem;

pub(crate) use self::date::expression_of as date_expression;
pub(crate) use self::regex::JavaRegex;

/// Expressions that are kept; an API that makes one a request must not fill the memory.
const MOST_EXPRESSIONS: usize = 4096;
/// Wishes that are named as not followed.
const MOST_NAMED: usize = 100;
/// Longest text that is sampled for an expression.
const LONGEST_SAMPLE: usize = 200;

/// What was translated in a search, each once, and what could not be.
#[derive(Debug, Default)]
pub(crate) struct Translations {
    /// Expressions in JavaScript, by those of Java and whether they are of the whole text; `None` where nothing is to
    /// be followed.
    expressions: HashMap<(bool, String), Option<String>>,
    /// Whether texts of an expression in JavaScript are found.
    sampled: HashMap<(bool, String), bool>,
    named: BTreeSet<String>,
}

impl Translations {
    /// An expression of Java in JavaScript, of the `whole` text or of some part of it; `None` where it says nothing or
    /// cannot be followed.
    pub fn expression(&mut self, source: &str, whole: bool) -> Option<String> {
        let key = (whole, source.to_owned());
        if let Some(known) = self.expressions.get(&key) {
            return known.clone();
        }
        let found = self.translated(source, whole);
        if self.expressions.len() < MOST_EXPRESSIONS {
            self.expressions.insert(key, found.clone());
        }
        found
    }

    fn translated(&mut self, source: &str, whole: bool) -> Option<String> {
        let read = JavaRegex::read(source);
        let read = read.inspect_err(|why| self.name(&wanted(source), why)).ok()?;
        if read.says_nothing(whole) { None } else { self.sampled(source, &read, whole) }
    }

    /// What `source` has become, in JavaScript, if texts of it are found.
    pub fn sampled(&mut self, source: &str, read: &JavaRegex, whole: bool) -> Option<String> {
        let key = (whole, read.source());
        if let Some(known) = self.sampled.get(&key) {
            return known.then_some(key.1);
        }
        let tried = if whole { format!("^(?:{})$", key.1) } else { key.1.clone() };
        let problem = pattern_problem(&tried, 0, LONGEST_SAMPLE);
        if let Some(why) = &problem {
            self.name(&wanted(source), why);
        }
        if self.sampled.len() < MOST_EXPRESSIONS {
            self.sampled.insert(key.clone(), problem.is_none());
        }
        problem.is_none().then_some(key.1)
    }

    /// Names what is wanted and not followed, once a search.
    pub fn name(&mut self, wanted: &str, why: &str) {
        if self.named.len() < MOST_NAMED && self.named.insert(wanted.to_owned()) {
            tracing::warn!("the controller wants {wanted}, which is not followed: {why}");
        }
    }

    /// What was named.
    #[cfg(test)]
    pub fn named(&self) -> impl Iterator<Item = &str> {
        self.named.iter().map(String::as_str)
    }
}

fn wanted(source: &str) -> String {
    format!("a text that matches {source}")
}
