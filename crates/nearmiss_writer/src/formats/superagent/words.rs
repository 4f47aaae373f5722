//! Words of names.

/// Writes `order-items` as `orderItems`; what cannot stand in an identifier is left out, and so are digits at
/// the beginning.
pub(super) fn camel_case(segment: &str) -> String {
    let words = segment.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    let joined: String = words
        .enumerate()
        .map(|(index, word)| if index == 0 { word.to_owned() } else { capital(word) })
        .collect();
    joined.trim_start_matches(|letter: char| letter.is_ascii_digit()).to_owned()
}

/// Answers one of what a noun says many of, by the usual endings of English.
pub(super) fn singular(noun: &str) -> String {
    let cut = |letters: usize| noun[..noun.len() - letters].to_owned();
    let ends = |ending: &str| noun.ends_with(ending) && noun.len() > ending.len() + 1;
    if ends("ies") {
        return cut(3) + "y";
    }
    if ["sses", "xes", "ches", "shes"].iter().any(|ending| ends(ending)) {
        return cut(2);
    }
    let kept = ["ss", "us", "is"].iter().any(|ending| ends(ending));
    if ends("s") && !kept { cut(1) } else { noun.to_owned() }
}

/// Writes a word with a capital letter.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Writes a word without a capital letter.
pub(super) fn small(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}
