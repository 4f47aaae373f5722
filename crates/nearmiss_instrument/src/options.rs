//! What the caller decides.

use serde::{Deserialize, Serialize};

/// Script or module.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ModuleKind {
    /// A CommonJS module if it parses as one, else an ES module.
    #[default]
    Auto,
    /// A CommonJS module.
    CommonJs,
    /// An ES module.
    Esm,
}

/// The form of `&&` and `||`.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Logical {
    /// Argument order: valid everywhere and fast.
    #[default]
    Inline,
    /// Closures, as in paper 002 section 3.4; inline where an arrow function cannot hold the operand.
    Closure,
}

/// How to instrument one file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct InstrumentOptions {
    /// The file as targets name it: relative to the root of the SUT, with `/`.
    pub file: String,
    /// Script or module.
    pub module: ModuleKind,
    /// The form of `&&` and `||`.
    pub logical: Logical,
}
