//! Something that can be said of a test.

use serde_json::Value;

use crate::js_text::is_shown;

/// Characters of a value that are shown.
const MOST_SHOWN: usize = 24;
/// Characters of a text of which the beginning is shown.
const MOST_BEGUN: usize = 100;
/// Characters of a sentence that are shown.
const MOST_OF_SENTENCE: usize = 60;
/// Characters of a fault's words that are shown: they say at their end what input or field it is of.
const MOST_OF_FAULT: usize = 120;

/// What a fact is about; what says more comes first.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Kind {
    /// What the API says about an error.
    Message,
    /// What is wrong with the API.
    Fault,
    /// What else an answer holds.
    Answer,
    /// What a call holds.
    Input,
    /// The type of what an answer holds, which says least.
    Type,
}

/// A fact. Tests can be told apart by facts of one kind and place.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Fact {
    pub kind: Kind,
    /// Where it is: the call, and the place in it.
    pub place: (usize, String),
    /// How it is said in the name.
    pub words: String,
    /// How it is said of a test that has none in this place.
    pub otherwise: Option<String>,
}

/// A scalar; a long text only by its length. `None` for what has parts.
pub(super) fn shown(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(shown_text(text)),
        Value::Object(_) | Value::Array(_) => None,
        scalar => Some(scalar.to_string()),
    }
}

/// `"x"`, the beginning where it is longer, or `(300 characters)` where there are many, or some that cannot be seen.
pub(super) fn shown_text(text: &str) -> String {
    let length = text.chars().count();
    if length > MOST_BEGUN || !text.chars().all(is_shown) {
        return format!("({length} characters)");
    }
    if length > MOST_SHOWN {
        let begin: String = text.chars().take(MOST_SHOWN - 3).collect();
        return Value::String(format!("{begin}...")).to_string();
    }
    Value::String(text.to_owned()).to_string()
}

/// Answers the first line of a text, cut off where it is longer than a sentence of a name.
pub(super) fn sentence(text: &str) -> String {
    begun(text, MOST_OF_SENTENCE)
}

/// Answers the first line of a fault's words, cut off where it is longer than a name takes.
pub(super) fn fault_sentence(text: &str) -> String {
    begun(text, MOST_OF_FAULT)
}

/// Answers the first line of a text, so many characters of it at most.
fn begun(text: &str, most: usize) -> String {
    let line = text.trim().lines().next().unwrap_or_default().trim_end();
    if line.chars().count() <= most {
        return line.to_owned();
    }
    let cut: String = line.chars().take(most - 3).collect();
    // Not within a word, if there is a blank not far before.
    let end = cut.rfind(' ').filter(|end| *end > most / 2).unwrap_or(cut.len());
    format!("{}...", &cut[..end])
}

/// The words before a regular expression that an API names in its message; all of them where there is none.
pub(super) fn without_pattern(words: &str) -> &str {
    let starts = ["^", "\\d", "\\w", "\\s", "[^", "(?"];
    let first = starts.iter().filter_map(|start| words.find(start)).min();
    let kept = first
        .map_or(words, |at| words[..at].trim_end_matches([' ', '/', '"', '\'', '`', '(', ':']));
    if kept.is_empty() { words } else { kept }
}

/// `1 item`, `3 items`.
pub(super) fn items(count: usize) -> String {
    format!("{count} item{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_shown_by_their_length() {
        assert_eq!(shown_text("a \"b\""), r#""a \"b\"""#);
        assert_eq!(shown_text(&"é".repeat(130)), "(130 characters)");
        assert_eq!(shown_text("The way to the harbour"), r#""The way to the harbour""#);
        assert_eq!(shown_text("The way to the harbour and back"), r#""The way to the harbou...""#);
        assert_eq!(shown_text("a\u{2028}"), "(2 characters)");
    }

    #[test]
    fn a_pattern_is_no_part_of_a_message() {
        assert_eq!(without_pattern("email must match ^[^@ ]+$"), "email must match");
        assert_eq!(without_pattern(r#"code fails to match /\d{3}/"#), "code fails to match");
        assert_eq!(without_pattern("the title is missing"), "the title is missing");
        assert_eq!(without_pattern("^a$"), "^a$");
    }

    #[test]
    fn sentences_end_with_a_word() {
        assert_eq!(sentence(" short \nrest"), "short");
        let long = sentence(&"title is too long ".repeat(9));
        assert_eq!(long, "title is too long title is too long title is too long...");
    }
}
