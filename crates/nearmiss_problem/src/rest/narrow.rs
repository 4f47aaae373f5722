//! Leaves the operations that are asked for, and what those need.

use std::collections::BTreeSet;

use super::model::Model;
use super::operation::Operation;
use crate::focus::{Focus, FocusError, Narrowed};

impl Model {
    /// Leaves what is asked for and what that needs for its state: those who make what its paths and
    /// inputs name. Before the search begins, since operations get other numbers.
    ///
    /// # Errors
    /// When a pattern names nothing.
    pub(super) fn narrow(&mut self, focus: &Focus) -> Result<Narrowed, FocusError> {
        let named_by: Vec<_> = self.operations.iter().map(Operation::named_by).collect();
        if let Some(pattern) = focus.names_nothing(&named_by) {
            let pattern = pattern.to_owned();
            return Err(FocusError::NamesNothing { pattern, known: self.known_names() });
        }
        let excepted = |index: usize| focus.excepts(&named_by[index]);
        let all = 0..self.operations.len();
        let asked: BTreeSet<usize> =
            all.filter(|index| focus.asks_for(&named_by[*index])).collect();
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
        self.focus.is_all() || self.focus.asks_for(&self.operations[index].named_by())
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
    use crate::rest::RestProblem;
    use crate::{Problem, ProblemOptions};

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
        RestProblem::parse(&document.to_string(), &ProblemOptions::default()).unwrap().0
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
