//! Which operations are tested: all, or those that were asked for.

use globset::{GlobBuilder, GlobMatcher};

/// What is asked for, and what must not be called.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    only: Vec<Pattern>,
    except: Vec<Pattern>,
}

/// What operations are named by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedBy<'a> {
    /// Upper-case method.
    pub method: &'a str,
    /// The path, parameters in braces.
    pub path: &'a str,
    /// Its tags.
    pub tags: &'a [String],
    /// Its `operationId`, and where it stands in the document.
    pub ids: &'a [String],
}

/// What became of the operations.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Narrowed {
    /// Names of those that are tested.
    pub asked: Vec<String>,
    /// Names of others that are called, since those need what they make.
    pub needed: Vec<String>,
    /// How many are never called.
    pub left_out: usize,
}

/// Names operations.
#[derive(Clone, Debug)]
struct Pattern {
    /// As the user wrote it.
    text: String,
    names: Names,
}

#[derive(Clone, Debug)]
enum Names {
    /// `tag:NAME`.
    Tag(String),
    /// An `operationId`.
    Id(String),
    /// A path, and which method if not each.
    Path { method: Option<String>, path: GlobMatcher },
}

/// Why a pattern cannot be used.
#[derive(Debug, Eq, PartialEq, thiserror::Error)]
pub enum FocusError {
    /// It cannot be read.
    #[error(
        "`{0}` names no operations: {1}. Give `GET:/books/{{id}}`, a path (`/books`, with all below it; \
         `/books/*/authors`; `/**/pay`), `tag:NAME` or an operationId"
    )]
    Unreadable(String, String),
    /// No operation is named by it.
    #[error("`{pattern}` names none of the API's operations{known}")]
    NamesNothing {
        /// The pattern.
        pattern: String,
        /// Those that there are, the first few.
        known: String,
    },
    /// Everything that was asked for is excepted.
    #[error("nothing is left to be tested: all that --only names is excepted, too")]
    NothingLeft,
}

impl Focus {
    /// Operations that one of `only` names (all if there is none), without those that one of `except`
    /// names: a method and a path (`GET:/books/{id}`, `GET /books/{id}`; parameters have any name), a path
    /// with all below it, a path with `*` for one segment and `**` for any, `tag:NAME`, or an operationId.
    ///
    /// # Errors
    /// When a pattern cannot be read.
    pub fn of(only: &[String], except: &[String]) -> Result<Self, FocusError> {
        let read = |texts: &[String]| -> Result<Vec<Pattern>, FocusError> {
            texts.iter().map(|text| Pattern::of(text)).collect()
        };
        Ok(Self { only: read(only)?, except: read(except)? })
    }

    /// Whether everything is tested.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.only.is_empty() && self.except.is_empty()
    }

    /// Whether an operation is tested.
    pub(crate) fn asks_for(&self, operation: &NamedBy<'_>) -> bool {
        let is_only = self.only.iter().any(|pattern| pattern.names(operation));
        (self.only.is_empty() || is_only) && !self.excepts(operation)
    }

    /// Whether an operation must not be called.
    pub(crate) fn excepts(&self, operation: &NamedBy<'_>) -> bool {
        self.except.iter().any(|pattern| pattern.names(operation))
    }

    /// The text of the first pattern that names none of the operations.
    pub(crate) fn names_nothing(&self, operations: &[NamedBy<'_>]) -> Option<&str> {
        let mut all = self.only.iter().chain(&self.except);
        let found = all.find(|pattern| !operations.iter().any(|one| pattern.names(one)));
        found.map(|pattern| pattern.text.as_str())
    }
}

impl Pattern {
    fn of(text: &str) -> Result<Self, FocusError> {
        let unreadable = |why: &str| FocusError::Unreadable(text.to_owned(), why.to_owned());
        let trimmed = text.trim();
        let names = if trimmed.is_empty() {
            return Err(unreadable("it is empty"));
        } else if let Some(tag) = trimmed.strip_prefix("tag:") {
            Names::Tag(tag.trim().to_owned())
        } else if let Some(at) = trimmed.find('/') {
            let method = trimmed[..at].trim_end_matches([':', ' ']);
            if !method.chars().all(|letter| letter.is_ascii_alphabetic()) {
                return Err(unreadable("before the path stands no method"));
            }
            let method = (!method.is_empty()).then(|| method.to_ascii_uppercase());
            let mut path = unnamed(&trimmed[at..]);
            if method.is_none() && !path.contains('*') {
                path = format!("{}{{,/**}}", path.trim_end_matches('/'));
            }
            let glob =
                GlobBuilder::new(&path).literal_separator(true).empty_alternates(true).build();
            let path =
                glob.map_err(|error| unreadable(&error.kind().to_string()))?.compile_matcher();
            Names::Path { method, path }
        } else {
            Names::Id(trimmed.to_owned())
        };
        Ok(Self { text: text.to_owned(), names })
    }

    fn names(&self, operation: &NamedBy<'_>) -> bool {
        match &self.names {
            Names::Tag(tag) => operation.tags.contains(tag),
            // Behind the operationId stands its place in the document.
            Names::Id(id) => operation.ids.iter().any(|known| known == id),
            Names::Path { method, path } => {
                method.as_ref().is_none_or(|method| *method == operation.method)
                    && path.is_match(unnamed(operation.path))
            }
        }
    }
}

/// A path whose parameters have no names, and no braces, which mean something else in patterns.
fn unnamed(path: &str) -> String {
    let mut text = String::new();
    let mut rest = path;
    while let Some(start) = rest.find('{')
        && let Some(length) = rest[start..].find('}')
    {
        text.push_str(&rest[..start]);
        text.push('@');
        rest = &rest[start + length + 1..];
    }
    text + rest
}
