//! What the last search of an API knew, kept in the API's folder for whoever asks about it afterwards.

use std::path::{Path, PathBuf};

use super::document::write_atomically;
use crate::private;

/// The folder of what is kept between runs, in the folder of the API. It keeps itself out of version control.
const FOLDER: &str = ".nearmiss";
/// The archive in it.
const FILE: &str = "last.archive.json";
/// What version control is told.
const IGNORE: &str =
    "# Written by nearmiss: what the last search knew, for `nearmiss explain`.\n*\n";

/// Where the last search of the API in a folder is kept.
#[must_use]
pub fn last_archive(api: &Path) -> PathBuf {
    api.join(FOLDER).join(FILE)
}

/// Keeps the archive of a search that has ended.
///
/// # Errors
/// What the system says, with the path.
pub fn keep_last(api: &Path, text: &str) -> Result<(), String> {
    let path = last_archive(api);
    let folder = api.join(FOLDER);
    // Two searches of one API may end at the same time: each has a name of its own, and the later one stays.
    let own = folder.join(format!("{}.archive.json", std::process::id()));
    let ignore = folder.join(".gitignore");
    let written = private::folder(&folder)
        .and_then(|()| if ignore.exists() { Ok(()) } else { std::fs::write(&ignore, IGNORE) })
        .and_then(|()| write_atomically(&own, text))
        .and_then(|()| std::fs::rename(&own, &path));
    written.map_err(|error| {
        format!(
            "what the search knew is not kept for `nearmiss explain`: {}: {error}",
            path.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_search_stays_and_is_kept_out_of_version_control() {
        let folder = tempfile::tempdir().unwrap();
        keep_last(folder.path(), "one").unwrap();
        keep_last(folder.path(), "two").unwrap();
        assert_eq!(std::fs::read_to_string(last_archive(folder.path())).unwrap(), "two");
        let kept = folder.path().join(FOLDER);
        assert!(std::fs::read_to_string(kept.join(".gitignore")).unwrap().ends_with("\n*\n"));
        assert_eq!(std::fs::read_dir(kept).unwrap().count(), 2, "nothing else is left");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FOLDER), "a file").unwrap();
        let why = keep_last(folder.path(), "one").unwrap_err();
        assert!(why.contains("last.archive.json") && why.contains("nearmiss explain"), "{why}");
    }
}
