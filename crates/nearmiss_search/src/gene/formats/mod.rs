//! Formats of text. One is a folder here and a line in [`ALL`]; schemas ask for it by the names that it gives itself.

mod base64;
pub(super) mod date;
pub(super) mod date_time;
mod email;
pub(super) mod time;
mod uri;
pub(super) mod uuid;

use crate::TextFormat;

/// All formats, in alphabetical order.
const ALL: &[&TextFormat] = &[
    &base64::FORMAT,
    &date::FORMAT,
    &date_time::FORMAT,
    &email::FORMAT,
    &time::FORMAT,
    &uri::FORMAT,
    &uuid::FORMAT,
];

/// Lists all formats that there are.
#[must_use]
pub fn text_formats() -> &'static [&'static TextFormat] {
    ALL
}

/// Finds the format that schemas call so.
#[must_use]
pub fn text_format(name: &str) -> Option<&'static TextFormat> {
    ALL.iter().copied().find(|format| format.names.contains(&name))
}
