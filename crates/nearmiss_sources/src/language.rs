//! How a file becomes JavaScript.

use std::path::Path;

use nearmiss_instrument::ModuleKind;
use nearmiss_instrument::lower::{LowerOptions, Syntax};

use crate::neighbours::imported_by;
use crate::{MapFile, map_file, tsconfig_of};

/// The options that compile the text of the file at `path`: those of its `tsconfig.json`, or the
/// map that it names when it is JavaScript already.
#[must_use]
pub fn lower_options(
    source: &str,
    path: &Path,
    syntax: Syntax,
    module: ModuleKind,
) -> LowerOptions {
    // Maps name their sources relative to the file that they are in.
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
    let mut options = LowerOptions::for_file(name);
    options.syntax = syntax;
    options.commonjs = module == ModuleKind::CommonJs;
    if syntax == Syntax::Js {
        if let MapFile::Text(text) = map_file(source, path) {
            options.incoming_map = Some(text);
        }
    } else {
        let config = tsconfig_of(path);
        config.apply(&mut options);
        if syntax.is_typescript() {
            options.imported = imported_by(source, path, syntax, &config, options.strict_nulls);
        }
    }
    options
}
