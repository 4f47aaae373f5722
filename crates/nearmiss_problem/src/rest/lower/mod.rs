//! From an action to the call that is sent.

mod action;
mod body_fields;
mod body_links;
mod form;
mod header_value;
mod multipart;
mod parameter_text;
mod plain_text;
mod written;

pub(super) use action::{lower_action, static_headers};

#[cfg(test)]
mod tests;
