//! REST as it is found by who has a document, or a router, and knows no kind by name.

use serde_json::Value;

use super::learnt::{LearntOperation, join};
use super::rest_problem::RestProblem;
use crate::kinds::{ProblemKind, ReadProblem};

/// REST APIs: an OpenAPI document, or the routes of the running API.
pub const REST: ProblemKind = ProblemKind {
    name: "rest",
    // Whatever no other kind knows is read as OpenAPI, whose errors say what is missing.
    knows: |_| true,
    read: |text, options| {
        let (problem, warnings) = RestProblem::parse(text, options)?;
        Ok((Box::new(problem), warnings))
    },
    of_routes: |routes, options| -> Option<ReadProblem> {
        let (problem, warnings) = RestProblem::of_routes(routes, options);
        Some((Box::new(problem), warnings))
    },
    join: |saved| {
        let read = |one: &Value| serde_json::from_value::<LearntOperation>(one.clone());
        let mut joined = Vec::new();
        for list in saved {
            let learnt = list.iter().map(read).collect::<Result<Vec<_>, _>>();
            join(&mut joined, learnt.map_err(|error| error.to_string())?);
        }
        let values = joined.iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>();
        values.map_err(|error| error.to_string())
    },
};
