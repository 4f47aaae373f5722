//! What a gene says its value is: all that problem crates, writers and runners see of genes.

use serde::{Deserialize, Serialize};

/// The neutral form of a value between genes and the rest.
///
/// Text is UTF-16, since lone surrogates exist in JavaScript.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GeneValue {
    /// Nothing is sent.
    Absent,
    /// JSON null.
    Null,
    /// JSON true or false.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A finite number.
    Double(f64),
    /// Text in UTF-16 units.
    Text(Vec<u16>),
    /// A list.
    List(Vec<GeneValue>),
    /// A record or map, in order.
    Record(Vec<(String, GeneValue)>),
}

impl GeneValue {
    /// The text value of a Rust string.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(text.encode_utf16().collect())
    }
}
