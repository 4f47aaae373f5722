//! What names are, as far as compiling must know: a class, an enum with its values, a type and nothing else.
//!
//! TypeScript compiles all files of a project together, we one by one. So what a file imports is read from its neighbours
//! ([`declarations`], by the caller, who reads files) and handed over as [`Imported`].

#[cfg(feature = "compiler")]
mod constants;
#[cfg(feature = "compiler")]
mod exports;
#[cfg(feature = "compiler")]
mod names;
#[cfg(feature = "compiler")]
mod needs;
#[cfg(feature = "compiler")]
mod plain;

use std::collections::BTreeMap;

#[cfg(feature = "compiler")]
pub(super) use constants::{constant_of, property_of};
#[cfg(feature = "compiler")]
pub(super) use names::{Local, Names, entity_path, member_name};
#[cfg(feature = "compiler")]
pub(super) use plain::{is_left_out, plain_of, without_parentheses};

#[cfg(feature = "compiler")]
pub use exports::{Declarations, Exported, declarations};

/// A global that `reflect-metadata` is told in place of a type.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Plain {
    /// Nothing: `undefined`, `null`, `void` and `never`.
    Void,
    /// A list or a tuple.
    Array,
    /// A `bigint`.
    BigInt,
    /// A `boolean`.
    Boolean,
    /// What can be called.
    Function,
    /// A number, or an enum of numbers.
    Number,
    /// Anything else.
    Object,
    /// What an `async` method answers.
    Promise,
    /// A text, or an enum of texts.
    String,
    /// A `symbol`.
    Symbol,
}

impl Plain {
    /// The name of the global; nothing for what is `undefined`.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::Void => return None,
            Self::Array => "Array",
            Self::BigInt => "BigInt",
            Self::Boolean => "Boolean",
            Self::Function => "Function",
            Self::Number => "Number",
            Self::Object => "Object",
            Self::Promise => "Promise",
            Self::String => "String",
            Self::Symbol => "Symbol",
        })
    }
}

/// A value that is known without running anything.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Constant {
    /// The bits of a number.
    Number(u64),
    /// A text.
    Text(String),
}

#[cfg(feature = "compiler")]
impl Constant {
    pub(super) fn number(value: f64) -> Self {
        Self::Number(value.to_bits())
    }

    pub(super) fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(bits) => Some(f64::from_bits(*bits)),
            Self::Text(_) => None,
        }
    }
}

/// An enum.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EnumFacts {
    /// What stands for it in metadata.
    pub plain: Plain,
    /// The values of its members, as far as they are known.
    pub constants: BTreeMap<String, Constant>,
    /// Whether nothing of it is there at run time: `const`, and neither kept nor declared elsewhere.
    pub is_const: bool,
    /// Whether it is only declared.
    pub is_ambient: bool,
    /// Flag: it is exported by a list or by another file: `export { Kind }`, not `export enum Kind {}`.
    pub by_list: bool,
}

/// Kind of an exported name.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Declared {
    /// A class.
    Class,
    /// An enum.
    Enum(EnumFacts),
    /// A type and no value, and what stands for it in metadata.
    Type(Plain),
    /// A `const` of a known value.
    Constant(Constant),
    /// Any other value.
    Value,
}

impl Declared {
    /// Tells whether there is no such value at run time.
    #[must_use]
    pub fn is_type(&self) -> bool {
        matches!(self, Self::Type(_))
    }
}

/// Exports of files, by the specifier that they are imported with, and the name.
pub type Imported = BTreeMap<String, BTreeMap<String, Declared>>;
