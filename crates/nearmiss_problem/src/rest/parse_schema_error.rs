//! Why a text cannot be used as an OpenAPI document.

/// Why a text cannot be used as an OpenAPI document. Each message says where and what to do.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ParseSchemaError {
    /// Nothing but white space.
    #[error(
        "the OpenAPI document is empty; give the file or URL of an OpenAPI 2.0, 3.0 or 3.1 document"
    )]
    Empty,
    /// Neither JSON nor YAML.
    #[error(
        "the OpenAPI document is not valid {format}, line {line}, column {column}: {message}; correct it there"
    )]
    Syntax {
        /// `JSON` or `YAML`, whichever the text looks like.
        format: &'static str,
        /// 1-based line, 0 if unknown.
        line: u64,
        /// 1-based column, 0 if unknown.
        column: u64,
        /// What the parser met.
        message: String,
    },
    /// Well-formed, but not an OpenAPI document.
    #[error(
        "this is no OpenAPI document: {found}; it must be an object with `openapi: 3.x` or `swagger: \"2.0\"` at its top"
    )]
    NotOpenApi {
        /// What is there instead.
        found: String,
    },
    /// An OpenAPI document of a version that is not read.
    #[error("OpenAPI version {version} is not supported; convert the document to 2.0, 3.0 or 3.1")]
    UnsupportedVersion {
        /// The version it gives.
        version: String,
    },
    /// No `paths`.
    #[error(
        "the OpenAPI document has no usable `paths` ({found}), so there is nothing to call; describe at least one operation there"
    )]
    NoPaths {
        /// What is there instead.
        found: String,
    },
    /// Paths, but not one operation that can be called.
    #[error("no operation of the OpenAPI document can be called{}", told(.reasons))]
    NoUsableOperation {
        /// Why operations were left out, each with its place in the document.
        reasons: Vec<String>,
    },
}

fn told(reasons: &[String]) -> String {
    if reasons.is_empty() {
        return "; describe at least one operation under `paths`".to_owned();
    }
    let shown = reasons.len().min(5);
    let mut text = format!(": {}", reasons[..shown].join("; "));
    if reasons.len() > shown {
        text.push_str(&format!("; and {} more", reasons.len() - shown));
    }
    text
}
