//! Which part of a text says the same on other machines and versions of Node.

/// Characters of a text that are compared.
pub(super) const MAX_TEXT: usize = 400;

/// Part of a text that is compared.
pub(super) enum Portable<'a> {
    Whole,
    Prefix(&'a str, &'static str),
}

/// Reason why a text is cut that is none of a stack trace or of Node.
pub(super) const LONG: &str = "long";

/// Beginnings of texts of the engine that are others in other versions of Node.
const OF_ENGINE: [&str; 17] = [
    "Unexpected token",
    "Unexpected end of JSON input",
    "Unexpected non-whitespace character",
    "Unexpected number in JSON",
    "Unexpected string in JSON",
    "Unterminated string in JSON",
    "Bad control character in string literal",
    "Bad escaped character in JSON",
    "Expected ',' or ",
    "Expected &#39;,&#39; or ",
    "Expected property name or ",
    "Expected double-quoted property name",
    "Expected values to be ",
    "The input did not match the regular expression",
    "Cannot read properties of ",
    "Cannot destructure property ",
    "undefined is not iterable",
];

/// A stack trace holds paths and lines of one machine and one version; a long text is unreadable.
pub(super) fn portable_part(text: &str) -> Portable<'_> {
    let trace = ["\n    at ", "<br> &nbsp; &nbsp;at ", "\\n    at "]
        .iter()
        .filter_map(|frame| text.find(frame))
        .min()
        .filter(|at| text[*at..].contains(':'));
    let of_engine = OF_ENGINE.iter().filter_map(|begin| text.find(begin)).min();
    if let Some(at) = of_engine.filter(|at| trace.is_none_or(|trace| *at <= trace)) {
        return Portable::Prefix(&text[..at], "a text of Node's, which changes with its version");
    }
    let long = text.char_indices().nth(MAX_TEXT).map(|(at, _)| at);
    match (trace, long) {
        (Some(trace), long) if long.is_none_or(|long| trace <= long) => {
            Portable::Prefix(&text[..trace], "a stack trace")
        }
        (_, Some(long)) => Portable::Prefix(&text[..long], LONG),
        (_, None) => Portable::Whole,
    }
}
