//! Paths as a written suite has them.

use std::path::Path;

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
    fn paths_are_seen_from_the_suite() {
        assert_eq!(relative(Path::new("/a/b/tests"), Path::new("/a/b")), "..");
        assert_eq!(relative(Path::new("/a/b/tests"), Path::new("/a/c/d.js")), "../../c/d.js");
        assert_eq!(relative(Path::new("/a"), Path::new("/a")), ".");
    }
}
