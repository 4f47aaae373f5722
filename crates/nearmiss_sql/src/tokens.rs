//! Words of a text, as the parser knows them.

use sqlparser::tokenizer::{Token, TokenWithSpan, Tokenizer};

use crate::asked::Dialect;

/// Words behind which `BINARY` is a name.
const NAMED: [&str; 3] = ["as", "collate", "set"];
/// Words that stand behind IS in any dialect.
const TESTS: [&str; 9] =
    ["null", "true", "false", "unknown", "distinct", "json", "document", "normalized", "not"];

/// Reads the words of a text. What a dialect has and the parser does not is said in other words that mean the same, as
/// far as rows go: `IS ?` of SQLite, `BINARY`, `CHARSET` and `MOD` of MySQL.
pub(crate) fn tokens_of(dialect: Dialect, text: &str) -> Option<Vec<TokenWithSpan>> {
    let tokens = Tokenizer::new(dialect.of_parser(), text).tokenize_with_location().ok()?;
    let kept: Vec<TokenWithSpan> =
        tokens.into_iter().filter(|token| !matches!(token.token, Token::Whitespace(_))).collect();
    Some(match dialect {
        Dialect::Postgres => {
            // `trim(BOTH FROM x)` is `trim(x)`.
            let words: Vec<Option<String>> =
                kept.iter().map(|token| word_of(&token.token)).collect();
            let is_word = |at: Option<usize>, wanted: &str| {
                at.and_then(|at| words.get(at)).and_then(Option::as_deref) == Some(wanted)
            };
            let is_left_out = |at: usize| {
                is_word(Some(at), "symmetric")
                    || (is_word(Some(at), "both") && is_word(Some(at + 1), "from"))
                    || (is_word(Some(at), "from") && is_word(at.checked_sub(1), "both"))
            };
            let kept = kept.into_iter().enumerate().filter(|(at, _)| !is_left_out(*at));
            kept.map(|(_, token)| token).collect()
        }
        Dialect::Sqlite => with_comparisons(kept),
        Dialect::MySql => without_charsets(kept),
    })
}

fn word_of(token: &Token) -> Option<String> {
    match token {
        Token::Word(word) if word.quote_style.is_none() => Some(word.value.to_ascii_lowercase()),
        _ => None,
    }
}

/// Writes `a IS b` as `a <=> b`, and `a IS NOT b` as `a <> b`.
fn with_comparisons(tokens: Vec<TokenWithSpan>) -> Vec<TokenWithSpan> {
    let words: Vec<Option<String>> = tokens.iter().map(|token| word_of(&token.token)).collect();
    let is_test = |at: usize| {
        words.get(at).and_then(Option::as_deref).is_some_and(|word| TESTS.contains(&word))
    };
    let is_word =
        |at: usize, wanted: &str| words.get(at).and_then(Option::as_deref) == Some(wanted);
    let mut written = Vec::new();
    let mut skips = false;
    for (at, mut token) in tokens.into_iter().enumerate() {
        if std::mem::take(&mut skips) {
            continue;
        }
        if is_word(at, "is") && is_word(at + 1, "not") && !is_test(at + 2) {
            token.token = Token::Neq;
            skips = true;
        } else if is_word(at, "is") && !is_test(at + 1) {
            token.token = Token::Spaceship;
        }
        written.push(token);
    }
    written
}

fn without_charsets(tokens: Vec<TokenWithSpan>) -> Vec<TokenWithSpan> {
    let words: Vec<Option<String>> = tokens.iter().map(|token| word_of(&token.token)).collect();
    let before = |at: usize| at.checked_sub(1).and_then(|at| words[at].as_deref());
    let is_call = |at: usize| tokens.get(at + 1).is_some_and(|next| next.token == Token::LParen);
    let written = tokens.iter().enumerate().filter_map(|(at, token)| {
        let mut token = token.clone();
        match words[at].as_deref() {
            Some("charset") => return None,
            _ if before(at) == Some("charset") => return None,
            Some("binary") if !before(at).is_some_and(|word| NAMED.contains(&word)) => return None,
            Some("mod") if !is_call(at) => token.token = Token::Mod,
            Some("sounds") => return None,
            _ => {}
        }
        Some(token)
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(dialect: Dialect, text: &str) -> String {
        let tokens = tokens_of(dialect, text).unwrap();
        tokens.iter().map(|token| token.token.to_string()).collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn are_said_in_words_that_the_parser_knows() {
        assert_eq!(written(Dialect::Sqlite, "a IS ? AND b IS NOT 'x'"), "a <=> ? AND b <> 'x'");
        assert_eq!(written(Dialect::Sqlite, "a IS NOT NULL"), "a IS NOT NULL");
        assert_eq!(
            written(Dialect::MySql, "a regexp cast('x' as char charset binary)"),
            "a regexp cast ( 'x' as char )"
        );
        assert_eq!(written(Dialect::MySql, "a MOD 3 = MOD(b, 2)"), "a % 3 = MOD ( b , 2 )");
    }
}
