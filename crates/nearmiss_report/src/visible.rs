//! Characters that cannot be seen, or that change how others are seen, made visible: a text of the API must not
//! look like another one.

use std::borrow::Cow;

/// Tells whether a character is a control character (C0, C1, delete) or turns the direction of text around.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c.is_control() || is_turning(c)
}

/// Tells whether a character turns the direction of text around.
fn is_turning(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Tells whether a character is one of those, and not of those that every format has escapes or a use for (C0).
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{7f}'..='\u{9f}') || is_turning(c)
}

/// The text with `\u202e` and the like in place of characters that turn text around, of C1 controls and of delete. In
/// JSON that is the same text, escaped; elsewhere a reader sees what was there.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_hidden(c) {
            shown.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            shown.push(c);
        }
    }
    shown.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_text_around_is_seen() {
        assert_eq!(visible("a\u{202e}b\u{9b}31m\u{7f}é"), "a\\u202eb\\u009b31m\\u007fé");
        assert!(matches!(visible("plain é \u{1f9ea}\n\t"), Cow::Borrowed(_)));
        assert!(is_invisible('\n') && is_invisible('\u{2069}') && !is_invisible('é'));
    }

    #[test]
    fn json_stays_the_same_json() {
        let text = "\u{85}\u{2066}\\\u{202e}\"";
        let json = serde_json::to_string(text).unwrap();
        let shown = visible(&json);
        assert!(!shown.contains(is_hidden));
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }
}
