//! Paths as a written suite has them.

use std::path::{Component, Path, PathBuf};

/// An absolute path as it really is, without links and `..`, also of what is not there yet.
pub fn real(path: &Path) -> PathBuf {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                found.pop();
            }
            part => found.push(part),
        }
        // Before a `..` that follows: it leads out of where a link leads.
        if let Ok(there) = found.canonicalize() {
            found = there;
        }
    }
    found
}

/// `to` seen from the folder `from`, with `/`.
pub fn relative(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let same = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), from.len() - same);
    let down = to[same..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let path = up.chain(down).collect::<Vec<_>>().join("/");
    if path.is_empty() { ".".to_owned() } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_where_it_leads_to() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        std::os::unix::fs::symlink(root.join("a/b"), root.join("link")).unwrap();
        assert_eq!(real(&root.join("a/../new/./tests/../t")), root.join("new/t"));
        assert_eq!(real(&root.join("link/../tests")), root.join("a/tests"));
    }

    #[test]
    fn paths_are_seen_from_the_suite() {
        assert_eq!(relative(Path::new("/a/b/tests"), Path::new("/a/b")), "..");
        assert_eq!(relative(Path::new("/a/b/tests"), Path::new("/a/c/d.js")), "../../c/d.js");
        assert_eq!(relative(Path::new("/a"), Path::new("/a")), ".");
    }
}
