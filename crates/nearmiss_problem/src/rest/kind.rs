//! REST as it is found by who has a document, or a router, and knows no kind by name.

use serde_json::Value;

use super::learnt::{LearntOperation, join};
use super::rest_problem::RestProblem;
use crate::kinds::{ProblemKind, ReadProblem};
use crate::services::Endpoint;

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
        let is_service = |one: &&Value| serde_json::from_value::<Endpoint>((*one).clone()).is_ok();
        let (mut joined, mut services) = (Vec::new(), Vec::new());
        for list in saved {
            let (known, rest): (Vec<&Value>, Vec<&Value>) = list.iter().partition(is_service);
            for one in known.into_iter().cloned() {
                if !services.contains(&one) {
                    services.push(one);
                }
            }
            let learnt = rest.into_iter().map(read).collect::<Result<Vec<_>, _>>();
            join(&mut joined, learnt.map_err(|error| error.to_string())?);
        }
        let values = joined.iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>();
        let values = values.map_err(|error| error.to_string())?;
        Ok(values.into_iter().chain(services).collect())
    },
};
