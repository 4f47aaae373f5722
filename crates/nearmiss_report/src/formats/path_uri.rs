//! Paths as links.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What a path may hold in a URI beside letters and digits (RFC 3986, section 2.3) stays as it is; but `~` is
/// markup in Markdown.
const NOT_IN_PATH: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_');

/// The relative URI of a path with `/`; `..` that can be resolved is.
pub(super) fn path_uri(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    utf8_percent_encode(&parts.join("/"), NOT_IN_PATH).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_and_without_detours() {
        assert_eq!(path_uri("a/b/../c d/é.js"), "a/c%20d/%C3%A9.js");
        assert_eq!(path_uri("../../a.js"), "../../a.js");
        assert_eq!(path_uri("./c:/a#b?.js"), "c%3A/a%23b%3F.js");
        assert_eq!(path_uri("/a\n.js"), "a%0A.js");
    }
}
