//! Files and folders that nobody else reads: what they hold is left without secrets, but it tells of a system.

use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Makes an empty file, or empties one, that only its owner reads and writes.
///
/// # Errors
/// What the system says.
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(true).mode(0o600).open(path)?;
    // One that was there keeps its own otherwise. What is no file (`/dev/stderr`) is left alone.
    if file.metadata()?.is_file() {
        file.set_permissions(Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// Makes a folder, and those above it, that only its owner enters; one that is there is left as it is.
///
/// # Errors
/// What the system says.
pub fn folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_owner_reads_them() {
        let top = tempfile::tempdir().unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        let inner = top.path().join("a/b");
        folder(&inner).unwrap();
        assert_eq!(mode(&inner), 0o700);
        let file = inner.join("file");
        std::fs::write(&file, "old").unwrap();
        std::fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
        create(&file).unwrap();
        assert_eq!((mode(&file), std::fs::read_to_string(&file).unwrap()), (0o600, String::new()));
        create(Path::new("/dev/null")).unwrap();
    }
}
