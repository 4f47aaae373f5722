//! What the runtime reports of inputs: what they should have been, what they met, what was read of them, and which
//! schemas they are checked against.

use std::sync::Arc;

use crate::{GeneSpec, GeneValue};

/// Most items of a list that nobody describes.
const OPEN_ITEMS: usize = 64;

/// What a tainted input should have been.
#[derive(Clone, Debug, PartialEq)]
pub enum Specialisation {
    /// Exactly this text (UTF-16).
    Constant(Vec<u16>),
    /// This text in any case.
    ConstantIgnoreCase(Vec<u16>),
    /// Text in which this ECMAScript expression matches somewhere.
    RegexPartial(String),
    /// Text that this ECMAScript expression matches from start to end.
    RegexWhole(String),
    /// Text that starts so.
    Prefix(Vec<u16>),
    /// Text that ends so.
    Suffix(Vec<u16>),
    /// Text that contains this.
    Contains(Vec<u16>),
    /// The same text as the input with this taint number.
    EqualTo(u32),
    /// A number; a wanted one if known.
    Number(Option<f64>),
    /// A date.
    Date,
    /// A date of which this part is this.
    DateWith(DatePart, i64),
    /// A URL.
    Url,
    /// A URL of which this part is this.
    UrlWith(UrlPart, Vec<u16>),
    /// Text that has this at a place: units from its start, or, negative, from its end.
    At(i32, Vec<u16>),
    /// Text in a code, of which the SUT reads what it stands for.
    Encoded(Codec),
    /// A JSON text.
    Json,
    /// The text that prints a value of this spec: as JSON, but for what is a text itself.
    Of(Arc<GeneSpec>),
    /// A value of another type, where one can be sent.
    Kind(Kind),
    /// A record with this property, where one can be sent; `-`: a list.
    Property(String),
}

/// A type of JSON, or one value of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Any number.
    Number,
    /// True or false.
    Boolean,
    /// A record.
    Object,
    /// A list.
    Array,
    /// Null.
    Null,
    /// Nothing at all.
    Undefined,
    /// True.
    True,
    /// False.
    False,
    /// Any text.
    Text,
}

impl Kind {
    /// Makes the spec of any value of the type.
    pub(crate) fn spec(self) -> GeneSpec {
        let one = |value| GeneSpec::Enum(vec![value]);
        match self {
            Self::Text => GeneSpec::Open,
            Self::Number => GeneSpec::Double { min: f64::MIN, max: f64::MAX, multiple_of: 0.0 },
            Self::Boolean => GeneSpec::Boolean,
            Self::Object => GeneSpec::Object { fields: Vec::new(), additional: None },
            Self::Array => GeneSpec::Array {
                item: Box::new(GeneSpec::Open),
                min: 0,
                max: OPEN_ITEMS,
                unique: false,
            },
            Self::Null => one(GeneValue::Null),
            Self::Undefined => one(GeneValue::Absent),
            Self::True => one(GeneValue::Boolean(true)),
            Self::False => one(GeneValue::Boolean(false)),
        }
    }
}

/// A part of a date, counted as JavaScript does.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DatePart {
    /// Of the Gregorian calendar.
    Year,
    /// From 0.
    Month,
    /// Of the month, from 1.
    Day,
    /// From Sunday, 0.
    Weekday,
    /// All of it: milliseconds since 1970.
    Time,
}

/// A part of a URL, written as WHATWG's URL API does.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum UrlPart {
    /// `https:`
    Scheme,
    /// `localhost:8080`
    Host,
    /// `localhost`
    Hostname,
    /// `8080`
    Port,
    /// `https://localhost:8080`
    Origin,
    /// `/a/b`
    Path,
    /// `?a=1`
    Query,
}

/// A way to write a text as another text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Codec {
    /// RFC 4648, with padding.
    Base64,
    /// Two hexadecimal digits a byte.
    Hex,
    /// Percent signs before all bytes but letters, digits and `-_.~` (RFC 3986).
    Percent,
}

/// A report of the runtime about a tainted input.
#[derive(Clone, Debug, PartialEq)]
pub struct TaintFact {
    /// Index of the action during which it was seen.
    pub action: usize,
    /// Number inside `_EM_<number>_XYZ_`.
    pub taint: u32,
    /// What it should have been.
    pub specialisation: Specialisation,
}

/// One of two values that met.
#[derive(Clone, Debug, PartialEq)]
pub enum MetValue {
    /// A text, in UTF-16 units.
    Text(Vec<u16>),
    /// A finite number; of a date its milliseconds since 1970.
    Number(f64),
    /// Any text that an ECMAScript expression matches, from start to end or somewhere.
    Pattern {
        /// The expression.
        source: String,
        /// From start to end.
        whole: bool,
    },
    /// A value that is neither, or, of what is wanted, any value of a type.
    Kind(Kind),
}

/// A report that two values met in the SUT and differ (input-to-state correspondence, REDQUEEN, NDSS
/// 2019): where an input holds the one, the other is worth trying.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Index of the action during which it was seen.
    pub action: usize,
    /// The two, in the order of the program.
    pub values: [MetValue; 2],
    /// They met `<`, `<=`, `>` or `>=`; else they should be equal, or should not.
    pub ordered: bool,
    /// They met in a condition of which an outcome is not covered.
    pub open: bool,
}

/// A report that a property was read of what a JSON text stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadField {
    /// Index of the action during which it was seen.
    pub action: usize,
    /// The text.
    pub text: Vec<u16>,
    /// Names of fields, `-` for the items of a list.
    pub path: Vec<String>,
}

/// A report that an input of an action is checked against a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Index of the action.
    pub action: usize,
    /// Index of the parameter.
    pub parameter: usize,
    /// Where inside the parameter: names of fields, indices of items.
    pub path: Vec<String>,
    /// What the schema asks for.
    pub spec: GeneSpec,
}
