//! Texts that pass tests of their letters.

use serde_json::Value;

use crate::arithmetic::text_of;
use crate::domain::Test;

/// Answers a text with what tests want in it: letters at places, an ending, letters of one case.
pub(crate) fn spelled(text: &str, tests: &[Test]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for test in tests {
        if let Test::Piece(start, piece) = test {
            let end = start + piece.chars().count();
            if end <= LONGEST {
                letters.resize(letters.len().max(end), 'a');
                for (at, letter) in piece.chars().enumerate() {
                    letters[start + at] = letter;
                }
            }
        }
    }
    let mut text: String = letters.into_iter().collect();
    for test in tests {
        match test {
            Test::Ending(ending) if !text.ends_with(ending.as_str()) => text += ending,
            Test::Upper => text = text.to_uppercase(),
            Test::Lower => text = text.to_lowercase(),
            _ => {}
        }
    }
    text
}

const LONGEST: usize = 400;

/// Lists other spellings of a value that a test takes for the same.
pub(crate) fn spellings(value: &Value, tests: &[Test]) -> Vec<Value> {
    let text = text_of(value);
    let mut texts = vec![text.clone()];
    for test in tests {
        match test {
            Test::AnyCase => {
                let upper = text
                    .chars()
                    .next()
                    .map(|first| first.to_uppercase().chain(text.chars().skip(1)).collect());
                texts.extend(upper);
                texts.extend([text.to_uppercase(), text.to_lowercase()]);
            }
            Test::AnyEnds(letter) => {
                let wider: Vec<String> =
                    texts.iter().map(|text| format!("{letter}{text}{letter}")).collect();
                texts.extend(wider);
            }
            Test::AnyMore(more) => {
                let middle = text.chars().count() / 2;
                let split = text.char_indices().nth(middle).map_or(text.len(), |(at, _)| at);
                texts.push(format!("{}{more}{}", &text[..split], &text[split..]));
            }
            _ => {}
        }
    }
    texts.into_iter().map(Value::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keep_what_tests_want() {
        let tests = [Test::Piece(2, "xy".to_owned()), Test::Ending("@a.b".to_owned())];
        assert_eq!(spelled("q", &tests), "qaxy@a.b");
        assert_eq!(spelled("ab", &[Test::Upper]), "AB");
        let other = spellings(&Value::from("rush"), &[Test::AnyCase, Test::AnyEnds(' ')]);
        assert!(other.contains(&Value::from(" RUSH ")), "{other:?}");
    }
}
