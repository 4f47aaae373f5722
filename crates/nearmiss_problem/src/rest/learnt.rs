//! What was learnt of the API while it ran, in a form that can be saved: operations that no document
//! lists, and inputs of operations that nothing describes.

use nearmiss_search::ActionTemplate;
use serde::{Deserialize, Serialize};

use super::model::Model;
use super::operation::{Operation, Place};
use super::rest_problem::RestProblem;
use super::routes::{operation_of, path_operation};
use crate::{FoundRoute, InputPlace, OperationName, ReadInput};

/// What was learnt of one operation.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct LearntOperation {
    /// Its name, `GET:/books/{id}`.
    pub operation: String,
    /// Nobody lists it: what the API compares paths with says that it is there.
    #[serde(default)]
    pub found: bool,
    /// The free segments of its path are guessed.
    #[serde(default)]
    pub guessed: bool,
    /// Inputs that nothing describes, in the order in which they were found.
    #[serde(default)]
    pub inputs: Vec<ReadInput>,
}

impl RestProblem {
    /// Keys of the inputs of each operation, in the order of its template: `path:id`, `query:limit`,
    /// `body:body`, `field:/author/name`. Each once in its operation.
    #[must_use]
    pub(super) fn keys_of_inputs(&self) -> Vec<Vec<String>> {
        self.model().operations.iter().map(keys_of).collect()
    }

    /// What was learnt since the problem had its first `listed` operations; operations of which nothing
    /// was learnt are left out.
    #[must_use]
    pub fn learnt(&self, listed: usize) -> Vec<LearntOperation> {
        let model = self.model();
        let learnt = model.operations.iter().enumerate().map(|(index, operation)| {
            let first = operation.parameters.len() - operation.hidden;
            let inputs = operation.parameters[first..].iter().filter_map(|parameter| {
                let name = parameter.name.clone();
                let place = match parameter.place {
                    Place::Query => InputPlace::Query,
                    Place::Header => InputPlace::Header,
                    Place::Cookie => InputPlace::Cookie,
                    Place::BodyField => InputPlace::Body,
                    Place::Body => {
                        return Some(ReadInput { place: InputPlace::Body, name: String::new() });
                    }
                    Place::Path | Place::MediaType => return None,
                };
                Some(ReadInput { place, name })
            });
            LearntOperation {
                operation: operation.name.to_string(),
                found: index >= listed,
                guessed: operation.anywhere,
                inputs: inputs.collect(),
            }
        });
        learnt.filter(|learnt| learnt.found || !learnt.inputs.is_empty()).collect()
    }

    /// Takes in what an earlier search learnt. What is known already, or fits no more, changes nothing.
    pub fn relearn(&self, learnt: &[LearntOperation]) {
        self.grow(|model, _| {
            let known = model.operations.len();
            for learnt in learnt.iter().filter(|learnt| learnt.found) {
                if model.operations.iter().all(|known| *known.name != *learnt.operation)
                    && let Some((operation, template)) = found(learnt)
                    && model.focus.asks_for(&operation.named_by())
                {
                    model.push(operation, template);
                }
            }
            if model.operations.len() > known {
                model.relate();
            }
            for learnt in learnt {
                add_inputs(model, learnt);
            }
        });
    }
}

/// Adds what another search has learnt.
pub(super) fn join(known: &mut Vec<LearntOperation>, more: Vec<LearntOperation>) {
    for learnt in more {
        match known.iter_mut().find(|one| one.operation == learnt.operation) {
            None => known.push(learnt),
            Some(one) => {
                for input in learnt.inputs {
                    if !one.inputs.contains(&input) {
                        one.inputs.push(input);
                    }
                }
            }
        }
    }
}

fn add_inputs(model: &mut Model, learnt: &LearntOperation) {
    let Some(index) = model.find(&learnt.operation) else { return };
    for input in &learnt.inputs {
        model.add_input(index, input);
    }
}

fn found(learnt: &LearntOperation) -> Option<(Operation, ActionTemplate)> {
    let (method, path) = OperationName::parts_of(&learnt.operation);
    if method.is_empty() {
        return None;
    }
    let method = method.to_owned();
    if learnt.guessed || !path.contains('{') {
        return Some(path_operation(&method, path));
    }
    let inner = path.strip_prefix("/{").and_then(|rest| rest.strip_suffix('}'))?;
    operation_of(&FoundRoute { method, regexp: Some(inner.to_owned()), ..FoundRoute::default() })
}

fn keys_of(operation: &Operation) -> Vec<String> {
    let mut keys: Vec<String> = Vec::with_capacity(operation.parameters.len());
    for parameter in &operation.parameters {
        let place = match parameter.place {
            Place::Path => "path",
            Place::Query => "query",
            Place::Header => "header",
            Place::Cookie => "cookie",
            Place::MediaType => "media",
            Place::Body => "body",
            Place::BodyField => "field",
        };
        let plain = format!("{place}:{}", parameter.name);
        let same = keys.iter().filter(|key| **key == plain).count();
        keys.push(if same == 0 { plain } else { format!("{plain}#{same}") });
    }
    keys
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::rest::RestProblem;
    use crate::{Problem, ProblemOptions};

    fn problem() -> RestProblem {
        let text = json!({"openapi": "3.0.0", "info": {}, "paths": {"/a/{id}": {
            "get": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}], "responses": {}},
            "put": {"responses": {}},
        }}});
        RestProblem::parse(&text.to_string(), &ProblemOptions::default()).unwrap().0
    }

    #[test]
    fn what_was_learnt_is_learnt_again() {
        let first = problem();
        let listed = first.templates().len();
        let input = |place, name: &str| ReadInput { place, name: name.to_owned() };
        first.learn_input("GET:/a/{id}", &input(InputPlace::Query, "page"));
        first.learn_input("GET:/a/{id}", &input(InputPlace::Header, "x-own"));
        first.learn_input("PUT:/a/{id}", &input(InputPlace::Body, "/name/first"));
        let learnt = first.learnt(listed);
        let text = serde_json::to_string(&learnt).unwrap();
        let again = problem();
        again.relearn(&serde_json::from_str::<Vec<LearntOperation>>(&text).unwrap());
        assert_eq!(again.input_keys(), first.input_keys());
        assert_eq!(again.learnt(listed), learnt);
        assert!(first.input_keys()[0].contains(&"query:page".to_owned()));
        again.relearn(&learnt);
        assert_eq!(again.input_keys(), first.input_keys(), "each once");
    }

    #[test]
    fn operations_that_were_found_are_found_again() {
        let (problem, _) = RestProblem::of_routes(&[], &ProblemOptions::default());
        let listed = problem.templates().len();
        let learnt = |operation: &str, guessed| LearntOperation {
            operation: operation.to_owned(),
            found: true,
            guessed,
            inputs: Vec::new(),
        };
        let all = vec![
            learnt("GET:/books", false),
            learnt("GET:/books/{s2}", true),
            learnt("GET:/{^\\/b\\/\\d+$}", false),
        ];
        problem.relearn(&all);
        assert_eq!(problem.learnt(listed), all);
    }
}
