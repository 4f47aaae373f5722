//! The source map that a file names.

use std::path::{Path, PathBuf};

use nearmiss_instrument::source_map::{MapReference, find_map_reference};

/// What a file's `sourceMappingURL` led to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MapFile {
    /// It names none, or carries its map with it.
    None,
    /// The text of the map.
    Text(String),
    /// It names a map that cannot be read: where, and why.
    Missing(PathBuf, String),
}

/// Reads the map that `source`, the text of the file at `path`, names by a relative URL.
#[must_use]
pub fn map_file(source: &str, path: &Path) -> MapFile {
    let Ok(Some(MapReference::External(url))) = find_map_reference(source) else {
        return MapFile::None;
    };
    let Some(folder) = path.parent().filter(|_| !url.contains("://")) else { return MapFile::None };
    let file = folder.join(url);
    match std::fs::read_to_string(&file) {
        Ok(text) => MapFile::Text(text),
        Err(error) => MapFile::Missing(file, error.to_string()),
    }
}
