//! A REST API as its OpenAPI document describes it.

use std::collections::BTreeMap;

use jsonschema::Validator;
use nearmiss_search::{ActionTemplate, Fault, Individual};

use super::document::Document;
use super::lower::{lower_action, static_headers};
use super::operation::{Operation, StatusPattern};
use super::oracles::{self, Judged};
use super::parse_schema_error::ParseSchemaError;
use super::read::{ReadOutput, read_operations};
use super::response_targets;
use super::sampler::Resources;
use super::schema_warning::{SchemaWarning, Warnings};
use crate::{CallOutcome, HttpCall, Step};

/// What the user says about calls beside the document.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RestOptions {
    /// Headers of every call (authentication, for example). They win over described headers.
    pub headers: Vec<(String, String)>,
    /// Path before every path of the document (`/api`), in place of the one its servers name.
    pub base_path: Option<String>,
}

/// A REST API: what can be called, how calls are written, and what their answers must be.
#[derive(Debug)]
pub struct RestProblem {
    pub(super) operations: Vec<Operation>,
    pub(super) templates: Vec<ActionTemplate>,
    pub(super) resources: Resources,
    headers: Vec<(String, String)>,
    validators: Vec<Validator>,
    by_name: BTreeMap<String, usize>,
    declares_client_errors: bool,
}

impl RestProblem {
    /// Reads an OpenAPI document (2.0, 3.0 or 3.1, JSON or YAML).
    ///
    /// # Errors
    /// When the text is no such document, or no operation of it can be called. What is merely not
    /// understood is a warning.
    pub fn parse(
        text: &str,
        options: &RestOptions,
    ) -> Result<(Self, Vec<SchemaWarning>), ParseSchemaError> {
        let mut warnings = Warnings::default();
        let document = Document::parse(text, &mut warnings)?;
        let ReadOutput { operations, templates, validators } =
            read_operations(&document, options, &mut warnings)?;
        let by_name = operations
            .iter()
            .enumerate()
            .map(|(index, operation)| (operation.name.clone(), index))
            .collect();
        let declares_client_errors = operations
            .iter()
            .flat_map(|operation| &operation.responses)
            .any(|response| match response.status {
                StatusPattern::Exact(status) => (400..500).contains(&status),
                StatusPattern::Class(class) => class == 4,
                StatusPattern::Default => true,
            });
        let resources = Resources::of(&operations);
        let headers = static_headers(&options.headers, &mut warnings);
        let problem = Self {
            operations,
            templates,
            resources,
            headers,
            validators,
            by_name,
            declares_client_errors,
        };
        Ok((problem, warnings.into_list()))
    }

    /// What can be called; [`nearmiss_search::TemplateId`] is an index into it.
    #[must_use]
    pub fn templates(&self) -> &[ActionTemplate] {
        &self.templates
    }

    /// The number of an operation: the index of its template.
    #[must_use]
    pub fn operation_index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The calls of an individual, one step an action.
    ///
    /// Every target holds printable ASCII only, every header value only what Node's client sends.
    #[must_use]
    pub fn lower(&self, individual: &Individual) -> Vec<Step> {
        individual
            .actions
            .iter()
            .filter_map(|action| {
                let operation = self.operations.get(action.template.0 as usize)?;
                Some(Step::Http(lower_action(operation, action, &self.headers)))
            })
            .collect()
    }

    /// Faults that a call shows. `thrown_at` is the key of the statement that its first exception
    /// left unfinished. The same defect gives equal faults.
    #[must_use]
    pub fn judge(
        &self,
        call: &HttpCall,
        outcome: &CallOutcome,
        thrown_at: Option<&str>,
    ) -> Vec<Fault> {
        let Some(index) = self.by_name.get(&call.operation) else { return Vec::new() };
        let judged =
            Judged { problem: self, operation: &self.operations[*index], call, outcome, thrown_at };
        oracles::ALL.iter().flat_map(|oracle| oracle.judge(&judged)).collect()
    }

    /// Keys and heuristics of the targets that the outcome of a call touches:
    /// `Status_<VERB>:<path>_<code>` (1) and `Response_<VERB>:<path>_success`, `_clientError` and
    /// `_serverError` (1 for the class that was seen, 0.5 for the others). None without an answer.
    #[must_use]
    pub fn response_targets(&self, call: &HttpCall, outcome: &CallOutcome) -> Vec<(String, f64)> {
        response_targets::response_targets(call, outcome)
    }

    /// The headers of every call, as they are sent.
    #[cfg(test)]
    pub(super) fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    pub(super) fn validator(&self, index: usize) -> Option<&Validator> {
        self.validators.get(index)
    }

    pub(super) fn declares_client_errors(&self) -> bool {
        self.declares_client_errors
    }
}
