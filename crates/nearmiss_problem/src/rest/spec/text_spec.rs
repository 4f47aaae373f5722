//! Text and its formats.

use nearmiss_search::GeneSpec;
use nearmiss_search::gene::{pattern_problem, text_format};

use super::conjunction::Leaf;
use super::keyword;
use super::spec_builder::SpecBuilder;

/// Longest text where the schema sets no limit. It must hold what taint asks for, and many such
/// parameters must fit the 16 KiB that Node takes as request head.
const UNBOUNDED_TEXT: usize = 512;
/// Longest text that is made, whatever the schema asks for.
const LONGEST_TEXT: usize = 100_000;

const IPV4: &str = r"^(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}$";
const IPV6: &str = "^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$";
const HOSTNAME: &str = r"^[a-z]([a-z0-9-]{0,10}[a-z0-9])?(\.[a-z]([a-z0-9-]{0,10}[a-z0-9])?){0,3}$";

impl<'d> SpecBuilder<'d, '_> {
    /// A string: a pattern before a format before plain text.
    pub(super) fn text(&mut self, leaves: &[Leaf<'d>]) -> GeneSpec {
        let min = keyword::counts(leaves, "minLength", self.warnings).into_iter().max();
        let max = keyword::counts(leaves, "maxLength", self.warnings).into_iter().min();
        let mut min_len = min.unwrap_or(0);
        if min_len > LONGEST_TEXT {
            self.warn_at(leaves, "`minLength` asks for more than 100000 units; so many are sent");
            min_len = LONGEST_TEXT;
        }
        let mut max_len = max.unwrap_or(UNBOUNDED_TEXT.max(min_len * 2)).min(LONGEST_TEXT);
        if max_len < min_len {
            self.warn_at(leaves, "`maxLength` is below `minLength`; it is ignored");
            max_len = UNBOUNDED_TEXT.max(min_len);
        }
        let patterns = keyword::values(leaves, "pattern");
        if patterns.len() > 1 {
            self.warn_at(leaves, "several `pattern`s must hold together; only one is followed");
        }
        if let Some(pattern) = keyword::text(leaves, "pattern", self.warnings) {
            if let Some(problem) = pattern_problem(pattern, min_len, max_len) {
                let message =
                    format!("no text can be made for this pattern ({problem}); any is sent");
                for (pointer, _) in patterns.iter().take(1) {
                    self.warnings.add(pointer, message.clone());
                }
                return GeneSpec::Text { min_len, max_len };
            }
            return GeneSpec::Pattern { pattern: pattern.to_owned(), min_len, max_len };
        }
        let pattern = |pattern: &str| GeneSpec::Pattern {
            pattern: pattern.to_owned(),
            min_len: 0,
            max_len: UNBOUNDED_TEXT,
        };
        let plain = GeneSpec::Text { min_len, max_len };
        let Some(name) = keyword::text(leaves, "format", self.warnings) else { return plain };
        if let Some(format) = text_format(name) {
            return GeneSpec::Format(format);
        }
        match name {
            "ipv4" | "ip" => pattern(IPV4),
            "ipv6" => pattern(IPV6),
            "hostname" | "idn-hostname" => pattern(HOSTNAME),
            "binary" | "password" | "string" | "text" => plain,
            other => {
                self.warn_of_format(leaves, other);
                plain
            }
        }
    }
}
