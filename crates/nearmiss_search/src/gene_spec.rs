//! What a problem says about an input: a gene is made of it.

use crate::{GeneValue, TextFormat};

/// The constraints of one input, as a schema gives them. A gene is built from it.
#[derive(Clone, Debug, PartialEq)]
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
    /// Text of a format: a date, a UUID.
    Format(&'static TextFormat),
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
#[derive(Clone, Debug, PartialEq)]
pub struct FieldSpec {
    /// Name of the field.
    pub name: String,
    /// Its constraints; wrap in [`GeneSpec::Optional`] if it is not required.
    pub spec: GeneSpec,
}

/// A type of values, in the words of JSON Schema.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum JsonType {
    /// `array`
    Array,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `object`
    Object,
    /// `string`
    String,
}

impl JsonType {
    /// The name of the type in JSON Schema.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Array => "array",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Object => "object",
            Self::String => "string",
        }
    }
}

impl GeneSpec {
    /// The one type that all its values have; `None` where they may have several, or nothing or null may stand there.
    #[must_use]
    pub fn json_type(&self) -> Option<JsonType> {
        match self {
            Self::Boolean => Some(JsonType::Boolean),
            Self::Integer { .. } => Some(JsonType::Integer),
            Self::Double { .. } => Some(JsonType::Number),
            Self::Text { .. } | Self::Pattern { .. } | Self::Format(_) => Some(JsonType::String),
            Self::Array { .. } => Some(JsonType::Array),
            Self::Object { .. } | Self::Map { .. } => Some(JsonType::Object),
            // What a schema suggests is not always what it allows.
            Self::Suggested { .. }
            | Self::Enum(_)
            | Self::Nullable(_)
            | Self::Optional(_)
            | Self::Choice(_)
            | Self::Any
            | Self::Open => None,
        }
    }
}
