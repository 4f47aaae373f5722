//! What is one query to an API, whatever values it has.

use sqlparser::tokenizer::{Token, Tokenizer};

use crate::asked::Dialect;

/// Answers the text of a query with `?` for each value that stands in it, lists of these as one, and one blank for each
/// row of blanks: what the same place of a program asks is the same text then.
#[must_use]
pub fn shape_of(dialect: Dialect, text: &str) -> String {
    let Ok(tokens) = Tokenizer::new(dialect.of_parser(), text).tokenize() else {
        return text.split_whitespace().collect::<Vec<&str>>().join(" ");
    };
    let mut words: Vec<String> = Vec::new();
    for token in tokens {
        let word = match token {
            Token::Whitespace(_) => continue,
            Token::Number(..)
            | Token::SingleQuotedString(_)
            | Token::NationalStringLiteral(_)
            | Token::EscapedStringLiteral(_)
            | Token::HexStringLiteral(_)
            | Token::DollarQuotedString(_)
            | Token::Placeholder(_) => "?".to_owned(),
            other => other.to_string(),
        };
        // `?, ?` is `?`.
        if word == "?" && words.ends_with(&["?".to_owned(), ",".to_owned()]) {
            words.pop();
            continue;
        }
        words.push(word);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_same_for_other_values() {
        let one = shape_of(Dialect::Postgres, "SELECT *  FROM a WHERE b IN ($1, $2) AND c = 'x'");
        let other =
            shape_of(Dialect::Postgres, "SELECT * FROM a\n WHERE b IN ($1) AND c = 'it''s'");
        assert_eq!(one, other);
        assert_eq!(one, "SELECT * FROM a WHERE b IN ( ? ) AND c = ?");
    }
}
