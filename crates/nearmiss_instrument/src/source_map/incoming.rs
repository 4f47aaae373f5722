//! Finding and reading the source map that a JavaScript file brings along.

use sourcemap::{DecodedMap, SourceMap};

use super::LineIndex;

/// Why an incoming map is not used.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// The text is no source map.
    #[error("the source map does not parse: {0}")]
    Malformed(String),
    /// The map speaks of places that do not exist.
    #[error("the source map does not belong to this file: {0}")]
    Foreign(String),
}

/// What the `sourceMappingURL` comment of a file refers to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MapReference {
    /// The map itself, from a `data:` URL: JSON text.
    Inline(String),
    /// A URL, relative to the file as a rule; reading it is the caller's affair.
    External(String),
}

/// Finds the `sourceMappingURL` comment at the end of a file. Text that merely looks like one in
/// the middle of a program is not taken for it.
///
/// # Errors
/// A `data:` URL that does not decode.
pub fn find_map_reference(code: &str) -> Result<Option<MapReference>, MapError> {
    const KEY: &str = "sourceMappingURL=";
    // Most files have none: the first search runs at the speed of memory.
    let Some(first) = memchr::memmem::find(code.as_bytes(), KEY.as_bytes()) else {
        return Ok(None);
    };
    let at = first + code[first..].rfind(KEY).unwrap_or(0);
    let before = code[..at].trim_end_matches([' ', '\t']);
    let block = ["/*#", "/*@"].iter().any(|mark| before.ends_with(mark));
    if !block && !["//#", "//@"].iter().any(|mark| before.ends_with(mark)) {
        return Ok(None);
    }
    let rest = &code[at + KEY.len()..];
    let end = rest
        .find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`'))
        .unwrap_or(rest.len());
    let end = if block { rest[..end].find("*/").unwrap_or(end) } else { end };
    let (url, tail) = rest.split_at(end);
    let only_comments = tail.lines().all(|line| {
        let line = line.trim();
        line.is_empty() || line == "*/" || line.starts_with("//")
    });
    if url.is_empty() || !only_comments {
        return Ok(None);
    }
    match url.strip_prefix("data:") {
        Some(data) => decode_data_url(data).map(|json| Some(MapReference::Inline(json))),
        None => Ok(Some(MapReference::External(url.to_owned()))),
    }
}

/// Reads a source map (version 3, plain or with sections) and holds it against the code that it
/// is said to describe.
///
/// # Errors
/// Text that is no map; a map with mappings beyond the end of `code` or of its own sources, which
/// therefore belongs to another version of the file.
pub fn parse_map(json: &str, code: &str) -> Result<SourceMap, MapError> {
    let malformed = |error: sourcemap::Error| MapError::Malformed(error.to_string());
    let json = json.trim_start_matches('\u{feff}');
    let map = match sourcemap::decode_slice(json.as_bytes()).map_err(malformed)? {
        DecodedMap::Regular(map) => map,
        DecodedMap::Index(index) => index.flatten().map_err(malformed)?,
        DecodedMap::Hermes(_) => {
            return Err(MapError::Malformed("maps of the Hermes engine are not supported".into()));
        }
    };
    check(&map, code)?;
    Ok(map)
}

fn check(map: &SourceMap, code: &str) -> Result<(), MapError> {
    let lines = LineIndex::new(code).line_count();
    let contents: Vec<Option<u32>> = (0..map.get_source_count())
        .map(|source| map.get_source_contents(source).map(|text| LineIndex::new(text).line_count()))
        .collect();
    for token in map.tokens() {
        if token.get_dst_line() >= lines {
            return Err(MapError::Foreign(format!(
                "it maps line {} of a file of {lines} lines",
                token.get_dst_line() + 1
            )));
        }
        if !token.has_source() {
            continue;
        }
        match contents.get(token.get_src_id() as usize) {
            None => {
                return Err(MapError::Malformed(format!(
                    "a mapping names source {}, which is not there",
                    token.get_src_id()
                )));
            }
            Some(Some(lines)) if token.get_src_line() >= *lines => {
                return Err(MapError::Foreign(format!(
                    "it maps to line {} of {}, which has {lines}",
                    token.get_src_line() + 1,
                    token.get_source().unwrap_or("a source"),
                )));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// The text of a `data:` URL without its `data:`.
fn decode_data_url(data: &str) -> Result<String, MapError> {
    let malformed = |why: &str| MapError::Malformed(format!("its data URL {why}"));
    let (kind, payload) = data.split_once(',').ok_or_else(|| malformed("has no comma"))?;
    let payload = percent_decode(payload).ok_or_else(|| malformed("has a bad escape"))?;
    let bytes = if kind.split(';').any(|word| word.trim().eq_ignore_ascii_case("base64")) {
        base64_decode(&payload).ok_or_else(|| malformed("is not base64"))?
    } else {
        payload
    };
    String::from_utf8(bytes).map_err(|_| malformed("is not UTF-8"))
}

fn percent_decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let high = char::from(bytes.next()?).to_digit(16)?;
            let low = char::from(bytes.next()?).to_digit(16)?;
            decoded.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            decoded.push(byte);
        }
    }
    Some(decoded)
}

fn base64_decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0u32);
    for &byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            decoded.push(((bits >> held) & 0xff) as u8);
        }
    }
    Some(decoded)
}
