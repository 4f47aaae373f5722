//! Text as JavaScript source: literals, templates, comments.

/// A string literal on one line. Single quotes where they save escapes.
pub(crate) fn literal(text: &str) -> String {
    let quote = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push(quote);
    for letter in text.chars() {
        if letter == quote {
            literal.push('\\');
        }
        push_escaped(&mut literal, letter);
    }
    literal.push(quote);
    literal
}

/// Literal text for the inside of a template literal.
pub(crate) fn template_text(text: &str) -> String {
    let mut inside = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '`' || (letter == '$' && letters.peek() == Some(&'{')) {
            inside.push('\\');
        }
        push_escaped(&mut inside, letter);
    }
    inside
}

/// Lines of comment; whatever would end one is escaped.
pub(crate) fn comment(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    for line in text.lines() {
        lines.push_str(indent);
        lines.push_str("//");
        if !line.is_empty() {
            lines.push(' ');
        }
        line.chars().for_each(|letter| match letter {
            '\\' => lines.push('\\'),
            letter => push_escaped(&mut lines, letter),
        });
        lines.push('\n');
    }
    lines
}

/// A property name as it stands in an object literal.
pub(crate) fn key(name: &str) -> String {
    if is_identifier(name) { name.to_owned() } else { literal(name) }
}

/// `.name` or `["na me"]`.
pub(crate) fn member(name: &str) -> String {
    if is_identifier(name) { format!(".{name}") } else { format!("[{}]", literal(name)) }
}

fn is_identifier(name: &str) -> bool {
    let starts = |letter: char| letter.is_ascii_alphabetic() || letter == '_' || letter == '$';
    name.starts_with(starts) && name.chars().all(|letter| starts(letter) || letter.is_ascii_digit())
}

/// Whether a letter can be seen and does not change how its line is shown.
pub(crate) fn is_shown(letter: char) -> bool {
    let mut shown = String::new();
    push_escaped(&mut shown, letter);
    letter == '\\' || shown.len() == letter.len_utf8()
}

fn push_escaped(text: &mut String, letter: char) {
    match letter {
        '\\' => text.push_str("\\\\"),
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        // Controls, and what cannot be seen or changes how the line is shown.
        '\0'..='\x1f' | '\x7f'..='\u{a0}' | '\u{ad}' => {
            text.push_str(&format!("\\x{:02x}", u32::from(letter)));
        }
        '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{e000}'..='\u{f8ff}'
        | '\u{feff}'
        | '\u{fff0}'..='\u{ffff}' => text.push_str(&format!("\\u{:04x}", u32::from(letter))),
        letter => text.push(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_safe_on_one_line() {
        assert_eq!(literal("plain é 😀"), "\"plain é 😀\"");
        assert_eq!(literal("say \"hi\""), "'say \"hi\"'");
        assert_eq!(literal("\"'"), "\"\\\"'\"");
        assert_eq!(literal("a\u{2028}b\n\\\0\u{feff}"), "\"a\\u2028b\\n\\\\\\x00\\ufeff\"");
    }

    #[test]
    fn templates_do_not_interpolate_data() {
        assert_eq!(template_text("`${a}$b\\"), "\\`\\${a}$b\\\\");
    }

    #[test]
    fn comments_end_with_their_line() {
        assert_eq!(comment("a\nb\u{2028}c */", "  "), "  // a\n  // b\\u2028c */\n");
    }
}
