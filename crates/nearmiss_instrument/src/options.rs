//! What the caller decides.

use serde::{Deserialize, Serialize};

use crate::lower::LowerOptions;

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
#[derive(Clone, Debug)]
pub struct InstrumentOptions {
    /// The file as targets name it: relative to the root of the SUT, with `/`. A file with an
    /// incoming source map has targets of the source that the map names.
    pub file: String,
    /// Script or module.
    pub module: ModuleKind,
    /// The form of `&&` and `||`.
    pub logical: Logical,
    /// Whether the plan also tells statements, branch arms and functions with their places
    /// ([`crate::Planned::coverage`]). Slots that only this needs follow those of the table, which
    /// stays the same.
    pub coverage: bool,
    /// Whether the error that leaves a function is told to the runtime (`__nm.threw`), which only one that explains
    /// listens to. No slots.
    pub tells_errors: bool,
    /// How it becomes JavaScript.
    pub lower: LowerOptions,
}

impl InstrumentOptions {
    /// Options for a file, in the language that its name tells.
    #[must_use]
    pub fn for_file(file: impl Into<String>) -> Self {
        let file = file.into();
        Self {
            lower: LowerOptions::for_file(file.clone()),
            file,
            module: ModuleKind::Auto,
            logical: Logical::Inline,
            coverage: false,
            tells_errors: false,
        }
    }
}
