//! Pieces of tokens in texts: a search that comes near to a token by mutation holds most of it.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Letters of a token that are looked for at once, and how far apart these stretches begin: whoever has
/// `WINDOW + STEP - 1` letters of it in a row has one of them.
const WINDOW: usize = 10;
const STEP: usize = 4;

/// Stretches of tokens, each by its hash: logins that are renewed leave tens of thousands of tokens.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    hashes: HashSet<u64>,
}

impl Pieces {
    /// Takes stretches of these texts that are nobody's words: letters with digits among them.
    pub fn of<'a>(tokens: impl Iterator<Item = &'a str>) -> Self {
        let windows = tokens.flat_map(|token| token.as_bytes().windows(WINDOW).step_by(STEP));
        Self { hashes: windows.filter(|window| is_random(window)).map(hash_of).collect() }
    }

    /// Tells whether a text holds any of them.
    pub fn is_in(&self, text: &str) -> bool {
        let mut windows = text.as_bytes().windows(WINDOW);
        !self.hashes.is_empty()
            && windows.any(|window| is_random(window) && self.hashes.contains(&hash_of(window)))
    }
}

/// Tells whether a stretch has letters and digits in turns, as words, names, dates and numbers have not.
fn is_random(window: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    let turns =
        window.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit());
    window.iter().all(is_plain) && window.iter().any(u8::is_ascii_alphabetic) && turns.count() >= 2
}

fn hash_of(window: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    window.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_of_a_token_is_found_and_words_are_not() {
        let tokens = ["tok-e15f4322360385c722cbcbe3-SECRETTOKEN", "administrator-2024-01-02"];
        let pieces = Pieces::of(tokens.into_iter());
        assert!(pieces.is_in("Bearer tok- tok-e15f4322360385c722cbcbe3-SECR"));
        assert!(pieces.is_in("4322360385c722c"));
        for text in ["tok-e15f", "administrator", "2024-01-02", "SECRETTOKEN", "", "é"] {
            assert!(!pieces.is_in(text), "{text}");
        }
        assert!(!Pieces::default().is_in("4322360385c722c"));
    }
}
