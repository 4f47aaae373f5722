//! Texts that patterns of SQL want.

/// Answers a text that a pattern of LIKE takes: `%` for nothing, `_` for a letter.
pub(crate) fn text_like(pattern: &str, escape: Option<char>) -> String {
    let escape = escape.unwrap_or('\\');
    let mut text = String::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '%' => {}
            '_' => text.push('a'),
            letter if letter == escape => text.extend(letters.next()),
            letter => text.push(letter),
        }
    }
    text
}

/// Answers a text that a pattern of GLOB takes.
pub(crate) fn text_of_glob(pattern: &str) -> String {
    let mut text = String::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '*' => {}
            '?' => text.push('a'),
            '[' => {
                let class: String = letters.by_ref().take_while(|letter| *letter != ']').collect();
                text.extend(match class.strip_prefix('^') {
                    Some(others) => "1ax-".chars().find(|letter| !others.contains(*letter)),
                    None => class.chars().next(),
                });
            }
            letter => text.push(letter),
        }
    }
    text
}

/// Answers the regular expression that a pattern of GLOB stands for.
pub(crate) fn regex_of_glob(pattern: &str) -> String {
    let mut inner = String::new();
    let mut is_in_class = false;
    for letter in pattern.chars() {
        match letter {
            '[' | ']' => is_in_class = letter == '[',
            _ if is_in_class => {}
            '*' => inner.push('.'),
            '?' => {
                inner.push('.');
                continue;
            }
            '.' | '^' | '$' | '+' | '(' | ')' | '{' | '}' | '|' | '\\' => inner.push('\\'),
            _ => {}
        }
        inner.push(letter);
    }
    format!("^{inner}$")
}

/// Answers the regular expression that a pattern of SIMILAR TO stands for.
pub(crate) fn regex_of_similar(pattern: &str) -> String {
    let inner: String = pattern
        .chars()
        .map(|letter| match letter {
            '%' => ".*".to_owned(),
            '_' => ".".to_owned(),
            '.' | '^' | '$' => format!("\\{letter}"),
            letter => letter.to_string(),
        })
        .collect();
    format!("^(?:{inner})$")
}

/// Answers the regular expression that a pattern of LIKE stands for.
#[must_use]
pub fn regex_of_like(pattern: &str) -> String {
    let mut inner = String::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '%' => inner.push_str(".*"),
            '_' => inner.push('.'),
            letter => {
                let plain = if letter == '\\' { letters.next().unwrap_or(letter) } else { letter };
                if !plain.is_alphanumeric() && plain.is_ascii() && plain != ' ' {
                    inner.push('\\');
                }
                inner.push(plain);
            }
        }
    }
    format!("^{inner}$")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn are_of_their_patterns() {
        assert_eq!(text_like("%ann_%", None), "anna");
        assert_eq!(text_like("50\\%", None), "50%");
        assert_eq!(text_of_glob("a*[bc]?"), "aba");
        assert_eq!(regex_of_similar("(a|b)%"), "^(?:(a|b).*)$");
        assert_eq!(regex_of_like("a.b\\%_%"), "^a\\.b\\%..*$");
    }
}
