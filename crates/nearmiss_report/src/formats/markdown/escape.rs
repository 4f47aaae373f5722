//! Texts of the API and of users in Markdown of GitHub's kind, where they must stay texts: no markup, no
//! cell, no mention of people, no link.

use crate::visible::is_invisible;

/// One line of at most so many characters.
fn one_line(text: &str, most: usize) -> String {
    let visible = text.chars().map(|c| if is_invisible(c) { ' ' } else { c });
    let mut line: String = visible.clone().take(most).collect();
    if visible.count() > most {
        line.push('…');
    }
    line.trim().to_owned()
}

/// The text of a line with a character reference in place of everything that could mean something.
fn referenced(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for c in line.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '-' | '.' | ',' | '/' | '(' | ')' | '=') {
            text.push_str(&format!("&#{};", u32::from(c)));
        } else {
            text.push(c);
        }
    }
    text
}

/// The text of a link.
pub(super) fn label(text: &str, most: usize) -> String {
    referenced(&one_line(text, most))
}

/// Text as code, for a cell or a heading.
pub(super) fn code(text: &str, most: usize) -> String {
    let line = one_line(text, most);
    if line.is_empty() {
        return line;
    }
    // A code span in a cell cannot hold these, whatever stands before them.
    if line.contains(['`', '|', '\\']) {
        return format!("<code>{}</code>", referenced(&line));
    }
    format!("`{line}`")
}

/// A block of code.
pub(super) fn block(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    let visible = text.replace("\r\n", "\n");
    let visible: String = visible
        .chars()
        .map(|c| if c != '\n' && is_invisible(c) { '\u{fffd}' } else { c })
        .collect();
    format!("{fence}{language}\n{visible}\n{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_stays_in_its_cell() {
        assert_eq!(code("GET:/books/{id} <b>@you", 99), "`GET:/books/{id} <b>@you`");
        assert_eq!(code("a|`b` \\ é", 99), "<code>a&#124;&#96;b&#96; &#92; é</code>");
        assert_eq!(code(" a\r\nb\u{202e}\u{0}", 99), "`a  b`");
        assert_eq!(code("\u{1f9ea}\u{1f9ea}\u{1f9ea}", 2), "`\u{1f9ea}\u{1f9ea}…`");
        assert_eq!(code("\n", 9), "");
        assert_eq!(label("[a](b)_@c", 99), "&#91;a&#93;(b)&#95;&#64;c");
    }

    #[test]
    fn nothing_ends_a_block_of_code_early() {
        assert_eq!(block("sh", "curl"), "```sh\ncurl\n```\n");
        assert_eq!(block("sh", "a\n```\n````\nb"), "`````sh\na\n```\n````\nb\n`````\n");
        assert_eq!(block("", "a\u{1b}\r\n"), "```\na\u{fffd}\n\n```\n");
    }
}
