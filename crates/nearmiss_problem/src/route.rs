//! Routes of the running API, and whose calls they handle.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A route as the router of the running API has it.
#[derive(Clone, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
pub struct FoundRoute {
    /// Its method.
    pub method: String,
    /// The whole path, parameters in braces (`/users/{id}`); of a route that is a regular
    /// expression nothing.
    #[serde(default)]
    pub path: String,
    /// Regular expressions of parameters, by name; each must match the whole segment.
    #[serde(default)]
    pub patterns: BTreeMap<String, String>,
    /// The regular expression that paths of this route match.
    #[serde(default)]
    pub regexp: Option<String>,
}

/// Names of pages that describe an API, wherever in a path that stands.
const DESCRIBING: [&str; 10] = [
    "api-docs",
    "api-json",
    "api-yaml",
    "apidocs",
    "graphiql",
    "openapi",
    "redoc",
    "scalar",
    "swagger",
    "swagger-ui",
];
/// Names that other things may have, too: only alone, or with what such pages are made of behind it.
const PERHAPS: [&str; 5] = ["doc", "docs", "documentation", "explorer", "reference"];
/// Names of files that such pages are made of.
const MADE_OF: [&str; 8] =
    ["*", "assets", "index.html", "initoauth", "json", "static", "uiconfig", "yaml"];

impl FoundRoute {
    /// Tells whether it serves a page that describes the API, or the document itself: Swagger UI, Redoc, GraphiQL.
    #[must_use]
    pub fn is_documentation(&self) -> bool {
        let path = self.path.to_ascii_lowercase();
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let stem = |segment: &str| {
            let end = [".json", ".yaml", ".yml", ".html", "-json", "-yaml"]
                .iter()
                .find_map(|end| segment.strip_suffix(end));
            end.unwrap_or(segment).to_owned()
        };
        if segments.iter().any(|segment| DESCRIBING.contains(&stem(segment).as_str())) {
            return true;
        }
        // NestJS serves `/docs-json` beside `/docs`.
        let names = |segment: &&str| PERHAPS.contains(&stem(segment).as_str());
        let Some(at) = segments.iter().position(names) else {
            return false;
        };
        let reads = ["GET", "HEAD"].contains(&self.method.to_ascii_uppercase().as_str());
        // A parameter says that there are many of them: documents, say.
        let parts = &segments[at + 1..];
        let is_made_of = parts
            .first()
            .is_none_or(|first| MADE_OF.contains(first) || MADE_OF.contains(&stem(first).as_str()));
        reads && is_made_of
    }
}

/// Folders of files that are sent as they are.
const FOLDERS: [&str; 8] = ["assets", "css", "fonts", "images", "img", "js", "public", "static"];
/// Ends of names of such files.
const OF_FILES: [&str; 8] = [".css", ".gif", ".ico", ".js", ".map", ".png", ".svg", ".woff2"];

impl FoundRoute {
    /// Tells whether it sends files as they are: all of a folder, or one such as an icon.
    #[must_use]
    pub fn sends_files(&self) -> bool {
        let path = self.path.to_ascii_lowercase();
        let mut segments = path.rsplit('/').filter(|segment| !segment.is_empty());
        let (Some(last), folder) = (segments.next(), segments.next()) else { return false };
        let reads = ["GET", "HEAD"].contains(&self.method.to_ascii_uppercase().as_str());
        let is_folder = last.contains('*') && folder.is_some_and(|name| FOLDERS.contains(&name));
        let is_file = !last.contains('{') && OF_FILES.iter().any(|end| last.ends_with(end));
        reads && (is_folder || is_file)
    }
}

/// Middleware of the running API at a path of its own, whose routes are not known.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct FoundMount {
    /// The path that it stands at.
    pub path: String,
    /// Set where it answers itself what comes to it.
    #[serde(default)]
    pub ends: bool,
}

/// What a route that handled calls made for an operation says of whose they are.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Handled {
    /// That operation's.
    AsMeant,
    /// One of these, by index: the one whose path is the sent one.
    ByOneOf(Vec<usize>),
    /// No operation's, though the one that they were made for has a route: the route's name.
    ByNone(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_from_what_has_a_name_like_one() {
        let sends = |method: &str, path: &str| {
            let (method, path) = (method.to_owned(), path.to_owned());
            FoundRoute { method, path, ..FoundRoute::default() }.sends_files()
        };
        for path in ["/static/*", "/public/{path*}", "/favicon.ico", "/js/app.js"] {
            assert!(sends("GET", path) && !sends("POST", path), "{path}");
        }
        for path in ["/files/*", "/static", "/*", "/", "/images/{id}", "/{name}.js", "/assets/all"]
        {
            assert!(!sends("GET", path), "{path}");
        }
    }

    #[test]
    fn pages_that_describe_the_api_are_told_from_its_documents() {
        let is_page = |method: &str, path: &str| {
            let (method, path) = (method.to_owned(), path.to_owned());
            FoundRoute { method, path, ..FoundRoute::default() }.is_documentation()
        };
        for path in [
            "/docs",
            "/docs/static/*",
            "/docs/json",
            "/api/docs/",
            "/v1/openapi.json",
            "/docs-yaml",
            "/explorer",
        ] {
            assert!(is_page("GET", path), "{path}");
        }
        for path in
            ["/api-docs/swagger-ui-init.js", "/graphiql", "/swagger/{file}", "/openapi.yaml"]
        {
            assert!(is_page("GET", path) && is_page("POST", path), "{path}");
        }
        for (method, path) in [
            ("GET", "/docs/{id}"),
            ("POST", "/docs"),
            ("GET", "/users/{id}"),
            ("GET", "/docsets"),
            ("GET", "/explorer/{id}"),
            ("GET", "/references"),
        ] {
            assert!(!is_page(method, path), "{method} {path}");
        }
    }
}
