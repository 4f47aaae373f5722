//! The path under which a server offers the API. Where the server is, the SUT itself says.

use crate::rest::document::{Document, Located, Version};
use crate::rest::schema_warning::Warnings;

/// The path of the first server of `holder` (document, path item or operation), without a `/` at
/// its end; `None` if it names no server.
pub(super) fn base_path(
    document: &Document,
    holder: &Located<'_>,
    warnings: &mut Warnings,
) -> Option<String> {
    if document.version == Version::V2 {
        let base = holder.text("basePath")?;
        return Some(with_slashes(base));
    }
    let servers = holder.get("servers")?;
    let server = servers.items().into_iter().next()?;
    let Some(url) = server.text("url") else {
        warnings.add(&server.pointer, "a server needs a `url`; `/` is taken");
        return None;
    };
    Some(with_slashes(path_of(&with_defaults(url, &server, warnings))))
}

/// Puts the defaults of the variables in their places.
fn with_defaults(url: &str, server: &Located<'_>, warnings: &mut Warnings) -> String {
    let mut url = url.to_owned();
    let Some(variables) = server.get("variables") else { return url };
    for (name, variable) in variables.entries() {
        match variable.text("default") {
            Some(default) => url = url.replace(&format!("{{{name}}}"), default),
            None => warnings.add(&variable.pointer, "a server variable needs a `default`"),
        }
    }
    url
}

/// Answers the path of a URL, which may be a path alone.
pub(in crate::rest) fn path_of(url: &str) -> &str {
    let path = match url.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |at| &rest[at..]),
        // `//host/path` has no scheme.
        None => match url.strip_prefix("//") {
            Some(rest) => rest.find('/').map_or("", |at| &rest[at..]),
            None => url,
        },
    };
    path.split(['?', '#']).next().unwrap_or_default()
}

/// A path with `/` at its beginning and none at its end.
pub(in crate::rest) fn with_slashes(path: &str) -> String {
    let path = path.trim().trim_matches('/');
    // `.` is the place the document itself was read from.
    let path = path.strip_prefix("./").unwrap_or(path);
    if path.is_empty() || path == "." { String::new() } else { format!("/{path}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_path_of_a_server_counts() {
        for (url, path) in [
            ("https://api.example.com/v2/", "/v2"),
            ("https://api.example.com", ""),
            ("http://localhost:3000/a/b?x=1", "/a/b"),
            ("/v1", "/v1"),
            ("v1", "/v1"),
            ("./", ""),
            ("/", ""),
            ("//host/v3", "/v3"),
        ] {
            assert_eq!(with_slashes(path_of(url)), path, "{url}");
        }
    }
}
