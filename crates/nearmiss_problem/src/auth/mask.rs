//! Texts for people without the secrets in them.

use super::conceal::{Concealer, FORMS, TextPiece};

/// What stands for a secret without a name of its own.
const SECRET: &str = "[secret]";

/// A text with names in the place of secrets. Where one is written in a way that no name fits into (base64, say),
/// its word is left out; where that is not enough, its line.
pub(super) fn masked(text: &str, secrets: &Concealer) -> String {
    let pieces = secrets.split(text, &FORMS).into_iter().map(|piece| match piece {
        TextPiece::Plain(text) => without_words(text, secrets),
        TextPiece::Secret(secret, _) if !secret.has_expression() => SECRET.to_owned(),
        TextPiece::Secret(secret, _) if secret.user.is_empty() => format!("${{{}}}", secret.slot),
        TextPiece::Secret(secret, _) => {
            format!("[{} of {}]", secret.slot.trim_start_matches('/'), secret.user)
        }
    });
    let text: String = pieces.collect();
    if !secrets.is_in(&text) {
        return text;
    }
    let lines = text.split_inclusive('\n').map(|line| match secrets.is_in(line) {
        true if line.ends_with('\n') => "[a line with a secret]\n",
        true => "[a line with a secret]",
        false => line,
    });
    lines.collect()
}

fn without_words(text: &str, secrets: &Concealer) -> String {
    if !secrets.is_in(text) {
        return text.to_owned();
    }
    let is_between = |letter: char| letter.is_whitespace() || "\"'`<>(){}[],;".contains(letter);
    let words = text.split_inclusive(is_between).flat_map(|word| {
        let end = word.trim_end_matches(is_between).len();
        let (word, rest) = word.split_at(end);
        [if secrets.is_in(word) { SECRET } else { word }, rest]
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use crate::auth::{Concealed, Concealer};

    #[test]
    fn names_words_and_lines_stand_for_secrets() {
        let secret = |user: &str, slot: &str, value: &str| Concealed {
            user: user.to_owned(),
            slot: slot.to_owned(),
            value: value.to_owned(),
        };
        let known = Concealer::new(vec![
            secret("", "PW", "pass word 1"),
            secret("bob", "token", "tok-123456"),
            Concealed::given("given-123"),
        ]);
        let base64 = STANDARD.encode("Bearer tok-123456");
        for (text, masked) in [
            ("nothing".to_owned(), "nothing".to_owned()),
            (
                "Bearer tok-123456, given-123".to_owned(),
                "Bearer [token of bob], [secret]".to_owned(),
            ),
            ("{\"a\":\"GIVEN-123\"}".to_owned(), "{\"a\":\"[secret]\"}".to_owned()),
            (format!("a {base64} b"), "a [secret] b".to_owned()),
            ("x\na PASS WORD 1 b\ny".to_owned(), "x\n[a line with a secret]\ny".to_owned()),
            ("pass%20word%201".to_owned(), "${PW}".to_owned()),
        ] {
            assert_eq!(known.mask(&text), masked);
        }
    }
}
