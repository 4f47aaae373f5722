//! Paths with `{parameters}`.

use std::fmt::Write;

/// A piece of a path as the document writes it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::rest) enum TemplatePiece<'a> {
    /// Text, encoded for a request target.
    Literal(String),
    /// The name between braces.
    Name(&'a str),
}

/// Takes a path apart. Braces that do not match are text.
pub(in crate::rest) fn template_pieces(path: &str) -> Vec<TemplatePiece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = path;
    while let Some(open) = rest.find('{') {
        let Some(length) = rest[open..].find('}') else { break };
        let name = &rest[open + 1..open + length];
        if name.is_empty() || name.contains(['{', '/']) {
            push_literal(&mut pieces, &rest[..=open]);
            rest = &rest[open + 1..];
            continue;
        }
        push_literal(&mut pieces, &rest[..open]);
        pieces.push(TemplatePiece::Name(name));
        rest = &rest[open + length + 1..];
    }
    push_literal(&mut pieces, rest);
    pieces
}

fn push_literal(pieces: &mut Vec<TemplatePiece<'_>>, text: &str) {
    if text.is_empty() {
        return;
    }
    let encoded = encode_literal(text);
    match pieces.last_mut() {
        Some(TemplatePiece::Literal(before)) => before.push_str(&encoded),
        _ => pieces.push(TemplatePiece::Literal(encoded)),
    }
}

/// Encodes what a URL parser of any client would encode or cut; `%41` and `?a=b` stay.
pub(in crate::rest) fn encode_literal(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'"' | b'#' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => {
                let _ = write!(encoded, "%{byte:02X}");
            }
            0x21..=0x7e => encoded.push(char::from(byte)),
            _ => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_paths_apart() {
        let literal = |text: &str| TemplatePiece::Literal(text.to_owned());
        assert_eq!(
            template_pieces("/a/{b}-{c}/d e"),
            [
                literal("/a/"),
                TemplatePiece::Name("b"),
                literal("-"),
                TemplatePiece::Name("c"),
                literal("/d%20e")
            ]
        );
        assert_eq!(template_pieces("/a{b/{}/é"), [literal("/a%7Bb/%7B%7D/%C3%A9")]);
    }
}
