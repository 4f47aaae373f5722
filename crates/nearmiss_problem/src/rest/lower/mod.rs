//! From an action to the call that is sent.

mod action;
mod body_fields;
mod body_links;
mod caller;
mod form;
mod header_value;
mod malformed;
mod multipart;
mod parameter_text;
mod plain_text;
mod written;

pub(super) use action::{StaticHeader, lower_action, static_headers};
pub(super) use caller::Caller;
pub(super) use malformed::ways;

#[cfg(test)]
mod tests;
