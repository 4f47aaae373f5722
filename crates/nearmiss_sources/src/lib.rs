//! What surrounds a source file on disk, read the same way by every host: which files are meant
//! (globs), the `tsconfig.json` and `package.json` that they belong to, the source map that they
//! name.

mod filter;
mod language;
mod map_file;
mod neighbours;
mod package_type;
mod tsconfig;

pub use filter::{GlobError, SourceFilter};
pub use language::lower_options;
pub use map_file::{MapFile, map_file};
pub use package_type::package_type;
pub use tsconfig::tsconfig_of;

/// Forgets what was read of `tsconfig.json`, `package.json` and neighbouring files: they may have changed.
pub fn forget() {
    tsconfig::forget();
    package_type::forget();
    neighbours::forget();
}
