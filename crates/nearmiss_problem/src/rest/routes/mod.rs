//! Operations that the document does not list: what the router of the running API serves, and, where
//! nothing is known, calls anywhere.
//!
//! A route is the same operation as a described one when method and path agree, whatever the names of
//! its parameters. What is not described has no responses that could be wrong and a JSON body of no
//! known fields; inputs are learnt while it is called (`hidden`).

mod anywhere;
mod handled;
mod handled_calls;
mod shape;

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::gene::pattern_problem;
use nearmiss_search::{ActionTemplate, GeneSpec};

pub(super) use anywhere::{anywhere, narrowed, path_operation};

pub(super) use self::shape::shape_of;
use super::model::Model;
use super::operation::{
    MediaKind, Operation, Parameter, ParameterFormat, PathPiece, Place, RequestBody, SeenAnswers,
};
use super::read::{ReadParameter, TemplatePiece, is_token, template_pieces, undescribed};
use crate::{FoundRoute, OperationName};

/// Routes that are added to what the document lists.
const MAX_ROUTES: usize = 2_000;
/// Longest text for a pattern of a router.
const PATTERN_LENGTH: usize = 200;
/// Methods that usually have a body.
const WITH_BODY: [&str; 3] = ["PATCH", "POST", "PUT"];

impl Model {
    /// Adds routes that are not there; answers the indexes of the new operations.
    pub(super) fn add_routes(&mut self, routes: &[FoundRoute]) -> Vec<usize> {
        let mut known: BTreeSet<(String, String)> = self
            .operations
            .iter()
            .map(|operation| (operation.method.clone(), shape_of(operation)))
            .collect();
        let mut added = Vec::new();
        for route in routes {
            let Some((operation, template)) = operation_of(route) else { continue };
            let is_new = known.insert((operation.method.clone(), shape_of(&operation)))
                && self.operations.iter().all(|other| other.name != operation.name);
            if is_new && added.len() < MAX_ROUTES {
                added.push(self.operations.len());
                self.push(operation, template);
            }
        }
        if !added.is_empty() {
            self.relate();
        }
        added
    }
}

/// The operation of a route; `None` if it cannot be called.
pub(super) fn operation_of(route: &FoundRoute) -> Option<(Operation, ActionTemplate)> {
    let method = route.method.to_ascii_uppercase();
    if !is_token(&method) || method == "CONNECT" {
        return None;
    }
    if let Some(regexp) = &route.regexp {
        let spec = pattern_spec(regexp)?;
        let name = OperationName::new(&method, &format!("/{{{regexp}}}"));
        let pieces = vec![PathPiece::Parameter(0)];
        return Some(undescribed_operation(name, pieces, vec![target(spec)]));
    }
    if !route.path.starts_with('/') {
        return None;
    }
    let mut read: Vec<ReadParameter> = Vec::new();
    let mut pieces = vec![PathPiece::Literal(String::new())];
    for piece in template_pieces(&route.path) {
        match piece {
            TemplatePiece::Literal(text) => match pieces.last_mut() {
                Some(PathPiece::Literal(before)) => before.push_str(&text),
                _ => pieces.push(PathPiece::Literal(text)),
            },
            TemplatePiece::Name(name) => {
                let mut parameter = undescribed(name);
                let pattern = route.patterns.get(name);
                if let Some(spec) = pattern.and_then(|text| pattern_spec(&format!("^(?:{text})$")))
                {
                    parameter.spec = spec;
                }
                pieces.push(PathPiece::Parameter(read.len()));
                read.push(parameter);
            }
        }
    }
    let name = OperationName::new(&method, &route.path);
    Some(undescribed_operation(name, pieces, read))
}

fn pattern_spec(source: &str) -> Option<GeneSpec> {
    let (pattern, min_len, max_len) = (source.to_owned(), 1, PATTERN_LENGTH);
    pattern_problem(&pattern, min_len, max_len).is_none().then_some(GeneSpec::Pattern {
        pattern,
        min_len,
        max_len,
    })
}

/// A parameter that is the whole path.
fn target(spec: GeneSpec) -> ReadParameter {
    let mut parameter = undescribed("path");
    parameter.parameter.format = ParameterFormat::Target;
    parameter.spec = spec;
    parameter
}

/// An operation of which only method, path and its parameters are known.
fn undescribed_operation(
    name: OperationName,
    pieces: Vec<PathPiece>,
    read: Vec<ReadParameter>,
) -> (Operation, ActionTemplate) {
    let mut parameters = Vec::new();
    let mut specs = Vec::new();
    for entry in read {
        specs.push((entry.parameter.name.clone(), entry.spec));
        parameters.push(entry.parameter);
    }
    let body = WITH_BODY.contains(&name.verb()).then(|| {
        let format = ParameterFormat::Json;
        parameters.push(Parameter { name: "body".to_owned(), place: Place::Body, format });
        specs.push(("body".to_owned(), GeneSpec::Object { fields: Vec::new(), additional: None }));
        json_body(parameters.len() - 1)
    });
    let operation = Operation {
        ids: Vec::new(),
        tags: Vec::new(),
        method: name.verb().to_owned(),
        path: name.path().to_owned(),
        name: name.clone(),
        pieces,
        parameters,
        body,
        body_fields: Vec::new(),
        accept: "*/*".to_owned(),
        responses: Vec::new(),
        answers: Vec::new(),
        declares_location: false,
        seen: SeenAnswers::default(),
        links: Vec::new(),
        anywhere: false,
        is_public: false,
        hidden: 0,
    };
    (operation, ActionTemplate { name: name.into(), parameters: specs })
}

/// A JSON body whose value is this parameter.
pub(super) fn json_body(parameter: usize) -> RequestBody {
    RequestBody {
        parameter,
        media_parameter: None,
        media: vec![("application/json".to_owned(), MediaKind::Json)],
        fields: BTreeMap::new(),
    }
}
