//! How bodies are read and what every one of them derives.

use serde::{Deserialize, Deserializer};

/// Reads `null` as the default: Java writes it for every member that was not set.
pub fn null_is_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Declares bodies: members in Java's spelling, each optional to read and `null` for its default.
macro_rules! bodies {
    ($($(#[$about:meta])* pub struct $name:ident {
        $($(#[$member:meta])* pub $field:ident: $kind:ty,)*
    })*) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Deserialize, serde::Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
        #[serde(rename_all = "camelCase", default)]
        pub struct $name {
            $(
                $(#[$member])*
                #[serde(deserialize_with = "crate::read::null_is_default")]
                pub $field: $kind,
            )*
        }
    )*};
}

/// Declares enumerations that the wire has as names in capitals.
macro_rules! names {
    ($($(#[$about:meta])* pub enum $name:ident { $($(#[$of:meta])* $variant:ident,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Eq, PartialEq, serde::Deserialize, serde::Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
        pub enum $name {
            $($(#[$of])* $variant,)*
        }
    )*};
}

pub(crate) use {bodies, names};
