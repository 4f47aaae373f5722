//! Which operations are tested: all, or those that were asked for.

use std::collections::BTreeSet;

use globset::{GlobBuilder, GlobMatcher};

use super::model::Model;
use super::operation::Operation;

/// What is asked for, and what must not be called.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    only: Vec<Pattern>,
    except: Vec<Pattern>,
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
    pub(super) fn asks_for(&self, operation: &Operation) -> bool {
        let named = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.names(operation));
        (self.only.is_empty() || named(&self.only)) && !named(&self.except)
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

    fn names(&self, operation: &Operation) -> bool {
        match &self.names {
            Names::Tag(tag) => operation.tags.contains(tag),
            // Behind the operationId stands its place in the document.
            Names::Id(id) => operation.ids.iter().any(|known| known == id),
            Names::Path { method, path } => {
                method.as_ref().is_none_or(|method| *method == operation.method)
                    && path.is_match(unnamed(&operation.path))
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

impl Model {
    /// Leaves what is asked for and what that needs for its state: those who make what its paths and
    /// inputs name. Before the search begins, since operations get other numbers.
    ///
    /// # Errors
    /// When a pattern names nothing.
    pub(super) fn narrow(&mut self, focus: &Focus) -> Result<Narrowed, FocusError> {
        for pattern in focus.only.iter().chain(&focus.except) {
            if !self.operations.iter().any(|operation| pattern.names(operation)) {
                let pattern = pattern.text.clone();
                return Err(FocusError::NamesNothing { pattern, known: self.known_names() });
            }
        }
        let excepted = |index: usize| {
            focus.except.iter().any(|pattern| pattern.names(&self.operations[index]))
        };
        let all = 0..self.operations.len();
        let asked: BTreeSet<usize> =
            all.filter(|index| focus.asks_for(&self.operations[*index])).collect();
        if asked.is_empty() {
            return Err(FocusError::NothingLeft);
        }
        let mut kept = asked.clone();
        let mut open: Vec<usize> = asked.iter().copied().collect();
        while let Some(index) = open.pop() {
            for maker in self.resources.makers_for(index) {
                if !excepted(maker) && kept.insert(maker) {
                    open.push(maker);
                }
            }
        }
        let name = |index: &usize| self.operations[*index].name.to_string();
        let narrowed = Narrowed {
            asked: asked.iter().map(name).collect(),
            needed: kept.difference(&asked).map(name).collect(),
            left_out: self.operations.len() - kept.len(),
        };
        self.described = self.described.map(|described| kept.range(..described).count());
        let mut index = 0..;
        let is_kept = |index: Option<usize>| index.is_some_and(|index| kept.contains(&index));
        self.operations.retain(|_| is_kept(index.next()));
        index = 0..;
        self.templates.retain(|_| is_kept(index.next()));
        self.focus = focus.clone();
        self.relate();
        Ok(narrowed)
    }

    /// Indexes of the operations that are tested.
    pub(super) fn asked(&self) -> impl Iterator<Item = usize> {
        (0..self.operations.len()).filter(|index| self.is_asked(*index))
    }

    /// Whether an operation is tested, not only called for what it makes.
    pub(super) fn is_asked(&self, index: usize) -> bool {
        self.focus.is_all() || self.focus.asks_for(&self.operations[index])
    }

    fn known_names(&self) -> String {
        const SHOWN: usize = 12;
        let tags: BTreeSet<&String> =
            self.operations.iter().flat_map(|operation| &operation.tags).collect();
        let names = self.operations.iter().map(|operation| operation.name.to_string());
        let tags = tags.into_iter().map(|tag| format!("tag:{tag}"));
        let all: Vec<String> = names.chain(tags).collect();
        let shown = all[..all.len().min(SHOWN)].join(", ");
        let more = if all.len() > SHOWN { ", ..." } else { "" };
        if all.is_empty() { String::new() } else { format!("; there are {shown}{more}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::{RestOptions, RestProblem};

    fn problem() -> RestProblem {
        let operation = |tag: &str, id: &str| serde_json::json!({ "tags": [tag], "operationId": id, "responses": {} });
        let id = |name: &str| serde_json::json!([{ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }]);
        let document = serde_json::json!({ "openapi": "3.0.0", "info": {}, "paths": {
            "/books": { "get": operation("books", "listBooks"), "post": operation("books", "addBook") },
            "/books/{id}": { "get": operation("books", "getBook"), "delete": operation("books", "dropBook"),
                "parameters": id("id") },
            "/books/{id}/reviews": { "get": operation("reviews", "listReviews"), "parameters": id("id") },
            "/health": { "get": operation("ops", "health") },
        }});
        RestProblem::parse(&document.to_string(), &RestOptions::default()).unwrap().0
    }

    fn narrowed(only: &[&str], except: &[&str]) -> Result<(Vec<String>, Vec<String>), FocusError> {
        let owned =
            |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let problem = problem();
        let narrowed = problem.narrow(&Focus::of(&owned(only), &owned(except))?)?;
        let called: Vec<_> = problem.templates().into_iter().map(|t| t.name).collect();
        assert_eq!(called.len(), narrowed.asked.len() + narrowed.needed.len());
        assert_eq!(narrowed.left_out, 6 - called.len());
        Ok((narrowed.asked, narrowed.needed))
    }

    #[test]
    fn operations_are_named_in_many_ways() {
        let asked = |only: &str| narrowed(&[only], &[]).unwrap().0;
        assert_eq!(asked("GET:/books/{bookId}"), ["GET:/books/{id}"]);
        assert_eq!(asked("get /books"), ["GET:/books"]);
        assert_eq!(asked("/books").len(), 5);
        assert_eq!(asked("/books/{id}/").len(), 3);
        assert_eq!(asked("/books/*").len(), 2);
        assert_eq!(asked("/**/reviews"), ["GET:/books/{id}/reviews"]);
        assert_eq!(asked("tag:ops"), ["GET:/health"]);
        assert_eq!(asked("dropBook"), ["DELETE:/books/{id}"]);
    }

    #[test]
    fn what_makes_the_state_is_called_too_unless_it_is_excepted() {
        let (asked, needed) = narrowed(&["tag:reviews"], &[]).unwrap();
        assert_eq!(asked, ["GET:/books/{id}/reviews"]);
        assert!(needed.contains(&"POST:/books".to_owned()), "{needed:?}");
        assert!(!needed.contains(&"DELETE:/books/{id}".to_owned()), "{needed:?}");
        let (_, needed) = narrowed(&["tag:reviews"], &["/books", "GET:/books"]).unwrap_or_default();
        assert_eq!(needed, Vec::<String>::new());
        let (asked, needed) = narrowed(&[], &["tag:books"]).unwrap();
        assert_eq!(asked, ["GET:/books/{id}/reviews", "GET:/health"]);
        assert_eq!(needed, Vec::<String>::new());
    }

    #[test]
    fn what_names_nothing_is_told_with_what_there_is() {
        let error = narrowed(&["/bookz"], &[]).unwrap_err().to_string();
        assert!(
            error
                .starts_with("`/bookz` names none of the API's operations; there are GET:/books, ")
        );
        assert!(error.ends_with("tag:books, tag:ops, tag:reviews"), "{error}");
        assert_eq!(narrowed(&["tag:ops"], &["health"]), Err(FocusError::NothingLeft));
        assert!(matches!(narrowed(&["/a{b,c"], &[]), Err(FocusError::Unreadable(..))));
        assert!(matches!(narrowed(&["GET!/a"], &[]), Err(FocusError::Unreadable(..))));
    }
}
