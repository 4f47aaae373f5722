//! Inputs as the running API was seen to use them.

/// Where an input is.
#[derive(
    Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "camelCase")]
pub enum InputPlace {
    /// A query parameter.
    Query,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
    /// A field of the body; its name is a JSON pointer, `-` for each item of a list, and empty for the
    /// body as a whole.
    Body,
}

/// An input that the API was seen to read.
#[derive(Clone, Debug, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReadInput {
    /// Where it is.
    pub place: InputPlace,
    /// Its name.
    pub name: String,
}

/// What a validator was given, as the runtime saw it.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
pub struct SeenInput {
    /// `body`, `query`, `params`, `headers` or `cookies`, when the runtime knows it.
    #[serde(default)]
    pub place: Option<String>,
    /// Where inside that place.
    #[serde(default)]
    pub path: Vec<String>,
    /// Taints inside what was validated, each with where it stands there.
    #[serde(default)]
    pub taints: Vec<(u32, Vec<String>)>,
}
