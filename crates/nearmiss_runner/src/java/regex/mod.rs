//! Java's regular expressions (`java.util.regex.Pattern`) as those of JavaScript, which texts are sampled of: `\Q..\E`
//! quotes, POSIX and Unicode classes, unions and intersections of classes, inline flags, possessive quantifiers, atomic
//! groups.

mod class;
mod parse;
mod property;
mod quoted;
mod rest;
mod set;
mod tree;

use self::tree::Node;

/// An expression of Java.
#[derive(Clone, Debug)]
pub(crate) struct JavaRegex {
    root: Node,
}

impl JavaRegex {
    /// Reads an expression.
    ///
    /// # Errors
    /// What of it is not understood.
    pub fn read(source: &str) -> Result<Self, String> {
        Ok(Self { root: parse::parse(source)? })
    }

    /// Whether it asks nothing of an input: it matches all texts as a `whole`, or is found in all of them.
    pub fn says_nothing(&self, whole: bool) -> bool {
        let is_empty = self.root == Node::Empty;
        is_empty || self.root.is_anything() || (!whole && self.root.is_everywhere())
    }

    /// The expressions of several inputs that stand in one text, with fixed text before, between and behind them, so
    /// that the whole text matches; `None` where that cannot be said of each of them alone.
    pub fn parts(&self, fixed: &[String]) -> Option<Vec<Self>> {
        let parts = rest::parts_of(&self.root, fixed)?;
        Some(parts.into_iter().map(|root| Self { root }).collect())
    }

    /// Its source in JavaScript, without flags.
    pub fn source(&self) -> String {
        let mut out = String::new();
        self.root.print(&mut out);
        out
    }
}

#[cfg(test)]
mod tests;
