//! The ways in which a text may hold another one: as it is, in other letters, in escapes, in base64, in hex.

use std::borrow::Cow;

/// Shorter runs of letters of base64 decode to less than the shortest secret that is looked for.
const LEAST_BASE64: usize = 11;
/// The same of hex.
const LEAST_HEX: usize = 16;
/// Most texts that one is read as.
const MOST_VIEWS: usize = 6;

/// Whether `is_in` holds for a text as it is written or for what it, or a part of it, decodes to: `%41` of URLs,
/// `\u0041` and `\n` of JSON, base64 and base64url from any of their letters on, hex. Whoever asks for other cases has
/// `is_in` fold them.
pub(super) fn any(text: &str, is_in: &dyn Fn(&[u8]) -> bool) -> bool {
    let views = views(text);
    views.iter().any(|view| is_in(view))
        || views.iter().any(|view| {
            runs(view, is_base64, LEAST_BASE64)
                .any(|run| (0..4).any(|from| is_in(&base64_decoded(&run[from..]))))
                || runs(view, |byte| byte.is_ascii_hexdigit(), LEAST_HEX)
                    .any(|run| (0..2).any(|from| is_in(&hex_decoded(&run[from..]))))
        })
}

/// The text as it is, and without its escapes, also without those that stand behind others: `%2541`, `\\\\u0041`.
fn views(text: &str) -> Vec<Cow<'_, [u8]>> {
    let mut views = vec![Cow::Borrowed(text.as_bytes())];
    let mut at = 0;
    while at < views.len() && views.len() < MOST_VIEWS {
        let view = &views[at];
        let mut plainer = Vec::new();
        if view.contains(&b'%') {
            plainer.push(percent_decoded(view));
        }
        if view.contains(&b'\\') {
            plainer.push(unescaped(&String::from_utf8_lossy(view)));
        }
        for plain in plainer {
            if views.iter().all(|known| **known != *plain) {
                views.push(Cow::Owned(plain));
            }
        }
        at += 1;
    }
    views
}

/// The longest stretches of these letters, those that are not too short.
fn runs(text: &[u8], of: impl Fn(u8) -> bool, least: usize) -> impl Iterator<Item = &[u8]> {
    text.split(move |byte| !of(*byte)).filter(move |run| run.len() >= least)
}

fn is_base64(byte: u8) -> bool {
    sextet(byte).is_some()
}

/// What a letter stands for, in base64 or base64url.
fn sextet(letter: u8) -> Option<u32> {
    Some(match letter {
        b'A'..=b'Z' => u32::from(letter - b'A'),
        b'a'..=b'z' => u32::from(letter - b'a') + 26,
        b'0'..=b'9' => u32::from(letter - b'0') + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

/// What letters of base64 stand for; bits that are left at the end are dropped.
fn base64_decoded(letters: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(letters.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for sextet in letters.iter().filter_map(|letter| sextet(*letter)) {
        bits = (bits << 6 | sextet) & 0xffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            decoded.push((bits >> count & 0xff) as u8);
        }
    }
    decoded
}

fn hex_digit(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

fn hex_decoded(digits: &[u8]) -> Vec<u8> {
    let pair = |pair: &[u8]| Some(hex_digit(pair[0])? << 4 | hex_digit(pair[1])?);
    digits.chunks_exact(2).filter_map(pair).collect()
}

/// A text without the escapes of URLs.
pub(super) fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let escaped = (byte == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        let value = escaped.and_then(|pair| Some(hex_digit(pair[0])? << 4 | hex_digit(pair[1])?));
        decoded.push(value.unwrap_or(byte));
        at += if value.is_some() { 3 } else { 1 };
    }
    decoded
}

/// A text without the escapes of JSON and JavaScript, of whatever string in it they are.
fn unescaped(text: &str) -> Vec<u8> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let code = |digits: usize| {
            let digits = rest.get(1..=digits)?;
            char::from_u32(u32::from_str_radix(digits, 16).ok()?)
        };
        let (letter, length) = match rest.as_bytes().first() {
            Some(b'u') if code(4).is_some() => (code(4), 5),
            Some(b'x') if code(2).is_some() => (code(2), 3),
            Some(b'n') => (Some('\n'), 1),
            Some(b't') => (Some('\t'), 1),
            Some(b'r') => (Some('\r'), 1),
            Some(b'b') => (Some('\u{8}'), 1),
            Some(b'f') => (Some('\u{c}'), 1),
            _ => (rest.chars().next(), rest.chars().next().map_or(0, char::len_utf8)),
        };
        plain.extend(letter);
        rest = &rest[length..];
    }
    plain.push_str(rest);
    plain.into_bytes()
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

    use super::*;

    const TOKEN: &str = "key/tok+\"7f\\->é";

    fn holds(text: &str) -> bool {
        let token = TOKEN.to_lowercase();
        any(text, &|view| {
            let view = String::from_utf8_lossy(view).to_lowercase();
            view.contains(&token)
        })
    }

    fn hex(text: &str) -> String {
        text.bytes().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn a_text_is_found_in_each_of_its_writings() {
        let escapes: String = TOKEN.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        for written in [
            TOKEN.to_owned(),
            TOKEN.to_uppercase(),
            crate::encode_component::encode_component(TOKEN),
            serde_json::json!(TOKEN).to_string(),
            escapes,
            hex(TOKEN),
            hex(TOKEN).to_uppercase(),
        ] {
            assert!(holds(&format!("a {written} b")), "{written}");
            assert!(!holds(&written[..written.len() - 4]), "half of {written}");
        }
    }

    #[test]
    fn it_is_found_behind_escapes_of_escapes() {
        let encode = crate::encode_component::encode_component;
        let json = |text: &str| serde_json::to_string(text).unwrap();
        for written in
            [encode(&encode(TOKEN)), json(&json(TOKEN)), encode(&json(TOKEN)), json(&encode(TOKEN))]
        {
            assert!(holds(&written), "{written}");
        }
    }

    #[test]
    fn it_is_found_in_base64_wherever_it_stands_there() {
        for before in ["", "a", "ab", "abc", "user:"] {
            let whole = format!("{before}{TOKEN}:and more");
            for written in [STANDARD.encode(&whole), URL_SAFE_NO_PAD.encode(&whole)] {
                assert!(holds(&written), "{written}");
                assert!(holds(&format!("x{written}")), "behind a letter: {written}");
                let in_url = crate::encode_component::encode_component(&written);
                assert!(holds(&in_url), "{in_url}");
            }
        }
    }

    #[test]
    fn odd_escapes_are_no_end() {
        for odd in ["%", "%4", "%zz", "\\", "\\u12", "\\ud83d", "\\é", "\\u00é0", "é%é"] {
            assert!(!holds(odd), "{odd}");
        }
    }
}
