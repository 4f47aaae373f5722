//! What a problem says about an input ([`GeneSpec`]) and what a gene says its value is
//! ([`GeneValue`]). These two are all that problem crates, writers and runners see of genes.

use serde::{Deserialize, Serialize};

/// The constraints of one input, as a schema gives them. A gene is built from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GeneSpec {
    /// `true` or `false`.
    Boolean,
    /// A whole number in `[min, max]` (both inclusive) that is a multiple of `multiple_of`.
    Integer {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// 0 for none.
        multiple_of: u64,
    },
    /// A finite number in `[min, max]`; excluded bounds are moved by one ulp by whoever makes the
    /// spec.
    Double {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// 0 for none.
        multiple_of: f64,
    },
    /// Text of `min_len..=max_len` UTF-16 units. It may be tainted.
    Text {
        /// Shortest length.
        min_len: usize,
        /// Longest length.
        max_len: usize,
    },
    /// Text that matches an ECMAScript regular expression (anywhere, as JSON Schema has it).
    Pattern {
        /// Source of the expression.
        pattern: String,
        /// Shortest length.
        min_len: usize,
        /// Longest length.
        max_len: usize,
    },
    /// One of these values.
    Enum(Vec<GeneValue>),
    /// A list of `min..=max` items.
    Array {
        /// Spec of each item.
        item: Box<GeneSpec>,
        /// Fewest items.
        min: usize,
        /// Most items.
        max: usize,
        /// Whether items must differ.
        unique: bool,
    },
    /// A record.
    Object {
        /// Declared fields.
        fields: Vec<FieldSpec>,
        /// Spec of undeclared fields, if they are allowed and described.
        additional: Option<Box<GeneSpec>>,
    },
    /// A map with free keys.
    Map {
        /// Spec of the values.
        value: Box<GeneSpec>,
        /// Fewest entries.
        min: usize,
        /// Most entries.
        max: usize,
    },
    /// The value or null.
    Nullable(Box<GeneSpec>),
    /// The value or nothing (an optional parameter or field).
    Optional(Box<GeneSpec>),
    /// One of several shapes.
    Choice(Vec<GeneSpec>),
    /// A full date, `2026-11-20`.
    Date,
    /// A time, `12:00:00Z`.
    Time,
    /// A date-time, `2026-11-20T12:00:00Z`.
    DateTime,
    /// A UUID.
    Uuid,
    /// Base64 text of any bytes.
    Base64,
    /// An e-mail address.
    Email,
    /// A URI.
    Uri,
    /// The inner spec, with values the schema suggests (default, examples) tried first and often.
    Suggested {
        /// What the schema suggests.
        values: Vec<GeneValue>,
        /// The constraints otherwise.
        inner: Box<GeneSpec>,
    },
    /// Any JSON value (an empty schema).
    Any,
    /// A JSON value that nobody describes: text at first, then of the type that the SUT's use of it
    /// asks for.
    Open,
}

/// A field of [`GeneSpec::Object`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldSpec {
    /// Name of the field.
    pub name: String,
    /// Its constraints; wrap in [`GeneSpec::Optional`] if it is not required.
    pub spec: GeneSpec,
}

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
