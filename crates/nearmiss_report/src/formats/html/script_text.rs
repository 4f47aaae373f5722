//! JSON inside a `<script>` element.

/// The same JSON with nothing in it that the parser of HTML sees: neither the end of the element, nor
/// a comment, nor the start of a script. `<` stands in strings only, so it may be escaped there.
pub(super) fn inert(json: &str) -> String {
    let mut text = String::with_capacity(json.len() + json.len() / 64);
    let mut rest = json;
    while let Some(at) = rest.find(['<', '\u{2028}', '\u{2029}']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let mut letters = from.chars();
        match letters.next() {
            Some('<') if !is_markup(letters.as_str()) => text.push('<'),
            Some('<') => text.push_str("\\u003c"),
            // Line ends to scripts, once; harmless in JSON, but a copy of it may become a script.
            Some('\u{2028}') => text.push_str("\\u2028"),
            _ => text.push_str("\\u2029"),
        }
        rest = letters.as_str();
    }
    text.push_str(rest);
    text
}

/// Whether a `<` before this text could begin anything. Comparisons of sources do not, and stay short.
fn is_markup(after: &str) -> bool {
    after.starts_with(|letter: char| letter == '/' || letter == '!' || letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_element_or_opens_another() {
        let texts = ["</script>", "</SCRIPT ", "<!-- <script>", "a < b", "\u{2028}\u{2029}<", "<"];
        for text in texts {
            let json = serde_json::to_string(text).unwrap();
            let inside = inert(&json);
            assert!(!["</", "<!", "<s", "<S"].iter().any(|odd| inside.contains(odd)), "{inside}");
            assert_eq!(serde_json::from_str::<String>(&inside).unwrap(), text);
        }
        assert_eq!(inert(r#""a < b""#), r#""a < b""#);
    }
}
