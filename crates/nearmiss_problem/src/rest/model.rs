//! What can be called, as far as it is known: what the document says and what the running API has shown since.
//!
//! A model only grows: operations and parameters are added at the end, so an index stays what it is
//! and an individual that was made before a parameter was known simply does not send it.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::ActionTemplate;

use super::operation::Operation;
use super::other_documents::ListedElsewhere;
use super::sampler::Resources;
use crate::OperationName;
use crate::focus::Focus;

/// Operations, their templates and what follows from them.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    /// The operations.
    pub operations: Vec<Operation>,
    /// One template an operation.
    pub templates: Vec<ActionTemplate>,
    /// What operations need of each other.
    pub resources: Resources,
    /// How many operations, the first ones, the document lists; `None` without a document.
    pub described: Option<usize>,
    /// Names of the users who can log in; [`nearmiss_search::UserId`] is an index into it.
    pub users: Vec<String>,
    /// Names of those of them who cannot.
    pub left_out: BTreeSet<String>,
    /// Which operations are tested; the others are there for what they make.
    pub focus: Focus,
    /// Operations that a route of the running API is for.
    pub routed: BTreeSet<usize>,
    /// Operations that other documents list than the one in use.
    pub elsewhere: ListedElsewhere,
    by_name: BTreeMap<OperationName, usize>,
}

impl Model {
    /// A model of these operations, one template each.
    pub fn of(operations: Vec<Operation>, templates: Vec<ActionTemplate>) -> Self {
        let mut model = Self { operations, templates, ..Self::default() };
        model.relate();
        model
    }

    /// Adds an operation with its template; [`Model::relate`] must follow.
    pub fn push(&mut self, operation: Operation, template: ActionTemplate) {
        self.operations.push(operation);
        self.templates.push(template);
    }

    /// Finds out anew what operations need of each other.
    pub fn relate(&mut self) {
        self.by_name = self
            .operations
            .iter()
            .enumerate()
            .map(|(index, operation)| (operation.name.clone(), index))
            .collect();
        self.resources = Resources::of(&self.operations, &self.templates);
    }

    /// The index of an operation.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}
