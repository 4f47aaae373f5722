//! What may be asked of a database a second time: functions that only read.

use sqlparser::tokenizer::{Token, TokenWithSpan};

/// Words before `(` that call nothing.
const OF_SYNTAX: &str = include_str!("syntax_words.txt");
/// Words behind which a name before `(` is one that is given: `AS t (a, b)`.
const BEFORE_NAMES: [&str; 3] = ["as", "with", "recursive"];
/// Functions that only read, and answer the same within a statement.
const READING: &str = include_str!("reading_functions.txt");

/// Tells whether all functions that are called in a text are known to read only.
pub(super) fn may_be_asked(tokens: &[TokenWithSpan]) -> bool {
    let words: Vec<Option<(String, bool)>> = tokens
        .iter()
        .map(|token| match &token.token {
            Token::Word(word) => {
                Some((word.value.to_ascii_lowercase(), word.quote_style.is_some()))
            }
            _ => None,
        })
        .collect();
    let is_call =
        |at: usize| matches!(tokens.get(at + 1).map(|next| &next.token), Some(Token::LParen));
    words.iter().enumerate().all(|(at, word)| {
        let Some((word, is_quoted)) = word else { return true };
        if !is_call(at) {
            // `SELECT ... INTO` makes a table.
            return *is_quoted || !matches!(word.as_str(), "into" | "insert" | "merge");
        }
        let before = at.checked_sub(1).and_then(|before| words[before].as_ref());
        if before.is_some_and(|(before, quoted)| !quoted && BEFORE_NAMES.contains(&before.as_str()))
        {
            return true;
        }
        let is_reading = has(READING, word);
        !is_quoted && (has(OF_SYNTAX, word) || is_reading)
    })
}

fn has(words: &str, wanted: &str) -> bool {
    words.split_whitespace().any(|word| word == wanted)
}
