//! Source text in; probed text, source map and target table out. See the crate's README for the
//! contract between probed text and the runtime.

mod callee_text;
mod coverage;
mod emit;
mod error;
pub mod hosted;
mod ignore;
mod large_stack;
pub mod lower;
mod options;
mod parse;
mod plan;
mod planner;
mod probes;
mod purity;
mod reexports;
mod replacements;
mod scope;
pub mod source_map;
mod specifiers;
mod standalone;
mod unprobed;

pub use coverage::{Coverage, SlotPlace, SlotRole, SourcePosition};
pub use error::InstrumentError;
pub use lower::Diagnostic;
pub use options::{InstrumentOptions, Logical, ModuleKind};
pub use plan::{Emitted, Planned, plan};
pub use specifiers::with_renamed_specifiers;
pub use standalone::Standalone;
