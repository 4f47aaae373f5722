//! Files that are written for people.

use std::path::Path;

use crate::failure::Failure;

/// Writes a file and the folders above it.
///
/// # Errors
/// It cannot be written.
pub fn write_file(path: &Path, content: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, content))
        .map_err(|error| Failure::usage(format!("{} cannot be written: {error}", path.display())))
}
