//! From what the developer wrote to JavaScript that V8 runs: types, enums, namespaces, parameter
//! properties, decorators and JSX are compiled away, everything else stays as it is (no
//! down-levelling).
//!
//! # Example
//! `enum Color { Red }  function f(c: Color): number { return c }` becomes, on the same lines,
//! `var Color = function(Color) {...}(Color || {}); function f(c) { return c; }`.
//!
//! JavaScript passes through byte for byte. Statements of compiled code stay on their original
//! lines wherever that is possible, so stack traces are near the truth even where nobody reads the
//! map; the map is exact. What the compiler made up (helpers, metadata) has no mapping.
//!
//! Compiling is done by swc (parser, TypeScript, decorators, JSX, CommonJS), on a thread with a
//! large stack since swc recurses over the tree. A host that compiles by itself (the SWC plugin) is
//! built without that, the feature `compiler`.

#[cfg(feature = "compiler")]
mod class_fields;
#[cfg(feature = "compiler")]
mod collected;
#[cfg(feature = "compiler")]
mod commonjs;
#[cfg(feature = "compiler")]
mod compile;
mod complaints;
mod declared;
#[cfg(feature = "compiler")]
mod decorator_spans;
#[cfg(feature = "compiler")]
mod decorators;
#[cfg(feature = "compiler")]
mod default_class;
#[cfg(feature = "compiler")]
mod disposables;
mod error;
#[cfg(feature = "compiler")]
mod imported_values;
mod line_keeping_writer;
#[cfg(feature = "compiler")]
mod merged_namespaces;
#[cfg(feature = "compiler")]
mod namespace_spans;
#[cfg(feature = "compiler")]
mod nested_classes;
mod options;
#[cfg(feature = "compiler")]
mod own_helpers;
mod source;
mod tsconfig;
#[cfg(not(feature = "compiler"))]
mod without_compiler;

#[cfg(test)]
mod tests;

#[cfg(feature = "compiler")]
pub use compile::lower;
pub use declared::{Constant, Declared, EnumFacts, Imported, Plain};
#[cfg(feature = "compiler")]
pub use declared::{Declarations, Exported, declarations};
pub use error::{Diagnostic, LowerError};
pub(crate) use line_keeping_writer::{LineKeepingWriter, Mark as PrintedMark};
pub use options::{JsxOptions, JsxRuntime, LowerOptions, Lowered, Syntax};
pub(crate) use source::{ignored_in, incoming_map, map_of};
pub use tsconfig::{ParseTsconfigError, TsConfig, parse_tsconfig};
#[cfg(not(feature = "compiler"))]
pub use without_compiler::lower;
