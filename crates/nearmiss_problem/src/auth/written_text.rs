//! Parts of a text that are another text, written in a form.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::Form;

/// Shorter ones hold nothing that is looked for.
const LEAST_LETTERS: usize = 11;

/// A part of a text that is another one.
pub(super) struct WrittenText {
    pub start: usize,
    pub end: usize,
    /// What it is.
    pub text: String,
    /// How it is written, the outermost form first. It gives this very part.
    pub forms: Vec<Form>,
}

/// Parts of a text that are another one written in a form, those that begin first first. They may overlap.
pub(super) fn written_texts(text: &str) -> Vec<WrittenText> {
    let mut found = Vec::new();
    for (start, part) in between_quotes(text).filter(|(_, part)| part.contains('\\')) {
        let read = serde_json::from_str(&format!("\"{part}\"")).ok();
        found.extend(read.and_then(|read| written(start, part, read, &[Form::Json])));
    }
    let is_component =
        |letter: char| letter.is_ascii_alphanumeric() || "%-_.!~*'()".contains(letter);
    for (start, part) in runs(text, is_component).filter(|(_, part)| part.contains('%')) {
        let read = Form::Decoded.of(part);
        found.extend(written(start, part, read, &[Form::Component]));
    }
    let is_base64 = |letter: char| letter.is_ascii_alphanumeric() || "+/-_=".contains(letter);
    for (start, run) in runs(text, is_base64) {
        let signs = run.char_indices().filter(|(_, letter)| !letter.is_ascii_alphanumeric());
        let starts = std::iter::once(0).chain(signs.map(|(at, _)| at + 1));
        for (from, part) in starts.map(|from| (start + from, &run[from..])) {
            found.extend(in_base64(from, part));
            let hex = read_hex(part);
            found.extend(hex.clone().and_then(|read| written(from, part, read, &[Form::Hex])));
            found.extend(hex.and_then(|read| written(from, part, read, &[Form::Upper, Form::Hex])));
        }
    }
    found.sort_by_key(|part| part.start);
    found
}

/// The parts between quotes that no backslash is before, each with where it begins.
fn between_quotes(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut escaped = false;
    let mut ends = Vec::new();
    for (at, letter) in text.char_indices() {
        if letter == '"' && !escaped {
            ends.push(at);
        }
        escaped = letter == '\\' && !escaped;
    }
    ends.push(text.len());
    let starts = std::iter::once(0).chain(ends.clone().into_iter().map(|at| at + 1));
    starts.zip(ends).map(move |(start, end)| (start, &text[start..end]))
}

/// The longest stretches of letters of a kind that are not too short, each with where it begins.
fn runs(text: &str, of: impl Fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    let runs = text.split(move |letter| !of(letter)).filter(|run| run.len() >= LEAST_LETTERS);
    runs.map(move |run| (run.as_ptr() as usize - start, run))
}

/// A part that is `read` in these forms, if it is just that.
fn written(start: usize, part: &str, read: String, forms: &[Form]) -> Option<WrittenText> {
    let again = forms.iter().rev().fold(read.clone(), |text, form| form.of(&text));
    let end = start + part.len();
    (again == part && read != part).then(|| WrittenText {
        start,
        end,
        text: read,
        forms: forms.to_vec(),
    })
}

fn in_base64(start: usize, part: &str) -> Option<WrittenText> {
    let engines =
        // Of the two without signs to fill it up the second is the usual one.
        [(&STANDARD, Form::Base64), (&URL_SAFE_NO_PAD, Form::Base64Url), (&STANDARD_NO_PAD, Form::Bare64)];
    engines.into_iter().find_map(|(engine, form)| {
        let read = String::from_utf8(engine.decode(part).ok()?).ok()?;
        written(start, part, read, &[form])
    })
}

fn read_hex(part: &str) -> Option<String> {
    let pairs = part.as_bytes().chunks(2);
    let bytes: Option<Vec<u8>> = pairs
        .map(|pair| {
            let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2)?;
            u8::from_str_radix(pair, 16).ok()
        })
        .collect();
    String::from_utf8(bytes?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_a_text_is_read_with_how_it_is_written() {
        let word = "clerk:k/é+\"1\" and more?>";
        for (forms, written) in [
            (vec![Form::Base64], Form::Base64.of(word)),
            (vec![Form::Bare64], Form::Bare64.of(word)),
            (vec![Form::Base64Url], Form::Base64Url.of(word)),
            (vec![Form::Hex], Form::Hex.of(word)),
            (vec![Form::Upper, Form::Hex], Form::Upper.of(&Form::Hex.of(word))),
            (vec![Form::Component], Form::Component.of(word)),
        ] {
            for text in [written.clone(), format!("/a/{written}"), format!("x y={written}&b")] {
                let found = written_texts(&text);
                let found = found.iter().find(|found| found.text == word && found.forms == forms);
                let found = found.unwrap_or_else(|| panic!("{forms:?} in {text}"));
                assert_eq!(text[found.start..found.end], written);
            }
        }
        let text = format!("{{\"a\":\"{}\",\"b\":1}}", Form::Json.of(word));
        let found = written_texts(&text);
        assert!(found.iter().any(|found| found.text == word && found.forms == [Form::Json]));
    }

    #[test]
    fn what_is_written_in_another_way_is_left() {
        for text in ["", "\"", "\\", "a%2db%41%zz and", "dGVzdHRlc3R0ZXN0=", "\\u0041\\u0042 xx"] {
            assert!(written_texts(text).is_empty(), "{text}");
        }
    }
}
