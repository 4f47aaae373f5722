//! Where the OpenAPI document of the API is: a file of the project, or a URL that the API serves.

use std::path::Path;

use nearmiss_problem::{ProblemOptions, read_document};

use crate::project::Project;

/// Folders that documents lie in, the likeliest first.
const FOLDERS: [&str; 16] = [
    "",
    "docs",
    "doc",
    "api",
    "openapi",
    "swagger",
    "spec",
    "specs",
    "schema",
    "schemas",
    "src",
    "src/docs",
    "src/swagger",
    "config",
    "public",
    "static",
];
/// Pieces of names of documents.
const NAMES: [&str; 6] = ["openapi", "swagger", "api-docs", "apidocs", "oas", "api"];
const ENDINGS: [&str; 3] = [".json", ".yaml", ".yml"];
/// Longest document that is read for a look.
const MOST_BYTES: u64 = 64 << 20;
/// Packages that serve a document.
const SERVING: [&str; 9] = [
    "@nestjs/swagger",
    "@fastify/swagger",
    "swagger-ui-express",
    "swagger-jsdoc",
    "express-openapi",
    "koa2-swagger-ui",
    "@hono/zod-openapi",
    "tsoa",
    "hapi-swagger",
];
/// Paths that documents are served at.
pub const PATHS: [&str; 16] = [
    "/openapi.json",
    "/swagger.json",
    "/api-docs.json",
    "/api-json",
    "/docs-json",
    "/docs/json",
    "/documentation/json",
    "/api-docs",
    "/swagger/json",
    "/swagger-json",
    "/api/docs-json",
    "/api/openapi.json",
    "/api/swagger.json",
    "/doc",
    "/openapi",
    "/v3/api-docs",
];

/// A document that can be read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FoundSchema {
    /// Relative path, or URL.
    pub place: String,
    /// Operations that can be called.
    pub operations: usize,
    /// Places in it that are not understood.
    pub warnings: usize,
}

/// A text as a document, if it is one that can be used.
pub fn understood(place: &str, text: &str) -> Result<FoundSchema, String> {
    let (problem, warnings) =
        read_document(text, &ProblemOptions::default()).map_err(|error| error.to_string())?;
    Ok(FoundSchema {
        place: place.to_owned(),
        operations: problem.operation_count(),
        warnings: warnings.len(),
    })
}

/// Documents among the files of a project, those in the likeliest places first; and files that look like
/// one and are none, with what is wrong.
pub fn files(project: &Project) -> (Vec<FoundSchema>, Vec<(String, String)>) {
    let (mut found, mut unusable) = (Vec::new(), Vec::new());
    for folder in FOLDERS {
        for name in names_in(&project.folder.join(folder)) {
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            let Some(text) = project.read_text(&path) else { continue };
            // `api.json` may be anything.
            if !text.contains("openapi") && !text.contains("swagger") {
                continue;
            }
            match understood(&path, &text) {
                Ok(schema) => found.push(schema),
                Err(why) => unusable.push((path, why)),
            }
        }
    }
    (found, unusable)
}

/// Names of files in a folder that a document may have, in order.
fn names_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let small = |entry: &std::fs::DirEntry| {
        entry.metadata().is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES)
    };
    let names = entries.flatten().filter(small).map(|entry| entry.file_name());
    let mut names: Vec<String> = names.filter_map(|name| name.into_string().ok()).collect();
    names.retain(|name| {
        let name = name.to_ascii_lowercase();
        ENDINGS.iter().any(|ending| name.ends_with(ending))
            && NAMES.iter().any(|piece| name.contains(piece))
    });
    // `openapi.yaml` before `openapi-old.yaml`, and that before `api.json`.
    names.sort_by_key(|name| {
        let low = name.to_ascii_lowercase();
        let rank = NAMES.iter().position(|piece| low.contains(piece)).unwrap_or(NAMES.len());
        let is_exact = low.split('.').next() == NAMES.get(rank).copied();
        (rank, !is_exact, name.clone())
    });
    names
}

/// A package that serves a document, if the project has one.
pub fn serving_package(project: &Project) -> Option<&'static str> {
    SERVING.into_iter().find(|package| project.uses(package))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    const DOCUMENT: &str = "openapi: 3.0.0\npaths:\n  /a:\n    get: {}\n    post: {}\n";

    #[test]
    fn documents_are_found_where_they_usually_lie() {
        let (project, _top) = project(&[
            ("package.json", r#"{"dependencies":{"@nestjs/swagger":"8"}}"#),
            ("docs/openapi.yaml", DOCUMENT),
            ("src/swagger.yml", DOCUMENT),
            ("api.json", r#"{"routes":[]}"#),
            ("openapi-old.json", r#"{"openapi":"1.0"}"#),
            ("docs/openapi-1.yaml", DOCUMENT),
        ]);
        let (found, unusable) = files(&project);
        let places: Vec<&str> = found.iter().map(|schema| schema.place.as_str()).collect();
        assert_eq!(places, ["docs/openapi.yaml", "docs/openapi-1.yaml", "src/swagger.yml"]);
        assert_eq!(found[0].operations, 2);
        assert_eq!(unusable[0].0, "openapi-old.json");
        assert!(unusable[0].1.contains("1.0"));
        assert_eq!(serving_package(&project), Some("@nestjs/swagger"));
    }

    #[test]
    fn what_is_no_document_is_not_taken_for_one() {
        assert!(understood("x", "<!doctype html>").is_err());
        assert!(understood("x", r#"{"swagger":"2.0","paths":{"/a":{"get":{}}}}"#).is_ok());
    }
}
