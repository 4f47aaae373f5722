//! Words that people would write, by what the input is called.

use crate::letters_and_digits;

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
        &["description", "content", "comment", "message", "note", "summary", "text", "bio"],
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
    (&["currency"], &["EUR", "USD"]),
    (&["language", "locale"], &["en", "de"]),
    (&["colour", "color"], &["green", "blue", "red"]),
    (&["file", "path"], &["notes.txt", "report.txt"]),
    (&["sku", "code", "serial"], &["A100", "B200", "C300"]),
    (&["date", "day", "since", "until", "deadline", "birthday"], &["2024-05-17", "2024-06-01"]),
];
/// Values of all others.
const ANY: &[&str] =
    &["apple", "river", "garden", "window", "paper", "summer", "candle", "harbour"];
/// Words that longer texts are made of.
const SENTENCE: &str = "The ferry leaves the harbour at noon and comes back before it is dark. ";

/// Lists texts for an input of this name, best first; `nth`: how many different ones of its kind a test has before it.
pub(super) fn words_for(name: &str, nth: usize) -> Vec<&'static str> {
    let name = letters_and_digits(name);
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let own = BY_NAME.iter().find(|(parts, _)| has(parts)).map(|(_, words)| *words);
    let mut words = Vec::new();
    for list in own.into_iter().chain([ANY]) {
        // The one after the last is the first again: another test may not need them to differ.
        words.push(list[nth % list.len()]);
    }
    words
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
