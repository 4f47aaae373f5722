//! Values that may stand in a header.

/// What Node's client takes and every parser gives back: no control characters but tab, nothing
/// above U+00FF (`?` in their place), no white space at the ends.
pub(super) fn header_value(units: &[u16]) -> String {
    let cleaned: String = char::decode_utf16(units.iter().copied())
        .map(|letter| match letter {
            Ok(letter @ ('\t' | ' '..='~' | '\u{a0}'..='\u{ff}')) => letter,
            _ => '?',
        })
        .collect();
    cleaned.trim_matches([' ', '\t']).to_owned()
}
