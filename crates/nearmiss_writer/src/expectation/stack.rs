//! Frames of a stack in a body.

/// Tells whether JavaScript finds `\bat [^\n]*\D:\d+:\d+` in a text: a function with file, line and column.
pub(super) fn shows_frame(text: &str) -> bool {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.match_indices("at ").any(|(at, word)| {
        let begins = !text[..at].ends_with(is_word);
        let line = text[at + word.len()..].lines().next().unwrap_or_default();
        // A time of day is no place in a file.
        let is_behind_name = |colon: usize| {
            line[..colon].chars().next_back().is_some_and(|letter| !letter.is_ascii_digit())
        };
        begins
            && line
                .match_indices(':')
                .any(|(colon, _)| is_behind_name(colon) && is_place(&line[colon..]))
    })
}

/// Tells whether a text begins with `:12:7`.
fn is_place(text: &str) -> bool {
    let after = |text: &str| -> Option<usize> {
        let digits = text.strip_prefix(':')?.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then_some(digits + 1)
    };
    after(text).is_some_and(|line| after(&text[line..]).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_names_a_line_and_a_column() {
        for text in [
            "Error: no\n    at run (/srv/a.js:7:12)\n    at /srv/b.js:1:2",
            r#"{"error":"Error\n    at run (a.js:7:12)"}"#,
            "<pre>Error<br> &nbsp; &nbsp;at run (a.js:7:12)</pre>",
        ] {
            assert!(shows_frame(text), "{text}");
        }
        for text in [
            "at 10:30",
            "what a.js:7:12",
            "at\n a.js:7:12",
            "meet at noon: 7:12",
            "meet at 10:30:15",
        ] {
            assert!(!shows_frame(text), "{text}");
        }
    }
}
