//! Words that people would write, by what the input is called.

/// Values of inputs whose name has one of these parts, the first that fits; dates, too.
const BY_NAME: &[(&[&str], &[&str])] = &[
    (&["email", "mail"], &["ada@example.com", "ben@example.com", "eva@example.com"]),
    (&["firstname", "givenname"], &["Ada", "Ben", "Eva"]),
    (&["lastname", "surname", "familyname"], &["Lee", "Moss", "Hart"]),
    (&["username", "login", "nick", "handle"], &["ada", "ben", "eva"]),
    (
        &["author", "reader", "owner", "customer", "member", "person", "user", "fullname"],
        &["Ada Lee", "Ben Moss", "Eva Hart"],
    ),
    (&["password", "passwd", "passphrase"], &["lantern-4-harbour", "orchard-7-window"]),
    (&["title", "subject", "headline"], &["A quiet morning", "The long way", "Letters home"]),
    (
        &["description", "content", "comment", "message", "note", "summary", "text", "bio", "body"],
        &["A short note.", "All is well.", "See you soon."],
    ),
    (&["city", "town"], &["Oslo", "Lisbon", "Vienna"]),
    (&["country"], &["Norway", "Portugal", "Austria"]),
    (&["street", "address"], &["12 Market Street", "7 Mill Lane"]),
    (&["zip", "postcode", "postalcode"], &["1010", "2020"]),
    (&["phone", "mobile"], &["+15550100", "+15550101"]),
    (
        &["url", "uri", "link", "website", "href", "homepage"],
        &["https://example.com/a", "https://example.com/b"],
    ),
    (
        &["image", "avatar", "picture", "photo", "logo", "icon"],
        &["https://example.com/a.png", "https://example.com/b.png"],
    ),
    (&["currency"], &["EUR", "USD"]),
    (&["language", "locale"], &["en", "de"]),
    (&["colour", "color"], &["green", "blue", "red"]),
    (&["file", "path"], &["notes.txt", "report.txt"]),
    (&["sku", "code", "serial"], &["A100", "B200", "C300"]),
    (
        &[
            "date", "day", "since", "until", "deadline", "birthday", "after", "before", "expires",
            "start", "end", "from", "to",
        ],
        &["2024-05-17", "2024-06-01"],
    ),
    (&["slug"], &["a-quiet-morning", "the-long-way", "letters-home"]),
    (&["category", "genre", "topic", "section"], &["travel", "garden", "music"]),
    (&["tag", "keyword"], &["new", "summer", "classic"]),
    (&["kind", "type", "class"], &["plain", "large", "special"]),
    (&["carrier", "brand", "company", "vendor", "publisher", "shop"], &["Northwind", "Seaside"]),
    (&["reason", "cause"], &["It came too late.", "It is too small."]),
    (&["status", "state"], &["open", "closed", "waiting"]),
    (&["region", "zone", "area", "place", "port"], &["north", "south", "west"]),
    (&["period"], &["month", "week", "year"]),
    (&["role"], &["reader", "editor", "guest"]),
    (&["unit"], &["metre", "litre", "piece"]),
    (&["search", "query", "term", "q"], &["harbour", "garden", "lantern"]),
    (&["name", "label"], &["Harbour", "Orchard", "Lantern"]),
];
/// Values of all others.
const ANY: &[&str] =
    &["apple", "river", "garden", "window", "paper", "summer", "candle", "harbour"];
/// Names after which words are counted.
pub(super) const ROUND: usize = ANY.len();
/// Letters of a word that is no part of others by chance (`city` is one of `capacity`).
const LONG: usize = 5;
/// Words that longer texts are made of.
const SENTENCE: &str = "The ferry leaves the harbour at noon and comes back before it is dark. ";

/// Lists texts for an input of this name, best first; `nth`: how many different ones of its kind a test has before it.
pub(crate) fn words_for(name: &str, nth: usize) -> Vec<String> {
    let parts_of_name = parts_of(name);
    // A key of something is not what it is called.
    let is_key = parts_of_name.last().is_some_and(|last| last == "id");
    let has = |parts: &[&str]| parts.iter().any(|part| names(&parts_of_name, part));
    let own = BY_NAME.iter().find(|(parts, _)| !is_key && has(parts)).map(|(_, words)| *words);
    let first = first_of_any(&parts_of_name);
    let mut words = Vec::new();
    for (list, first) in own.map(|own| (own, 0)).into_iter().chain([(ANY, first)]) {
        words.push(counted(list[(first + nth) % list.len()], nth / list.len()));
    }
    words
}

/// Answers which of the words for anything comes first for a name: not all fields hold the same one.
fn first_of_any(parts: &[String]) -> usize {
    let letters = parts.iter().flat_map(|part| part.bytes());
    letters.fold(0, |sum: usize, byte| sum.wrapping_mul(7).wrapping_add(usize::from(byte)))
        % ANY.len()
}

/// Tells whether inputs of this name have words, without a digit; `None` if nothing is known of them.
pub(super) fn is_said_in_words(name: &str) -> Option<bool> {
    let parts = parts_of(name);
    let is_key = parts.last().is_some_and(|last| last == "id");
    let own = BY_NAME.iter().find(|(words, _)| words.iter().any(|word| names(&parts, word)));
    let has_digit = |word: &&str| word.bytes().any(|byte| byte.is_ascii_digit());
    own.filter(|_| !is_key).map(|(_, words)| !words.iter().any(has_digit))
}

/// Tells whether inputs of this name are keys of something: `userId`.
pub(crate) fn is_id(name: &str) -> bool {
    parts_of(name).last().is_some_and(|last| ["id", "uuid"].contains(&last.as_str()))
}

/// Tells whether a name has one of these words, or many of it: `billingEmail` has `email`.
#[must_use]
pub fn is_named(name: &str, words: &[&str]) -> bool {
    let parts = parts_of(name);
    words.iter().any(|word| names(&parts, word))
}

/// Answers a text that differs from those of the rounds before, as far as it is one of letters alone or an address of
/// mail; others are the same again.
fn counted(text: &str, round: usize) -> String {
    let is_letters = text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b' ');
    match text.split_once('@') {
        _ if round == 0 => text.to_owned(),
        Some((before, after)) => format!("{before}{}@{after}", round + 1),
        None if is_letters && text.contains(' ') => format!("{text} {}", round + 1),
        None if is_letters => format!("{text}{}", round + 1),
        None => text.to_owned(),
    }
}

/// Lists the words of a name, in lower case: `shippingAddress_2` has three.
fn parts_of(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut before = ' ';
    for letter in name.chars() {
        let begins = letter.is_uppercase() && !before.is_uppercase()
            || letter.is_alphanumeric() && !before.is_alphanumeric()
            || letter.is_numeric() != before.is_numeric();
        before = letter;
        if !letter.is_alphanumeric() {
            continue;
        }
        if begins || parts.is_empty() {
            parts.push(String::new());
        }
        if let Some(last) = parts.last_mut() {
            last.extend(letter.to_lowercase());
        }
    }
    parts
}

/// Tells whether some words of a name in a row are this one, or many of it; a long one may also end a word.
fn names(parts: &[String], wanted: &str) -> bool {
    let is_wanted = |text: &str| text == wanted || text.strip_suffix('s') == Some(wanted);
    let joined = |from: usize| (from + 1..=parts.len()).map(move |to| parts[from..to].concat());
    let ends = |part: &String| wanted.len() >= LONG && part.ends_with(wanted);
    (0..parts.len()).any(|from| joined(from).any(|text| is_wanted(&text))) || parts.iter().any(ends)
}

/// Answers a text of so many letters.
pub(super) fn text_of_length(length: usize) -> String {
    let mut text: String = SENTENCE.chars().cycle().take(length).collect();
    if text.ends_with(' ') {
        text.pop();
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_words_as_it_takes() {
        assert_eq!(words_for("", 9), ["river2"]);
        assert_eq!(words_for("email", 7)[0], "ben3@example.com");
        assert_eq!(words_for("title", 3)[0], "A quiet morning 2");
        assert_eq!(words_for("zip", 2)[0], "1010");
    }

    #[test]
    fn names_are_read_by_their_words() {
        let first = |name: &str| words_for(name, 0).remove(0);
        assert_eq!(first("contactEmail"), "ada@example.com");
        assert_eq!(first("customer_e-mail"), "ada@example.com");
        assert_eq!(first("shippingPostalCode"), "1010");
        assert_eq!(first("useremail"), "ada@example.com");
        assert_eq!(first("titles"), "A quiet morning");
        assert_eq!(first("homepageURL"), "https://example.com/a");
        for other in ["favourited", "capacity", "profile", "userId", "context", ""] {
            assert!(ANY.contains(&first(other).as_str()), "{other}");
        }
        assert_ne!(first("capacity"), first("profile"));
    }
}
