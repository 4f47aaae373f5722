//! What a page of HTML says: its title and its headings, else its first texts.

use html5gum::{Token, Tokenizer};

/// Texts of a page that are compared.
const MOST: usize = 3;
/// Characters of a text that is compared.
const LONGEST: usize = 100;
/// Letters of the shortest text that says something.
const SHORTEST: usize = 3;
/// Elements whose text is not of this page alone, or is none that people read.
const LEFT_OUT: [&str; 9] =
    ["script", "style", "noscript", "svg", "nav", "header", "footer", "template", "iframe"];
const OF_DOCUMENT: &[u8] = b"<html";
const HEADINGS: [&str; 4] = ["h1", "h2", "h3", "h4"];

/// Answers texts of a page as they stand in it: its title, then headings, and where it has none of those what it says
/// first. Empty where it says nothing.
pub(super) fn texts_of(page: &str) -> Vec<String> {
    let mut found = Found::default();
    let mut open: Vec<String> = Vec::new();
    for Ok(token) in Tokenizer::new(page) {
        match token {
            Token::StartTag(tag) => {
                // One without an end is left with what it stands in.
                if !tag.self_closing {
                    open.push(String::from_utf8_lossy(&tag.name).into_owned());
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name);
                if let Some(at) = open.iter().rposition(|known| *known == *name) {
                    open.truncate(at);
                }
            }
            Token::String(text) => found.take(String::from_utf8_lossy(&text).trim(), &open, page),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    let named = found.title.into_iter().chain(found.headings);
    let mut texts: Vec<String> = Vec::new();
    for text in named.chain(found.others) {
        if texts.len() < MOST && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// Tells whether a page is a document, with all that stands around what it says.
pub(super) fn is_document(page: &str) -> bool {
    page.as_bytes().windows(OF_DOCUMENT.len()).any(|tag| tag.eq_ignore_ascii_case(OF_DOCUMENT))
}

/// Answers the text with which a piece of a page ends, as it stands there.
pub(super) fn last_text(piece: &str) -> Option<String> {
    let text = piece.rsplit('>').next()?.lines().next()?.trim();
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    (letters >= SHORTEST).then(|| text.chars().take(LONGEST).collect())
}

#[derive(Debug, Default)]
struct Found {
    title: Option<String>,
    headings: Vec<String>,
    others: Vec<String>,
}

impl Found {
    /// Takes in a text that stands in elements.
    fn take(&mut self, text: &str, open: &[String], page: &str) {
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        let is_line = text.chars().count() <= LONGEST && !text.contains(['\n', '\r']);
        // An entity is not found as what it stands for.
        if letters < SHORTEST || !is_line || !page.contains(text) {
            return;
        }
        let is_in = |names: &[&str]| open.iter().any(|name| names.contains(&name.as_str()));
        let is_title = is_in(&["title"]);
        if is_in(&LEFT_OUT) || is_in(&["head"]) && !is_title {
            return;
        }
        let text = text.to_owned();
        if is_title {
            self.title.get_or_insert(text);
        } else if is_in(&HEADINGS) {
            self.headings.push(text);
        } else {
            self.others.push(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_told_by_its_title_and_headings() {
        let page = r#"<!DOCTYPE html><html><head><meta charset="utf-8"><title> Shelf </title>
            <style>h1 { color: red }</style></head><body><nav><h2>Menu of all</h2></nav>
            <script>var odd = "<h1>no</h1>";</script>
            <p>First words</p><h1 class="a">Add a book</h1><h2>Tom &amp; Ben</h2><h2>7</h2></body></html>"#;
        assert_eq!(texts_of(page), ["Shelf", "Add a book", "First words"]);
    }

    #[test]
    fn a_document_is_told_from_a_piece_of_one() {
        assert!(is_document("<!DOCTYPE html>\n<HTML lang=en>") && !is_document("<p>html</p>"));
        let of = |piece| last_text(piece).unwrap_or_default();
        assert_eq!(of("<pre>TypeError: no &quot;x&quot;"), "TypeError: no &quot;x&quot;");
        assert_eq!([of("<pre>SyntaxError: "), of("<pre>"), of("")], ["SyntaxError:", "", ""]);
    }

    #[test]
    fn a_piece_of_a_page_is_told_by_its_first_words() {
        let piece = "<div><label>Address:\n <input name=a></label><p>Ask us</p><p>Or not</p><p>Or them</p></div>";
        assert_eq!(texts_of(piece), ["Address:", "Ask us", "Or not"]);
        for nothing in ["", "<p></p>", "<p>12</p>", "<script>let a = 1</script>"] {
            assert!(texts_of(nothing).is_empty(), "{nothing}");
        }
    }
}
